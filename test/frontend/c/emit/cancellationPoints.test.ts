// Functions of files and streams in which a cancelled thread ends, and one in which it does not.

import { it } from 'vitest';
import { expectAnswer } from './answers.js';

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
  expectAnswer(program(body), 'sc', { observe: ['x'] });
});
