/* RELAXER's harness for queues: two enqueues, two dequeues, an enqueue || two dequeues, two enqueues, a dequeue.
 * What the dequeues return, 0 for an empty queue, is written as the digits of one number, thread by thread; the numbers
 * that occur when each operation is atomic are in queueResults.h. -DSMALL: two enqueues || two dequeues.
 */
#include <assert.h>
#include <pthread.h>
#include "queueResults.h"

static void init(void);
static void enqueue(int value);
static int dequeue(void);

void *first(void *unused) {
  int got = 0;
  enqueue(1);
  enqueue(2);
#ifndef SMALL
  got = dequeue();
  got = got * 10 + dequeue();
  enqueue(3);
#endif
  return (void *)(long)got;
}

void *second(void *unused) {
  int got = dequeue();
  got = got * 10 + dequeue();
#ifndef SMALL
  enqueue(4);
  enqueue(5);
  got = got * 10 + dequeue();
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
  assert(atomicResult((int)(long)one * 1000 + (int)(long)two));
  return 0;
}
