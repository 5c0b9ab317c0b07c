/* A clock behind a sequence lock: readers wait while it is written, and look again if it was.
 * expected  sc: holds  tso: holds  pso: holds
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_uint sequence;
static struct { _Atomic uint32_t high, low; } clock_;

static unsigned read_begin(void) {
  unsigned seen;
  while ((seen = atomic_load_explicit(&sequence, memory_order_acquire)) & 1u)
    ;
  return seen;
}
static int read_retry(unsigned start) {
  atomic_thread_fence(memory_order_acquire);
  return atomic_load_explicit(&sequence, memory_order_relaxed) != start;
}

void *ticker(void *unused) {
  atomic_fetch_add_explicit(&sequence, 1, memory_order_relaxed);
  atomic_thread_fence(memory_order_release);
  atomic_store_explicit(&clock_.high, 7, memory_order_relaxed);
  atomic_store_explicit(&clock_.low, 7, memory_order_relaxed);
  atomic_fetch_add_explicit(&sequence, 1, memory_order_release);
  return unused;
}

void *client(void *unused) {
  unsigned start;
  uint64_t high, low;
  do {
    start = read_begin();
    high = atomic_load_explicit(&clock_.high, memory_order_relaxed);
    low = atomic_load_explicit(&clock_.low, memory_order_relaxed);
  } while (read_retry(start));
  uint64_t now = high << 32 | low;
  assert(now >> 32 == (now & UINT32_MAX));
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, ticker, NULL);
  pthread_create(&b, NULL, client, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
