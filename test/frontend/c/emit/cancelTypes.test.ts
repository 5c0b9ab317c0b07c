// A setting about cancellation matters only to threads that something cancels.

import { expect, it } from 'vitest';
import { parse, states } from '../run.js';

it('asynchronous cancellation is refused for threads that may be cancelled', () => {
  const text = (cancel: string): string => `#include <pthread.h>
int x; void *f(void *a) { pthread_setcancelstate(1, 0); x = pthread_setcanceltype(1, 0); return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); ${cancel} pthread_join(t, 0); }`;
  expect(states(text(''), 'sc')).toEqual(['x=0']);
  expect(() => parse(text('pthread_cancel(t);'))).toThrow(/asynchronous cancellation/);
});

it('the action of SIGKILL can be asked for', () => {
  const text = `#include <signal.h>
int x, y; int main(void) { struct sigaction a = { 0 }; x = sigaction(SIGKILL, 0, &a); y = sigaction(SIGKILL, &a, 0); }`;
  expect(states(text, 'sc')).toEqual(['x=0 y=-1']);
});
