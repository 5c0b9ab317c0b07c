/* What recording costs, by the kind of work (-DWORK=...), with THREADS threads that do ROUNDS rounds each:
 * 0 arithmetic on an array of the thread's own, 1 plain accesses to shared cells, 2 atomics, 3 a mutex, 4 a ring between pairs of threads.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifndef THREADS
#define THREADS 4
#endif
#ifndef ROUNDS
#define ROUNDS 100000
#endif

volatile int cells[64];
atomic_int counter;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int total;
struct ring {
  atomic_uint head, tail;
  int items[64];
} rings[THREADS];

static void own(void) {
  int *numbers = malloc(256 * sizeof *numbers);
  for (int i = 0; i < 256; i++) numbers[i] = i;
  for (int i = 0; i < ROUNDS; i++) numbers[i % 256] += numbers[(i * 7) % 256];
  counter += numbers[ROUNDS % 256];
  free(numbers);
}
static void plain(int me) {
  for (int i = 0; i < ROUNDS; i++) cells[(i + me) % 64] = cells[(i * 5) % 64] + 1;
}
static void atomics(void) {
  for (int i = 0; i < ROUNDS; i++) atomic_fetch_add_explicit(&counter, 1, memory_order_acq_rel);
}
static void locked(void) {
  for (int i = 0; i < ROUNDS; i++) {
    pthread_mutex_lock(&mutex);
    total++;
    pthread_mutex_unlock(&mutex);
  }
}
static void hand_over(int me) {
  struct ring *ring = &rings[me / 2];
  for (int i = 0; i < ROUNDS; i++)
    if (me % 2 == 0) {
      unsigned tail = atomic_load_explicit(&ring->tail, memory_order_relaxed);
      while (tail - atomic_load_explicit(&ring->head, memory_order_acquire) == 64)
        ;
      ring->items[tail % 64] = i;
      atomic_store_explicit(&ring->tail, tail + 1, memory_order_release);
    } else {
      unsigned head = atomic_load_explicit(&ring->head, memory_order_relaxed);
      while (head == atomic_load_explicit(&ring->tail, memory_order_acquire))
        ;
      if (ring->items[head % 64] != i) abort();
      atomic_store_explicit(&ring->head, head + 1, memory_order_release);
    }
}
static void *work(void *number) {
  int me = (int)(long)number;
  switch (WORK) {
  case 0: own(); break;
  case 1: plain(me); break;
  case 2: atomics(); break;
  case 3: locked(); break;
  case 4: hand_over(me); break;
  }
  return 0;
}
int main(void) {
  pthread_t threads[THREADS];
  for (long t = 0; t < THREADS; t++) pthread_create(&threads[t], 0, work, (void *)t);
  for (int t = 0; t < THREADS; t++) pthread_join(threads[t], 0);
  return 0;
}
