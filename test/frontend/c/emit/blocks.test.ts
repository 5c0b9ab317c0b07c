// Blocks of the heap and locals on the middle: their cells and their names.

import { expect, it } from 'vitest';
import { findingsIn, run } from '../run.js';

it('a block whose size is known as the program runs has cells at large offsets', () => {
  const text = `#include <stdlib.h>
int size, x; void set(int n) { size = n; } int main(void) { set(1000); int *p = malloc(size); p[249] = 1; x = p[249]; }`;
  const { findings, cutLoops, outcomes } = run(text, 'sc', { observe: ['x'] });
  expect([findings, cutLoops, outcomes.map(String)]).toEqual([[], [], ['1']]);
});

it.each([
  [
    'char *p = malloc(40); p[39] = 1; p[40] = 1;',
    'invalid-address 3: store of char[40], past the end of char, a block of 40 elements',
  ],
  [
    'char *p = malloc(40000); p[40000] = 1;',
    'invalid-address 3: store of char[40000], past the end of char, a block of 40000 elements',
  ],
  [
    'struct n *p = malloc(10 * sizeof *p); p[3].q = 0; p[-1].q = 0;',
    'invalid-address 3: store of n[-1].q, before the start of n, a block of 10 elements',
  ],
  [
    'struct n *p = malloc(10 * sizeof *p); p[3].q = 0; free(p); p[3].q = 0;',
    'use-after-free 3: store to n[3].q after it was freed',
  ],
])('elements have their names although few of them are touched: %s', (body, finding) => {
  const text = `#include <stdlib.h>
struct n { int a; int *q; };
int main(void) { ${body} }`;
  expect(findingsIn(run(text))).toEqual([finding]);
});

it('a part of a local that has no value yet is told by its name', () => {
  const text =
    'int x; struct s { int n; struct { char c; long l; } in[2]; }; int main(void) { struct s v; v.n = 1; x = v.in[1].l; }';
  expect(findingsIn(run(text))).toEqual(['uninitialised-read 1: v.in[1].l has no value yet']);
});
