/* The work-stealing deque of Chase and Lev: the owner pushes two tasks and takes twice at the bottom, a thief steals twice at
 * the top. Under TSO the owner may read top while its new bottom is still in the buffer, and a task is done twice; under PSO
 * a stolen task may not have been written yet.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include "barriers.h"

#define SIZE 2
#define NONE 0

int tasks[SIZE];
atomic_int top, bottom;
atomic_int done[SIZE + 1];

static void push(int task) {
  int b = atomic_load_explicit(&bottom, memory_order_relaxed);
  tasks[b % SIZE] = task;
  smp_wmb();
  atomic_store_explicit(&bottom, b + 1, memory_order_relaxed);
}

static int take(void) {
  int b = atomic_load_explicit(&bottom, memory_order_relaxed) - 1;
  atomic_store_explicit(&bottom, b, memory_order_relaxed);
  smp_mb();
  int t = atomic_load_explicit(&top, memory_order_relaxed);
  int task = NONE;
  if (t <= b) {
    task = tasks[b % SIZE];
    if (t < b)
      return task;
    if (!atomic_compare_exchange_strong_explicit(&top, &t, t + 1, memory_order_relaxed, memory_order_relaxed))
      task = NONE;
  }
  atomic_store_explicit(&bottom, b + 1, memory_order_relaxed);
  return task;
}

static int steal(void) {
  int t = atomic_load_explicit(&top, memory_order_relaxed);
  smp_mb();
  int b = atomic_load_explicit(&bottom, memory_order_relaxed);
  if (t >= b)
    return NONE;
  int task = tasks[t % SIZE];
  assert(task != NONE);
  return atomic_compare_exchange_strong_explicit(&top, &t, t + 1, memory_order_relaxed, memory_order_relaxed) ? task
                                                                                                             : NONE;
}

static void run(int task) {
  if (task != NONE)
    assert(atomic_fetch_add_explicit(&done[task], 1, memory_order_relaxed) == 0);
}

void *owner(void *unused) {
  push(1);
  push(2);
  run(take());
  run(take());
  return unused;
}

void *thief(void *unused) {
  run(steal());
  run(steal());
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, owner, 0);
  pthread_create(&b, 0, thief, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
