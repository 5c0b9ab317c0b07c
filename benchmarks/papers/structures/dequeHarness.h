/* RELAXER's harness for deques: two threads, each push-right, push-left, pop-right, pop-left. What the pops return, 0 for
 * an empty deque, is written as the digits of one number, thread by thread; the numbers that occur when each operation is
 * atomic are in dequeResults.h. -DSMALL: push-right, pop-left || push-left, pop-right.
 */
#include <assert.h>
#include <pthread.h>
#include "dequeResults.h"

static void init(void);
static void pushRight(int value);
static void pushLeft(int value);
static int popRight(void);
static int popLeft(void);

void *first(void *unused) {
  int got = 0;
  pushRight(1);
#ifndef SMALL
  pushLeft(2);
  got = popRight();
#endif
  got = got * 10 + popLeft();
  return (void *)(long)got;
}

void *second(void *unused) {
  int got;
#ifndef SMALL
  pushRight(3);
#endif
  pushLeft(4);
  got = popRight();
#ifndef SMALL
  got = got * 10 + popLeft();
#endif
  return (void *)(long)got;
}

int main(void) {
  pthread_t a, b;
  void *one, *two;
  init();
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, &one);
  pthread_join(b, &two);
#ifdef SMALL
  assert(atomicResult((int)(long)one * 10 + (int)(long)two));
#else
  assert(atomicResult((int)(long)one * 100 + (int)(long)two));
#endif
  return 0;
}
