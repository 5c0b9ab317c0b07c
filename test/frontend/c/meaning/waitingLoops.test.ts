// Loops that wait for a condition and leave something behind. test/module has the loops that only look again.

import { describe, expect, it } from 'vitest';
import { findings } from '../run.js';

describe('a wait in a loop that leaves something behind', () => {
  const waitsAtMost = (times: number): string => `#include <pthread.h>
#include <assert.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c = PTHREAD_COND_INITIALIZER; int ready, waits;
void *waiter(void *a) {
  pthread_mutex_lock(&m);
  while (!ready) { waits++; assert(waits <= ${times}); pthread_cond_wait(&c, &m); }
  pthread_mutex_unlock(&m); return a;
}
int main(void) { pthread_t t; pthread_create(&t, 0, waiter, 0); pthread_join(t, 0); }`;

  it.each([
    [8, 1],
    [16, 2],
    [24, 3],
  ])('returns without a signal as often as --unroll %i says: %i', (unroll, times) => {
    const failed = (waits: number): boolean =>
      findings(waitsAtMost(waits), 'sc', { unroll }).some((finding) => finding.startsWith('assertion'));
    expect([failed(times), failed(times + 1)]).toEqual([true, false]);
  });
});
