// Values that each thread keeps under a key. Keys count from 0; a thread's values are thread-local, the destructors shared. POSIX
// has 1024 keys; a program that creates more than are looked at is cut there, like a loop at its bound.

import type { LibraryPart } from './part.js';

/** Keys a program may have, and one that creates them in a loop. */
const few = 8;
const many = 32;

/** A program that creates keys in a loop mentions this name. */
export const manyKeys = 'i_many_keys';

const create = (name: string, most: number): LibraryPart => [
  name,
  `int N(unsigned *key, void (*destructor)(void *)) {
    int k = __atomic_fetch_add(&__lib_i_key_count, 1, 0);
    if (k >= ${most}) __diptych_limit("${most} keys");
    __lib_i_destructors[k] = destructor;
    __atomic_store_n(&__lib_i_keys[k], 1, 0);
    *key = k;
    return 0;
  }`,
];

/** Neither one that was never created nor one that was deleted. */
const isKey = (most: number): string =>
  `__diptych_misuse(key < ${most} && __atomic_load_n(&__lib_i_keys[key], 0), "a key that was never created, or was deleted");`;

const set = (name: string, most: number): LibraryPart => [
  name,
  `int N(unsigned key, const void *value) {
    ${isKey(most)}
    __lib_i_values[key] = (void *)value;
    return 0;
  }`,
];

const get = (name: string, most: number): LibraryPart => [
  name,
  `void *N(unsigned key) {
    ${isKey(most)}
    return __lib_i_values[key];
  }`,
];

/** `ends`: the bound that the loop over all keys checks before each round. */
const keysUpTo = (most: number, ends: string): readonly LibraryPart[] => [
  ['i_key_count', 'int N;'],
  ['i_destructors', `void (*N[${most}])(void *);`],
  ['i_keys', `char N[${most}];`],
  ['i_values', `_Thread_local void *N[${most}];`],
  create('pthread_key_create', most),
  create('tss_create', most),
  set('pthread_setspecific', most),
  set('tss_set', most),
  get('pthread_getspecific', most),
  get('tss_get', most),
  [
    'i_delete_key',
    `void N(unsigned key) {
      ${isKey(most)}
      __lib_i_destructors[key] = 0;
      __atomic_store_n(&__lib_i_keys[key], 0, 0);
    }`,
  ],
  ['pthread_key_delete', 'int N(unsigned key) { __lib_i_delete_key(key); return 0; }'],
  ['tss_delete', 'void N(unsigned key) { __lib_i_delete_key(key); }'],
  [
    'i_destroy_values',
    `void N(void) {
      int rounds = 0, again;
      do {
        again = 0;
        for (int k = 0; k < ${ends}; k++) {
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

export const keys: readonly LibraryPart[] = keysUpTo(few, `${few}`);

export const keysInLoops: readonly LibraryPart[] = [
  [manyKeys, 'int N(void) { return __atomic_load_n(&__lib_i_key_count, 5); }'],
  ...keysUpTo(many, `__lib_${manyKeys}()`),
];
