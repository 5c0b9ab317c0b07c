// Programs that are followed up to a limit, which the answer names.

import { expect, it } from 'vitest';
import { forEachStatement } from '../../../../src/program/statement.js';
import { diagnosticOf, parse, run } from '../run.js';

it('more threads than are followed are cut', () => {
  const text = `#include <pthread.h>
void *f(void *a) { return a; } int main(void) { pthread_t t; for (int i = 0; i < 140; i++) pthread_create(&t, 0, f, 0); }`;
  const { threads } = parse(text);
  expect(threads).toHaveLength(128);
  expect(JSON.stringify(threads[0])).toContain('{"kind":"limit","most":"128 threads"}');
});

it('an address that is any is none of an object, and the answer is bounded', () => {
  const text =
    'void *__VERIFIER_nondet_pointer(void); int x; int main() { int *p = __VERIFIER_nondet_pointer(); x = 1 + (p == 0); }';
  const { outcomes, cutLoops } = run(text, 'pso', { observe: ['x'] });
  expect([outcomes.map(String).sort(), cutLoops.length]).toEqual([['1', '2'], 1]);
});

it('a long loop that starts threads is cut at the bound', () => {
  const text = `#include <pthread.h>
void *f(void *a) { return a; } void all(void) { pthread_t t; for (int i = 0; i < 5000; i++) pthread_create(&t, 0, f, 0); } int main(void) { all(); }`;
  // main, the first two, and the last one for all others
  expect(parse(text, { unroll: 2 }).threads).toHaveLength(4);
});

it.each([
  ['that is not known', 'n = x == 1; for (int i = 0; i < n; i++)', 1 + 1 + 2],
  ['that is too large', 'for (int i = 0; i < 100000; i++)', 1 + 1 + 2],
  ['that is known', 'for (int i = 0; i < 5; i++)', 1 + 1 + 5],
])('a number of threads %s', (_, loop, count) => {
  const text = `#include <pthread.h>
int x, n; void *f(void *a) { __sync_fetch_and_add(&x, 1); return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0);
  ${loop} { pthread_create(&t, 0, f, 0); pthread_join(t, 0); } }`;
  expect(parse(text, { unroll: 2 }).threads).toHaveLength(count);
});

it('a loop that starts threads ends as often as the bound says, and once more it is tested', () => {
  const text = (rounds: number): string => `#include <pthread.h>
int x, n; void *f(void *a) { __sync_fetch_and_add(&x, 1); return a; } void *g(void *a) { n = ${rounds}; return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, g, 0); pthread_join(t, 0);
  for (int i = 0; i < n; i++) { pthread_create(&t, 0, f, 0); pthread_join(t, 0); } }`;
  const of = (rounds: number): readonly [string[], number] => {
    const { outcomes, cutLoops } = run(text(rounds), 'sc', { unroll: 2, observe: ['x'] });
    return [outcomes.map(String), cutLoops.length];
  };
  expect(of(2)).toEqual([['2'], 0]);
  expect(of(3)).toEqual([[], 1]);
});

it('more than eight keys are followed', () => {
  const text = `#include <pthread.h>
pthread_key_t k[12]; int x; int main(void) { for (int i = 0; i < 12; i++) pthread_key_create(&k[i], 0); pthread_setspecific(k[11], k); x = pthread_getspecific(k[11]) == k; }`;
  const { outcomes, cutLoops } = run(text, 'sc', { observe: ['x'] });
  expect([outcomes.map(String), cutLoops]).toEqual([['1'], []]);
});

