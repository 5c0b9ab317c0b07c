/*
 * Attributes: of threads seven ints and the address of a stack, of anything else bits of one int. Nothing looks at them but the program,
 * the kinds of mutexes and whether a thread starts detached excepted.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>

#include "include/objects.h"

/* Some bits of the int from `low` on, for values from `least` to `most`. */
#define MODEL_BITS(object, name, low, mask, least, most)                                         \
  int pthread_##object##_set##name(pthread_##object##_t *a, int value) {                         \
    if (value < (least) || value > (most)) return EINVAL;                                        \
    *(int *)a = (*(int *)a & ~((mask) << (low))) | (value - (least)) << (low);                   \
    return 0;                                                                                    \
  }                                                                                              \
  int pthread_##object##_get##name(const pthread_##object##_t *a, int *value) {                  \
    *value = (*(const int *)a >> (low) & (mask)) + (least);                                      \
    return 0;                                                                                    \
  }
#define MODEL_ATTRIBUTES(object)                                                                 \
  int pthread_##object##_init(pthread_##object##_t *a) {                                         \
    *(int *)a = 0;                                                                               \
    return 0;                                                                                    \
  }                                                                                              \
  int pthread_##object##_destroy(pthread_##object##_t *a) {                                      \
    (void)a;                                                                                     \
    return 0;                                                                                    \
  }                                                                                              \
  MODEL_BITS(object, pshared, 5, 1, 0, 1)

MODEL_ATTRIBUTES(mutexattr)
MODEL_ATTRIBUTES(condattr)
MODEL_ATTRIBUTES(rwlockattr)
MODEL_ATTRIBUTES(barrierattr)
MODEL_BITS(mutexattr, type, 0, 3, 0, 3)
MODEL_BITS(mutexattr, protocol, 2, 3, 0, 2)
MODEL_BITS(mutexattr, robust, 4, 1, 0, 1)
/* glibc's headers have these names for the same functions. */
int __model_setrobust_np(pthread_mutexattr_t *a, int value) __asm__("pthread_mutexattr_setrobust_np");
int __model_setrobust_np(pthread_mutexattr_t *a, int value) { return pthread_mutexattr_setrobust(a, value); }
int __model_getrobust_np(const pthread_mutexattr_t *a, int *value) __asm__("pthread_mutexattr_getrobust_np");
int __model_getrobust_np(const pthread_mutexattr_t *a, int *value) { return pthread_mutexattr_getrobust(a, value); }
MODEL_BITS(mutexattr, prioceiling, 8, 127, 1, 99)
MODEL_BITS(rwlockattr, kind_np, 8, 3, 0, 2)


int pthread_condattr_setclock(pthread_condattr_t *a, clockid_t clock) {
  if (!__model_is_clock(clock)) return EINVAL;
  *(int *)a = (*(int *)a & ~256) | clock << 8;
  return 0;
}

int pthread_condattr_getclock(const pthread_condattr_t *a, clockid_t *clock) {
  *clock = *(const int *)a >> 8 & 1;
  return 0;
}

struct model_thread_attributes {
  int detached, stack_size, guard_size, scope, policy, inherits, priority;
  void *stack;
};
_Static_assert(sizeof(struct model_thread_attributes) <= sizeof(pthread_attr_t), "attributes have the room of glibc's");
enum { MODEL_LEAST_STACK = 16384 };

static struct model_thread_attributes *__model_of(pthread_attr_t *a) { return (struct model_thread_attributes *)a; }
static const struct model_thread_attributes *__model_const_of(const pthread_attr_t *a) {
  return (const struct model_thread_attributes *)a;
}

int pthread_attr_init(pthread_attr_t *a) {
  struct model_thread_attributes initial = {0, 8388608, 4096, 0, 0, 0, 0, 0};
  *__model_of(a) = initial;
  return 0;
}

int pthread_attr_destroy(pthread_attr_t *a) {
  (void)a;
  return 0;
}

#define MODEL_FIELD(name, type, field, wrong, code)                                \
  int pthread_attr_set##name(pthread_attr_t *a, type value) {                      \
    if (wrong) return code;                                                        \
    __model_of(a)->field = value;                                                  \
    return 0;                                                                      \
  }                                                                                \
  int pthread_attr_get##name(const pthread_attr_t *a, type *value) {               \
    *value = __model_const_of(a)->field;                                           \
    return 0;                                                                      \
  }

MODEL_FIELD(detachstate, int, detached, value != 0 && value != 1, EINVAL)
MODEL_FIELD(stacksize, size_t, stack_size, value < MODEL_LEAST_STACK, EINVAL)
MODEL_FIELD(guardsize, size_t, guard_size, value > INT_MAX, EINVAL)
MODEL_FIELD(scope, int, scope, value != 0, value == 1 ? ENOTSUP : EINVAL)
MODEL_FIELD(schedpolicy, int, policy, value < 0 || value > 2, EINVAL)

int pthread_attr_setinheritsched(pthread_attr_t *a, int value) {
  if (value != PTHREAD_INHERIT_SCHED && value != PTHREAD_EXPLICIT_SCHED) return EINVAL;
  if (value == PTHREAD_EXPLICIT_SCHED) __atomic_store_n(&__model_explicit_scheduling, 1, __ATOMIC_RELAXED);
  __model_of(a)->inherits = value;
  return 0;
}
int pthread_attr_getinheritsched(const pthread_attr_t *a, int *value) {
  *value = __model_const_of(a)->inherits;
  return 0;
}

int pthread_attr_setschedparam(pthread_attr_t *a, const struct sched_param *p) {
  int most = __model_of(a)->policy == 0 ? 0 : 99;
  if (p->sched_priority < (most != 0) || p->sched_priority > most) return EINVAL;
  __model_of(a)->priority = p->sched_priority;
  return 0;
}

int pthread_attr_getschedparam(const pthread_attr_t *a, struct sched_param *p) {
  p->sched_priority = __model_const_of(a)->priority;
  return 0;
}

int pthread_attr_setstack(pthread_attr_t *a, void *stack, size_t size) {
  if (size < MODEL_LEAST_STACK) return EINVAL;
  __model_of(a)->stack_size = size;
  __model_of(a)->stack = stack;
  return 0;
}

int pthread_attr_getstack(const pthread_attr_t *a, void **stack, size_t *size) {
  *stack = __model_const_of(a)->stack;
  *size = __model_const_of(a)->stack_size;
  return 0;
}

/* Of a thread that runs: detached or not, with a stack at some address. */
int pthread_getattr_np(pthread_t thread, pthread_attr_t *a) {
  (void)thread;
  pthread_attr_init(a);
  __model_of(a)->detached = __diptych_choose(2);
  __model_of(a)->stack = (void *)(0x7f0000000000ul + 4096ul * __diptych_choose(268435456));
  return 0;
}
