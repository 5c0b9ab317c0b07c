// Programs. The conditions that every program must satisfy, whether a front end or the library's builder made it.

import type { CodeSection } from './section.js';

export const programCodes = {
  title: 'Programs',
  about: 'Rules for every program, from a front end or from the builder of the library.',
  codes: {
    'no-threads': ['A program has at least one thread.', "program('empty').build()"],
    'empty-location': ['A location has at least one cell.', "p.array('t', [])"],
    'bad-shape': [
      'A location has as many initial values as its shape has cells.',
      'three values for a struct of two',
    ],
    'width-mismatch': [
      'An expression, a register or a cell is used with another width than it has.',
      'a register of 64 bits in a sum of 32',
    ],
    'not-atomic': [
      'An atomic block may contain only accesses and statements without effect on other threads.',
      'atomic { fence(); }',
    ],
    'module-unsupported': [
      'A function, a thread or an object is used in a way that the passes over the module cannot follow; the message names it.',
      'for (;;) pthread_create(&t, 0, worker, 0);',
    ],
    'empty-range': ['A nondeterministic value has an empty range.', 'nondet(2, 1)'],
    'no-such-loop': ['A bound was stated for a line that has no loop.', '--unroll-loop 7=3'],
  },
} as const satisfies CodeSection;
