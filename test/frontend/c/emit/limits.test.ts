// Programs that are followed up to a limit, which the answer names.

import { expect, it } from 'vitest';
import { programOf } from './run.js';

it('more threads than are followed are cut', () => {
  const text = `#include <pthread.h>
void *f(void *a) { return a; } int main(void) { pthread_t t; for (int i = 0; i < 70; i++) pthread_create(&t, 0, f, 0); }`;
  const { threads } = programOf(text);
  expect(threads).toHaveLength(64);
  expect(JSON.stringify(threads[0])).toContain('{"kind":"limit","most":"64 threads"}');
});
