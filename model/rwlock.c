/*
 * Locks for many readers or one writer. The state is 0 when free, n with n readers, -t while thread t - 1 holds it for writing.
 *
 * The low bits of __model_reading count the read locks that the thread holds; the high bits are the sum of their addresses. So a thread
 * that holds at most one read lock knows which one. A failed attempt to lock is a plain load.
 */
#include <errno.h>

#include "include/diptych.h"
#include "include/objects.h"

static _Thread_local unsigned long __model_reading;

MODEL_SMALL unsigned long __model_as_reader(struct model_rwlock *l) { return ((unsigned long)l << 8) + 1; }

MODEL_SMALL int __model_writer(void) { return -(__diptych_self() + 1); }

MODEL_SMALL int __model_writes(struct model_rwlock *l) { return __atomic_load_n(&l->state, __ATOMIC_RELAXED) == __model_writer(); }

int pthread_rwlock_init(pthread_rwlock_t *lock, const pthread_rwlockattr_t *attributes) {
  (void)attributes;
  ((struct model_rwlock *)lock)->state = 0;
  return 0;
}

int pthread_rwlock_destroy(pthread_rwlock_t *lock) {
  struct model_rwlock *l = (struct model_rwlock *)lock;
  __diptych_require(l->state == 0, "misuse", "pthread_rwlock_destroy of a lock that is held");
  __diptych_destroy(&l->state, sizeof l->state);
  return 0;
}

int pthread_rwlock_rdlock(pthread_rwlock_t *lock) {
  struct model_rwlock *l = (struct model_rwlock *)lock;
  __diptych_take(&l->state, DIPTYCH_GE, 0, DIPTYCH_ADD, 1, l, "%p");
  __model_reading += __model_as_reader(l);
  return 0;
}

int pthread_rwlock_wrlock(pthread_rwlock_t *lock) {
  struct model_rwlock *l = (struct model_rwlock *)lock;
  __diptych_take(&l->state, DIPTYCH_EQ, 0, DIPTYCH_SET, __model_writer(), l, "%p");
  return 0;
}

int pthread_rwlock_tryrdlock(pthread_rwlock_t *lock) {
  struct model_rwlock *l = (struct model_rwlock *)lock;
  if (__diptych_try_change(&l->state, DIPTYCH_GE, 0, DIPTYCH_ADD, 1, __ATOMIC_ACQUIRE) < 0) return EBUSY;
  __model_reading += __model_as_reader(l);
  return 0;
}

int pthread_rwlock_trywrlock(pthread_rwlock_t *lock) {
  struct model_rwlock *l = (struct model_rwlock *)lock;
  return __diptych_try_change(&l->state, DIPTYCH_EQ, 0, DIPTYCH_SET, __model_writer(), __ATOMIC_ACQUIRE) == 0 ? 0 : EBUSY;
}

int pthread_rwlock_timedrdlock(pthread_rwlock_t *lock, const struct timespec *t) {
  if (!__model_is_time(t)) return EINVAL;
  if (pthread_rwlock_tryrdlock(lock) == 0) return 0;
  return __model_writes((struct model_rwlock *)lock) ? EDEADLK : ETIMEDOUT;
}

int pthread_rwlock_timedwrlock(pthread_rwlock_t *lock, const struct timespec *t) {
  if (!__model_is_time(t)) return EINVAL;
  if (pthread_rwlock_trywrlock(lock) == 0) return 0;
  return __model_writes((struct model_rwlock *)lock) ? EDEADLK : ETIMEDOUT;
}

int pthread_rwlock_clockrdlock(pthread_rwlock_t *lock, clockid_t clock, const struct timespec *t) {
  return __model_is_clock(clock) ? pthread_rwlock_timedrdlock(lock, t) : EINVAL;
}

int pthread_rwlock_clockwrlock(pthread_rwlock_t *lock, clockid_t clock, const struct timespec *t) {
  return __model_is_clock(clock) ? pthread_rwlock_timedwrlock(lock, t) : EINVAL;
}

int pthread_rwlock_unlock(pthread_rwlock_t *lock) {
  struct model_rwlock *l = (struct model_rwlock *)lock;
  int me = __model_writer(), state;
  __diptych_atomic_begin();
  state = __atomic_load_n(&l->state, __ATOMIC_RELAXED);
  if (state > 0) __atomic_store_n(&l->state, state - 1, __ATOMIC_RELEASE);
  else if (state == me) __atomic_store_n(&l->state, 0, __ATOMIC_RELEASE);
  __diptych_atomic_end();
  __diptych_require(state != 0, "misuse", "pthread_rwlock_unlock of a lock that nobody holds");
  __diptych_require(state > 0 || state == me, "misuse", "pthread_rwlock_unlock of a lock that another thread holds for writing");
  if (state > 0) {
    unsigned long held = __model_reading;
    __diptych_require((held & 255) > 1 || held == __model_as_reader(l), "misuse",
                      "pthread_rwlock_unlock of a lock that only other threads hold");
    __model_reading = held - __model_as_reader(l);
  }
  return 0;
}
