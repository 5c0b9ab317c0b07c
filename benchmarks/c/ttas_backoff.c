/* Test and test-and-set with exponential backoff, which only delays.
 * expected  sc: holds  tso: holds  pso: holds
 */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdatomic.h>

#ifndef THREADS
#define THREADS 2
#endif

int counter;

static atomic_bool held;

static void delay(unsigned rounds) {
  while (rounds--) __asm__ volatile("pause");
}

static void acquire(void) {
  unsigned backoff = 1;
  for (;;) {
    while (atomic_load_explicit(&held, memory_order_relaxed))
      ;
    if (!atomic_exchange_explicit(&held, true, memory_order_acquire)) return;
    delay(backoff);
    if (backoff < 64) backoff *= 2;
  }
}

static void release(void) { atomic_store_explicit(&held, false, memory_order_release); }

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
