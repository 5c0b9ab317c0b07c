/*
 * Cancellation. A thread acts on it in the functions that POSIX calls cancellation points, never elsewhere (deferred cancellation). Functions
 * that wait notice it while they wait: a semaphore and the end of a thread are looked at again and again, and a wait for a condition is
 * woken.
 *
 * A thread that waits for a condition puts the condition into its gate, gives up the mutex, which is a full fence, and looks then whether
 * it is cancelled. The thread that cancels it says so with a locked instruction and opens the gate afterwards. So one of both sees the
 * other, and no cancellation is slept over.
 */
#include <errno.h>

#include "include/objects.h"

_Thread_local int __model_cancel;
/* Is written where the thread may be cancelled; nothing reads it. */
_Thread_local int __model_cancel_sent;
static _Thread_local int __model_cancel_type;

int __model_cancelled(void) {
  return (__atomic_load_n(&__model_cancel, __ATOMIC_RELAXED) & (MODEL_CANCELLED | MODEL_UNCANCELLABLE)) == MODEL_CANCELLED;
}

void __model_cancel_point(void) {
  if (!__model_cancelled()) return;
  __atomic_fetch_or(&__model_cancel, MODEL_UNCANCELLABLE, __ATOMIC_RELAXED);
  pthread_exit(PTHREAD_CANCELED);
}

void pthread_testcancel(void) { __model_cancel_point(); }

int pthread_cancel(pthread_t handle) {
  int t = __model_named_thread(handle);
  int *state = __diptych_of_thread(&__model_cancel, t), *gate = __diptych_of_thread(&__model_gate, t);
  *(int *)__diptych_of_thread(&__model_cancel_sent, t) = 1;
  if (__atomic_fetch_or(state, MODEL_CANCELLED, __ATOMIC_RELAXED) & MODEL_UNCANCELLABLE) return 0;
  if (__diptych_known(__atomic_load_n(gate, __ATOMIC_RELAXED))) return 0;
  __diptych_atomic_begin();
  int now = __atomic_load_n(state, __ATOMIC_RELAXED), held = __atomic_load_n(gate, __ATOMIC_RELAXED);
  if (held != MODEL_OPEN && held != MODEL_CLOSED && (now & (MODEL_CANCELLED | MODEL_UNCANCELLABLE)) == MODEL_CANCELLED) {
    __atomic_store_n(gate, MODEL_OPEN, __ATOMIC_RELAXED);
    __atomic_store_n(state, now | MODEL_WOKEN_BY_CANCEL, __ATOMIC_RELAXED);
  }
  __diptych_atomic_end();
  return 0;
}

int pthread_setcancelstate(int state, int *old) {
  int before;
  if (state != PTHREAD_CANCEL_ENABLE && state != PTHREAD_CANCEL_DISABLE) return EINVAL;
  /* glibc changes it with a locked instruction, which is not promised. Only a thread that may be cancelled has one here. */
  if (!__diptych_written(&__model_cancel_sent)) {
    before = __atomic_load_n(&__model_cancel, __ATOMIC_RELAXED);
    __atomic_store_n(&__model_cancel, state == PTHREAD_CANCEL_DISABLE ? before | MODEL_UNCANCELLABLE : before & ~MODEL_UNCANCELLABLE,
                     __ATOMIC_RELAXED);
  } else if (state == PTHREAD_CANCEL_DISABLE)
    before = __atomic_fetch_or(&__model_cancel, MODEL_UNCANCELLABLE, __ATOMIC_RELAXED);
  else
    before = __atomic_fetch_and(&__model_cancel, ~MODEL_UNCANCELLABLE, __ATOMIC_RELAXED);
  if (old) *old = before & MODEL_UNCANCELLABLE ? PTHREAD_CANCEL_DISABLE : PTHREAD_CANCEL_ENABLE;
  return 0;
}

int pthread_setcanceltype(int type, int *old) {
  if (type != PTHREAD_CANCEL_DEFERRED && type != PTHREAD_CANCEL_ASYNCHRONOUS) return EINVAL;
  if (type == PTHREAD_CANCEL_ASYNCHRONOUS && __model_may_be_cancelled())
    __diptych_refuse("asynchronous cancellation is not supported: threads are cancelled where they wait, or test for it");
  if (old) *old = __model_cancel_type;
  __model_cancel_type = type;
  return 0;
}
