// Constant indices that an array does not have, and the address of its end.

import { expect, it } from 'vitest';
import { findingsIn, run, states } from '../run.js';

it.each([
  ['a[-1] = 1;', 'a has 3 elements, the index is -1'],
  ['a[5] = 1;', 'a has 3 elements, the index is 5'],
  ['a[3] = 1;', 'a has 3 elements, the index is 3'],
  ['int k = 3; x = a[k];', 'a has 3 elements, the index is 3'],
  // Not the member behind it.
  ['int i = 2; s.n[i] = 3;', 's.n has 2 elements, the index is 2'],
  ['int *p = &a[4]; x = p != a;', 'a has 3 elements, the index is 4'],
  ['int i = __VERIFIER_nondet_int(); int *p = &s.n[i]; x = p != a;', 's.n has 2 elements'],
  ['s.n[4] = 3;', 's.n has 2 elements, the index is 4'],
  ['int b[4] = { 1 }; x = b[7];', 'main.b has 4 elements, the index is 7'],
])('%s', (statement, message) => {
  const text = `int a[3], x; struct { int n[2], m; } s; int main(void) { ${statement} }`;
  expect(findingsIn(run(text))).toEqual([`out-of-bounds 1: index out of bounds: ${message}`]);
});

it('the end of an array has an address', () => {
  const text = 'int a[3], x; int main(void) { for (int *q = a; q != &a[3]; q++) x++; x += &a[3] - a; }';
  expect(states(text, 'sc')).toEqual(['x=6']);
});

it('its end is reached by an index that is no constant, and left again', () => {
  const text =
    'int a[3] = { 1, 2, 4 }, x; int main(void) { int n = 3; for (int *q = &a[n]; q != a; ) x = x * 2 + *--q; }';
  expect(states(text, 'sc')).toEqual(['x=21']);
});
