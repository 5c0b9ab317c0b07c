/*
 * Semaphores. A thread that takes one, or posts one, executes a locked instruction; an attempt that fails, and a post that would overflow,
 * is a plain load.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>

#include "include/diptych.h"
#include "include/objects.h"

enum { MODEL_MOST_OF_SEMAPHORE = 2147483647 };

int sem_init(sem_t *semaphore, int shared, unsigned value) {
  (void)shared;
  if (value > MODEL_MOST_OF_SEMAPHORE) return __model_fail(EINVAL);
  ((struct model_semaphore *)semaphore)->value = value;
  return 0;
}

int sem_destroy(sem_t *semaphore) {
  struct model_semaphore *s = (struct model_semaphore *)semaphore;
  __diptych_require(s->value >= 0, "misuse", "sem_destroy of what is no semaphore");
  __diptych_destroy(&s->value, sizeof s->value);
  return 0;
}

/* A thread that may be cancelled while it waits looks for that again and again; where no thread is cancelled, the loop is gone. */
int sem_wait(sem_t *semaphore) {
  struct model_semaphore *s = (struct model_semaphore *)semaphore;
  if (__model_may_be_cancelled()) {
    int value;
    do {
      __model_cancel_point();
      value = __diptych_try_change(&s->value, DIPTYCH_GE, 1, DIPTYCH_ADD, -1, __ATOMIC_ACQUIRE);
    } while (value <= 0);
    return 0;
  }
  __diptych_take(&s->value, DIPTYCH_GE, 1, DIPTYCH_ADD, -1, s, "%p");
  return 0;
}

int sem_trywait(sem_t *semaphore) {
  struct model_semaphore *s = (struct model_semaphore *)semaphore;
  return __diptych_try_change(&s->value, DIPTYCH_GE, 1, DIPTYCH_ADD, -1, __ATOMIC_ACQUIRE) > 0 ? 0 : __model_fail(EAGAIN);
}

/* A timed wait is one attempt; one that gives up has counted itself among the waiters, which is a locked instruction. */
int sem_timedwait(sem_t *semaphore, const struct timespec *t) {
  struct model_semaphore *s = (struct model_semaphore *)semaphore;
  if (!__model_is_time(t)) return __model_fail(EINVAL);
  __model_cancel_point();
  if (__diptych_try_change(&s->value, DIPTYCH_GE, 1, DIPTYCH_ADD, -1, __ATOMIC_ACQUIRE) > 0) return 0;
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  return __model_fail(ETIMEDOUT);
}

int sem_clockwait(sem_t *semaphore, clockid_t clock, const struct timespec *t) {
  return __model_is_clock(clock) ? sem_timedwait(semaphore, t) : __model_fail(EINVAL);
}

int sem_post(sem_t *semaphore) {
  struct model_semaphore *s = (struct model_semaphore *)semaphore;
  int before = __diptych_try_change(&s->value, DIPTYCH_LT, MODEL_MOST_OF_SEMAPHORE, DIPTYCH_ADD, 1, __ATOMIC_RELEASE);
  return before == MODEL_MOST_OF_SEMAPHORE ? __model_fail(EOVERFLOW) : 0;
}

int sem_getvalue(sem_t *semaphore, int *value) {
  *value = __atomic_load_n(&((struct model_semaphore *)semaphore)->value, __ATOMIC_SEQ_CST);
  return 0;
}
