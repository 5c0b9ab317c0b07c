// Streams, descriptors, sockets and pipes: the library of model/ answers as the other one does.

import { describe, expect, it } from 'vitest';
import { onModel } from '../readers.js';

const program = (body: string, globals = ''): string => `#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <unistd.h>
int x, y; ${globals}
int main(void) { ${body} return 0; }`;

describe('both libraries agree on', () => {
  it.each([
    [
      'a file that is there or not',
      'FILE *f = fopen("a", "r"); if (f) { x = 1; fclose(f); } else y = errno;',
    ],
    ['a standard stream that was closed', 'fclose(stdout); printf("x");'],
    ['numbers of streams', 'x = fileno(stderr); y = fileno(stdin);'],
    ['characters', 'int c = getchar(); x = c >= -1 && c <= 255; y = ungetc(-1, stdin);'],
    ['fread', 'char b[2]; x = fread(b, 1, 2, stdin); y = fread(b, 0, 2, stdin);'],
    [
      'open and close',
      'int f = open("f", O_RDONLY); if (f >= 0) { x = close(f); y = close(f) == -1 && errno == EBADF; }',
    ],
    [
      'descriptors of threads',
      'pthread_t t; pthread_create(&t, 0, f, 0); x = socket(1, 1, 0); pthread_join(t, 0);',
      'void *f(void *p) { y = socket(1, 1, 0); return p; }',
    ],
    [
      'what a bad descriptor says',
      'x = write(-1, "a", 1) == -1 && errno == EBADF; y = fsync(-1) == -1 && lseek(-1, 0, 0) == -1;',
    ],
    ['requests of fcntl', 'x = fcntl(0, F_SETFL, 0); y = fcntl(-1, F_GETFD) == -1;'],
    ['connect', 'x = connect(0, 0, 0); y = x ? errno == ECONNREFUSED : 0;'],
    [
      'a set of what is ready',
      'fd_set s; FD_ZERO(&s); FD_SET(4, &s); struct timeval t = { 0, 0 }; x = select(5, &s, 0, 0, &t); y = FD_ISSET(4, &s);',
    ],
    ['paths', 'x = mkdir("a", 0); y = x && errno == EACCES;'],
    [
      'numbers through a pipe',
      'int p[2]; pipe(p); x = 3; write(p[1], &x, sizeof x); x = read(p[0], &y, sizeof y);',
    ],
    [
      'the end of a pipe',
      'int p[2]; char c; pipe(p); close(p[1]); x = read(p[0], &c, 1); y = close(p[1]) == -1;',
    ],
    [
      'a pipe that no thread reads from',
      'int p[2]; pipe(p); close(p[0]); x = 1; write(p[1], "a", 1); x = 2;',
    ],
  ])('%s', (_, body, globals = '') => {
    expect(onModel(program(body, globals))).toMatchSnapshot();
  });
});

it.each(['fputs("x", f);', 'fclose(f);'])('a stream that was closed: %s', (use) => {
  const { findings } = onModel(program(`FILE *f = fopen("a", "r"); if (!f) return 0; fclose(f); ${use}`));
  expect(findings).toMatchSnapshot();
  expect(findings).toHaveLength(1);
});

describe('a pipe between threads', () => {
  const text = program(
    'pthread_t t; pipe(p); pthread_create(&t, 0, f, 0); data = 5; write(p[1], &x, sizeof x); pthread_join(t, 0);',
    'int p[2], data; void *f(void *q) { int v; read(p[0], &v, sizeof v); y = data; return q; }',
  );

  it.each(['sc', 'pso'] as const)('a write is seen behind the read of its data: %s', (model) => {
    const found = onModel(text, { model, observe: ['x', 'y'] });
    expect(found).toEqual({ states: ['x=0 y=5'], findings: [] });
  });

  it('SIGPIPE may be ignored', () => {
    const body =
      'int p[2]; signal(13, (void (*)(int))1); pipe(p); close(p[0]); x = write(p[1], "a", 1); y = errno == EPIPE;';
    expect(onModel(program(body, 'void (*signal(int, void (*)(int)))(int);')).states).toEqual(['x=-1 y=1']);
  });
});
