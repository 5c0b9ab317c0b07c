/* A test-and-set lock that is released by a relaxed store: under PSO the next owner may miss the last increment.
 * expected  sc: holds  tso: holds  pso: assertion
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef THREADS
#define THREADS 2
#endif

int counter;

static atomic_int held;

static void acquire(void) {
  while (atomic_exchange_explicit(&held, 1, memory_order_acquire))
    ;
}

static void release(void) { atomic_store_explicit(&held, 0, memory_order_relaxed); }

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
