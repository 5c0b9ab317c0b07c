/* Two threads in two phases: between them everybody waits at a barrier. One of them is the serial thread of each round.
 * expected  sc: holds  tso: holds  pso: holds
 */
#include <assert.h>
#include <pthread.h>

#define N 2

pthread_barrier_t barrier;
int cells[N], sums[N], rounds;

void *worker(void *arg) {
  long i = (long)arg;
  cells[i] = i + 1;
  if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD)
    rounds++;
  for (int k = 0; k < N; k++)
    sums[i] += cells[k];
  if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD)
    rounds++;
  assert(sums[0] == 3 && sums[1] == 3);
  return NULL;
}

int main(void) {
  pthread_t t[N];
  pthread_barrier_init(&barrier, NULL, N);
  for (long i = 0; i < N; i++)
    pthread_create(&t[i], NULL, worker, (void *)i);
  for (int i = 0; i < N; i++)
    pthread_join(t[i], NULL);
  assert(rounds == 2);
  pthread_barrier_destroy(&barrier);
  return 0;
}
