// A program's requests to the scheduler. Every interleaving is explored whatever the program requests. A change may not be allowed. After
// it, the answers are any policy and priority.

import { looksForEnd } from './joins.js';
import type { LibraryPart } from './part.js';

const EPERM = 1;
const ESRCH = 3;
const EINVAL = 22;

/** Policies are SCHED_OTHER (0), SCHED_FIFO, SCHED_RR, SCHED_BATCH (3) and SCHED_IDLE (5), of which FIFO and RR have priorities. */
const wrong =
  'policy == 1 || policy == 2 ? *(const int *)p < 1 || *(const int *)p > 99 : (policy != 0 && policy != 3 && policy != 5) || *(const int *)p != 0';

/** The answers of the scheduler: the policies of a `thread` and of a `process`, and the priority if the policy is that `now`. */
const asking = (ofThread: string, ofProcess: string, priority: string): readonly LibraryPart[] => [
  ['i_policy', `int N(int process) { return ${ofProcess}; }`],
  [
    'pthread_getschedparam',
    `int N(unsigned long thread, int *policy, void *p) {
      int now = ${ofThread};
      *policy = now;
      *(int *)p = ${priority};
      return 0;
    }`,
  ],
  ['sched_getscheduler', 'int N(int process) { return __lib_i_policy(process); }'],
  [
    'sched_getparam',
    `int N(int process, void *p) { int now = __lib_i_policy(process); *(int *)p = ${priority}; return 0; }`,
  ],
];

export const scheduling: readonly LibraryPart[] = [
  ...[
    ['and', '&'],
    ['or', '|'],
    ['xor', '^'],
  ].map(
    ([name, op]): LibraryPart => [
      `i_bits_${name}`,
      `void N(unsigned long *to, const unsigned long *a, const unsigned long *b, int words) {
        for (int k = 0; k < words; k++) to[k] = a[k] ${op} b[k];
      }`,
    ],
  ),
  ...asking('0', '0', '0'),
  [
    'pthread_setschedparam',
    `int N(unsigned long thread, int policy, const void *p) {
      if (${wrong}) return ${EINVAL};
      return __diptych_choose(2) ? ${EPERM} : 0;
    }`,
  ],
  [
    'sched_setscheduler',
    `int N(int process, int policy, const void *p) {
      if (${wrong}) return __lib_i_fail(${EINVAL});
      return __diptych_choose(2) ? __lib_i_fail(${EPERM}) : 0;
    }`,
  ],
  [
    'sched_setparam',
    `int N(int process, const void *p) {
      if (*(const int *)p < 0 || *(const int *)p > 99) return __lib_i_fail(${EINVAL});
      return __diptych_choose(2) ? __lib_i_fail(${EPERM}) : 0;
    }`,
  ],
  // a name of more than 15 characters is none (ERANGE)
  [
    'i_setname',
    'int N(const char *name) { int k = 0; while (k < 16 && name[k]) k++; return k < 16 ? 0 : 34; }',
  ],
  [
    'pthread_getcpuclockid',
    `int N(unsigned long thread, int *clock) {
      if (__lib_${looksForEnd}(thread)) return ${ESRCH};
      *clock = 3;
      return 0;
    }`,
  ],
];

const anyPolicy = '__diptych_choose(3)';
const anyPriority = 'now == 0 ? 0 : 1 + __diptych_choose(99)';

/** In programs that change something. */
export const changedScheduling: readonly LibraryPart[] = asking(anyPolicy, anyPolicy, anyPriority);

export const schedulingChanges: readonly string[] = [
  'pthread_setschedparam',
  'pthread_setschedprio',
  'sched_setscheduler',
  'sched_setparam',
];

/** For programs that only set how threads other than main begin, without inheriting from their creator. */
export const givenScheduling: readonly LibraryPart[] = asking(
  `__diptych_thread(thread) == 0 ? 0 : ${anyPolicy}`,
  `__diptych_self() == 1 || process == __lib_getpid() ? 0 : ${anyPolicy}`,
  anyPriority,
);

export const schedulingGiven: readonly string[] = [
  'pthread_attr_setschedpolicy',
  'pthread_attr_setschedparam',
];
