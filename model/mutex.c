/*
 * Mutexes: normal, recursive, error-checking and robust ones, and spin locks.
 *
 * A locked instruction takes a mutex and gives it back. glibc's trylock looks before it tries: an attempt that fails is a load. That of a spin
 * lock does not look, and is a locked instruction also where it fails. A spin lock is given back with a plain store.
 */
#include <errno.h>

#include "include/diptych.h"
#include "include/objects.h"

MODEL_SMALL int __model_me(void) { return __diptych_self() + 1; }

MODEL_SMALL int __model_held(struct model_mutex *m) { return __atomic_load_n(&m->holder, __ATOMIC_RELAXED); }

MODEL_SMALL int __model_kind(struct model_mutex *m) {
  int kind = m->kind & MODEL_KINDS;
  return kind == MODEL_ADAPTIVE ? MODEL_NORMAL : kind;
}

int __model_has_robust;

int pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attributes) {
  struct model_mutex *m = (struct model_mutex *)mutex;
  int given = attributes ? *(const int *)attributes : 0, robust = given & MODEL_ROBUST;
  /* a robust mutex that lifts the priority of its holder */
  if (robust && (given >> 2 & 3) == 2) return ENOTSUP;
  m->holder = 0;
  m->depth = 0;
  m->fate = 0;
  m->kind = (given & MODEL_KINDS) | robust;
  if (robust) __model_has_robust = 1;
  return 0;
}

int pthread_mutex_destroy(pthread_mutex_t *mutex) {
  struct model_mutex *m = (struct model_mutex *)mutex;
  __diptych_require(m->holder == 0, "misuse", "pthread_mutex_destroy of a lock that is held");
  __diptych_destroy(&m->holder, sizeof m->holder);
  return 0;
}

MODEL_SMALL int __model_mutex_taken(struct model_mutex *m) {
  if (__model_kind(m) == MODEL_RECURSIVE) m->depth = 1;
  return __model_is_robust(m) ? __model_robust_taken(m) : 0;
}

int pthread_mutex_lock(pthread_mutex_t *mutex) {
  struct model_mutex *m = (struct model_mutex *)mutex;
  int me = __model_me(), kind = __model_kind(m);
  if (kind != MODEL_NORMAL && __model_held(m) == me) {
    if (kind == MODEL_ERRORCHECK) return EDEADLK;
    m->depth = m->depth + 1;
    return 0;
  }
  __diptych_take(&m->holder, DIPTYCH_EQ, 0, DIPTYCH_SET, me, m, "%p");
  return __model_mutex_taken(m);
}

int pthread_mutex_trylock(pthread_mutex_t *mutex) {
  struct model_mutex *m = (struct model_mutex *)mutex;
  int me = __model_me(), kind = __model_kind(m);
  if (kind == MODEL_RECURSIVE && __model_held(m) == me) {
    m->depth = m->depth + 1;
    return 0;
  }
  if (__model_is_robust(m) && kind == MODEL_ERRORCHECK && __model_held(m) == me) return EDEADLK;
  if (__diptych_try_change(&m->holder, DIPTYCH_EQ, 0, DIPTYCH_SET, me, __ATOMIC_ACQUIRE) != 0) return EBUSY;
  return __model_mutex_taken(m);
}

/* A timed wait is one attempt: one that succeeds could have waited until then, and one that fails gives up while the lock is held. */
int pthread_mutex_timedlock(pthread_mutex_t *mutex, const struct timespec *t) {
  struct model_mutex *m = (struct model_mutex *)mutex;
  int result = pthread_mutex_trylock(mutex);
  if (result != EBUSY) return result;
  if (__model_kind(m) == MODEL_ERRORCHECK && __model_held(m) == __model_me()) return EDEADLK;
  __diptych_reads(&t->tv_nsec, sizeof t->tv_nsec);
  return __model_is_time(t) ? ETIMEDOUT : EINVAL;
}

int pthread_mutex_clocklock(pthread_mutex_t *mutex, clockid_t clock, const struct timespec *t) {
  return __model_is_clock(clock) ? pthread_mutex_timedlock(mutex, t) : EINVAL;
}

