/*
 * Threads: how they start and end, and how they are joined and detached. A thread starts detached, or is joined or detached once. POSIX
 * leaves a second join or detach undefined. It also leaves undefined the cancellation of a thread that was joined.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdlib.h>

#include "include/objects.h"

/* The value that the thread returned. */
static _Thread_local void *__model_result;
_Thread_local int __model_ended;
enum { MODEL_DETACHED = 1, MODEL_JOINED = 2 };
static _Thread_local int __model_released;
_Thread_local struct model_cleanup *__model_cleanups;

static int __model_exists(int t) { return t >= 0 && t < __diptych_threads(); }

MODEL_SMALL int __model_released_before(int t) {
  int *released = __diptych_of_thread(&__model_released, t);
  __diptych_changes(released);
  return __atomic_load_n(released, __ATOMIC_RELAXED);
}

MODEL_SMALL void __model_release(int t, int how) {
  __atomic_store_n((int *)__diptych_of_thread(&__model_released, t), how, __ATOMIC_RELAXED);
}

int __model_named_thread(unsigned long handle) {
  int t = __model_thread(handle);
  __diptych_require(__model_exists(t), "misuse", "there is no such thread");
  __diptych_require(__model_released_before(t) != MODEL_JOINED, "misuse",
                    "it cancels or signals a thread that was joined before");
  return t;
}

void __model_end_thread(void *result) {
  if (__diptych_written(&__model_has_handlers)) __model_leave_handlers();
  __atomic_store_n(&__model_result, result, __ATOMIC_RELAXED);
  if (__diptych_written((int *)&__model_object_ends)) __model_destroy_objects();
  if (__diptych_written(&__model_key_count)) __model_destroy_values();
  if (__diptych_written(&__model_has_robust)) __model_robust_dies();
  __atomic_store_n(&__model_ended, 1, __ATOMIC_RELEASE);
  __diptych_end();
}

static void __model_begin(void *start, void *argument, unsigned long blocked) {
  if (__model_has_signals()) __model_begin_signals(blocked);
  __model_end_thread(((void *(*)(void *))start)(argument));
}

int pthread_create(pthread_t *handle, const pthread_attr_t *attributes, void *(*start)(void *), void *argument) {
  /* the spawn stores the number of the new thread in the handle before that thread runs */
  int t = __diptych_spawn_with(__model_begin, (void *)start, argument, handle, __model_inherited_mask());
  if (attributes && *(const int *)attributes) __model_release(t, MODEL_DETACHED);
  return 0;
}

/* CBMC's __CPROVER_ASYNC: a thread that has no handle and returns no value. */
static void __model_begin_unnamed(void *start, void *argument, unsigned long blocked) {
  if (__model_has_signals()) __model_begin_signals(blocked);
  ((void (*)(void *))start)(argument);
  __model_end_thread(0);
}
void __model_start_thread(void (*start)(void *), void *argument);
void __model_start_thread(void (*start)(void *), void *argument) {
  __diptych_spawn_with(__model_begin_unnamed, (void *)start, argument, 0, __model_inherited_mask());
}

/* A join is a cancellation point. So a thread that may be cancelled polls until the other thread has ended. */
MODEL_SMALL void __model_before_join(int t) {
  if (!__model_may_be_cancelled()) return;
  do __model_cancel_point();
  while (!__atomic_load_n((int *)__diptych_of_thread(&__model_ended, t), __ATOMIC_RELAXED));
}

MODEL_SMALL int __model_join(pthread_t handle, void **result, int is_read) {
  int t = __model_thread(handle);
  __diptych_require(t >= 0, "invalid-join", "there is no thread 0 to join");
  if (t == __diptych_self()) {
    if (!is_read) __diptych_require(0, "misuse", "it joins itself");
    return EDEADLK;
  }
  if (__diptych_written(&__model_has_handlers) && __model_join_handler(t)) return 0;
  __model_before_join(t);
  __diptych_join(t);
  __diptych_require(__model_released_before(t) == 0, "misuse", "it joins a thread that was joined or detached before");
  __model_release(t, MODEL_JOINED);
  if (result) {
    void **given = __diptych_of_thread(&__model_result, t);
    __diptych_changes(given);
    *result = __atomic_load_n(given, __ATOMIC_RELAXED);
  }
  return 0;
}
int pthread_join(pthread_t handle, void **result) { return __model_join(handle, result, 1); }
/* pthread_join in calls whose result the program does not read. */
int __model_join_unread(pthread_t handle, void **result);
int __model_join_unread(pthread_t handle, void **result) { return __model_join(handle, result, 0); }

