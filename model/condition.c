/*
 * Condition variables. Each thread has a gate, closed most of the time. To wait, a thread puts the mark of the condition into its gate,
 * gives back the mutex and waits until another thread opens the gate. A wakeup that never comes is therefore a deadlock and is found.
 *
 * A broadcast opens every gate that holds the mark, a signal any one of them. Where several threads may wait, the condition counts its
 * waiters, so that a signal without a waiter is a plain load. A wait may also end without a signal: then it gave the mutex back and took it
 * again, and never was at its gate.
 */
#include <errno.h>

#include "include/objects.h"

_Thread_local int __model_gate = MODEL_CLOSED;

/* The mark of the mutex that the thread waits with, where that may be a mistake. */
static _Thread_local int __model_waited_with;

MODEL_SMALL int *__model_gate_of(int t) { return __diptych_of_thread(&__model_gate, t); }

/* Whether thread t ever waits for the condition: a constant, after propagation. */
MODEL_SMALL int __model_may_wait(struct model_condition *c, int t) { return __diptych_used(__model_gate_of(t), c); }

static int __model_several_wait(struct model_condition *c) {
  int count = 0, n = __diptych_threads();
  for (int t = 0; t < n; t++) count += __model_may_wait(c, t);
  return count > 1;
}

/* Whether a signal of this thread may be for thread t, a constant. */
MODEL_SMALL int __model_may_wake(struct model_condition *c, int t) { return t != __diptych_self() && __model_may_wait(c, t); }

int pthread_cond_init(pthread_cond_t *condition, const pthread_condattr_t *attributes) {
  (void)attributes;
  ((struct model_condition *)condition)->waiting = 0;
  return 0;
}

int pthread_cond_destroy(pthread_cond_t *condition) {
  struct model_condition *c = (struct model_condition *)condition;
  int n = __diptych_threads();
  __diptych_reads(&c->waiting, sizeof c->waiting);
  for (int t = 0; t < n; t++)
    if (t != __diptych_self() && __model_may_wait(c, t))
      __diptych_require(__atomic_load_n(__model_gate_of(t), __ATOMIC_RELAXED) != __model_mark(c), "misuse",
                        "pthread_cond_destroy of a condition that a thread waits for");
  __diptych_destroy(&c->waiting, sizeof c->waiting);
  return 0;
}

int pthread_cond_broadcast(pthread_cond_t *condition) {
  struct model_condition *c = (struct model_condition *)condition;
  int mark = __model_mark(c), n = __diptych_threads(), several = __model_several_wait(c);
  __diptych_reads(&c->waiting, sizeof c->waiting);
  for (int t = 0; t < n; t++)
    if (t != __diptych_self() && __model_may_wait(c, t)) {
      int held = __diptych_try_change(__model_gate_of(t), DIPTYCH_EQ, mark, DIPTYCH_SET, MODEL_OPEN, __ATOMIC_RELAXED);
      if (several && held == mark) __atomic_fetch_sub(&c->waiting, 1, __ATOMIC_RELAXED);
    }
  return 0;
}

/* In an atomic section: opens the gate of t if it waits for the condition. */
static int __model_open(struct model_condition *c, int t) {
  if (!__model_may_wake(c, t)) return 0;
  int *gate = __model_gate_of(t);
  __diptych_changes(gate);
  if (__atomic_load_n(gate, __ATOMIC_RELAXED) != __model_mark(c)) return 0;
  __atomic_store_n(gate, MODEL_OPEN, __ATOMIC_RELAXED);
  __atomic_store_n(&c->waiting, __atomic_load_n(&c->waiting, __ATOMIC_RELAXED) - 1, __ATOMIC_RELAXED);
  return 1;
}

int pthread_cond_signal(pthread_cond_t *condition) {
  struct model_condition *c = (struct model_condition *)condition;
  int n = __diptych_threads(), waiting, others = 0, first = 0, number = 0, opened = 0;
  if (!__model_several_wait(c)) return pthread_cond_broadcast(condition);
  waiting = __atomic_load_n(&c->waiting, __ATOMIC_RELAXED);
  if (waiting == 0) return 0;
  /* Where one thread waits now there is nothing to choose: a waiter that comes before the section comes as well before this load. */
  for (int t = 0; t < n; t++) others += __model_may_wake(c, t);
  if (waiting > 1) first = __diptych_choose(others);
  __diptych_atomic_begin();
  /* gates are named by constants, so that each is a cell of its own */
  for (int t = 0; t < n; t++)
    if (__model_may_wake(c, t) && number++ == first) opened = __model_open(c, t);
  for (int t = 0; t < n; t++)
    if (!opened) opened = __model_open(c, t);
  __diptych_atomic_end();
  return 0;
}

MODEL_SMALL int __model_holds(struct model_mutex *m) {
  int plain = (m->kind & ~MODEL_ADAPTIVE) == 0 && ((m->kind & MODEL_KINDS) == MODEL_NORMAL || (m->kind & MODEL_KINDS) == MODEL_ADAPTIVE);
  return plain || __atomic_load_n(&m->holder, __ATOMIC_RELAXED) == __diptych_self() + 1;
}

/* Gives the mutex back once, whatever its kind; a recursive one must not be locked more than once. */
MODEL_SMALL void __model_leave(struct model_mutex *m) {
  if ((m->kind & MODEL_KINDS) == MODEL_RECURSIVE)
    __diptych_require(m->depth <= 1, "misuse", "it waits with a mutex that it has locked more than once");
  if (__model_is_robust(m)) __model_robust_leaves(m);
  __diptych_give_back(&m->holder, __diptych_self() + 1, __ATOMIC_SEQ_CST);
}

