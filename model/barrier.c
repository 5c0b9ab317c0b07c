/*
 * Barriers. The last thread of a round is the serial one, as in glibc. A thread that has left may destroy the barrier while others are
 * about to leave, and pthread_barrier_destroy waits for them: each thread notes the barrier that it is at.
 */
#include <errno.h>

#include "include/objects.h"

static _Thread_local int __model_at_barrier;

int pthread_barrier_init(pthread_barrier_t *barrier, const pthread_barrierattr_t *attributes, unsigned count) {
  struct model_barrier *b = (struct model_barrier *)barrier;
  (void)attributes;
  if (count == 0 || count > 2147483647) return EINVAL;
  b->come = 0;
  b->round = count;
  return 0;
}

int pthread_barrier_wait(pthread_barrier_t *barrier) {
  struct model_barrier *b = (struct model_barrier *)barrier;
  unsigned round = b->round, come, last;
  __diptych_require(round != 0, "misuse", "pthread_barrier_wait at a barrier that is not initialised");
  __atomic_store_n(&__model_at_barrier, __model_mark(b), __ATOMIC_RELEASE);
  come = __atomic_add_fetch(&b->come, 1, __ATOMIC_SEQ_CST);
  last = (come + round - 1) / round * round;
  if (come != last) __diptych_await(&b->come, DIPTYCH_GE, last, __ATOMIC_ACQUIRE, b, "%p");
  __atomic_store_n(&__model_at_barrier, 0, __ATOMIC_RELEASE);
  return come == last ? PTHREAD_BARRIER_SERIAL_THREAD : 0;
}

int pthread_barrier_destroy(pthread_barrier_t *barrier) {
  struct model_barrier *b = (struct model_barrier *)barrier;
  unsigned round = b->round;
  int n = __diptych_threads();
  __diptych_require(round != 0, "misuse", "pthread_barrier_destroy of a barrier that is not initialised");
  __diptych_require((unsigned)b->come % round == 0, "misuse", "pthread_barrier_destroy while threads wait at the barrier");
  for (int t = 0; t < n; t++)
    if (t != __diptych_self())
      __diptych_assume(__atomic_load_n((int *)__diptych_of_thread(&__model_at_barrier, t), __ATOMIC_ACQUIRE) != __model_mark(b));
  __diptych_destroy(b, sizeof *b);
  return 0;
}

/* The barrier of ThreadSanitizer's tests: the number of threads that make a round is the upper half. */
void __tsan_testonly_barrier_init(unsigned long long *barrier, unsigned count);
void __tsan_testonly_barrier_init(unsigned long long *barrier, unsigned count) { *barrier = (unsigned long long)count << 32; }
void __tsan_testonly_barrier_wait(unsigned long long *barrier);
void __tsan_testonly_barrier_wait(unsigned long long *barrier) {
  unsigned long long before = __atomic_fetch_add(barrier, 1, __ATOMIC_RELAXED);
  unsigned count = before >> 32, come = (unsigned)before + 1, last = come + (count - come % count) % count;
  while ((unsigned)__atomic_load_n(barrier, __ATOMIC_RELAXED) < last) {}
}