/* Goblint's assumption that the thread was joined. */
void __goblint_assume_join(pthread_t handle);
void __goblint_assume_join(pthread_t handle) { pthread_join(handle, 0); }

int __model_has_ended(unsigned long handle) {
  int t = __model_thread(handle);
  __diptych_require(__model_exists(t), "misuse", "there is no such thread");
  return __atomic_load_n((int *)__diptych_of_thread(&__model_ended, t), __ATOMIC_RELAXED);
}

/* Klever's function: starts one or more threads and returns the handle of the last. */
int pthread_create_N(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument);
int pthread_create_N(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument) {
  do pthread_create(thread, attributes, start, argument);
  while (__diptych_choose(2));
  return 0;
}

int pthread_tryjoin_np(pthread_t handle, void **result) {
  return __model_has_ended(handle) ? pthread_join(handle, result) : EBUSY;
}

int pthread_timedjoin_np(pthread_t handle, void **result, const struct timespec *t) {
  if (!t || __model_has_ended(handle)) return pthread_join(handle, result);
  if (__model_thread(handle) == __diptych_self()) return EDEADLK;
  __diptych_reads(&t->tv_nsec, sizeof t->tv_nsec);
  return __model_is_time(t) ? ETIMEDOUT : EINVAL;
}

int pthread_clockjoin_np(pthread_t handle, void **result, clockid_t clock, const struct timespec *t) {
  return __model_is_clock(clock) ? pthread_timedjoin_np(handle, result, t) : EINVAL;
}

int pthread_detach(pthread_t handle) {
  int t = __model_thread(handle);
  if (!__model_exists(t)) return ESRCH;
  __diptych_require(__model_released_before(t) == 0, "misuse", "it detaches a thread that was joined or detached before");
  __model_release(t, MODEL_DETACHED);
  return 0;
}

pthread_t pthread_self(void) { return __diptych_self() == 0 ? MODEL_MAIN : __diptych_self(); }

int pthread_equal(pthread_t a, pthread_t b) { return a == b; }

void pthread_exit(void *result) {
  while (__model_cleanups) {
    struct model_cleanup *last = __model_cleanups;
    __model_cleanups = last->previous;
    if (last->landing) {
      __atomic_store_n(&__model_result, result, __ATOMIC_RELAXED);
      __diptych_jump(last->landing, 1);
    }
    last->routine(last->argument);
  }
  __model_end_thread(result);
}

/*
 * pthread_cleanup_push of glibc's headers, in C without exceptions. The frame holds a jump target. The code there calls the routine and then
 * __pthread_unwind_next. The last words of the frame are reserved for glibc; the model keeps its list there.
 */
static struct model_cleanup *__model_cleanup_of(__pthread_unwind_buf_t *frame) {
  return (struct model_cleanup *)frame->__pad;
}

void __pthread_register_cancel(__pthread_unwind_buf_t *frame) {
  struct model_cleanup *c = __model_cleanup_of(frame);
  __diptych_changes(&__model_cleanups);
  c->previous = __model_cleanups;
  c->landing = (long *)frame;
  __model_cleanups = c;
}

void __pthread_unregister_cancel(__pthread_unwind_buf_t *frame) { __model_cleanups = __model_cleanup_of(frame)->previous; }

void __pthread_unwind_next(__pthread_unwind_buf_t *frame) {
  (void)frame;
  __diptych_changes(&__model_cleanups);
  pthread_exit(__atomic_load_n(&__model_result, __ATOMIC_RELAXED));
}
