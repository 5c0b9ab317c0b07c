// A ring for one producer and one consumer. Each side keeps a copy of the other side's index, and renews it when the ring
// looks full, or empty: a push that fails stores the copy again, mostly with the value that it had.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#define SIZE 2
#define ITEMS 4

static int ring[SIZE];
static atomic_uint head, tail;
static unsigned cached_head, cached_tail;

static bool push(int item) {
  unsigned at = atomic_load_explicit(&tail, memory_order_relaxed);
  if (at - cached_head == SIZE) {
    cached_head = atomic_load_explicit(&head, memory_order_acquire);
    if (at - cached_head == SIZE)
      return false;
  }
  ring[at % SIZE] = item;
  atomic_store_explicit(&tail, at + 1, memory_order_release);
  return true;
}

static bool pop(int *item) {
  unsigned at = atomic_load_explicit(&head, memory_order_relaxed);
  if (at == cached_tail) {
    cached_tail = atomic_load_explicit(&tail, memory_order_acquire);
    if (at == cached_tail)
      return false;
  }
  *item = ring[at % SIZE];
  atomic_store_explicit(&head, at + 1, memory_order_release);
  return true;
}

static void *producer(void *unused) {
  for (int i = 1; i <= ITEMS; i++)
    while (!push(i))
      ;
  return NULL;
}

static void *consumer(void *unused) {
  for (int i = 1; i <= ITEMS; i++) {
    int item;
    while (!pop(&item))
      ;
    assert(item == i);
  }
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, producer, NULL);
  pthread_create(&b, NULL, consumer, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