int pthread_mutex_unlock(pthread_mutex_t *mutex) {
  struct model_mutex *m = (struct model_mutex *)mutex;
  int me = __model_me(), kind = __model_kind(m), robust = __model_is_robust(m);
  if ((kind != MODEL_NORMAL || robust) && __model_held(m) != me) return EPERM;
  if (kind == MODEL_RECURSIVE) {
    int depth = m->depth - 1;
    m->depth = depth;
    if (depth != 0) return 0;
  }
  if (robust) __model_robust_leaves(m);
  __diptych_give_back(&m->holder, me, __ATOMIC_SEQ_CST);
  return 0;
}

/* Robust mutexes that a thread holds, and how many it may hold at a time. When it ends it gives them back and notes that it died. */
enum { MODEL_MOST_HELD = 4 };
static _Thread_local struct model_mutex *__model_robust_held[MODEL_MOST_HELD];

int __model_robust_taken(struct model_mutex *m) {
  int k = 0;
  if (m->fate == MODEL_LOST) {
    __diptych_give_back(&m->holder, __model_me(), __ATOMIC_SEQ_CST);
    return ENOTRECOVERABLE;
  }
  while (k < MODEL_MOST_HELD - 1 && __model_robust_held[k] != 0) k++;
  __diptych_require(__model_robust_held[k] == 0, "misuse", "more robust mutexes held than diptych has room for");
  __model_robust_held[k] = m;
  return m->fate == MODEL_DIED ? EOWNERDEAD : 0;
}

void __model_robust_leaves(struct model_mutex *m) {
  if (m->fate == MODEL_DIED) m->fate = MODEL_LOST;
  for (int k = 0; k < MODEL_MOST_HELD; k++)
    if (__model_robust_held[k] == m) __model_robust_held[k] = 0;
}

void __model_robust_dies(void) {
  for (int k = 0; k < MODEL_MOST_HELD; k++)
    if (__model_robust_held[k] != 0) {
      __model_robust_held[k]->fate = MODEL_DIED;
      __diptych_give_back(&__model_robust_held[k]->holder, __model_me(), __ATOMIC_SEQ_CST);
    }
}

int pthread_mutex_consistent(pthread_mutex_t *mutex) {
  struct model_mutex *m = (struct model_mutex *)mutex;
  if (!__model_is_robust(m) || __model_held(m) != __model_me() || m->fate != MODEL_DIED) return EINVAL;
  m->fate = 0;
  return 0;
}

int pthread_mutex_consistent_np(pthread_mutex_t *mutex) { return pthread_mutex_consistent(mutex); }

int pthread_mutex_setprioceiling(pthread_mutex_t *m, int ceiling, int *old) {
  (void)m, (void)ceiling, (void)old;
  __diptych_refuse("pthread_mutex_setprioceiling is not supported: priorities are not modelled");
  return 0;
}

int pthread_mutex_getprioceiling(const pthread_mutex_t *m, int *ceiling) {
  (void)m, (void)ceiling;
  __diptych_refuse("pthread_mutex_getprioceiling is not supported: priorities are not modelled");
  return 0;
}

int pthread_spin_init(pthread_spinlock_t *l, int shared) {
  (void)shared;
  *(volatile int *)l = 0;
  return 0;
}

int pthread_spin_destroy(pthread_spinlock_t *l) {
  __diptych_require(*(volatile int *)l == 0, "misuse", "pthread_spin_destroy of a lock that is held");
  __diptych_destroy((int *)l, sizeof *l);
  return 0;
}

int pthread_spin_lock(pthread_spinlock_t *l) {
  __diptych_take((int *)l, DIPTYCH_EQ, 0, DIPTYCH_SET, __model_me(), (int *)l, "%p");
  return 0;
}

/* A full fence under PSO too: the order is that of the locked instruction. */
int pthread_spin_trylock(pthread_spinlock_t *l) {
  int held = 0;
  return __atomic_compare_exchange_n((int *)l, &held, __model_me(), 0, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED) ? 0 : EBUSY;
}

/* The only unlock that is a plain store. No other thread writes the lock between the look and the store. */
int pthread_spin_unlock(pthread_spinlock_t *l) {
  int held = __atomic_load_n((int *)l, __ATOMIC_RELAXED);
  __diptych_require(held != 0, "misuse", "pthread_spin_unlock of a lock that no thread holds");
  __diptych_require(held == __model_me(), "misuse", "pthread_spin_unlock of a lock that another thread holds");
  __atomic_store_n((int *)l, 0, __ATOMIC_RELEASE);
  return 0;
}
