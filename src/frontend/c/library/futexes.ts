// syscall(SYS_futex, ...), as C: the results of the kernel (kernel/futex/syscalls.c). lower/threads/futexes.ts says whether a thread
// sleeps, and which threads are woken.

import type { LibraryPart } from './part.js';

const EAGAIN = 11;
const EINVAL = 22;
const ETIMEDOUT = 110;

/** FUTEX_WAIT, FUTEX_WAKE and those of them that name bits, of which only all are known. */
const [wait, wake, waitBits, wakeBits] = [0, 1, 9, 10];
/** FUTEX_PRIVATE_FLAG: no other process takes part anyway. FUTEX_CLOCK_REALTIME says which clock tells the time. */
const flags = 128 | 256;

export const futexes: readonly LibraryPart[] = [
  [
    'i_futex',
    `int N(void *word, int operation, int value, const void *time, int bits) {
      int what = operation & ${~flags};
      if (what == ${waitBits} || what == ${wakeBits}) {
        if (bits == 0) return __lib_i_fail(${EINVAL});
        if (bits != -1) __diptych_unknown_futex();
      }
      if (what == ${wake} || what == ${wakeBits})
        return __diptych_futex_wake(word, value < 1 ? 1 : value);
      if (what == ${wait} || what == ${waitBits}) {
        if (time) {
          if (!__lib_i_is_pause(time)) return __lib_i_fail(${EINVAL});
          if (__diptych_choose(2))
            return __lib_i_fail(__atomic_load_n((int *)word, 5) == value ? ${ETIMEDOUT} : ${EAGAIN});
          return __diptych_futex_wait((int *)word, value, 1) ? 0 : __lib_i_fail(${EAGAIN});
        }
        return __diptych_futex_wait((int *)word, value, 0) ? 0 : __lib_i_fail(${EAGAIN});
      }
      __diptych_unknown_futex();
      return 0;
    }`,
  ],
];
