/* N rounds of Dekker's entry by two threads that do not wait. The assertion holds also where both are inside. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int flag[2], inside;

void *rounds(void *arg) {
  int me = (int)(long)arg;
  for (int i = 0; i < N; i++) {
    atomic_store_explicit(&flag[me], 1, memory_order_relaxed);
    if (atomic_load_explicit(&flag[1 - me], memory_order_relaxed) == 0) {
      atomic_store_explicit(&inside, me + 1, memory_order_relaxed);
      assert(atomic_load_explicit(&inside, memory_order_relaxed) != 0);
    }
    atomic_store_explicit(&flag[me], 0, memory_order_relaxed);
  }
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, rounds, (void *)0);
  pthread_create(&b, 0, rounds, (void *)1);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
