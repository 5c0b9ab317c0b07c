/* A barrier of a mutex and a broadcast: nobody passes before all have arrived.
 * expected  sc: holds  tso: holds  pso: holds
 */
#include <assert.h>
#include <pthread.h>

#define THREADS 2

static struct {
  pthread_mutex_t mutex;
  pthread_cond_t all_here;
  int arrived, generation;
} barrier = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, 0 };

int before[THREADS];

static void wait_for_all(void) {
  pthread_mutex_lock(&barrier.mutex);
  int mine = barrier.generation;
  if (++barrier.arrived == THREADS) {
    barrier.arrived = 0;
    barrier.generation++;
    pthread_cond_broadcast(&barrier.all_here);
  } else
    while (mine == barrier.generation)
      pthread_cond_wait(&barrier.all_here, &barrier.mutex);
  pthread_mutex_unlock(&barrier.mutex);
}

void *worker(void *arg) {
  before[(long)arg] = 1;
  wait_for_all();
  for (int i = 0; i < THREADS; i++)
    assert(before[i]);
  return NULL;
}

int main(void) {
  pthread_t t[THREADS];
  for (long i = 0; i < THREADS; i++)
    pthread_create(t + i, NULL, worker, (void *)i);
  for (int i = 0; i < THREADS; i++)
    pthread_join(t[i], NULL);
  return 0;
}
