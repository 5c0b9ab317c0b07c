/* A ring of two slots between one producer and one consumer, an array of structs.
 * expected  sc: holds  tso: holds  pso: holds
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define SIZE 2
#define ITEMS 3

struct slot {
  unsigned char value;
  short stamp;
};

static struct ring {
  struct slot slots[SIZE];
  atomic_uint head, tail;
} ring;

unsigned total;

static _Bool put(unsigned char value) {
  unsigned tail = atomic_load_explicit(&ring.tail, memory_order_relaxed);
  if (tail - atomic_load_explicit(&ring.head, memory_order_acquire) == SIZE)
    return 0;
  struct slot *slot = &ring.slots[tail % SIZE];
  slot->value = value;
  slot->stamp = (short)tail;
  atomic_store_explicit(&ring.tail, tail + 1, memory_order_release);
  return 1;
}

static _Bool take(unsigned char *value) {
  unsigned head = atomic_load_explicit(&ring.head, memory_order_relaxed);
  if (head == atomic_load_explicit(&ring.tail, memory_order_acquire))
    return 0;
  struct slot slot = ring.slots[head % SIZE];
  assert(slot.stamp == (short)head);
  *value = slot.value;
  atomic_store_explicit(&ring.head, head + 1, memory_order_release);
  return 1;
}

void *producer(void *unused) {
  for (int i = 1; i <= ITEMS; i++)
    if (!put(i * 10))
      break;
  return unused;
}

void *consumer(void *unused) {
  unsigned char value = 0, last = 0;
  for (int i = 0; i < 2; i++) {
    if (!take(&value))
      continue;
    assert(value == last + 10);
    last = value;
    total += value;
  }
  return unused;
}

int main(void) {
  pthread_t p, c;
  pthread_create(&p, NULL, producer, NULL);
  pthread_create(&c, NULL, consumer, NULL);
  pthread_join(p, NULL);
  pthread_join(c, NULL);
  return 0;
}
