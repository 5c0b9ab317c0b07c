/* The lock of Mellor-Crummey and Scott: each thread waits for its own node.
 * expected  sc: holds  tso: holds  pso: holds
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef THREADS
#define THREADS 2
#endif

int counter;

struct node {
  struct node *_Atomic next;
  atomic_int waits;
};

static struct node *_Atomic tail;
static _Thread_local struct node mine;

static void acquire(void) {
  atomic_store_explicit(&mine.next, NULL, memory_order_relaxed);
  atomic_store_explicit(&mine.waits, 1, memory_order_relaxed);
  struct node *before = atomic_exchange_explicit(&tail, &mine, memory_order_acq_rel);
  if (before == NULL) return;
  atomic_store_explicit(&before->next, &mine, memory_order_release);
  while (atomic_load_explicit(&mine.waits, memory_order_acquire))
    ;
}

static void release(void) {
  struct node *next = atomic_load_explicit(&mine.next, memory_order_acquire);
  if (next == NULL) {
    struct node *last = &mine;
    if (atomic_compare_exchange_strong_explicit(&tail, &last, NULL, memory_order_release, memory_order_relaxed))
      return;
    while ((next = atomic_load_explicit(&mine.next, memory_order_acquire)) == NULL)
      ;
  }
  atomic_store_explicit(&next->waits, 0, memory_order_release);
}

void *worker(void *unused) {
  acquire();
  int seen = counter;
  counter = seen + 1;
  release();
  return unused;
}

int main(void) {
  pthread_t t[THREADS];
  for (int i = 0; i < THREADS; i++) pthread_create(&t[i], NULL, worker, NULL);
  for (int i = 0; i < THREADS; i++) pthread_join(t[i], NULL);
  assert(counter == THREADS);
  return 0;
}
