// Locks and other objects that threads wait for, as C. `__diptych_take(p, least, value, add, change)` waits until the int at p is the
// value, or at least the value. It changes the int in the same step. `__diptych_await` waits and only reads. Neither is a turn of a loop:
// a thread that waits does not run. strength/ says which operations are locked instructions, and which only load or store. An object is
// used as the ints at its beginning, whatever its type says, so that files that bring their own types work.

import type { LibraryPart } from './part.js';
import { timed, times } from './timed.js';
import { tries } from './tries.js';

const EBUSY = 16;
const EINVAL = 22;
const EDEADLK = 35;
const EOVERFLOW = 75;
const mostOfSemaphore = 2147483647;

const semaphores: readonly LibraryPart[] = [
  [
    'sem_init',
    `int N(void *s, int shared, unsigned value) {
      if (value > ${mostOfSemaphore}) return __lib_i_fail(${EINVAL});
      *(int *)s = value;
      return 0;
    }`,
  ],
  [
    'sem_destroy',
    `int N(void *s) {
      __diptych_misuse(*(int *)s >= 0, "sem_destroy of what is no semaphore");
      __diptych_destroy(s, 1);
      return 0;
    }`,
  ],
  ['sem_wait', 'int N(void *s) { __diptych_take((int *)s, 1, 1, 1, -1); return 0; }'],
  [
    'sem_trywait',
    `int N(void *s) { return ${tries('s', '>=', '1', '+', '-1', 'acquire')} > 0 ? 0 : __lib_i_fail(11); }`,
  ],
  ...timed('sem_timedwait', {
    tries: '__lib_sem_trywait(o)',
    busy: -1,
    timeFirst: true,
    fails: (code) => `__lib_i_fail(${code})`,
  }),
  [
    'sem_post',
    `int N(void *s) {
      int v = ${tries('s', '!=', String(mostOfSemaphore), '+', '1', 'seq_cst')};
      return v == ${mostOfSemaphore} ? __lib_i_fail(${EOVERFLOW}) : 0;
    }`,
  ],
  ['sem_getvalue', 'int N(void *s, int *v) { *v = __atomic_load_n((int *)s, 5); return 0; }'],
];

/**
 * 0: free, n: n readers, -t: held by the writer t. A thread knows how many locks it holds for reading (in the low bits) and the sum of
 * their addresses. That tells whether it holds none, or one and which.
 */
const rwlocks: readonly LibraryPart[] = [
  ['i_reading', '_Thread_local unsigned long N;'],
  ['i_asReader', 'unsigned long N(void *l) { return ((unsigned long)l << 8) + 1; }'],
  ['pthread_rwlock_init', 'int N(void *l, const void *a) { *(int *)l = 0; return 0; }'],
  [
    'pthread_rwlock_destroy',
    `int N(void *l) {
      __diptych_misuse(*(int *)l == 0, "pthread_rwlock_destroy of a lock that is held");
      __diptych_destroy(l, 1);
      return 0;
    }`,
  ],
  [
    'pthread_rwlock_rdlock',
    `int N(void *l) {
      __diptych_take((int *)l, 1, 0, 1, 1);
      __lib_i_reading += __lib_i_asReader(l);
      return 0;
    }`,
  ],
  [
    'pthread_rwlock_wrlock',
    'int N(void *l) { __diptych_take((int *)l, 0, 0, 0, -__diptych_self()); return 0; }',
  ],
  [
    'pthread_rwlock_tryrdlock',
    `int N(void *l) {
      if (${tries('l', '>=', '0', '+', '1', 'acquire')} < 0) return ${EBUSY};
      __lib_i_reading += __lib_i_asReader(l);
      return 0;
    }`,
  ],
  [
    'pthread_rwlock_trywrlock',
    `int N(void *l) { return ${tries('l', '==', '0', '=', '-__diptych_self()', 'acquire')} == 0 ? 0 : ${EBUSY}; }`,
  ],
  ...['rd', 'wr'].flatMap((which) =>
    timed(`pthread_rwlock_timed${which}lock`, {
      tries: `__lib_pthread_rwlock_try${which}lock(o)`,
      busy: EBUSY,
      before: `if (__atomic_load_n((int *)o, 0) == -__diptych_self()) return ${EDEADLK};`,
      timeFirst: true,
    }),
  ),
  [
    'pthread_rwlock_unlock',
    `int N(void *l) {
      int v, self = __diptych_self();
      __VERIFIER_atomic_begin();
      v = *(int *)l;
      if (v > 0) *(int *)l = v - 1;
      else if (v == -self) *(int *)l = 0;
      __VERIFIER_atomic_end();
      __diptych_misuse(v != 0, "pthread_rwlock_unlock of a lock that nobody holds");
      __diptych_misuse(v > 0 || v == -self, "pthread_rwlock_unlock of a lock that another thread holds for writing");
      if (v > 0) {
        unsigned long held = __lib_i_reading;
        __diptych_misuse((held & 255) > 1 || held == __lib_i_asReader(l), "pthread_rwlock_unlock of a lock that only other threads hold");
        __lib_i_reading = held - __lib_i_asReader(l);
      }
      return 0;
    }`,
  ],
];

/**
 * The number of threads that have come, and the number that make a round: 0 for an invalid barrier. The last thread to come is the serial
 * thread, as in glibc. A thread that has left may destroy the barrier while others are about to leave, so destroying it waits for them.
 */
