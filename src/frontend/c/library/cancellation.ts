// Cancelling threads, for programs that do. A thread's cell holds 1 if it is cancelled, and 2 while it does not let itself be cancelled.
// The thread acts on it in the functions that POSIX calls cancellation points, never elsewhere (deferred cancellation). A waiting thread
// must notice that it is cancelled. So it looks again and again for a semaphore and for the end of a thread. A waiter for a condition is
// woken (lower/threads/cancellation.ts). main is cancelled in programs that ask for a thread's own name.

import type { LibraryPart } from './part.js';

/** The bit that the cell of a thread that has ended holds beside. */
export const hasEnded = 8;

/** Ends the thread if it is cancelled; whether it is, and lets itself be; what stands before a join. */
export const cancellationPoint = 'pthread_testcancel';
export const isCancelled = 'i_cancelled';
export const beforeJoin = 'i_before_join';

/** Ends the thread if it is cancelled, or lets it go on. */
export const perhapsPoint = 'i_perhaps_point';

const point = (name: string, parameters: string): LibraryPart => [
  name,
  `int N(${parameters}) { __lib_pthread_testcancel(); return 0; }`,
];

/** A thread's requests about its own cancellation: in programs that cancel, and in those that do not. */
const cancelType = (atOnce: string): readonly LibraryPart[] => [
  ['i_cancel_type', '_Thread_local int N;'],
  [
    'pthread_setcanceltype',
    `int N(int type, int *old) {
      if (type != 0 && type != 1) return 22;
      ${atOnce}
      if (old) *old = __lib_i_cancel_type;
      __lib_i_cancel_type = type;
      return 0;
    }`,
  ],
];

export const ownCancelState: readonly LibraryPart[] = [
  ...cancelType(''),
  ['i_cancel_state', '_Thread_local int N;'],
  [
    'pthread_setcancelstate',
    `int N(int state, int *old) {
      if (state != 0 && state != 1) return 22;
      if (old) *old = __lib_i_cancel_state;
      __lib_i_cancel_state = state;
      return 0;
    }`,
  ],
];

const sharedCancelState: readonly LibraryPart[] = [
  ...cancelType('if (type == 1) __diptych_cancel_asynchronously();'),
  [
    'pthread_setcancelstate',
    `int N(int state, int *old) {
      int before;
      if (state != 0 && state != 1) return 22;
      before = state ? __diptych_cancel_or(__diptych_self() - 1, 2) : __diptych_cancel_and(__diptych_self() - 1, 1);
      if (old) *old = before >> 1 & 1;
      return 0;
    }`,
  ],
];

/**
 * If the thread that runs the function of pthread_once is cancelled, the call counts as never begun. The cell holds -1 while a thread runs
 * the function.
 */
export const onceAgain: readonly LibraryPart[] = [
  ['i_once_again', 'void N(void *o) { __atomic_exchange_n((int *)o, 0, 5); }'],
  [
    'pthread_once',
    `int N(void *o, void (*f)(void)) {
      int old;
      do {
        old = __atomic_load_n((int *)o, 2);
        if (old != 2) old = __sync_val_compare_and_swap((int *)o, 0, -1);
        if (old == -1) __diptych_await((int *)o, 1, 0);
      } while (old == -1);
      if (old == 0) {
        __diptych_cleanup_push(__lib_i_once_again, o);
        f();
        __diptych_cleanup_pop(0);
        __atomic_exchange_n((int *)o, 2, 5);
      }
      return 0;
    }`,
  ],
];

const cancel: LibraryPart = [
  'pthread_cancel',
  `int N(unsigned long thread) {
    int of = __diptych_used_thread(thread);
    if ((__diptych_cancel_or(of, 1) & 2) == 0) __diptych_cancel_wake(of);
    return 0;
  }`,
];

/** There where main may be cancelled. */
export const cancelsMain = 'i_cancels_main';

/** For programs in which main has a name. */
export const mainCancellation: readonly LibraryPart[] = [
  [cancelsMain, 'void N(void) { }'],
  [isCancelled, 'int N(void) { return (__diptych_cancel_state() & 3) == 1; }'],
];

export const cancellation: readonly LibraryPart[] = [
  ...sharedCancelState,
  [isCancelled, 'int N(void) { return __diptych_self() != 1 && (__diptych_cancel_state() & 3) == 1; }'],
  [
    cancellationPoint,
    `void N(void) {
      if (!__lib_i_cancelled()) return;
      __diptych_cancel_or(__diptych_self() - 1, 2);
      pthread_exit((void *)-1);
    }`,
  ],
  [
    perhapsPoint,
    'void N(void) { if (__lib_i_cancelled() && __diptych_choose(2)) __lib_pthread_testcancel(); }',
  ],
  cancel,
  point('sleep', 'unsigned seconds'),
  point('usleep', 'unsigned microseconds'),
  [
    'sem_wait',
    `int N(void *s) {
      int v;
      do {
        __lib_pthread_testcancel();
        v = __atomic_load_n((int *)s, 0);
      } while (v <= 0 || !__sync_bool_compare_and_swap((int *)s, v, v - 1));
      return 0;
    }`,
  ],
  [
    beforeJoin,
    `void N(unsigned long thread) {
      do __lib_pthread_testcancel();
      while (!(__diptych_cancel_state_of(thread) & ${hasEnded}));
    }`,
  ],
];
