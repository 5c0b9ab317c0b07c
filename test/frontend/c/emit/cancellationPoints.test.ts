// Functions of files and streams in which a cancelled thread ends, on the middle: the same final states as those of the older reader.

import { expect, it } from 'vitest';
import { states } from '../run.js';
import { statesOf } from './run.js';

const program = (body: string): string => `#include <pthread.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>
int x; char v;
void *w(void *q) { x = 1; ${body} x = 2; return q; }
int main(void) { pthread_t t; pthread_create(&t, 0, w, 0); pthread_cancel(t); pthread_join(t, 0); }`;

it.each([
  'printf("a");',
  'putchar(65);',
  'fflush(stdout);',
  'write(1, "a", 1);',
  'close(0);',
  'send(0, "a", 1, 0);',
  'fileno(stdin);',
  'pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, 0); write(1, "a", 1);',
])('%s', (body) => {
  expect(statesOf(program(body), 'sc', { observe: ['x'] })).toEqual(
    states(program(body), 'sc', { observe: ['x'] }),
  );
});
