// Semaphores that have a name, which is a literal: each has a number. Before the program begins there is none.

import type { LibraryPart } from './part.js';

const ENOENT = 2;
const EEXIST = 17;
const EINVAL = 22;
const O_CREAT = 64;
const O_EXCL = 128;
const mostOfSemaphore = 2147483647;

/** Names that a program may have. */
export const mostSemaphoreNames = 16;

/** Times that a name is taken from one semaphore and given to another. */
const mostTimes = 4;

/** Of each name: how often it was taken from its semaphore, twice, and 1 more while it has one. */
export const semaphoreNames: readonly LibraryPart[] = [
  ['i_names', `int N[${mostSemaphoreNames}];`],
  ['i_named', `int N[${mostSemaphoreNames}][${mostTimes}];`],
  [
    'i_sem_open',
    `void *N(int name, int flags, unsigned value) {
      int was;
      __VERIFIER_atomic_begin();
      was = __lib_i_names[name];
      if (was % 2 == 0 && was < ${2 * mostTimes} && (flags & ${O_CREAT}) != 0 && value <= ${mostOfSemaphore}) {
        __lib_i_names[name] = was + 1;
        __lib_i_named[name][was / 2] = value;
      }
      __VERIFIER_atomic_end();
      if (was % 2 == 1 ? (flags & ${O_CREAT + O_EXCL}) == ${O_CREAT + O_EXCL} : (flags & ${O_CREAT}) == 0 || value > ${mostOfSemaphore}) {
        __lib_i_fail(was % 2 == 1 ? ${EEXIST} : (flags & ${O_CREAT}) == 0 ? ${ENOENT} : ${EINVAL});
        return 0;
      }
      if (was >= ${2 * mostTimes}) __diptych_limit("${mostTimes} semaphores of one name");
      return &__lib_i_named[name][was / 2];
    }`,
  ],
  ['sem_close', 'int N(void *s) { return 0; }'],
  [
    'i_sem_unlink',
    `int N(int name) {
      int was;
      __VERIFIER_atomic_begin();
      was = __lib_i_names[name];
      if (was % 2 == 1) __lib_i_names[name] = was + 1;
      __VERIFIER_atomic_end();
      return was % 2 == 1 ? 0 : __lib_i_fail(${ENOENT});
    }`,
  ],
];
