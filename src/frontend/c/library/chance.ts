// Numbers of chance, as C: any that the function may return.

import type { LibraryPart } from './part.js';

const EIO = 5;
const EAGAIN = 11;
const EINVAL = 22;

/** 0 to 2^31 - 1. */
const positive = '__diptych_choose(2147483648)';
const signed = '__VERIFIER_nondet_int()';
/** Multiples of 2^-48 below 1. */
const fraction = '(__diptych_choose(16777216) * 16777216l + __diptych_choose(16777216)) * 0x1p-48';

const bytes =
  'for (unsigned long i = 0; i < size; i++) ((unsigned char *)buffer)[i] = __diptych_choose(256);';

export const chance: readonly LibraryPart[] = [
  ['rand_r', `int N(unsigned *seed) { return ${positive}; }`],
  ['lrand48', `long N(void) { return ${positive}; }`],
  ['nrand48', `long N(unsigned short *state) { return ${positive}; }`],
  ['mrand48', `long N(void) { return ${signed}; }`],
  ['jrand48', `long N(unsigned short *state) { return ${signed}; }`],
  ['drand48', `double N(void) { return ${fraction}; }`],
  ['erand48', `double N(unsigned short *state) { return ${fraction}; }`],
  ['srand48', 'void N(long seed) { }'],
  ['arc4random', 'unsigned N(void) { return __VERIFIER_nondet_uint(); }'],
  [
    'arc4random_uniform',
    'unsigned N(unsigned below) { return below < 2 ? 0 : __VERIFIER_nondet_uint() % below; }',
  ],
  ['arc4random_buf', `void N(void *buffer, unsigned long size) { ${bytes} }`],
  // GRND_NONBLOCK, GRND_RANDOM and GRND_INSECURE; only the first may find nothing
  [
    'getrandom',
    `long N(void *buffer, unsigned long size, unsigned flags) {
      if (flags > 7 || (flags & 6) == 6) return __lib_i_fail(${EINVAL});
      if ((flags & 1) && __diptych_choose(2)) return __lib_i_fail(${EAGAIN});
      ${bytes}
      return size;
    }`,
  ],
  [
    'getentropy',
    `int N(void *buffer, unsigned long size) { if (size > 256) return __lib_i_fail(${EIO}); ${bytes} return 0; }`,
  ],
];
