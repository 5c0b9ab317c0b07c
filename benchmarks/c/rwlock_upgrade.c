/* Two readers that both want to become the writer without giving up their read lock.
 * expected  sc: deadlock  tso: deadlock  pso: deadlock
 */
#include <pthread.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int count;

void *upgrade(void *arg) {
  pthread_rwlock_rdlock(&lock);
  if (count < 2) {
    pthread_rwlock_wrlock(&lock);
    count++;
    pthread_rwlock_unlock(&lock);
  }
  pthread_rwlock_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t s, t;
  pthread_create(&s, NULL, upgrade, NULL);
  pthread_create(&t, NULL, upgrade, NULL);
  pthread_join(s, NULL);
  pthread_join(t, NULL);
  return 0;
}
