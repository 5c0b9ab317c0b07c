/* The same with a release store and an acquire load, by GCC's builtins.
 * expected  sc: holds  tso: holds  pso: holds
 */
#include <assert.h>
#include <pthread.h>

int data, ready;

void *sender(void *unused) {
  data = 42;
  __atomic_store_n(&ready, 1, __ATOMIC_RELEASE);
  return unused;
}

void *receiver(void *unused) {
  while (!__atomic_load_n(&ready, __ATOMIC_ACQUIRE))
    ;
  assert(data == 42);
  return unused;
}

int main(void) {
  pthread_t s, r;
  pthread_create(&s, NULL, sender, NULL);
  pthread_create(&r, NULL, receiver, NULL);
  pthread_join(s, NULL);
  pthread_join(r, NULL);
  return 0;
}
