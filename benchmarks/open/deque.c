// A work-stealing deque (Chase and Lev): its owner puts items in and takes them out at one end, thieves take from the other.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define ITEMS 4
#define TRIES 2

static atomic_int top, bottom;
static int items[ITEMS];
static atomic_int taken[ITEMS];

static void got(int item) { assert(atomic_fetch_add(&taken[item], 1) == 0); }

static int take(void) {
  int b = atomic_load_explicit(&bottom, memory_order_relaxed) - 1;
  atomic_store_explicit(&bottom, b, memory_order_relaxed);
  atomic_thread_fence(memory_order_seq_cst);
  int t = atomic_load_explicit(&top, memory_order_relaxed);
  if (t > b) {
    atomic_store_explicit(&bottom, b + 1, memory_order_relaxed);
    return -1;
  }
  int item = items[b];
  if (t == b) {
#ifdef BUG
    atomic_store(&top, t + 1);
#else
    if (!atomic_compare_exchange_strong(&top, &t, t + 1))
      item = -1;
#endif
    atomic_store_explicit(&bottom, b + 1, memory_order_relaxed);
  }
  return item;
}

static int steal(void) {
  int t = atomic_load_explicit(&top, memory_order_acquire);
  atomic_thread_fence(memory_order_seq_cst);
  int b = atomic_load_explicit(&bottom, memory_order_acquire);
  if (t >= b)
    return -1;
  int item = items[t];
  return atomic_compare_exchange_strong(&top, &t, t + 1) ? item : -1;
}

static void *owner(void *unused) {
  for (int i = 0; i < ITEMS; i++) {
    int b = atomic_load_explicit(&bottom, memory_order_relaxed);
    items[b] = i;
    atomic_store_explicit(&bottom, b + 1, memory_order_release);
    if (i % 2 == 0)
      continue;
    for (int k = 0; k < 2; k++) {
      int item = take();
      if (item >= 0)
        got(item);
    }
  }
  return NULL;
}

static void *thief(void *unused) {
  for (int i = 0; i < TRIES; i++) {
    int item = steal();
    if (item >= 0)
      got(item);
  }
  return NULL;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, owner, NULL);
  pthread_create(&threads[1], NULL, thief, NULL);
  pthread_create(&threads[2], NULL, thief, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], NULL);
}
