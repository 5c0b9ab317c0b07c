// Pipes: their contents, their waiters, and the bounds. With one thread, a pipe behaves as in gcc's program
// (docs/language-c.md).

import { describe, expect, it } from 'vitest';
import { SymbolicEngine } from '../../../../src/symbolic/index.js';
import { diagnosticOf, findings, parse, run, states } from '../run.js';

const engine = await SymbolicEngine.start();

const program = (outside: string, main: string): string => `#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>
int p[2], q[2], x, y;
${outside}
int main(void) { pthread_t t, u; char b[8]; int v = 0; void *r; ${main} }`;

const put =
  'void *put(void *a) { char c = (long)a; __sync_fetch_and_add(&x, 10); write(p[1], &c, 1); return 0; }';

describe('results that always hold', () => {
  it.each([
    [
      'what stands before a write is seen behind the read',
      'int data; void *w(void *a) { data = 5; write(p[1], "", 1); return 0; }',
      'pipe(p); pthread_create(&t, 0, w, 0); assert(read(p[0], b, 1) == 1 && data == 5); data = 6; pthread_join(t, 0);',
    ],
    [
      'ends have their own descriptors',
      '',
      'pipe(p); assert(read(p[1], b, 1) == -1 && errno == EBADF && write(p[0], b, 0) == -1 && close(p[0]) == 0 && close(p[0]) == -1); pipe(q); assert(p[0] != q[0]);',
    ],
    [
      'pointers go through',
      'void *w(void *a) { int **g; read(p[0], &g, sizeof g); **g = 7; return 0; } int z, *zp = &z;',
      'int **g = &zp; if (pipe(p)) return 1; pthread_create(&t, 0, w, 0); write(p[1], &g, sizeof g); pthread_join(t, 0); assert(z == 7);',
    ],
    [
      'a byte of something larger wakes who waits',
      'int data; void *w(void *a) { while (read(p[0], &a, 1) != 1); assert(data == 5 && ((long)a & 255) == 2); return 0; }',
      'pipe(p); pthread_create(&t, 0, w, 0); data = 5; v = 0x102; while (write(p[1], &v, 1) != 1); pthread_join(t, 0);',
    ],
    [
      'bytes are read in larger pieces',
      '',
      'pipe(p); write(p[1], "abc", 3); write(p[1], "de", 2); assert(read(p[0], b, 4) == 4 && b[3] == 100 && read(p[0], b, 8) == 1 && b[0] == 101);',
    ],
    [
      'two pipes, there and back, until one is closed',
      'void *w(void *a) { int v; while (read(q[0], &v, sizeof v) == sizeof v) { v *= 2; write(p[1], &v, sizeof v); } close(p[1]); return 0; }',
      'pipe(p); pipe(q); pthread_create(&t, 0, w, 0); v = 4; write(q[1], &v, sizeof v); read(p[0], &v, sizeof v); assert(v == 8); close(q[1]); assert(read(p[0], &v, sizeof v) == 0); pthread_join(t, 0);',
    ],
    [
      'one that is cancelled while it reads',
      'void *w(void *a) { char c; x = 1; read(p[0], &c, 1); x = 2; return 0; }',
      'pipe(p); pthread_create(&t, 0, w, 0); pthread_cancel(t); pthread_join(t, &r); assert(r == PTHREAD_CANCELED && x == 1);',
    ],
    [
      'writing to nobody ends the process',
      '',
      'pipe(p); close(p[0]); write(p[1], b, 0); write(p[1], "a", 1); assert(0);',
    ],
  ])('%s', (_, outside, main) => {
    for (const model of ['sc', 'pso'] as const) expect(findings(program(outside, main), model)).toEqual([]);
    expect(run(program(outside, main)).complete).toBe(true);
  });
});

it('the first write is read first', () => {
  const main =
    'pipe(p); pthread_create(&t, 0, put, (void *)1L); pthread_create(&u, 0, put, (void *)2L); read(p[0], b, 1); read(p[0], b + 1, 1); x += b[0]; y = b[1]; pthread_join(t, 0); pthread_join(u, 0);';
  const text = program(put, main);
  for (const model of ['sc', 'tso'] as const)
    expect(states(text, model, { observe: ['y'] })).toEqual(['y=1', 'y=2']);
  const { outcomes } = engine.outcomes(parse(text, { observe: ['y'] }), { model: 'sc', unroll: 8 });
  expect(outcomes.map(([y]) => Number(y)).sort()).toEqual([1, 2]);
});

it('a read without a write waits forever', () => {
  const text = program('', 'pipe(p); write(p[1], "ab", 2); read(p[0], b, 2); read(p[0], b, 2);');
  expect(findings(text)).toEqual(['deadlock 8: main waits for pipe[0]']);
  expect(engine.findings(parse(text), { model: 'sc', unroll: 8 }).findings.length).toBe(1);
});

describe('bounds', () => {
  it.each([
    ['an int read as bytes', 'pipe(p); v = 1; write(p[1], &v, sizeof v); read(p[0], b, 1); x = 1;'],
    ['more than fits', 'char l[41] = {0}; pipe(p); write(p[1], l, 41); x = 1;'],
    ['more than fits at a time', 'pipe(p); for (v = 0; v < 33; v++) write(p[1], "a", 1); x = 1;'],
    ['many pipes', 'for (v = 0; v < 5; v++) pipe(p); x = 1;'],
  ])('%s', (_, main) => {
    const { outcomes, findings: found, cutLoops } = run(program('', main));
    expect([outcomes.length, found.length]).toEqual([0, 0]);
    expect(cutLoops.length).toBeGreaterThan(0);
  });
});

it.each([
  ['poll', '#include <poll.h>\n', 'struct pollfd f = { p[0], 1, 0 }; pipe(p); poll(&f, 1, 0);'],
  ['select', '#include <sys/select.h>\n', 'fd_set f; pipe(p); FD_ZERO(&f); select(1, &f, 0, 0, 0);'],
])('%s could wait for a pipe, and is refused', (name, outside, main) => {
  expect(diagnosticOf(program(outside, main)).message).toBe(
    `${name} in a program with pipes is not supported`,
  );
});
