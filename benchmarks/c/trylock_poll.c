/* A mutex that is only ever tried: whoever finds it taken yields and tries again.
 * expected  sc: holds  tso: holds  pso: holds
 */
#include <assert.h>
#include <pthread.h>
#include <sched.h>

#ifndef THREADS
#define THREADS 2
#endif

int counter;

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void acquire(void) {
  while (pthread_mutex_trylock(&mutex) != 0) sched_yield();
}

static void release(void) { pthread_mutex_unlock(&mutex); }

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
