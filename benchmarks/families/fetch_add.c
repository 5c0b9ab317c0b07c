/* N threads fetch and add 1 to a counter: it ends at N. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int counter;

void *increment(void *unused) {
  atomic_fetch_add(&counter, 1);
  return 0;
}

int main(void) {
  pthread_t t[N];
  for (int i = 0; i < N; i++)
    pthread_create(&t[i], 0, increment, 0);
  for (int i = 0; i < N; i++)
    pthread_join(t[i], 0);
  assert(atomic_load(&counter) == N);
  return 0;
}
