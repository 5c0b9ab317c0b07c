/* Two counters under one spin lock.
 * expected  sc: holds  tso: holds  pso: holds
 */
#include <assert.h>
#include <pthread.h>

pthread_spinlock_t lock;
int a, b;

void *worker(void *arg) {
  pthread_spin_lock(&lock);
  assert(a == b);
  a++;
  b++;
  pthread_spin_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t s, t;
  pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
  pthread_create(&s, NULL, worker, NULL);
  pthread_create(&t, NULL, worker, NULL);
  pthread_join(s, NULL);
  pthread_join(t, NULL);
  assert(a == 2 && b == 2);
  pthread_spin_destroy(&lock);
  return 0;
}
