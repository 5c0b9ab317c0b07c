/* The threads of C11, on those of POSIX. */
#include <errno.h>
#include <threads.h>

#include "include/objects.h"

static int __model_thrd(int code) {
  return code == 0 ? thrd_success : code == EBUSY ? thrd_busy : code == ETIMEDOUT ? thrd_timedout : thrd_error;
}

static void __model_begin_thrd(void *start, void *argument, unsigned long blocked) {
  if (__model_has_signals()) __model_begin_signals(blocked);
  __model_end_thread((void *)(long)((int (*)(void *))start)(argument));
}

int thrd_create(thrd_t *handle, thrd_start_t start, void *argument) {
  __diptych_spawn_with(__model_begin_thrd, (void *)start, argument, handle, __model_inherited_mask());
  return thrd_success;
}

int thrd_join(thrd_t handle, int *result) {
  void *value = 0;
  int code = pthread_join(handle, result ? &value : 0);
  if (code == 0 && result) *result = (int)(long)value;
  return __model_thrd(code);
}

void thrd_exit(int result) { pthread_exit((void *)(long)result); }
thrd_t thrd_current(void) { return pthread_self(); }
int thrd_equal(thrd_t a, thrd_t b) { return a == b; }
int thrd_detach(thrd_t handle) { return __model_thrd(pthread_detach(handle)); }
void thrd_yield(void) {}

int mtx_init(mtx_t *mutex, int kind) {
  struct model_mutex *m = (struct model_mutex *)mutex;
  m->holder = 0;
  m->depth = 0;
  m->fate = 0;
  m->kind = kind & mtx_recursive ? MODEL_RECURSIVE : MODEL_NORMAL;
  return thrd_success;
}

/* C does not say that no thread may hold it (C11 7.26.4.1). */
void mtx_destroy(mtx_t *mutex) {
  struct model_mutex *m = (struct model_mutex *)mutex;
  __diptych_require(m->holder >= 0, "misuse", "mtx_destroy of what is no mutex");
  __diptych_destroy(&m->holder, sizeof m->holder);
}

int mtx_lock(mtx_t *mutex) { return __model_thrd(pthread_mutex_lock((pthread_mutex_t *)mutex)); }
int mtx_trylock(mtx_t *mutex) { return __model_thrd(pthread_mutex_trylock((pthread_mutex_t *)mutex)); }
int mtx_timedlock(mtx_t *restrict mutex, const struct timespec *restrict t) {
  return __model_thrd(pthread_mutex_timedlock((pthread_mutex_t *)mutex, t));
}
int mtx_unlock(mtx_t *mutex) { return __model_thrd(pthread_mutex_unlock((pthread_mutex_t *)mutex)); }

int cnd_init(cnd_t *condition) { return __model_thrd(pthread_cond_init((pthread_cond_t *)condition, 0)); }
void cnd_destroy(cnd_t *condition) { pthread_cond_destroy((pthread_cond_t *)condition); }
int cnd_wait(cnd_t *condition, mtx_t *mutex) {
  return __model_thrd(pthread_cond_wait((pthread_cond_t *)condition, (pthread_mutex_t *)mutex));
}
int cnd_timedwait(cnd_t *restrict condition, mtx_t *restrict mutex, const struct timespec *restrict t) {
  return __model_thrd(pthread_cond_timedwait((pthread_cond_t *)condition, (pthread_mutex_t *)mutex, t));
}
int cnd_signal(cnd_t *condition) { return __model_thrd(pthread_cond_signal((pthread_cond_t *)condition)); }
int cnd_broadcast(cnd_t *condition) { return __model_thrd(pthread_cond_broadcast((pthread_cond_t *)condition)); }

/* What DIPTYCH_NO_SPURIOUS_WAKEUPS makes of these functions. */
int __diptych_signalled_wait(pthread_cond_t *condition, pthread_mutex_t *mutex);
int __diptych_signalled_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex, const struct timespec *t);
int __diptych_signalled_cnd_wait(cnd_t *condition, mtx_t *mutex);
int __diptych_signalled_cnd_wait(cnd_t *condition, mtx_t *mutex) {
  return __model_thrd(__diptych_signalled_wait((pthread_cond_t *)condition, (pthread_mutex_t *)mutex));
}
int __diptych_signalled_cnd_timedwait(cnd_t *condition, mtx_t *mutex, const struct timespec *t);
int __diptych_signalled_cnd_timedwait(cnd_t *condition, mtx_t *mutex, const struct timespec *t) {
  return __model_thrd(__diptych_signalled_timedwait((pthread_cond_t *)condition, (pthread_mutex_t *)mutex, t));
}
