// Library functions that diptych has no C for, as values: `pthread_key_create(&key, free)`. Each is a function that calls it.

import type { LibraryPart } from './part.js';

/** Before the name of a function that is used as a value. */
export const valuePrefix = 'v_';

const result = (type: string, name: string, parameters: string, args: string): LibraryPart => [
  valuePrefix + name,
  `${type} N(${parameters}) { ${type === 'void' ? '' : 'return '}${name}(${args}); }`,
];

/** Of one argument. */
const one = (type: string, parameter: string, names: readonly string[]): LibraryPart[] =>
  names.map((name) => result(type, name, `${parameter} a`, 'a'));

export const functionValues: readonly LibraryPart[] = [
  ...one('void', 'void *', ['free', 'pthread_exit']),
  ...one('void', 'int', ['exit', '_exit', '_Exit', 'quick_exit']),
  ...one('void *', 'unsigned long', ['malloc']),
  ...one('int', 'unsigned', ['sleep', 'usleep']),
  ...one('int', 'int', ['putchar']),
  ...one('int', 'const char *', ['puts']),
  ...one('int', 'void *', [
    ...['lock', 'trylock', 'unlock', 'destroy'].map((op) => `pthread_mutex_${op}`),
    ...['signal', 'broadcast', 'destroy'].map((op) => `pthread_cond_${op}`),
    ...['lock', 'trylock', 'unlock', 'destroy'].map((op) => `pthread_spin_${op}`),
  ]),
  result('void', 'abort', 'void', ''),
  result('int', 'sched_yield', 'void', ''),
  result('unsigned long', 'pthread_self', 'void', ''),
  result('int', 'pthread_join', 'unsigned long a, void **b', 'a, b'),
  result('void *', 'calloc', 'unsigned long a, unsigned long b', 'a, b'),
];
