// Attributes. Those of threads are seven ints and the address of a stack, all others are bits of one int. They are at least as large in
// glibc. Only the program looks at them, except for the kinds of mutexes.

import type { LibraryPart } from './part.js';

const EINVAL = 22;
const ENOTSUP = 95;
const leastStack = 16384;

const attribute = (name: string): readonly LibraryPart[] => [
  [`pthread_${name}_init`, 'int N(void *a) { *(int *)a = 0; return 0; }'],
  [`pthread_${name}_destroy`, 'int N(void *a) { return 0; }'],
];

/** Some bits of the int, from `low` on: values up to `most`, `least` of which is there without being set. */
const part = (
  prefix: string,
  suffix: string,
  low: number,
  most: number,
  least = 0,
): readonly LibraryPart[] => {
  const mask = 2 ** Math.ceil(Math.log2(most - least + 1)) - 1;
  return [
    [
      `${prefix}_set${suffix}`,
      `int N(void *a, int v) {
        if (v < ${least} || v > ${most}) return ${EINVAL};
        *(int *)a = (*(int *)a & ~(${mask} << ${low})) | (v - ${least}) << ${low};
        return 0;
      }`,
    ],
    [
      `${prefix}_get${suffix}`,
      `int N(const void *a, int *v) { *v = (*(const int *)a >> ${low} & ${mask}) + ${least}; return 0; }`,
    ],
  ];
};

/** A number of a thread's attributes, as a value of the type; `wrong` says which values are refused, and how. */
const field = (
  suffix: string,
  index: number,
  type: string,
  wrong: readonly (readonly [values: string, code: number])[] = [],
): readonly LibraryPart[] => [
  [
    `pthread_attr_set${suffix}`,
    `int N(void *a, ${type} v) {
      ${wrong.map(([values, code]) => `if (${values}) return ${code};`).join(' ')}
      ((int *)a)[${index}] = v;
      return 0;
    }`,
  ],
  [
    `pthread_attr_get${suffix}`,
    `int N(const void *a, ${type} *v) { *v = ((const int *)a)[${index}]; return 0; }`,
  ],
];

const notOneOfTwo = [['v != 0 && v != 1', EINVAL]] as const;

export const attributes: readonly LibraryPart[] = [
  ...['mutexattr', 'condattr', 'rwlockattr', 'barrierattr'].flatMap(attribute),
  ...['mutexattr', 'condattr', 'rwlockattr', 'barrierattr'].flatMap((name) =>
    part(`pthread_${name}`, 'pshared', 4, 1),
  ),
  ['pthread_mutexattr_gettype', 'int N(const void *a, int *kind) { *kind = *(const int *)a & 3; return 0; }'],
  ...part('pthread_mutexattr', 'protocol', 2, 2),
  ...part('pthread_mutexattr', 'robust', 5, 1),
  ...part('pthread_mutexattr', 'robust_np', 5, 1),
  ...part('pthread_mutexattr', 'prioceiling', 8, 99, 1),
  ...part('pthread_mutexattr', 'policy_np', 16, 15),
  ...part('pthread_condattr', 'clock', 8, 1),
  ...part('pthread_rwlockattr', 'kind_np', 8, 2),
  [
    'pthread_attr_init',
    `int N(void *a) {
      ((int *)a)[0] = 0;
      ((int *)a)[1] = 8388608;
      ((int *)a)[2] = 4096;
      ((int *)a)[3] = 0;
      ((int *)a)[4] = 0;
      ((int *)a)[5] = 0;
      ((int *)a)[6] = 0;
      ((void **)a)[4] = 0;
      return 0;
    }`,
  ],
  ['pthread_attr_destroy', 'int N(void *a) { return 0; }'],
  ...field('detachstate', 0, 'int', notOneOfTwo),
  ...field('stacksize', 1, 'unsigned long', [[`v < ${leastStack}`, EINVAL]]),
  ...field('guardsize', 2, 'unsigned long'),
  ...field('scope', 3, 'int', [
    ['v == 1', ENOTSUP],
    ['v != 0', EINVAL],
  ]),
  ...field('schedpolicy', 4, 'int', [['v < 0 || v > 2', EINVAL]]),
  ...field('inheritsched', 5, 'int', notOneOfTwo),
  [
    'pthread_attr_setschedparam',
    `int N(void *a, const void *p) {
      int priority = *(const int *)p, most = ((int *)a)[4] == 0 ? 0 : 99;
      if (priority < (most != 0) || priority > most) return ${EINVAL};
      ((int *)a)[6] = priority;
      return 0;
    }`,
  ],
  [
    'pthread_attr_setstack',
    `int N(void *a, void *stack, unsigned long size) {
      if (size < ${leastStack}) return ${EINVAL};
      ((int *)a)[1] = size;
      ((void **)a)[4] = stack;
      return 0;
    }`,
  ],
  [
    'pthread_attr_getstack',
    `int N(const void *a, void **stack, unsigned long *size) {
      *stack = ((void *const *)a)[4];
      *size = ((const int *)a)[1];
      return 0;
    }`,
  ],
  // of a thread that runs: detached or not, with a stack at some address
  [
    'pthread_getattr_np',
    `int N(unsigned long thread, void *a) {
      __lib_pthread_attr_init(a);
      ((int *)a)[0] = __diptych_choose(2);
      ((void **)a)[4] = (void *)(0x7f0000000000ul + 4096ul * __diptych_choose(268435456));
      return 0;
    }`,
  ],
  [
    'pthread_attr_getschedparam',
    'int N(const void *a, void *p) { *(int *)p = ((const int *)a)[6]; return 0; }',
  ],
];
