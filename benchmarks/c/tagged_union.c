/* A word that is an index and a tag: a union is read and changed by its halves and exchanged as a whole.
 * expected  sc: holds  tso: holds  pso: holds
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

typedef union {
  uint64_t raw;
  struct {
    uint32_t index;
    uint32_t tag;
  };
} word_t;

static _Atomic uint64_t top;

static void *advance(void *unused) {
  word_t old, new;
  old.raw = atomic_load(&top);
  do {
    new = old;
    new.index++;
    new.tag++;
  } while (!atomic_compare_exchange_strong(&top, &old.raw, new.raw));
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, advance, 0);
  pthread_create(&b, 0, advance, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  word_t end = {.raw = top};
  assert(end.index == 2 && end.tag == 2);
  return 0;
}
