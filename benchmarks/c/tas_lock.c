/* A test-and-set lock: a round that finds the flag set changes nothing, and is not followed by another.
 * expected  sc: holds  tso: holds  pso: holds
 */
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

#ifndef THREADS
#define THREADS 2
#endif

int counter;

static atomic_flag held = ATOMIC_FLAG_INIT;

static void acquire(void) {
  while (atomic_flag_test_and_set_explicit(&held, memory_order_acquire)) sched_yield();
}

static void release(void) { atomic_flag_clear_explicit(&held, memory_order_release); }

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
