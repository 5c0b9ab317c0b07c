/* One producer, one consumer, a ring of bytes whose indices are bytes too and wrap around.
 * expected  sc: holds  tso: holds  pso: holds
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

unsigned char ring[2];
_Atomic unsigned char in = 255, out = 255;

static bool put(unsigned char c) {
  unsigned char i = atomic_load_explicit(&in, memory_order_relaxed);
  if ((unsigned char)(i - atomic_load_explicit(&out, memory_order_acquire)) == sizeof ring)
    return false;
  ring[i % sizeof ring] = c;
  atomic_store_explicit(&in, i + 1, memory_order_release);
  return true;
}

static int get(void) {
  unsigned char o = atomic_load_explicit(&out, memory_order_relaxed);
  if (atomic_load_explicit(&in, memory_order_acquire) == o)
    return -1;
  int c = ring[o % sizeof ring];
  atomic_store_explicit(&out, o + 1, memory_order_release);
  return c;
}

void *producer(void *arg) {
  assert(put('a'));
  assert(put('b'));
  put('c');
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, producer, NULL);
  int expected = 'a';
  for (int i = 0; i < 3; i++) {
    int c = get();
    if (c >= 0)
      assert(c == expected++);
  }
  pthread_join(t, NULL);
  return 0;
}
