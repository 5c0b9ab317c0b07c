// Mutexes that are more than a lock: recursive, error-checking and robust ones. An object is used as the ints at its beginning: the
// holder, its depth, whether a holder died, and at glibc's place the kind.

import type { LibraryPart } from './part.js';
import { timed } from './timed.js';
import { tries } from './tries.js';

const EPERM = 1;
const EBUSY = 16;
const EINVAL = 22;
const EDEADLK = 35;
const ENOTSUP = 95;
const EOWNERDEAD = 130;
const ENOTRECOVERABLE = 131;
const thrd = { busy: 1, error: 2, timedOut: 4 } as const;

/**
 * The bits that pthread_mutexattr_settype sets. The robust bit is set by pthread_mutexattr_setrobust (library/attributes.ts has the bit).
 */
const kindBits = 3;
/** Glibc's kind that spins for a while: one without a kind. */
const adaptive = 3;
const robustBit = 1 << 5;

/** The third int of a robust mutex. `died`: its holder died. `lost`: a thread then unlocked it without making it consistent. */
const [died, lost] = [1, 2];

/** The parts that run when a robust mutex is taken, and when it is unlocked. */
export const robustTaken = 'i_robust_taken';
export const robustLeaves = 'i_robust_leaves';

/** Robust mutexes a thread may hold at a time. */
const mostHeld = 4;

const operations = (
  prefix: string,
  busy: number,
  notOwner: number,
  robust: boolean,
): readonly LibraryPart[] => {
  const taken = robust ? 'return robust ? __lib_i_robust_taken(m) : 0;' : 'return 0;';
  const [kindOf, isRobust] = robust
    ? [`((int *)m)[4] & ${kindBits}`, `, robust = ((int *)m)[4] & ${robustBit}`]
    : ['((int *)m)[4]', ''];
  return [
    [
      `${prefix}_lock`,
      `int N(void *m) {
        int kind = ${kindOf}, self = __diptych_self()${isRobust};
        if (kind != 0 && __atomic_load_n((int *)m, 0) == self) {
          if (kind != 1) return ${EDEADLK};
          ((int *)m)[1] = ((int *)m)[1] + 1;
          return 0;
        }
        __diptych_take((int *)m, 0, 0, 0, self);
        if (kind == 1) ((int *)m)[1] = 1;
        ${taken}
      }`,
    ],
    [
      `${prefix}_trylock`,
      `int N(void *m) {
        int kind = ${kindOf}, self = __diptych_self()${isRobust};
        if (kind == 1 && __atomic_load_n((int *)m, 0) == self) {
          ((int *)m)[1] = ((int *)m)[1] + 1;
          return 0;
        }
        ${robust ? `if (robust && kind == 2 && __atomic_load_n((int *)m, 0) == self) return ${EDEADLK};` : ''}
        if (${tries('m', '==', '0', '=', 'self', 'acquire')} != 0) return ${busy};
        if (kind == 1) ((int *)m)[1] = 1;
        ${taken}
      }`,
    ],
    [
      `${prefix}_unlock`,
      `int N(void *m) {
        int kind = ${kindOf}, self = __diptych_self()${isRobust};
        if ((kind != 0${robust ? ' || robust' : ''}) && __atomic_load_n((int *)m, 0) != self) return ${notOwner};
        if (kind == 1) {
          int count = ((int *)m)[1] - 1;
          ((int *)m)[1] = count;
          if (count != 0) return 0;
        }
        ${robust ? 'if (robust) __lib_i_robust_leaves(m);' : ''}
        __diptych_give_back((int *)m, self);
        return 0;
      }`,
    ],
  ];
};

const initial = (kind: string, robust: boolean): string => `((int *)m)[0] = 0;
  ((int *)m)[1] = 0;
  ${robust ? '((int *)m)[2] = 0;' : ''}
  ((int *)m)[4] = ${kind};
  return 0;`;

