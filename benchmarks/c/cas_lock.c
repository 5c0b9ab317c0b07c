/* A lock by compare-and-swap, which says what it found: the loop takes it back.
 * expected  sc: holds  tso: holds  pso: holds
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef THREADS
#define THREADS 2
#endif

int counter;

static atomic_int owner;

static void acquire(void) {
  int free = 0;
  while (!atomic_compare_exchange_weak_explicit(&owner, &free, 1, memory_order_acquire, memory_order_relaxed))
    free = 0;
}

static void release(void) { atomic_store_explicit(&owner, 0, memory_order_release); }

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
