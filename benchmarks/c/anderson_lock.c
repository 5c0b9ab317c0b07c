/* Anderson's lock: an array of flags, of which each thread waits for one.
 * expected  sc: holds  tso: holds  pso: holds
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef THREADS
#define THREADS 2
#endif

int counter;

static atomic_int may_enter[THREADS] = {1};
static atomic_uint next;

void *worker(void *unused) {
  unsigned mine = atomic_fetch_add_explicit(&next, 1, memory_order_relaxed) % THREADS;
  while (!atomic_load_explicit(&may_enter[mine], memory_order_acquire))
    ;
  int seen = counter;
  counter = seen + 1;
  atomic_store_explicit(&may_enter[mine], 0, memory_order_relaxed);
  atomic_store_explicit(&may_enter[(mine + 1) % THREADS], 1, memory_order_release);
  return unused;
}

int main(void) {
  pthread_t t[THREADS];
  for (int i = 0; i < THREADS; i++) pthread_create(&t[i], NULL, worker, NULL);
  for (int i = 0; i < THREADS; i++) pthread_join(t[i], NULL);
  assert(counter == THREADS);
  return 0;
}