it.each([
  ['fork();', 'fork is not supported', 'one process is checked'],
  ['scanf("%ms", (char **)0);', 'the conversion %m of a format is not supported', undefined],
  ['char b[9]; sprintf(b, "%ls", (void *)0);', 'the conversion %ls of a format is not supported', undefined],
  ['sscanf("1", "%d %", (int *)0);', 'a format that ends in a conversion is not supported', undefined],
  [
    'char *s = (char[]){"%d"}; read(0, s, 2); sscanf("1", s, (int *)0);',
    'a format that is only known when the program runs is not supported',
    'write a string literal',
  ],
  [
    'char b[9], *s = (char[]){"%d"}; read(0, s, 2); sprintf(b, s, 1);',
    'a format that is only known when the program runs is not supported',
    'write a string literal',
  ],
])('a refusal has the code of C, and the hint that the type checker gives: %s', (call, message, hint) => {
  const text = `#include <stdio.h>\n#include <unistd.h>\nint main(void) { ${call} }`;
  const diagnostic = { code: 'c-unsupported', message, ...(hint === undefined ? {} : { hint }) };
  expect(diagnosticOf(text)).toMatchObject(diagnostic);
});

it('a program without main is refused, and user_main is one', () => {
  expect(() => parse('int main(void);')).toThrow(/there is no main function/);
  expect(run('int x; int user_main(void) { x = 1; }').outcomes).toEqual([[1]]);
});

it('the beginning of an array without an end is looked at', () => {
  const text = `int a[__CPROVER_constant_infinity_uint]; unsigned nondet_uint();
int main() { unsigned i = nondet_uint(); a[i] = 3; __CPROVER_assert(i != 5, "reached"); }`;
  const { findings, cutLoops } = run(text);
  expect([findings.map(({ finding }) => finding.message), cutLoops.length]).toEqual([['reached'], 1]);
});

it('no index into an array without elements is one', () => {
  const text = 'int main(void) { int a[0]; int i = __VERIFIER_nondet_int(); a[i] = 1; }';
  expect(run(text).findings.map(({ finding }) => finding.kind)).toEqual(['out-of-bounds']);
});

it('a recursion that grows without measure is followed less deep', () => {
  const text =
    'int x; void f(int n) { x++; if (x) f(n + x); if (x) f(n - x); if (x) f(x); } int main(void) { f(1); }';
  const reasons = new Set<string>();
  forEachStatement(parse(text, { unroll: 12 }).threads[0].body, (s) => {
    if (s.kind === 'while') reasons.add(JSON.stringify(s.cut));
  });
  expect([...reasons]).toEqual(['{"kind":"call-depth","depth":6}']);
});

it('a program that is too large without recursion is refused', () => {
  const flat = Array.from({ length: 6 }, (_, n) => `void f${n + 1}(void) { ${`f${n}();`.repeat(10)} }`);
  const text = `int x; void f0(void) { ${'x++;'.repeat(100)} } ${flat.join(' ')} int main(void) { f6(); }`;
  expect(() => parse(text)).toThrow(/a program this large/);
});

it('bounds are for loops: of a loop that is written out none is needed', () => {
  const text = 'int x;\nint main(void) {\n for (int i = 0; i < 3; i++)\n  x++;\n}';
  const bound = (line: number, file?: string) => ({
    loopBounds: [{ line, bound: 5, ...(file === undefined ? {} : { file }) }],
  });
  expect(run(text, 'sc', bound(3)).outcomes.map(String)).toEqual(['3']);
  expect(() => parse(text, bound(2))).toThrow(/no loop is at line 2/);
  expect(run(text, 'sc', bound(2, 'other.c')).outcomes.map(String)).toEqual(['3']);
});

it('a call with too few arguments names the function', () => {
  const text = 'int pthread_join(unsigned long, void **); int main(void) { pthread_join(1); }';
  expect(() => parse(text)).toThrow(/pthread_join takes 2 arguments, not 1/);
});

it('a text that is compared with a known one is followed to the end of that one', () => {
  const text = `#include <pthread.h>\n#include <string.h>
char last[40]; int x; void *f(void *a) { last[3] = 'z'; return a; }
int main(void) { pthread_t t; strcpy(last, "abcdefghijklmnopqrst"); pthread_create(&t, 0, f, 0);
  x = strcmp(last, "abcdefghijklmnopqrst") + 1000 * strncmp("abcdefghijklmnopqrst", last, 19); pthread_join(t, 0); }`;
  const { outcomes, cutLoops } = run(text, 'tso', { observe: ['x'] });
  expect([outcomes.map(String).sort(), cutLoops]).toEqual([['-21978', '-22000', '0'], []]);
});
