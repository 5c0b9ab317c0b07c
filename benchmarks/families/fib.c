/* N rounds of i += j beside j += i from i = j = 1, while main looks: no value is above the Fibonacci number 2N + 2. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int i = 1, j = 1;

int get(atomic_int *cell) { return atomic_load_explicit(cell, memory_order_relaxed); }

void add(atomic_int *to, atomic_int *from) {
  atomic_store_explicit(to, get(to) + get(from), memory_order_relaxed);
}

void *first(void *unused) {
  for (int round = 0; round < N; round++)
    add(&i, &j);
  return 0;
}

void *second(void *unused) {
  for (int round = 0; round < N; round++)
    add(&j, &i);
  return 0;
}

int main(void) {
  int a = 1, b = 1;
  pthread_t t, u;
  pthread_create(&t, 0, first, 0);
  pthread_create(&u, 0, second, 0);
  for (int round = 0; round < N; round++) {
    a += b;
    b += a;
  }
  assert(get(&i) <= b && get(&j) <= b);
  return 0;
}
