/* N threads store to x and load it: none reads 0, which its own store has replaced. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x;

void *writer(void *arg) {
  atomic_store_explicit(&x, (int)(long)arg + 1, memory_order_relaxed);
  assert(atomic_load_explicit(&x, memory_order_relaxed) != 0);
  return 0;
}

int main(void) {
  pthread_t t[N];
  for (long i = 0; i < N; i++)
    pthread_create(&t[i], 0, writer, (void *)i);
  for (int i = 0; i < N; i++)
    pthread_join(t[i], 0);
  return 0;
}