const barriers: readonly LibraryPart[] = [
  [
    'pthread_barrier_init',
    `int N(void *b, const void *a, unsigned count) {
      if (count == 0 || count > 2147483647) return ${EINVAL};
      ((int *)b)[0] = 0;
      ((int *)b)[1] = count;
      return 0;
    }`,
  ],
  [
    'pthread_barrier_wait',
    `int N(void *b) {
      int count = ((int *)b)[1], come, last;
      __diptych_misuse(count != 0, "pthread_barrier_wait at a barrier that is not initialised");
      __diptych_comes(b);
      come = __atomic_add_fetch((int *)b, 1, 5);
      last = come + (count - come % count) % count;
      if (come != last) __diptych_await((int *)b, 1, last);
      __diptych_leaves(b);
      return come == last ? -1 : 0;
    }`,
  ],
  [
    'pthread_barrier_destroy',
    `int N(void *b) {
      int count = ((int *)b)[1];
      __diptych_misuse(count != 0, "pthread_barrier_destroy of a barrier that is not initialised");
      __diptych_misuse(((int *)b)[0] % count == 0, "pthread_barrier_destroy while threads wait at the barrier");
      __diptych_all_left(b);
      __diptych_destroy(b, 2);
      return 0;
    }`,
  ],
];

/**
 * The barrier of ThreadSanitizer's own tests, which orders the steps of threads and synchronises nothing. Its upper half holds how many
 * threads make a round, its lower half how many have come.
 */
const unseenBarriers: readonly LibraryPart[] = [
  [
    '__tsan_testonly_barrier_init',
    'void N(unsigned long long *b, unsigned count) { *b = (unsigned long long)count << 32; }',
  ],
  [
    '__tsan_testonly_barrier_wait',
    `void N(unsigned long long *b) {
      unsigned long long old = __atomic_fetch_add(b, 1, 0);
      unsigned count = old >> 32, come = (unsigned)old + 1, last = come + (count - come % count) % count;
      while ((unsigned)__atomic_load_n(b, 0) < last);
    }`,
  ],
];

/** 0: not yet, 1: being done, 2: done. Glibc looks first whether it is done; only if it is not, there is a locked instruction. */
const once = (name: string, result: string): LibraryPart => [
  name,
  `${result === '' ? 'void' : 'int'} N(void *o, void (*f)(void)) {
    int old = __atomic_load_n((int *)o, 2);
    if (old != 2) old = __sync_val_compare_and_swap((int *)o, 0, 1);
    if (old == 0) {
      f();
      __atomic_exchange_n((int *)o, 2, 5);
    } else if (old == 1) __diptych_await((int *)o, 0, 2);
    return ${result};
  }`,
];

const destroy = (name: string): LibraryPart => [
  name,
  `int N(void *m) {
    __diptych_misuse(*(int *)m == 0, "${name} of a lock that is held");
    __diptych_destroy(m, 1);
    return 0;
  }`,
];

/** The only unlock that is a plain store, which releases. No other thread writes the lock meanwhile. */
const spinUnlock: LibraryPart = [
  'pthread_spin_unlock',
  `int N(void *l) {
    int v = __atomic_load_n((int *)l, 0);
    __diptych_misuse(v != 0, "pthread_spin_unlock of a lock that no thread holds");
    __diptych_misuse(v == __diptych_self(), "pthread_spin_unlock of a lock that another thread holds");
    __atomic_store_n((int *)l, 0, 3);
    return 0;
  }`,
];

/** Any time: the value of a clock is not known. */
const clocks: readonly LibraryPart[] = [
  ['time', 'long N(long *t) { long now = __diptych_choose(2147483647); if (t) *t = now; return now; }'],
  ['clock', 'long N(void) { return __diptych_choose(2147483647); }'],
  [
    'clock_gettime',
    `int N(int clock, void *t) {
      if (!__lib_i_is_any_clock(clock)) return __lib_i_fail(${EINVAL});
      ((long *)t)[0] = __diptych_choose(2147483647);
      ((long *)t)[1] = __diptych_choose(1000000000);
      return 0;
    }`,
  ],
  [
    'gettimeofday',
    'int N(void *t, void *zone) { ((long *)t)[0] = __diptych_choose(2147483647); ((long *)t)[1] = __diptych_choose(1000000); return 0; }',
  ],
  [
    'timespec_get',
    `int N(void *t, int base) {
      if (base != 1) return 0;
      ((long *)t)[0] = __diptych_choose(2147483647);
      ((long *)t)[1] = __diptych_choose(1000000000);
      return base;
    }`,
  ],
];

export const locks: readonly LibraryPart[] = [
  ...clocks,
  ...times,
  ...timed('pthread_mutex_timedlock', { tries: 'pthread_mutex_trylock(o)', busy: EBUSY }),
  [
    'mtx_timedlock',
    'int N(void *m, const void *t) { int r = mtx_trylock(m); return r != 1 ? r : __lib_i_is_time(t) ? 4 : 2; }',
  ],
  destroy('pthread_mutex_destroy'),
  destroy('pthread_spin_destroy'),
  spinUnlock,
  // the kernel's looks before it tries
  [
    'i_spin_trylock',
    `int N(void *l) { return ${tries('l', '==', '0', '=', '__diptych_self()', 'acquire')} == 0; }`,
  ],
  // C does not forbid destroying a mutex that is held (C11 7.26.4.1)
  [
    'mtx_destroy',
    'void N(void *m) { __diptych_misuse(*(int *)m >= 0, "mtx_destroy of what is no mutex"); __diptych_destroy(m, 1); }',
  ],
  ...semaphores,
  ...rwlocks,
  ...barriers,
  ...unseenBarriers,
  once('pthread_once', '0'),
  once('call_once', ''),
  ['i_fail', 'int N(int code) { __lib_errno = code; return -1; }'],
  ['errno', '_Thread_local int N;'],
  ['__errno_location', 'int *N(void) { return &__lib_errno; }'],
];
