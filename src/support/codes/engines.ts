// Engines. Programs that are fine, but that one engine cannot answer; ask the other with --engine.

import type { CodeSection } from './section.js';

export const enginesCodes = {
  title: 'Engines',
  about: 'Programs that are fine, but that one engine cannot answer; ask the other with --engine.',
  codes: {
    'unbounded-nondet': [
      'The explicit engine tries every value of a nondeterministic choice: its range must be known.',
      '__VERIFIER_nondet_int()',
    ],
    'unbounded-block': ['The symbolic engine supports freed blocks up to a size.', 'free(malloc(100000))'],
    'spawn-race': [
      'The symbolic engine wants one thread that may spawn another.',
      'two threads that spawn the same',
    ],
    'spawn-cycle': [
      'The symbolic engine does not support threads that spawn each other.',
      'P0 spawns P1, which spawns P0',
    ],
    'cat-recursion': [
      'The symbolic engine does not support recursive definitions of cat.',
      'let rec r = po | (r; r)',
    ],
  },
} as const satisfies CodeSection;
