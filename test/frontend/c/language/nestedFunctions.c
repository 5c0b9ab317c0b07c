// gcc's functions inside functions: they share the variables of the function around them, whoever calls them.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int apply(int (*f)(int), int n) {
  int sum = 0;
  for (int i = 0; i < n; i++) sum += f(i);
  return sum;
}

static int scaled(int by) {
  int calls = 0;
  int times(int v) {
    calls++;
    return v * by;
  }
  int sum = apply(times, 4);
  assert(calls == 4);
  return sum + times(1) + calls;
}

static int factorial(int n) {
  int self(int k) { return k < 2 ? 1 : k * self(k - 1); }
  return self(n);
}

/* forward declared, and calling each other */
static int parity(int n) {
  auto int odd(int);
  int even(int k) { return k == 0 ? 1 : odd(k - 1); }
  int odd(int k) { return k == 0 ? 0 : even(k - 1); }
  return even(n);
}

/* in loops, which must see what it changes */
static int counted(void) {
  int left = 3, rounds = 0;
  void take(void) { left--; }
  while (left > 0) {
    take();
    rounds++;
  }
  for (int i = 0; i < 2; i++) {
    int k = 0;
    void bump(int by) { k += by; }
    bump(i + 1);
    bump(i + 1);
    rounds += k;
  }
  return rounds;
}

/* inside one that is inside another; a name that hides another; an array of computed length */
static int deep(int n) {
  int v[n], x = 1;
  int outer(int k) {
    int x = 10;
    int inner(int j) {
      x += j;
      v[0] = x;
      return x + n;
    }
    return inner(k) + inner(k);
  }
  v[0] = 0;
  int r = outer(2);
  assert(x == 1 && v[0] == 14 && sizeof v == n * sizeof(int));
  return r;
}

/* each instance of a function that calls itself has its own */
static int descend(int n) {
  int mine = n;
  void add(int v) { mine += v; }
  int below = n > 0 ? descend(n - 1) : 0;
  add(100);
  assert(mine == n + 100);
  return below + 1;
}

static int sorted(void) {
  int v[] = { 3, 1, 2 }, compared = 0;
  int less(const void *a, const void *b) {
    compared++;
    return *(const int *)a - *(const int *)b;
  }
  qsort(v, 3, sizeof *v, less);
  assert(compared > 1);
  return v[0] * 100 + v[1] * 10 + v[2];
}

/* a label's value may go through one */
static int chosen(int n) {
  __label__ one, other;
  void *which(int k) { return k == 1 ? &&one : &&other; }
  goto *which(n);
one:
  return 1;
other:
  return 2;
}

int main(void) {
  int data = 0;
  void *worker(void *arg) {
    data += *(int *)arg;
    return 0;
  }
  pthread_t t;
  int five = 5;
  assert(scaled(3) == 26);
  assert(factorial(5) == 120);
  assert(parity(4) == 1 && parity(3) == 0);
  assert(counted() == 9);
  assert(deep(4) == 34);
  assert(descend(2) == 3);
  assert(sorted() == 123);
  assert(chosen(1) == 1 && chosen(5) == 2);
  pthread_create(&t, 0, worker, &five);
  pthread_join(t, 0);
  assert(data == 5);
}
