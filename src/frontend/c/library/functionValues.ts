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

const variadic = (name: string, parameters: string, call: string): LibraryPart => [
  valuePrefix + name,
  `int N(${parameters}, ...) { __builtin_va_list l; __builtin_va_start(l, f); return ${call}; }`,
];

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
    ...['rdlock', 'wrlock', 'tryrdlock', 'trywrlock', 'unlock', 'destroy'].map(
      (op) => `pthread_rwlock_${op}`,
    ),
    ...['wait', 'destroy'].map((op) => `pthread_barrier_${op}`),
    ...['wait', 'trywait', 'post', 'destroy'].map((op) => `sem_${op}`),
  ]),
  // their formats are constants where they are called
  variadic('printf', 'const char *f', 'vprintf(f, l)'),
  variadic('fprintf', 'void *a, const char *f', 'vfprintf(a, f, l)'),
  variadic('sprintf', 'char *a, const char *f', 'vsprintf(a, f, l)'),
  variadic('snprintf', 'char *a, unsigned long n, const char *f', 'vsnprintf(a, n, f, l)'),
  result('void', 'abort', 'void', ''),
  result('int', 'sched_yield', 'void', ''),
  result('unsigned long', 'pthread_self', 'void', ''),
  result('int', 'pthread_join', 'unsigned long a, void **b', 'a, b'),
  result('void *', 'calloc', 'unsigned long a, unsigned long b', 'a, b'),
];
