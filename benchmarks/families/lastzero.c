/* One thread looks for the last cell that is 0, while thread j stores a[j-1] + 1 to a[j]: the first cell stays 0. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int a[N + 1];

void *reader(void *unused) {
  int i = N;
  while (i > 0 && atomic_load_explicit(&a[i], memory_order_relaxed) != 0)
    i--;
  if (i == 0)
    assert(atomic_load_explicit(&a[0], memory_order_relaxed) == 0);
  return 0;
}

void *writer(void *arg) {
  int j = (int)(long)arg;
  atomic_store_explicit(&a[j], atomic_load_explicit(&a[j - 1], memory_order_relaxed) + 1, memory_order_relaxed);
  return 0;
}

int main(void) {
  pthread_t t[N + 1];
  pthread_create(&t[0], 0, reader, 0);
  for (long j = 1; j <= N; j++)
    pthread_create(&t[j], 0, writer, (void *)j);
  for (int j = 0; j <= N; j++)
    pthread_join(t[j], 0);
  return 0;
}
