// Functions of the library that are refused, each with a hint.

import { unsupported } from '../../diagnostics.js';
import { entry, type Library } from './table.js';

const refusals: readonly (readonly [hint: string, ...names: string[]])[] = [
  ['one process is checked', 'fork', 'vfork', 'wait', 'waitpid', 'shm_open'],
  ['signals reach handlers and threads that wait for them', 'signalfd'],
  ['read and fread, of one buffer, read any bytes; __VERIFIER_nondet_int() is any int', 'readv'],
  ['files are not modelled', 'freopen', 'ioctl'],
  ['communication between threads through it is not modelled', 'eventfd', 'mkfifo'],
  ['long doubles are not read from text', 'strtold'],
  [
    'of the functions on floating-point numbers, diptych knows those that compare, round and scale, the square root, and powers of whole numbers',
    ...'cbrt exp exp2 log log2 log10 sin cos tan asin acos atan atan2 sinh cosh tanh hypot fma'.split(' '),
  ],
];

export const refused: Library = new Map(
  refusals.flatMap(([hint, ...names]) =>
    names.map((name) =>
      entry(name, [0, Number.POSITIVE_INFINITY], (call) => unsupported(name, call.at, hint)),
    ),
  ),
);
