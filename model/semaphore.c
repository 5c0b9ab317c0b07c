/*
 * Semaphores. A thread that takes one, or posts one, executes a locked instruction; an attempt that fails, and a post that would overflow,
 * is a plain load.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <string.h>

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

/* A timed wait is one attempt. glibc counts one that gives up among the waiters for a while: no program may rely on that as a fence. */
int sem_timedwait(sem_t *semaphore, const struct timespec *t) {
  struct model_semaphore *s = (struct model_semaphore *)semaphore;
  if (!__model_is_time(t)) return __model_fail(EINVAL);
  __model_cancel_point();
  if (__diptych_try_change(&s->value, DIPTYCH_GE, 1, DIPTYCH_ADD, -1, __ATOMIC_ACQUIRE) > 0) return 0;
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

/*
 * Semaphores that have a name. Before the program begins there is none. A name that was taken from its semaphore stays in the table with
 * a mark, since threads may use the semaphore still.
 */
enum { MODEL_NAMED = 8, MODEL_NAME_LENGTH = 32 };
static struct model_named {
  char name[MODEL_NAME_LENGTH];
  int exists;
  struct model_semaphore semaphore;
} __model_named[MODEL_NAMED];
static int __model_named_lock;

static struct model_named *__model_find(const char *name) {
  for (int k = 0; k < MODEL_NAMED; k++)
    if (__model_named[k].exists && strcmp(__model_named[k].name, name) == 0) return &__model_named[k];
  return 0;
}

static struct model_named *__model_new_name(const char *name) {
  for (int k = 0; k < MODEL_NAMED; k++)
    if (__model_named[k].name[0] == 0) {
      strncpy(__model_named[k].name, name, MODEL_NAME_LENGTH - 1);
      __model_named[k].exists = 1;
      return &__model_named[k];
    }
  __diptych_cut("limit", "8 names of semaphores");
}

static void __model_lock_names(void) {
  __diptych_take(&__model_named_lock, DIPTYCH_EQ, 0, DIPTYCH_SET, 1, &__model_named_lock, "the names of semaphores");
}
static void __model_unlock_names(void) { __diptych_give_back(&__model_named_lock, 1, __ATOMIC_SEQ_CST); }

sem_t *sem_open(const char *name, int flags, ...) {
  unsigned value = 0;
  if (flags & O_CREAT) {
    va_list arguments;
    va_start(arguments, flags);
    (void)va_arg(arguments, mode_t);
    value = va_arg(arguments, unsigned);
    va_end(arguments);
  }
  __model_lock_names();
  struct model_named *found = __model_find(name);
  int code = found ? ((flags & (O_CREAT | O_EXCL)) == (O_CREAT | O_EXCL) ? EEXIST : 0)
                   : (!(flags & O_CREAT) ? ENOENT : value > MODEL_MOST_OF_SEMAPHORE ? EINVAL : 0);
  if (code == 0 && !found) {
    found = __model_new_name(name);
    found->semaphore.value = value;
  }
  __model_unlock_names();
  if (code == 0) return (sem_t *)&found->semaphore;
  __model_fail(code);
  return SEM_FAILED;
}

int sem_close(sem_t *semaphore) {
  (void)semaphore;
  return 0;
}

int sem_unlink(const char *name) {
  __model_lock_names();
  struct model_named *found = __model_find(name);
  if (found) found->exists = 0;
  __model_unlock_names();
  return found ? 0 : __model_fail(ENOENT);
}
