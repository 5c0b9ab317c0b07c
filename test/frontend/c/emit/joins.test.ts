// A thread that joins itself: an error that the program sees, or a mistake that nothing in it sees.

import { expect, it } from 'vitest';
import { findingsIn, run, states } from '../run.js';

const text = (join: string): string => `#include <pthread.h>
int x; void *f(void *a) { ${join} return a; } int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0); }`;

it('is an error that is read, or a finding', () => {
  expect(findingsIn(run(text('pthread_join(pthread_self(), 0);')))).toEqual(['misuse 2: it joins itself']);
  expect(findingsIn(run(text('(void)pthread_join(pthread_self(), 0);')))).toEqual([
    'misuse 2: it joins itself',
  ]);
  expect(states(text('x = pthread_join(pthread_self(), 0);'), 'sc')).toEqual(['x=35']);
});
