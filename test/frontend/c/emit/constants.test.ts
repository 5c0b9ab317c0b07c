// Stores to objects that may not be written, and memory that a checker gives any values.

import { describe, expect, it } from 'vitest';
import { explore } from '../../../../src/explicit/explore.js';
import { parseC } from '../../../../src/frontend/c/index.js';
import { findingsIn } from '../run.js';

const explored = (text: string) => explore(parseC(text, 'a.c', {}), { model: 'sc', unroll: 8 });

describe('a store', () => {
  it('to a string literal is a finding', () => {
    expect(findingsIn(explored('int main(void) { char *v = "ab"; v[0] = 1; }'))).toEqual([
      'invalid-address 1: store to a string literal',
    ]);
  });

  it('to a variable that is const is one, where the pointer points to it', () => {
    const text = `const int k = 3; int z, __VERIFIER_nondet_int(void);
int main(void) { int *p = __VERIFIER_nondet_int() ? (int *)&k : &z; *p = 4; }`;
    const found = explored(text);
    expect(findingsIn(found)).toEqual(['invalid-address 2: store to k, which is const']);
    expect(found.outcomes).toEqual([[4]]);
  });
});

it('klee_make_symbolic gives any values', () => {
  const text = `#include <klee/klee.h>
int x, y; int main(void) { unsigned v; char s[2]; klee_make_symbolic(&v, sizeof v, "v"); klee_make_symbolic(s, sizeof s, "s");
klee_assume(v < 2); x = v; if (s[0] == 3 && s[1] == 4) y = 1; }`;
  expect(
    explored(text)
      .outcomes.map((values) => values.join(' '))
      .sort(),
  ).toEqual(['0 0', '0 1', '1 0', '1 1']);
});
