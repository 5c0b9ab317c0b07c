/* An account whose operations lock, and call each other: its mutex is recursive.
 * expected  sc: holds  tso: holds  pso: holds
 */
#include <assert.h>
#include <pthread.h>

pthread_mutex_t mutex;
int balance = 10, fees;

static void deposit(int n) {
  pthread_mutex_lock(&mutex);
  balance += n;
  pthread_mutex_unlock(&mutex);
}

void *withdraw(void *arg) {
  pthread_mutex_lock(&mutex);
  deposit(-3);
  deposit(-1);
  fees++;
  pthread_mutex_unlock(&mutex);
  return arg;
}

int main(void) {
  pthread_t s, t;
  pthread_mutexattr_t kind;
  pthread_mutexattr_init(&kind);
  pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&mutex, &kind);
  pthread_mutexattr_destroy(&kind);
  pthread_create(&s, NULL, withdraw, NULL);
  pthread_create(&t, NULL, withdraw, NULL);
  pthread_join(s, NULL);
  pthread_join(t, NULL);
  assert(balance == 2 && fees == 2);
  pthread_mutex_destroy(&mutex);
  return 0;
}
