// Joins that do not wait, or not for ever: a thread that has ended says so (lower/threads/cancellation.ts), and one that has is joined.

import { hasEnded } from './cancellation.js';
import type { LibraryPart } from './part.js';

const EBUSY = 16;
const EINVAL = 22;
const EDEADLK = 35;
const ETIMEDOUT = 110;

/** Where it is, threads note their end. */
export const looksForEnd = 'i_has_ended';

const late = `if (__diptych_thread(thread) == __diptych_self() - 1) return ${EDEADLK};
      return __lib_i_is_time(t) ? ${ETIMEDOUT} : ${EINVAL};`;
const joined = `if (__lib_${looksForEnd}(thread)) return pthread_join(thread, result);`;

export const joins: readonly LibraryPart[] = [
  [
    looksForEnd,
    `int N(unsigned long thread) { return (__diptych_cancel_state_of(__diptych_thread(thread)) & ${hasEnded}) != 0; }`,
  ],
  ['pthread_tryjoin_np', `int N(unsigned long thread, void **result) { ${joined} return ${EBUSY}; }`],
  [
    'pthread_timedjoin_np',
    `int N(unsigned long thread, void **result, const void *t) {
      if (!t) return pthread_join(thread, result);
      ${joined} ${late}
    }`,
  ],
  [
    'pthread_clockjoin_np',
    `int N(unsigned long thread, void **result, int clock, const void *t) {
      if (!__lib_i_is_clock(clock)) return ${EINVAL};
      if (!t) return pthread_join(thread, result);
      ${joined} ${late}
    }`,
  ],
];
