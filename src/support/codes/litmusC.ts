// Litmus tests in C. The C dialect of litmus files, docs/language.md.

import type { CodeSection } from './section.js';

export const litmusCCodes = {
  title: 'Litmus tests in C',
  about: 'The C dialect of litmus files, docs/language.md.',
  codes: {
    'bad-expression': ['This expression has no value here.', 'r = "text";'],
    'bad-assignment': ['The left side must be a variable, *p or p[i].', '1 = x;'],
    'bad-argument-count': [
      'A function was called with more or fewer arguments than it takes.',
      'atomic_load_explicit(x)',
    ],
    'unknown-function': ['No function has that name, or it cannot be used here.', 'r = printf();'],
    'bad-order': [
      'A memory order was expected, one that the operation can have.',
      'atomic_load_explicit(x, memory_order_release)',
    ],
    'bad-parameter': ['A parameter is a pointer to a location of the test.', 'P0(int x) { }'],
    'unknown-name': ['Nothing that the thread can see has that name.', 'r = z;'],
    'duplicate-name': ['Two things have the same name.', 'int r = 1; int r = 2;'],
    'bad-bound': ['A bound of a loop is a number that is not negative.', 'while (1) bound(-1) { }'],
    'bad-spawn': ['`spawn` names a thread and gives it the arguments that it takes.', 'spawn(1);'],
  },
} as const satisfies CodeSection;
