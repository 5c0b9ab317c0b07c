/* N threads in a ring, each stores to its own cell and loads its neighbour's: no load reads 2, which no thread stores. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int cell[N];

void *look(void *arg) {
  int me = (int)(long)arg;
  atomic_store_explicit(&cell[me], 1, memory_order_relaxed);
  assert(atomic_load_explicit(&cell[(me + 1) % N], memory_order_relaxed) != 2);
  return 0;
}

int main(void) {
  pthread_t t[N];
  for (long i = 0; i < N; i++)
    pthread_create(&t[i], 0, look, (void *)i);
  for (int i = 0; i < N; i++)
    pthread_join(t[i], 0);
  return 0;
}
