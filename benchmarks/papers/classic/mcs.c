/* The queue lock of Mellor-Crummey and Scott: who waits spins on a flag of its own, which its predecessor lowers. The swap of
 * the tail orders enough for TSO; under PSO a thread may raise its flag after it was lowered, and wait forever, or be let in
 * before the work of its predecessor is seen.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include "barriers.h"

#define THREADS 3

typedef struct node {
  struct node *volatile next;
  volatile int waits;
} node_t;

node_t nodes[THREADS];
node_t *_Atomic tail;
int counter;

static void lock(node_t *me) {
  me->next = NULL;
  me->waits = 1;
  smp_wmb();
  node_t *before = atomic_exchange_explicit(&tail, me, memory_order_relaxed);
  if (before == NULL)
    return;
  before->next = me;
  while (me->waits)
    ;
}

static void unlock(node_t *me) {
  smp_wmb();
  node_t *expected = me;
  if (me->next == NULL) {
    if (atomic_compare_exchange_strong_explicit(&tail, &expected, NULL, memory_order_relaxed, memory_order_relaxed))
      return;
    while (me->next == NULL)
      ;
  }
  me->next->waits = 0;
}

void *worker(void *arg) {
  node_t *me = &nodes[(long)arg];
  lock(me);
  counter++;
  unlock(me);
  return 0;
}

int main(void) {
  pthread_t t[THREADS];
  for (int i = 0; i < THREADS; i++)
    pthread_create(&t[i], 0, worker, (void *)(long)i);
  for (int i = 0; i < THREADS; i++)
    pthread_join(t[i], 0);
  assert(counter == THREADS);
  return 0;
}
