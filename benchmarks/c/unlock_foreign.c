/* A thread unlocks the mutex that main has locked.
 * expected  sc: unlock-by-another  tso: unlock-by-another  pso: unlock-by-another
 */
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

void *thief(void *arg) {
  pthread_mutex_unlock(&mutex);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_mutex_lock(&mutex);
  pthread_create(&t, NULL, thief, NULL);
  pthread_join(t, NULL);
  return 0;
}
