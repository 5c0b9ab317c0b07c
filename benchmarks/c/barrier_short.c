/* A barrier for three that only two come to.
 * expected  sc: deadlock  tso: deadlock  pso: deadlock
 */
#include <pthread.h>

pthread_barrier_t barrier;

void *worker(void *arg) {
  pthread_barrier_wait(&barrier);
  return arg;
}

int main(void) {
  pthread_t s, t;
  pthread_barrier_init(&barrier, NULL, 3);
  pthread_create(&s, NULL, worker, NULL);
  pthread_create(&t, NULL, worker, NULL);
  pthread_join(s, NULL);
  pthread_join(t, NULL);
  return 0;
}
