// Atomic sections that end with the thread.

import { expect, it } from 'vitest';
import { states } from '../run.js';

const program = (
  w: string,
  joins = 'pthread_join(t, 0); pthread_join(u, 0);',
): string => `#include <pthread.h>
int x, y, z; void __VERIFIER_atomic_begin(void); void __VERIFIER_atomic_end(void);
#define B __VERIFIER_atomic_begin()
#define E __VERIFIER_atomic_end()
void *w(void *q) { ${w} } int main(void) { pthread_t t, u; pthread_create(&t, 0, w, 0); pthread_create(&u, 0, w, 0); ${joins} }`;

it.each([
  ['B; if (x) return q; x = 1; y++; E; z++; return q;', ['x=1 y=1 z=1']],
  ['B; if (x) { y++; goto end; } x++; E; z++; end: z += 2; return q;', ['x=1 y=1 z=3', 'x=1 y=1 z=5']],
])('%s', (text, expected) => {
  for (const model of ['sc', 'pso'] as const) expect(states(program(text), model)).toEqual(expected);
});

it('the thread that joins sees the result', () => {
  const joins = 'void *a, *b; pthread_join(t, &a); pthread_join(u, &b); y = (long)a * 10 + (long)b;';
  expect(states(program('B; x++; return (void *)(long)x;', joins), 'sc')).toEqual([
    'x=2 y=12 z=0',
    'x=2 y=21 z=0',
  ]);
});
