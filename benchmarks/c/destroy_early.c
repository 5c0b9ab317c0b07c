/* main destroys the semaphore it waits with as soon as it was posted once; the other thread may still need it.
 * expected  sc: use-after-free  tso: use-after-free  pso: use-after-free
 */
#include <pthread.h>
#include <semaphore.h>

sem_t done;

void *worker(void *arg) {
  sem_post(&done);
  sem_post(&done);
  return arg;
}

int main(void) {
  pthread_t t;
  sem_init(&done, 0, 0);
  pthread_create(&t, NULL, worker, NULL);
  sem_wait(&done);
  sem_destroy(&done);
  pthread_join(t, NULL);
  return 0;
}
