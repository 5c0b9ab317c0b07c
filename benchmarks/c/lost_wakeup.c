/* The waiter looks at the flag without the mutex: the signal can come between the look and the wait.
 * expected  sc: deadlock  tso: deadlock  pso: deadlock
 */
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
volatile int ready;

void *waiter(void *unused) {
  if (!ready) {
    pthread_mutex_lock(&m);
    pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
  }
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, waiter, NULL);
  ready = 1;
  pthread_cond_signal(&c);
  pthread_join(t, NULL);
  return 0;
}
