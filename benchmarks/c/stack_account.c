/* A struct on main's stack with the mutex that protects it.
 * expected  sc: holds  tso: holds  pso: holds
 */
#include <assert.h>
#include <pthread.h>

struct account {
  pthread_mutex_t lock;
  int balance;
  int changes;
};

void *deposit(void *arg) {
  struct account *a = arg;
  pthread_mutex_lock(&a->lock);
  a->balance += 10;
  a->changes++;
  pthread_mutex_unlock(&a->lock);
  return NULL;
}

int main(void) {
  struct account a = {.balance = 5};
  pthread_mutex_init(&a.lock, NULL);
  pthread_t t[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&t[i], NULL, deposit, &a);
  pthread_mutex_lock(&a.lock);
  assert(a.balance == 5 + 10 * a.changes);
  pthread_mutex_unlock(&a.lock);
  for (int i = 0; i < 2; i++)
    pthread_join(t[i], NULL);
  assert(a.balance == 25 && a.changes == 2);
  return 0;
}
