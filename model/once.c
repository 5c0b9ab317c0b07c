/*
 * What is done once. 0: not yet, 1: a thread does it, 2: done. A call that finds it done is a plain load. A thread that is cancelled while
 * it runs the function leaves it as if it had never begun.
 */
#include <threads.h>

#include "include/objects.h"

enum { MODEL_NOT_YET, MODEL_DOING, MODEL_DONE };

static void __model_once_again(void *once) { __atomic_exchange_n((int *)once, MODEL_NOT_YET, __ATOMIC_SEQ_CST); }

static void __model_once(int *once, void (*f)(void)) {
  int before;
  while ((before = __diptych_try_change(once, DIPTYCH_EQ, MODEL_NOT_YET, DIPTYCH_SET, MODEL_DOING, __ATOMIC_ACQUIRE)) == MODEL_DOING) {
    if (!__model_may_be_cancelled()) {
      __diptych_await(once, DIPTYCH_EQ, MODEL_DONE, __ATOMIC_ACQUIRE, once, "%p");
      return;
    }
    __diptych_await(once, DIPTYCH_NE, MODEL_DOING, __ATOMIC_ACQUIRE, once, "%p");
  }
  if (before == MODEL_DONE) {
    __atomic_thread_fence(__ATOMIC_ACQUIRE);
    return;
  }
  __diptych_changes(&__model_cleanups);
  struct model_cleanup cleanup = {__model_cleanups, __model_once_again, once, 0};
  __model_cleanups = &cleanup;
  f();
  __model_cleanups = cleanup.previous;
  __atomic_store_n(once, MODEL_DONE, __ATOMIC_RELEASE);
  /* the call that wakes the threads that wait */
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

int pthread_once(pthread_once_t *once, void (*f)(void)) {
  __model_once(once, f);
  return 0;
}

void call_once(once_flag *once, void (*f)(void)) { __model_once((int *)once, f); }
