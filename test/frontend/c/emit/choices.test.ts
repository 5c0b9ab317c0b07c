// Choices that an assumption narrows, and that have one value for each way their tests can come out.

import { describe, expect, it } from 'vitest';
import type { Statement } from '../../../../src/program/statement.js';
import { parse, states } from '../run.js';

const head = `void abort(void); int __VERIFIER_nondet_int(void); unsigned __VERIFIER_nondet_uint(void); void __VERIFIER_assume(int);
void assume_abort_if_not(int c) { if (!c) { abort(); } } int x;`;
const first = (body: string): Statement =>
  parse(`${head} int main(void) { ${body} }`, { observe: ['x'] }).threads[0].body[0];

describe('an assumption narrows a choice', () => {
  it.each([
    ['__VERIFIER_assume(0 <= n && n < 4);', 0, 3],
    ['__VERIFIER_assume(n > -2); __VERIFIER_assume(n <= 1);', -1, 1],
    ['__VERIFIER_assume(n != 3 && n > 1 && n < 9);', 2, 8],
    ['assume_abort_if_not(n % 2 == 0 && n >= 0 && n < 6);', 0, 5],
    ['int c = n > 1 && n < 4; if (!c) abort();', 2, 3],
    ['if (n < 1 || n > 4) abort();', 1, 4],
    ['__VERIFIER_assume(!(n < 1 || n > 4));', 1, 4],
  ])('%s', (assume, from, to) => {
    expect(first(`int n = __VERIFIER_nondet_int(); ${assume} x = n;`)).toMatchObject({
      kind: 'nondet',
      from,
      to,
    });
  });

  it.each([
    ['one side of `or`', '__VERIFIER_assume(n < 1 || n > 4); x = n;'],
    ['a value that was changed', 'int c = n > 1 && n < 4; n++; if (c == 0) x = 7; x = n;'],
    ['an assumption after something that others see', 'x = n; __VERIFIER_assume(0 <= n && n < 4);'],
  ])('but not %s', (_, rest) => {
    expect(first(`int n = __VERIFIER_nondet_int(); ${rest}`)).not.toHaveProperty('from');
  });

  it('keeps the states', () => {
    const text = (body: string): string =>
      `${head} int main(void) { int n = __VERIFIER_nondet_int(); ${body} }`;
    const of = (body: string): string[] => states(text(body), 'sc', { observe: ['x'] });
    expect(of('__VERIFIER_assume(n != 3 && n > 1 && n < 6); x = n;')).toEqual(['x=2', 'x=4', 'x=5']);
    expect(
      of('int c = 0; if (n > 2) { if (n < 5) c = 1; } else c = n == -1; __VERIFIER_assume(c); x = n;'),
    ).toEqual(['x=-1', 'x=3', 'x=4']);
    expect(of('if (n == 5) x = 1; else if (n < 0) x = 2;')).toEqual(['x=0', 'x=1', 'x=2']);
  });
});

it('a chosen local is in a register', () => {
  const { threads, locations } = parse(
    `${head} int main(void) { unsigned n = __VERIFIER_nondet_uint(); __VERIFIER_assume(n < 3); x = n; }`,
  );
  expect(locations.map(({ name }) => name)).toEqual(['x']);
  expect(threads[0].body[0]).toMatchObject({ kind: 'nondet', from: 0, to: 2 });
});
