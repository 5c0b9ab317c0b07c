/* One thread stores to x, N threads load it: each reads 0 or 1. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x;

void *writer(void *unused) {
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  return 0;
}

void *reader(void *unused) {
  assert(atomic_load_explicit(&x, memory_order_relaxed) <= 1);
  return 0;
}

int main(void) {
  pthread_t w, t[N];
  pthread_create(&w, 0, writer, 0);
  for (int i = 0; i < N; i++)
    pthread_create(&t[i], 0, reader, 0);
  pthread_join(w, 0);
  for (int i = 0; i < N; i++)
    pthread_join(t[i], 0);
  return 0;
}
