/* RELAXER's harness for deques: two threads, each push-right, push-left, pop-right, pop-left. What the pops return, 0 for
 * an empty deque, is written as the digits of one number, thread by thread; the numbers that occur when each operation is
 * atomic are in dequeResults.h. -DSMALL: push-right, pop-left || push-left, pop-right.
 * -DTINY: push-right || pop-left.
 */
#include <assert.h>
#include <pthread.h>
#include "dequeResults.h"

static void init(void);
static void pushRight(int value);
static void pushLeft(int value);
static int popRight(void);
static int popLeft(void);

#ifdef TINY
#define SMALL

void *first(void *unused) {
  pushRight(1);
  return 0;
}

void *second(void *unused) {
  return (void *)(long)popLeft();
}

#elif defined SMALL

void *first(void *unused) {
  pushRight(1);
  return (void *)(long)popLeft();
}

void *second(void *unused) {
  pushLeft(4);
  return (void *)(long)popRight();
}

#else

void *first(void *unused) {
  pushRight(1);
  pushLeft(2);
  int got = popRight();
  got = got * 10 + popLeft();
  return (void *)(long)got;
}

void *second(void *unused) {
  pushRight(3);
  pushLeft(4);
  int got = popRight();
  got = got * 10 + popLeft();
  return (void *)(long)got;
}

#endif

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
