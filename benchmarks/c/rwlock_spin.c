/* A lock for readers and writers in one word: how many read, or -1 for a writer.
 * expected  sc: holds  tso: holds  pso: holds
 */
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

#ifndef THREADS
#define THREADS 2
#endif
#define WRITER (-1)

typedef struct { atomic_int state; } rwspin;

static void read_lock(rwspin *l) {
  int seen = atomic_load_explicit(&l->state, memory_order_relaxed);
  for (;;) {
    if (seen == WRITER) {
      sched_yield();
      seen = atomic_load_explicit(&l->state, memory_order_relaxed);
      continue;
    }
    if (atomic_compare_exchange_weak_explicit(&l->state, &seen, seen + 1, memory_order_acquire, memory_order_relaxed))
      return;
  }
}
static void read_unlock(rwspin *l) { atomic_fetch_sub_explicit(&l->state, 1, memory_order_release); }
static void write_lock(rwspin *l) {
  int expected = 0;
  while (!atomic_compare_exchange_weak_explicit(&l->state, &expected, WRITER, memory_order_acquire,
                                                memory_order_relaxed))
    expected = 0;
}
static void write_unlock(rwspin *l) { atomic_store_explicit(&l->state, 0, memory_order_release); }

rwspin lock;
int a, b;

void *reader(void *arg) {
  read_lock(&lock);
  assert(a == b);
  read_unlock(&lock);
  return arg;
}

void *writer(void *arg) {
  write_lock(&lock);
  a++;
  b++;
  write_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, i % 2 == 0 ? writer : reader, NULL);
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
  assert(a == (THREADS + 1) / 2 && b == a);
  return 0;
}