MODEL_SMALL int __model_enter(struct model_mutex *m) {
  __diptych_take(&m->holder, DIPTYCH_EQ, 0, DIPTYCH_SET, __diptych_self() + 1, m, "%p");
  if ((m->kind & MODEL_KINDS) == MODEL_RECURSIVE) m->depth = 1;
  return __model_is_robust(m) ? __model_robust_taken(m) : 0;
}

void __model_register(struct model_condition *c) {
  __diptych_changes(&__model_gate);
  __diptych_uses(&__model_gate, c);
  if (!__model_several_wait(c)) {
    __atomic_store_n(&__model_gate, __model_mark(c), __ATOMIC_RELAXED);
    return;
  }
  __diptych_atomic_begin();
  __atomic_store_n(&__model_gate, __model_mark(c), __ATOMIC_RELAXED);
  __atomic_store_n(&c->waiting, __atomic_load_n(&c->waiting, __ATOMIC_RELAXED) + 1, __ATOMIC_RELAXED);
  __diptych_atomic_end();
}

/* A timed wait that is not signalled gives up, which is another choice; so this one is signalled. */
void __model_pass(struct model_condition *c, int timed) {
  if (timed) __diptych_assume(__atomic_exchange_n(&__model_gate, MODEL_CLOSED, __ATOMIC_RELAXED) == MODEL_OPEN);
  else __diptych_take(&__model_gate, DIPTYCH_EQ, MODEL_OPEN, DIPTYCH_SET, MODEL_CLOSED, c, "a signal of %p");
}

/* The thread is cancelled: a signal that it has consumed goes to another thread. */
static void __model_cancelled_wait(struct model_condition *c, struct model_mutex *m, int signalled) {
  if (signalled) pthread_cond_signal((pthread_cond_t *)c);
  __model_enter(m);
  __model_cancel_point();
}

static int __model_woken_by_cancel(void) {
  return (__atomic_load_n(&__model_cancel, __ATOMIC_RELAXED) & MODEL_WOKEN_BY_CANCEL) != 0;
}

/* Waits at the gate. A thread that was signalled before it was cancelled may return as well, and is cancelled at its next occasion. */
static int __model_wait_at_gate(struct model_condition *c, struct model_mutex *m, int timed) {
  if (__model_cancelled()) {
    int held = __atomic_exchange_n(&__model_gate, MODEL_CLOSED, __ATOMIC_RELAXED);
    int woken = __model_woken_by_cancel();
    if (held != MODEL_OPEN && __model_several_wait(c)) __atomic_fetch_sub(&c->waiting, 1, __ATOMIC_RELAXED);
    __model_cancelled_wait(c, m, held == MODEL_OPEN && !woken);
  } else {
    __model_pass(c, timed);
    if (__model_cancelled()) {
      int woken = __model_woken_by_cancel();
      if (woken && __model_several_wait(c)) __atomic_fetch_sub(&c->waiting, 1, __ATOMIC_RELAXED);
      if (woken || __diptych_choose(2)) __model_cancelled_wait(c, m, !woken);
    }
  }
  return __model_enter(m);
}

/* `signalled`: the program says that no wait ends without a signal. */
static int __model_wait(pthread_cond_t *condition, pthread_mutex_t *mutex, int timed, int signalled) {
  struct model_condition *c = (struct model_condition *)condition;
  struct model_mutex *m = (struct model_mutex *)mutex;
  __diptych_reads(&c->waiting, sizeof c->waiting);
  if (!__model_holds(m)) return EPERM;
  __diptych_changes(&__model_gate);
  __diptych_uses(&__model_gate, c);
  __model_cancel_point();
  if (timed && __diptych_choose(2)) {
    __model_leave(m);
    int said = __model_enter(m);
    return said ? said : ETIMEDOUT;
  }
  if (!signalled && __diptych_spurious(&m->holder)) {
    __model_leave(m);
    return __model_enter(m);
  }
  __diptych_waits_with(c, m, __model_mark(c), __model_mark(m), &__model_gate, &__model_waited_with);
  __model_register(c);
  __model_leave(m);
  return __model_wait_at_gate(c, m, timed);
}

int pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex) { return __model_wait(condition, mutex, 0, 0); }

int pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex, const struct timespec *t) {
  return __model_is_time(t) ? __model_wait(condition, mutex, 1, 0) : EINVAL;
}

int pthread_cond_clockwait(pthread_cond_t *condition, pthread_mutex_t *mutex, clockid_t clock, const struct timespec *t) {
  return __model_is_clock(clock) ? pthread_cond_timedwait(condition, mutex, t) : EINVAL;
}

/* What DIPTYCH_NO_SPURIOUS_WAKEUPS makes of these functions. */
int __diptych_signalled_wait(pthread_cond_t *condition, pthread_mutex_t *mutex);
int __diptych_signalled_wait(pthread_cond_t *condition, pthread_mutex_t *mutex) { return __model_wait(condition, mutex, 0, 1); }
int __diptych_signalled_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex, const struct timespec *t);
int __diptych_signalled_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex, const struct timespec *t) {
  return __model_is_time(t) ? __model_wait(condition, mutex, 1, 1) : EINVAL;
}
