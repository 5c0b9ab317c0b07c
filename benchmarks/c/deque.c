/* A work-stealing deque: the owner takes from the bottom, a thief twice from the top. Without a fence the owner's store
 * to bottom may still be in its buffer when it reads top, and one task is done twice.
 * expected  sc: holds  tso: assertion  pso: assertion
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef FENCE
#define FENCE memory_order_relaxed
#endif
#define EMPTY (-1)

atomic_int top, bottom = 2;
const int tasks[2] = { 0, 1 };
atomic_int done[2];

static int take(void) {
  int b = atomic_load_explicit(&bottom, memory_order_relaxed) - 1;
  atomic_store_explicit(&bottom, b, memory_order_relaxed);
  atomic_thread_fence(FENCE);
  int t = atomic_load_explicit(&top, memory_order_relaxed);
  int task = EMPTY;
  if (t <= b) {
    task = tasks[b];
    if (t == b) {
      if (!atomic_compare_exchange_strong_explicit(&top, &t, t + 1, memory_order_seq_cst, memory_order_relaxed))
        task = EMPTY;
      atomic_store_explicit(&bottom, b + 1, memory_order_relaxed);
    }
  } else
    atomic_store_explicit(&bottom, b + 1, memory_order_relaxed);
  return task;
}

static int steal(void) {
  int t = atomic_load_explicit(&top, memory_order_acquire);
  int b = atomic_load_explicit(&bottom, memory_order_acquire);
  if (t >= b)
    return EMPTY;
  int task = tasks[t];
  return atomic_compare_exchange_strong(&top, &t, t + 1) ? task : EMPTY;
}

static void run(int task) {
  if (task != EMPTY)
    assert(atomic_fetch_add(&done[task], 1) == 0);
}

void *thief(void *unused) {
  run(steal());
  run(steal());
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, thief, NULL);
  run(take());
  pthread_join(t, NULL);
  return 0;
}
