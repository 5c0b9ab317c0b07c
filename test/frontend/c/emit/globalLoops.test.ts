// Loops over variables that only one thread writes have a known end.

import { expect, it } from 'vitest';
import { run } from '../run.js';

const counted = (limit: string, more = ''): string => `#include <pthread.h>
int n = 12, i, x, r; void *w(void *a) { __sync_fetch_and_add(&x, 1); ${more} return a; }
void all(void) { for (i = 0; i < 12; i++) r++; }
int main(void) { pthread_t t[2]; for (i = 0; i < ${limit}; i++) r += 2;
  for (i = 0; i < 2; i++) pthread_create(&t[i], 0, w, 0); for (i = 0; i < 2; i++) pthread_join(t[i], 0); all(); }`;

it.each([
  [counted('12'), 0],
  [counted('n'), 0],
  // another thread touches the counter, by name, by address or by a call
  [counted('12', 'i = 3;'), 1],
  [counted('12', 'all();'), 1],
  [counted('12').replace('int main(void) {', 'int *p = &i; int main(void) { *p = 0;'), 0],
  [counted('12', '*p = 3;').replace('int n', 'extern int i; int *p = &i; int n'), 1],
])('%#', (text, cut) => {
  const { findings, cutLoops, outcomes } = run(text, 'sc', { observe: ['i', 'r', 'x'], unroll: 8 });
  expect([findings, cutLoops.length > 0]).toEqual([[], cut > 0]);
  if (cut === 0) expect(outcomes).toEqual([[12, 36, 2]]);
});
