// Final states of objects that are used in parts.

import { expect, it } from 'vitest';
import { explore } from '../../../../src/explicit/explore.js';
import { StateNames } from '../../../../src/report/state.js';
import { wantedState } from '../../../../src/verdict/wantedState.js';
import { parse } from '../run.js';

const text = `struct { int a; char c[4]; short s; } v; float f = 1; unsigned u; union { int w; short h[2]; } b, whole;
int main(void) { v.s = -3; ((char *)&v)[1] = 1; ((char *)&f)[3] = 192; ((char *)&u)[3] = -1; b.h[1] = 2; whole.w = 7; }`;

const shown = (observe?: string[]): string => {
  const program = parse(text, observe === undefined ? {} : { observe });
  const [outcome] = explore(program, { model: 'sc', unroll: 2 }).outcomes;
  return new StateNames(program).state(outcome);
};

it('shows numbers, and the members of a union that the program uses', () => {
  expect(shown()).toBe('f=-4; u=4278190080;');
  expect(shown(['v.s', 'v.a', 'b', 'whole'])).toBe('v.s=-3; v.a=256; b.h[0]=0; b.h[1]=2; whole.w=7;');
});

it.each([
  ['f=-4 u=4278190080', 1],
  ['f=-4 u=0', 0],
  ['f=1', 0],
])('%s is asked for', (state, count) => {
  const { program } = wantedState(parse(text), state);
  expect(explore(program, { model: 'sc', unroll: 2 }).outcomes).toHaveLength(count);
});