const kinds = (robust: boolean): readonly LibraryPart[] => [
  ...operations('pthread_mutex', EBUSY, EPERM, robust),
  ...operations('mtx', thrd.busy, thrd.error, robust),
  [
    'mtx_timedlock',
    () => `int N(void *m, const void *t) {
      int r = __lib_mtx_trylock(m);
      return r != ${thrd.busy} ? r : __lib_i_is_time(t) ? ${thrd.timedOut} : ${thrd.error};
    }`,
  ],
  [
    'pthread_mutex_init',
    () => `int N(void *m, const void *a) {
      int given = a ? *(const int *)a : 0, kind = given & ${kindBits};
      ${robust ? `if (given & ${robustBit} && (given >> 2 & 3) == 2) return ${ENOTSUP};` : ''}
      if (kind == ${adaptive}) kind = 0;
      ${initial(robust ? `kind | (given & ${robustBit})` : 'kind', robust)}
    }`,
  ],
  ['mtx_init', `int N(void *m, int kind) { ${initial('kind & 1', robust)} }`],
  [
    'pthread_mutexattr_settype',
    () => `int N(void *a, int kind) {
      if (kind < 0 || kind > 3) return ${EINVAL};
      *(int *)a = (*(int *)a & ~${kindBits}) | kind;
      return 0;
    }`,
  ],
  ...timed('pthread_mutex_timedlock', {
    tries: '__lib_pthread_mutex_trylock(o)',
    busy: EBUSY,
    before: `if (((int *)o)[4] & 2 && __atomic_load_n((int *)o, 0) == __diptych_self()) return ${EDEADLK};`,
  }),
];

/** Of a program that has recursive or error-checking mutexes. */
export const mutexesWithKinds: readonly LibraryPart[] = kinds(false);

/**
 * For programs with robust mutexes. A thread knows those it holds. When it ends it gives them back, and marks that their holder died. A
 * thread that takes such a mutex is told.
 */
export const robustMutexes: readonly LibraryPart[] = [
  ...kinds(true),
  ['i_robust_held', `_Thread_local void *N[${mostHeld}];`],
  [
    robustTaken,
    () => `int N(void *m) {
      int k = 0;
      if (((int *)m)[2] == ${lost}) {
        __diptych_give_back((int *)m, __diptych_self());
        return ${ENOTRECOVERABLE};
      }
      while (k < ${mostHeld} - 1 && __lib_i_robust_held[k] != 0) k++;
      if (__lib_i_robust_held[k] != 0) __diptych_limit("${mostHeld} robust mutexes that one thread holds");
      __lib_i_robust_held[k] = m;
      return ((int *)m)[2] == ${died} ? ${EOWNERDEAD} : 0;
    }`,
  ],
  [
    robustLeaves,
    () => `void N(void *m) {
      if (((int *)m)[2] == ${died}) ((int *)m)[2] = ${lost};
      for (int k = 0; k < ${mostHeld}; k++)
        if (__lib_i_robust_held[k] == m) __lib_i_robust_held[k] = 0;
    }`,
  ],
  [
    'pthread_mutex_consistent',
    () => `int N(void *m) {
      if (!(((int *)m)[4] & ${robustBit}) || __atomic_load_n((int *)m, 0) != __diptych_self() || ((int *)m)[2] != ${died}) return ${EINVAL};
      ((int *)m)[2] = 0;
      return 0;
    }`,
  ],
  ['pthread_mutex_consistent_np', 'int N(void *m) { return __lib_pthread_mutex_consistent(m); }'],
  [
    'i_robust_dies',
    () => `void N(void) {
      for (int k = 0; k < ${mostHeld}; k++)
        if (__lib_i_robust_held[k] != 0) {
          ((int *)__lib_i_robust_held[k])[2] = ${died};
          __diptych_give_back((int *)__lib_i_robust_held[k], __diptych_self());
        }
    }`,
  ],
];
