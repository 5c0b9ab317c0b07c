/* A ticket lock as Linux had it on x86: taking a ticket is atomic, handing over is a plain store. TSO asks for no more; under
 * PSO the next thread may be let in before the work of the last one is seen.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include "barriers.h"

#define THREADS 3

atomic_int next;
int serving;
int counter;

static void lock(void) {
  int mine = atomic_fetch_add_explicit(&next, 1, memory_order_relaxed);
  while (READ_ONCE(serving) != mine)
    ;
}

static void unlock(void) {
  smp_wmb();
  WRITE_ONCE(serving, serving + 1);
}

void *worker(void *unused) {
  lock();
  counter++;
  unlock();
  return unused;
}

int main(void) {
  pthread_t t[THREADS];
  for (int i = 0; i < THREADS; i++)
    pthread_create(&t[i], 0, worker, 0);
  for (int i = 0; i < THREADS; i++)
    pthread_join(t[i], 0);
  assert(counter == THREADS);
  return 0;
}
