/* The same with a tag that counts pops and pushes in the upper half of a 64-bit head.
 * expected  sc: holds  tso: holds  pso: holds
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

enum { none = 0xffff };

static uint64_t pack(uint64_t tag, uint32_t slot) { return tag << 32 | slot; }
static uint32_t slot_of(uint64_t word) { return (uint32_t)word; }

_Atomic uint64_t head;
atomic_int next[2] = {1, none};
atomic_int taken[2];

static int pop(void) {
  uint64_t top = atomic_load(&head);
  if (slot_of(top) == none)
    return none;
  uint32_t after = atomic_load(&next[slot_of(top)]);
  if (!atomic_compare_exchange_strong(&head, &top, pack((top >> 32) + 1, after)))
    return none;
  return slot_of(top);
}

static void push(int slot) {
  uint64_t top = atomic_load(&head);
  atomic_store(&next[slot], slot_of(top));
  atomic_compare_exchange_strong(&head, &top, pack((top >> 32) + 1, slot));
}

void *slow(void *arg) {
  int slot = pop();
  if (slot != none)
    assert(atomic_fetch_add(&taken[slot], 1) == 0);
  slot = pop();
  if (slot != none)
    assert(atomic_fetch_add(&taken[slot], 1) == 0);
  return arg;
}

void *quick(void *arg) {
  int a = pop();
  int b = pop();
  if (b != none)
    assert(atomic_fetch_add(&taken[b], 1) == 0);
  if (a != none)
    push(a);
  return arg;
}

int main(void) {
  atomic_init(&head, pack(0xfffffff0u, 0));
  pthread_t s, q;
  pthread_create(&s, NULL, slow, NULL);
  pthread_create(&q, NULL, quick, NULL);
  pthread_join(s, NULL);
  pthread_join(q, NULL);
  assert(atomic_load(&head) >> 32 >= 0xfffffff1u);
  return 0;
}
