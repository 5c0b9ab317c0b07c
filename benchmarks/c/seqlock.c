/* A sequence lock: readers retry when the counter moved. The stores around the data must stay in order.
 * expected  sc: holds  tso: holds  pso: holds
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_uint sequence;
int a, b;

void *writer(void *unused) {
  atomic_store_explicit(&sequence, 1, memory_order_relaxed);
  atomic_thread_fence(memory_order_release);
  a = 1;
  b = 1;
  atomic_store_explicit(&sequence, 2, memory_order_release);
  return unused;
}

void *reader(void *unused) {
  unsigned before, after;
  int seen_a, seen_b, attempts = 0;
retry:
  if (++attempts > 2)
    return unused;
  before = atomic_load_explicit(&sequence, memory_order_acquire);
  if (before & 1u)
    goto retry;
  seen_a = a;
  seen_b = b;
  atomic_thread_fence(memory_order_acquire);
  after = atomic_load_explicit(&sequence, memory_order_relaxed);
  if (before != after)
    goto retry;
  assert(seen_a == seen_b);
  return unused;
}

int main(void) {
  pthread_t w, r;
  pthread_create(&w, NULL, writer, NULL);
  pthread_create(&r, NULL, reader, NULL);
  pthread_join(w, NULL);
  pthread_join(r, NULL);
  return 0;
}
