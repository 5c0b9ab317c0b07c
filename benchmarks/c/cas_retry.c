/* A counter by compare-and-swap, tried again with what was found; and a plain one that the last thread sets.
 * expected  sc: holds  tso: holds  pso: holds
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef THREADS
#define THREADS 2
#endif

int counter;

static atomic_int arrived;

void *worker(void *unused) {
  int old = atomic_load_explicit(&arrived, memory_order_relaxed);
  while (!atomic_compare_exchange_weak(&arrived, &old, old + 1))
    ;
  if (old == THREADS - 1) counter = THREADS;
  return unused;
}

int main(void) {
  pthread_t t[THREADS];
  for (int i = 0; i < THREADS; i++) pthread_create(&t[i], NULL, worker, NULL);
  for (int i = 0; i < THREADS; i++) pthread_join(t[i], NULL);
  assert(counter == THREADS);
  return 0;
}
