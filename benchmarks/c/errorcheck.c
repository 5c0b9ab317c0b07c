/* An error-checking mutex refuses what its holder and what others may not do.
 * expected  sc: holds  tso: holds  pso: holds
 */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

pthread_mutex_t mutex;

void *other(void *arg) {
  assert(pthread_mutex_unlock(&mutex) == EPERM);
  assert(pthread_mutex_trylock(&mutex) == EBUSY);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_mutexattr_t kind;
  pthread_mutexattr_init(&kind);
  pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_init(&mutex, &kind);
  assert(pthread_mutex_lock(&mutex) == 0);
  assert(pthread_mutex_lock(&mutex) == EDEADLK);
  pthread_create(&t, NULL, other, NULL);
  pthread_join(t, NULL);
  assert(pthread_mutex_unlock(&mutex) == 0);
  return 0;
}
