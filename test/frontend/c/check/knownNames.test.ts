// The functions of the library that the reader of C knows by name. All others are calls of prototypes (model/include/prototypes.h), or macros
// of headers. A name on this list needs a reason; a new function of the library needs none of this.
//
// Names of the language are not counted: C11's atomics, `__atomic_` and `__sync_`, and `__builtin_` are operations of compilers, not
// functions of a library.

import { expect, it } from 'vitest';
import { declaredIn } from '../../../../src/frontend/c/middle.js';
import { prototypesText } from '../../../../src/frontend/libraryFile.js';
import { textsIn } from '../../../sourceTexts.js';

/** Kinds of nodes, operations and options that have the name of a function. */
const words: ReadonlySet<string> = new Set('index trunc ffs read error time assume'.split(' '));

const known: Readonly<Record<string, string>> = {
  // A failed assertion is told with the text of its condition, which a call does not carry; `abort` depends on the words of the program.
  'check/builtins/verification.ts':
    'MODEL_ASSERT __CPROVER_assert __CPROVER_assume __CPROVER_cover __CPROVER_postcondition __CPROVER_precondition __CSEQ_assert __CSEQ_assume ' +
    '__DAT3M_assume __ESBMC_assert __ESBMC_assume __ESBMC_cover __ESBMC_unreachable __VERIFIER_assert __VERIFIER_assume ' +
    '__VERIFIER_assume_abort_if_not __VERIFIER_error __goblint_assert __goblint_assume __goblint_check abort assume_abort_if_not klee_assert ' +
    'klee_assume model_assert reach_error',
  // Words by which programs speak to checkers, and other names of variables, which C has no word for.
  'check/library.ts':
    '__VERIFIER_error abort assume_abort_if_not daylight environ program_invocation_name program_invocation_short_name reach_error thrd_join ' +
    'timezone tzname',
  'checked.ts': '__VERIFIER_error reach_error',
  // The bound of a loop belongs to the statement.
  'check/statements.ts': '__VERIFIER_loop_bound',
  // Instructions of a module: copies and fills, and jumps that return into the function that calls them.
  'emit/calls.ts':
    '__sigsetjmp _longjmp _setjmp longjmp memcpy memmove mempcpy memset setjmp siglongjmp sigsetjmp',
  // New blocks without values, for checkers to which they have any.
  'emit/choices.ts': 'aligned_alloc malloc memalign',
  // Words that programs have for other things: used where they are called.
  'parse/namesUsed.ts': 'alarm clock pipe remove rewind sigaction signal',
};

it('the reader knows these functions of the library by name, and no others', () => {
  const declared = declaredIn(prototypesText());
  const found = new Map<string, Set<string>>();
  for (const { path, text } of textsIn('src/frontend/c')) {
    const file = path.replace('src/frontend/c/', '');
    for (const word of text.split(/\W+/))
      if (declared.has(word) && !words.has(word)) found.set(file, (found.get(file) ?? new Set()).add(word));
  }
  const listed = [...found].map(([file, names]) => [file, [...names].sort().join(' ')]);
  expect(Object.fromEntries(listed)).toEqual(known);
});
