// longjmp goes back to a setjmp that is around it: in its function, or in those that call it.
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdlib.h>

static jmp_buf env;

static void fail(int code) { longjmp(env, code); }

static int checked(int v) {
  if (v < 0) fail(-v);
  return v * 2;
}

static int tried(int v) {
  int code = setjmp(env);
  if (code != 0) return 100 + code;
  return checked(v);
}

/* as a switch, more than once, and with 0, which is 1 */
static int rounds(void) {
  volatile int seen = 0;
  switch (setjmp(env)) {
    case 0:
      seen += 1;
      longjmp(env, 0);
    case 1:
      seen += 10;
      fail(2);
      break;
    case 2:
      seen += 100;
      break;
    default:
      abort();
  }
  return seen;
}

/* the inner one first, then the outer one */
static jmp_buf outer;

static int nested(void) {
  volatile int path = 0;
  if (setjmp(outer) == 0) {
    if (!setjmp(env)) {
      path = 1;
      fail(5);
    } else {
      path = path * 10 + 2;
      longjmp(outer, 7);
    }
  } else
    path = path * 10 + 3;
  return path;
}

static void thrower(jmp_buf to, int n) {
  int local[4] = { n }, *p = local;
  if (*p > 0) longjmp(to, *p);
}

/* in a loop; a buffer that is passed; locals of those who are left end */
static int loops(void) {
  volatile int caught = 0;
  for (volatile int i = 0; i < 3; i++) {
    jmp_buf here;
    if (setjmp(here) != 0) {
      caught++;
      continue;
    }
    thrower(here, i);
  }
  return caught;
}

/* out of loops, and out of recursion */
static void descend(int n) {
  for (int i = 0; i < 2; i++) {
    if (n == 0) longjmp(env, 9);
    descend(n - 1);
  }
}

static int deep(void) {
  int r;
  if ((r = setjmp(env)) == 0) descend(3);
  return r;
}

static void *worker(void *arg) {
  jmp_buf own;
  volatile long tries = 0;
  if (setjmp(own) < 2) longjmp(own, ++tries);
  return (void *)tries;
}

int main(void) {
  pthread_t t;
  void *r;
  assert(tried(4) == 8);
  assert(tried(-3) == 103);
  assert(rounds() == 111);
  assert(nested() == 123);
  assert(loops() == 2);
  assert(deep() == 9);
  pthread_create(&t, 0, worker, 0);
  pthread_join(t, &r);
  assert((long)r == 2);
}
