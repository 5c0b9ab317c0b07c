// Values that each thread keeps under a key. Keys count from 1; a thread's values are thread-local, the destructors shared.

import type { LibraryPart } from './part.js';

/** Keys a program may have. */
const most = 8;

const create = (name: string, failed: number): LibraryPart => [
  name,
  `int N(unsigned *key, void (*destructor)(void *)) {
    int k = __atomic_fetch_add(&__lib_i_key_count, 1, 5);
    if (k >= ${most}) return ${failed};
    __lib_i_destructors[k] = destructor;
    *key = k;
    return 0;
  }`,
];

const set = (name: string): LibraryPart => [
  name,
  `int N(unsigned key, const void *value) {
    __diptych_misuse(key < ${most}, "a key that was never created");
    __lib_i_values[key] = (void *)value;
    return 0;
  }`,
];

const get = (name: string): LibraryPart => [
  name,
  `void *N(unsigned key) {
    __diptych_misuse(key < ${most}, "a key that was never created");
    return __lib_i_values[key];
  }`,
];

export const keys: readonly LibraryPart[] = [
  ['i_key_count', 'int N;'],
  ['i_destructors', `void (*N[${most}])(void *);`],
  ['i_values', `_Thread_local void *N[${most}];`],
  create('pthread_key_create', 11),
  create('tss_create', 2),
  set('pthread_setspecific'),
  set('tss_set'),
  get('pthread_getspecific'),
  get('tss_get'),
  ['pthread_key_delete', 'int N(unsigned key) { __lib_i_destructors[key] = 0; return 0; }'],
  ['tss_delete', 'void N(unsigned key) { __lib_i_destructors[key] = 0; }'],
  [
    'i_destroy_values',
    `void N(void) {
      int rounds = 0, again;
      do {
        again = 0;
        for (int k = 0; k < ${most}; k++) {
          void *value = __lib_i_values[k];
          if (value != 0 && __lib_i_destructors[k] != 0) {
            again = 1;
            __lib_i_values[k] = 0;
            __lib_i_destructors[k](value);
          }
        }
      } while (again && ++rounds < 4);
    }`,
  ],
];
