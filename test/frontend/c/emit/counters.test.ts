// Loops that count in global variables: their ends are known if no other thread writes the variable.

import { describe, expect, it } from 'vitest';
import { run, states } from '../run.js';

const of = (text: string): readonly [string[], number] => [
  states(text, 'tso'),
  run(text, 'tso').cutLoops.length,
];

describe('a global counter', () => {
  it.each([
    ['that one thread uses', 'int x; int main(void) { x = 0; while (x < 20) x++; }', ['x=20']],
    [
      'of 64 bits, in a struct',
      'struct { char c; long n; } s = { 1, -3 }; int x; int main(void) { while (s.n < 20) { s.n++; x++; } }',
      ['x=23'],
    ],
    [
      'that others read',
      `#include <pthread.h>
long x; int seen; void *f(void *a) { seen = x > 3; return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); while (x < 20) x++; pthread_join(t, 0); }`,
      ['x=20 seen=0', 'x=20 seen=1'],
    ],
  ])('%s', (_, text, expected) => {
    expect(of(text)).toEqual([expected, 0]);
  });

  it('is not known if another thread writes it, or something points to it', () => {
    const written = `#include <pthread.h>
int x; void *f(void *a) { x = 18; return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); while (x < 20) x++; pthread_join(t, 0); }`;
    expect(of(written)[1]).toBe(1);
    const pointed =
      'int x, *p = &x; void f(int **q) { p = *q; } int main(void) { f(&p); while (x < 20) { x++; if (x == 3) *p = 18; } }';
    expect(of(pointed)).toEqual([['x=20'], 0]);
  });
});
