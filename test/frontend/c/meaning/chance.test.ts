// Numbers of chance are any that the function may return, and no other.

import { describe, expect, it } from 'vitest';
import { SymbolicEngine } from '../../../../src/symbolic/index.js';
import { findings, parse, states } from '../run.js';

const engine = await SymbolicEngine.start();

const program = (body: string): string => `#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <sys/random.h>
int x; int main(void) { ${body} }`;

const failures = (body: string): [number, number] => [
  findings(program(body)).length,
  engine.findings(parse(program(body)), { model: 'sc', unroll: 8 }).findings.length,
];

describe('numbers of chance', () => {
  it.each([
    'long n = lrand48(); assert(n >= 0 && n <= 2147483647);',
    'long n = mrand48(); assert(n >= -2147483648l && n <= 2147483647);',
    'assert(arc4random_uniform(3) < 3); assert(arc4random_uniform(0) == 0);',
    'unsigned char b; assert(getrandom(&b, 1, 0) == 1); assert(getrandom(&b, 1, 8) == -1 && errno == EINVAL);',
    'char b; assert(getentropy(&b, 1) == 0); assert(getentropy(&b, 257) == -1 && errno == EIO);',
  ])('have a range: %s', (body) => {
    expect(failures(body)).toEqual([0, 0]);
  });

  it.each([
    'assert(lrand48() != 2147483647);',
    'assert(mrand48() != -2147483648l);',
    'assert(arc4random() != 4294967295u);',
    'assert(arc4random_uniform(3) != 2);',
    'unsigned char n; getrandom(&n, sizeof n, 0); assert(n != 77);',
  ])('may be at its ends: %s', (body) => {
    expect(failures(body)).toEqual([1, 1]);
  });

  it('a fraction is a multiple of 2^-48 below 1, which only the symbolic engine sees through', () => {
    const fraction = program('double d = drand48(); assert(d >= 0 && d < 1);');
    expect(engine.findings(parse(fraction), { model: 'sc', unroll: 8 }).findings).toEqual([]);
  });
});

describe("the barrier of ThreadSanitizer's tests", () => {
  it('lets no thread pass before all have come', () => {
    const text = `#include <assert.h>
#include <pthread.h>
unsigned long long b; _Atomic int come;
void __tsan_testonly_barrier_init(unsigned long long *, unsigned); void __tsan_testonly_barrier_wait(unsigned long long *);
void *f(void *q) { come++; __tsan_testonly_barrier_wait(&b); assert(come >= 2); return q; }
int main(void) { pthread_t t; __tsan_testonly_barrier_init(&b, 2); pthread_create(&t, 0, f, 0); f(0); pthread_join(t, 0); }`;
    expect(findings(text)).toEqual([]);
    expect(engine.findings(parse(text), { model: 'sc', unroll: 2 }).findings).toEqual([]);
  });
});

it('a variable that is cast by way of void * to a smaller type, in a function that takes such variables', () => {
  const text = `int x; static void set(unsigned *p, unsigned v) { *p = v; }
int main(void) { unsigned long f = 0; unsigned b; set((unsigned *)(void *)&f, -1); set(&b, 5); x = f == 4294967295u && b == 5; }`;
  expect(states(text)).toEqual(['x=1']);
});
