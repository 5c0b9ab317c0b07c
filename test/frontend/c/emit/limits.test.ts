// Programs that are followed up to a limit, which the answer names.

import { expect, it } from 'vitest';
import { programOf, run } from './run.js';

it('more threads than are followed are cut', () => {
  const text = `#include <pthread.h>
void *f(void *a) { return a; } int main(void) { pthread_t t; for (int i = 0; i < 70; i++) pthread_create(&t, 0, f, 0); }`;
  const { threads } = programOf(text);
  expect(threads).toHaveLength(64);
  expect(JSON.stringify(threads[0])).toContain('{"kind":"limit","most":"64 threads"}');
});

it('an address that is any is none of an object, and the answer is bounded', () => {
  const text =
    'void *__VERIFIER_nondet_pointer(void); int x; int main() { int *p = __VERIFIER_nondet_pointer(); x = 1 + (p == 0); }';
  const { outcomes, cutLoops } = run(text, 'pso', { observe: ['x'] });
  expect([outcomes.map(String).sort(), cutLoops.length]).toEqual([['1', '2'], 1]);
});

it('a long loop that starts threads is cut at the bound', () => {
  const text = `#include <pthread.h>
void *f(void *a) { return a; } void all(void) { pthread_t t; for (int i = 0; i < 5000; i++) pthread_create(&t, 0, f, 0); } int main(void) { all(); }`;
  expect(programOf(text, { unroll: 2 }).threads).toHaveLength(4);
});
