// Loops over variables that only one thread writes have a known end.

import { expect, it } from 'vitest';
import { run } from '../run.js';

const counted = (limit: string, more = ''): string => `#include <pthread.h>
int n = 12, i, x, r; void *w(void *a) { __sync_fetch_and_add(&x, 1); ${more} return a; }
void all(void) { for (i = 0; i < 12; i++) r++; }
int main(void) { pthread_t t[2]; for (i = 0; i < ${limit}; i++) r += 2;
  for (i = 0; i < 2; i++) pthread_create(&t[i], 0, w, 0); for (i = 0; i < 2; i++) pthread_join(t[i], 0); all(); }`;

it.each<readonly [text: string, cut: boolean, index: boolean]>([
  [counted('12'), false, false],
  [counted('n'), false, false],
  // another thread touches the counter, by name, by address or by a call
  [counted('12', 'i = 3;'), true, true],
  [counted('12', 'all();'), true, false],
  [counted('12').replace('int main(void) {', 'int *p = &i; int main(void) { *p = 0;'), false, false],
  [counted('12', '*p = 3;').replace('int n', 'extern int i; int *p = &i; int n'), true, true],
])('%#', (text, cut, index) => {
  const { findings, cutLoops, outcomes } = run(text, 'sc', { observe: ['i', 'r', 'x'], unroll: 8 });
  expect(cutLoops.length > 0).toBe(cut);
  // `i` may be 3 between the test of the loop and the index.
  expect(findings.some(({ finding }) => finding.kind === 'out-of-bounds')).toBe(index);
  if (!cut) expect([outcomes, findings]).toEqual([[[12, 36, 2]], []]);
});
