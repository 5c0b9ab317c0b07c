/*
 * Futexes of Linux. A waiter compares the word with the value and falls asleep in one step. A waker wakes up to a given number of sleepers
 * at the address, in one step. It does not access the word, whose memory may be freed by then. Which sleepers it wakes is a choice.
 * Waiting and waking are full fences of the machine; for data races in C they order nothing.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <sched.h>
#include <stdarg.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "include/objects.h"

/* The state of the thread: closed, open (woken), or the mark of the word at which the thread sleeps. */
static _Thread_local int __model_futex_gate = MODEL_CLOSED;

static int *__model_futex_gate_of(int t) { return __diptych_of_thread(&__model_futex_gate, t); }

/* Returns 1 if the thread was woken, 0 if the word held another value. The caller chooses beforehand whether a timed wait times out. */
static int __model_futex_wait(int *word, int value, int timed) {
  int sleeps;
  /* man 2 futex: a program must expect a wakeup that no thread sent */
  int unasked = __diptych_spurious(0);
  __diptych_atomic_begin();
  sleeps = __atomic_load_n(word, __ATOMIC_RELAXED) == value;
  if (sleeps && !unasked) __atomic_store_n(&__model_futex_gate, __model_mark(word), __ATOMIC_RELAXED);
  __diptych_atomic_end();
  if (!sleeps || unasked) return sleeps;
  if (timed) __diptych_assume(__atomic_exchange_n(&__model_futex_gate, MODEL_CLOSED, __ATOMIC_RELAXED) == MODEL_OPEN);
  else __diptych_take(&__model_futex_gate, DIPTYCH_EQ, MODEL_OPEN, DIPTYCH_SET, MODEL_CLOSED, word, "a wakeup at %p");
  return 1;
}

static int __model_sleeps_at(int t, int mark) {
  return t != __diptych_self() && __atomic_load_n(__model_futex_gate_of(t), __ATOMIC_RELAXED) == mark;
}

static int __model_wake(int t, int mark) {
  if (!__model_sleeps_at(t, mark)) return 0;
  __atomic_store_n(__model_futex_gate_of(t), MODEL_OPEN, __ATOMIC_RELAXED);
  return 1;
}

static int __model_futex_wake(const int *word, int count) {
  int mark = __model_mark(word), n = __diptych_threads(), woken = 0, sleeping = 0, first = -1;
  if (count < n) {
    __diptych_atomic_begin();
    for (int t = 0; t < n; t++) sleeping += __model_sleeps_at(t, mark);
    __diptych_atomic_end();
    /* if not all sleepers are woken, any of them may be the first; the others are woken in the order of their numbers */
    if (sleeping > count) first = __diptych_choose(n);
  }
  __diptych_atomic_begin();
  if (first >= 0) woken += __model_wake(first, mark);
  for (int t = 0; t < n; t++)
    if (woken < count) woken += __model_wake(t, mark);
  __diptych_atomic_end();
  return woken;
}

static const char __model_unknown_futex[] =
    "this operation on a futex is not supported: FUTEX_WAIT and FUTEX_WAKE are known, also those that name all bits";

static long __model_futex(int *word, int operation, int value, const struct timespec *time, int bits) {
  int what = operation & FUTEX_CMD_MASK, waits = what == FUTEX_WAIT || what == FUTEX_WAIT_BITSET;
  if (!waits && what != FUTEX_WAKE && what != FUTEX_WAKE_BITSET) {
    __diptych_refuse(__model_unknown_futex);
    return 0;
  }
  if (bits == 0) return __model_fail(EINVAL);
  if (bits != -1) __diptych_refuse(__model_unknown_futex);
  if (!waits) return __model_futex_wake(word, value < 1 ? 1 : value);
  if (time && !__model_is_pause(time)) return __model_fail(EINVAL);
  if (time && __diptych_choose(2)) return __model_fail(__atomic_load_n(word, __ATOMIC_SEQ_CST) == value ? ETIMEDOUT : EAGAIN);
  return __model_futex_wait(word, value, time != 0) ? 0 : __model_fail(EAGAIN);
}

/* The operation decides which arguments exist. Each list is read from its beginning, so that all positions in it are constants. */
long syscall(long number, ...) {
  va_list arguments, timed, with_bits;
  long result = 0;
  if (number == SYS_futex) {
    va_start(arguments, number);
    int *word = va_arg(arguments, int *);
    int operation = va_arg(arguments, int), value = va_arg(arguments, int), bits = -1;
    int what = operation & FUTEX_CMD_MASK;
    const struct timespec *time = 0;
    va_end(arguments);
    if (what == FUTEX_WAIT || what == FUTEX_WAIT_BITSET) {
      va_start(timed, number);
      (void)va_arg(timed, int *), (void)va_arg(timed, int), (void)va_arg(timed, int);
      time = va_arg(timed, const struct timespec *);
      va_end(timed);
    }
    if (what == FUTEX_WAIT_BITSET || what == FUTEX_WAKE_BITSET) {
      va_start(with_bits, number);
      (void)va_arg(with_bits, int *), (void)va_arg(with_bits, int), (void)va_arg(with_bits, int);
      (void)va_arg(with_bits, void *), (void)va_arg(with_bits, void *);
      bits = va_arg(with_bits, int);
      va_end(with_bits);
    }
    result = __model_futex(word, operation, value, time, bits);
  } else if (number == SYS_gettid) result = 1000 + __diptych_self();
  else if (number != SYS_sched_yield) __diptych_refuse("syscall is not supported: the known system calls are futex, gettid and sched_yield");
  return result;
}
