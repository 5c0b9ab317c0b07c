// Constructs of C on the middle: what a program computes must be what the older reader, and gcc, say.

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findingsIn, parse, run } from '../run.js';

const hasGcc = spawnSync('gcc', ['--version']).status === 0;
if (!hasGcc) console.log('no gcc: values are compared with those that stand here alone');

/** Each is a program around `int r;` and its final value. */
const programs: readonly (readonly [name: string, declarations: string, body: string, value: number])[] = [
  [
    'bit-fields',
    'struct s { unsigned a : 5; int b : 6; unsigned c : 21; } g = { 3, -2, 9 };',
    'g.a += 30; g.b--; g.c <<= 3; r = g.a * 10000 + g.b * 100 + g.c;',
    10000 - 300 + 72,
  ],
  [
    'structs behind the named arguments',
    `#include <stdarg.h>
struct a { char x[8]; }; struct b { float x, y; }; struct c { int x[5]; };
int sum(const char *k, ...) { va_list l; int s = 0; va_start(l, k); for (; *k; k++) { if (*k == 'a') s += va_arg(l, struct a).x[7];
  if (*k == 'b') s += va_arg(l, struct b).y; if (*k == 'c') s += va_arg(l, struct c).x[4]; if (*k == 'i') s += va_arg(l, int); } va_end(l); return s; }`,
    'struct a a = { { 0, 0, 0, 0, 0, 0, 0, 8 } }; struct b b = { 1, 20 }; struct c c = { { 3, 4, 5, 6, 700 } }; r = sum("abicacbi", a, b, 1000, c, a, c, b, 5000);',
    8 + 20 + 1000 + 700 + 8 + 700 + 20 + 5000,
  ],
  [
    'blocks that grow',
    `#include <stdlib.h>
struct vec { int n, room; int *data; } v;
void push(struct vec *v, int k) { if (v->n == v->room) { v->room = v->room ? 2 * v->room : 1; v->data = realloc(v->data, v->room * sizeof(int)); } v->data[v->n++] = k; }`,
    'for (int i = 1; i < 6; i++) push(&v, i); for (int i = 0; i < v.n; i++) r = 10 * r + v.data[i]; v.data = realloc(v.data, 4); r += v.data[0]; free(v.data);',
    12_346,
  ],
  [
    'an atomic product',
    '#include <stdatomic.h>\n_Atomic unsigned char u = 100; atomic_int a = -7; _Atomic _Bool b = 1;',
    'u *= 3; a *= 6; b *= 0; r = u * 1000 + a + b;',
    44_000 - 42,
  ],
  [
    'numbers of 128 bits',
    `typedef unsigned __int128 u128; volatile unsigned long a = 0xfedcba9876543210u, b = 0x123456789abcdef1u; volatile int n = 67;
struct { char c; __int128 v; } g = { 1, -5 }; u128 wide(u128 x, int by) { return x << by | x >> (128 - by); }`,
    `u128 p = (u128)a * b; __int128 s = -(__int128)p; int k = 3; k += (u128)4; g.v *= 3; g.v--; g.v <<= n; g.v >>= 66;
  r = (unsigned short)(p >> n) ^ (unsigned short)(wide(p, n) % 1000003) ^ (unsigned short)(s / 12345678901l) ^ (unsigned short)(s >> 100)
    ^ (g.v == -32) << 20 ^ (s < 0) << 21 ^ (p > (u128)s) << 22 ^ !(p - p) << 23 ^ k << 24 ^ (~s < s ? 1 : 2) << 28;`,
    665_884_312,
  ],
  [
    'arithmetic that says whether it overflowed, on operands of different types',
    'volatile unsigned long u = -2ul; volatile long l = -3; volatile unsigned char c = 200; volatile int i = -1;',
    `long x; unsigned long y; unsigned z; short s;
  r = __builtin_add_overflow(u, l, &x) + 2 * __builtin_mul_overflow(u, l, &y) + 4 * __builtin_sub_overflow(c, u, &x)
    + 8 * __builtin_mul_overflow(i, c, &z) + 16 * __builtin_add_overflow(l, 3ul, &y) + 32 * __builtin_mul_overflow(u, u, &s)
    + 64 * __builtin_sub_overflow(i, l, &z) + 128 * (x + y + z + s);`,
    26_671,
  ],
  [
    'unions',
    'union u { int i; unsigned char b[4]; short h[2]; } g;',
    'g.i = 0x01020304; g.b[1] = 9; r = g.h[0] + g.b[3];',
    0x0904 + 1,
  ],
  [
    'arrays of arrays',
    'int m[2][3] = { { 1, 2, 3 }, { 4, 5 } };',
    'int i = 1; r = m[i][1] * 10 + m[i][2];',
    50,
  ],
  [
    'a variable-length array',
    'int sum(int n) { int a[n], t = 0; for (int i = 0; i < n; i++) a[i] = i; while (n--) t += a[n]; return t; }',
    'r = sum(5);',
    10,
  ],
  [
    'compound literals and designators',
    'struct p { int x, y, z; };',
    'struct p *q = &(struct p){ .z = 3, .x = 1 }; struct p c = *q; r = c.x * 100 + c.y * 10 + c.z;',
    103,
  ],
  [
    'structs as arguments and results',
    'struct p { long a; int b[3]; }; struct p twice(struct p v) { v.a *= 2; v.b[1]++; return v; }',
    'struct p v = { 4, { 1, 2, 3 } }, w = twice(twice(v)); r = w.a * 100 + w.b[1] * 10 + v.b[1];',
    1642,
  ],
  [
    "Duff's device",
    '',
    'int n = 7, k = (n + 3) / 4; switch (n % 4) { case 0: do { r++; case 3: r++; case 2: r++; case 1: r++; } while (--k > 0); }',
    7,
  ],
  [
    'ranges of cases',
    '',
    'for (int i = 0; i < 60; i++) switch (i) { case 3 ... 40: r++; break; default: r += 100; }',
    2238,
  ],
  [
    'ranges of unsigned cases',
    '',
    `for (unsigned i = 0; i < 4; i++) switch (i + 0x7ffffffe) { case 0x7fffffff ... 0x80000000: r++; break; default: r += 100; }
for (unsigned long long i = 0; i < 3; i++) switch (i) { case -2 ... 0: r += 1000; break; default: r += 10; }`,
    232,
  ],
  ['goto into a block', '', 'int i = 0; goto in; while (i < 5) { i++; r += 10; in: r++; }', 56],
  ['statement expressions', '', 'r = ({ int t = 4; t *= 3; t; }) + ({ 1; });', 13],
  [
    'static locals',
    'int next(void) { static int n = 5; return n++; }',
    'next(); r = next() * 10 + next();',
    67,
  ],
  [
    'functions by pointer',
    'int add(int a, int b) { return a + b; } int sub(int a, int b) { return a - b; } int (*ops[2])(int, int) = { add, sub };',
    'r = ops[0](3, 4) * 10 + ops[1](5, 2);',
    73,
  ],
  [
    'variable arguments',
    '#include <stdarg.h>\nint sum(int n, ...) { va_list l, m; va_start(l, n); va_copy(m, l); int t = 0; for (int i = 0; i < n; i++) t += va_arg(l, int); t *= 100; t += va_arg(m, int); va_end(l); return t; }',
    'r = sum(8, 1, 2, 3, 4, 5, 6, 7, 8);',
    3601,
  ],
  [
    'setjmp',
    '#include <setjmp.h>\njmp_buf b; void f(int n) { if (n == 3) longjmp(b, n); f(n + 1); }',
    'int v = setjmp(b); if (v == 0) { r = 1; f(0); } else r += v * 10;',
    31,
  ],
  [
    'the attribute cleanup',
    'int log_; void end(int *p) { log_ = log_ * 10 + *p; }',
    '{ __attribute__((cleanup(end))) int a = 1; __attribute__((cleanup(end))) int b = 2; for (int i = 0; ; i++) { __attribute__((cleanup(end))) int c = 3; if (i == 1) break; } } r = log_;',
    3321,
  ],
  [
    'the attribute cleanup where control goes back before a declaration, and in the first part of a loop',
    'int log_; void end(int *p) { log_ = log_ * 10 + *p; }\n#define cleaned __attribute__((cleanup(end))) int',
    'for (int i = 0; i < 2; i++) { cleaned a = 1; int n = 0; again:; cleaned b = 2 + n; if (n++ < 1) goto again; } r = log_; log_ = 0; for (cleaned k = 7; k < 9; k++) { cleaned m = 5; if (k == 8) goto out; } out: r += log_ * 1000000;',
    558231231,
  ],
  [
    'blocks at large powers of 2',
    '#include <stdlib.h>\n#include <stdint.h>',
    'void *q; char *x = malloc(3); long *p = aligned_alloc(64, 64); posix_memalign(&q, 256, 24); p[7] = 3; r = (uintptr_t)p % 64 + (uintptr_t)q % 256 + p[7]; free(q); free(p); free(x);',
    3,
  ],
  [
    'errno, and a handler that is told of the signal',
    '#include <errno.h>\n#include <signal.h>\n#include <string.h>\nstatic volatile int last; static void on(int n, siginfo_t *i, void *c) { last = n + i->si_signo; }',
    'struct sigaction act, old; memset(&act, 0, sizeof act); act.sa_sigaction = on; act.sa_flags = SA_SIGINFO; sigaction(SIGUSR1, &act, 0); raise(SIGUSR1); sigaction(SIGUSR1, 0, &old); r = sigaction(99, &act, 0) + errno * 100 + last + (old.sa_flags & SA_SIGINFO);',
    2223,
  ],
  [
    'constructors with the arguments of main',
    'int given; __attribute__((constructor)) static void first(int argc, char **argv) { given = argc + (argv[argc] == 0); }',
    'r = given;',
    2,
  ],
  [
    'addresses that objects hold from the start',
    'int x, y, *p = &x, *t[2] = { &x, &y }; volatile int n;',
    'if (n) p = &y; *p = 1; r = x; n = 1; *t[n] = 2; r += y * 10;',
    21,
  ],
  [
    'an object that holds its own address',
    'struct head { int *first, **last; } h = { 0, &h.first }; int v = 7;',
    'int *e = &v; *h.last = e; h.last = 0; r = h.first != 0 ? *h.first : 0;',
    7,
  ],
  [
    'sizes and ends of copies are evaluated once',
    '#define _GNU_SOURCE\n#include <string.h>\nint n; char a[8] = "abcdef", b[8]; int once(int v) { n++; return v; }',
    'int e = 5, *p = &e; char *end = mempcpy(b, a, once(3)); r = (int)(end - b) * 100 + n * 10; r += __atomic_compare_exchange_n(&n, (once(0), p), 1, 0, 5, 5) + n + e;',
    314,
  ],
  [
    'conversions',
    '',
    'signed char c = 200; unsigned short h = -1; unsigned u = c; r = (c < 0) + (h == 65535) * 2 + (u > 4000000000u) * 4 + (int)(_Bool)0.5 * 8;',
    15,
  ],
  [
    'pointers that walk',
    'int a[6] = { 1, 2, 3, 4, 5, 6 };',
    'int *p = a + 5; unsigned u = 2; p -= u; r = *p-- * 10; r += *p + (int)(p - a) + p[-1];',
    47,
  ],
  [
    'short circuits',
    'int n; int f(int v) { n++; return v; }',
    'r = (f(0) && f(1)) + (f(1) || f(0)) * 2 + n * 10 + (f(0) ? 7 : 0);',
    22,
  ],
  [
    'strings',
    '#include <string.h>',
    'char s[8] = "ab"; strcat(s, "cd"); r = (int)strlen(s) * 1000 + s[3] + (strcmp(s, "abce") < 0);',
    4101,
  ],
  [
    'a range that ends within a cell',
    '#include <string.h>\nshort h[2];',
    'memset(h, 255, 1); r = h[0];',
    255,
  ],
  [
    'blocks of the heap',
    '#include <stdlib.h>',
    'int *p = calloc(3, sizeof *p); p[2] = 5; r = p[0] + p[2]; free(p);',
    5,
  ],
  [
    'counts of bits',
    '',
    'r = __builtin_popcount(255) * 100 + __builtin_ctz(8) * 10 + __builtin_ffs(0) + __builtin_clz(1u << 30);',
    831,
  ],
  [
    'arithmetic that overflows',
    '',
    'int v; r = __builtin_add_overflow(2147483647, 1, &v) * 10 + __builtin_mul_overflow(3, 4, &v) + v;',
    22,
  ],
  [
    'update of a narrow object',
    '',
    'unsigned char c = 250; c += 10; c *= 3; signed char d = -128; d /= 2; r = c + d;',
    12 - 64,
  ],
  [
    'atomic objects',
    '#include <stdatomic.h>\natomic_int x = 5; _Atomic _Bool b; _Atomic short h = 7;',
    'x *= 3; b = x++; h -= 2; int e = 16; atomic_compare_exchange_strong(&x, &e, 20); r = x + b * 100 + h * 1000;',
    5120,
  ],
  ['thread-local objects', '_Thread_local int t = 3;', 't += 4; r = t;', 7],
  ['constructors', 'int s; __attribute__((constructor)) static void first(void) { s = 4; }', 'r = s;', 4],
];

const sourceOf = (declarations: string, body: string): string =>
  `${declarations}\nint r;\nint main(void) { ${body} return 0; }`;

describe('on the middle', () => {
  it.each(programs)('%s', (_, declarations, body, value) => {
    const source = sourceOf(declarations, body);
    const program = parse(source);
    const explored = run(source);
    expect(findingsIn(explored)).toEqual([]);
    const at = program.observed.findIndex((o) => o.kind === 'cell' && o.location === 'r');
    expect(explored.outcomes.map((outcome) => Number(outcome[at]))).toEqual([value]);
  });

  it.skipIf(!hasGcc)('every value is what gcc computes', () => {
    const folder = mkdtempSync(join(tmpdir(), 'diptych-emit-'));
    try {
      for (const [name, declarations, body, value] of programs) {
        const [file, made] = [join(folder, 'a.c'), join(folder, 'a')];
        const prints = `#include <stdio.h>\n${sourceOf(declarations, body).replace(/return 0; \}$/, 'printf("%d", r); return 0; }')}`;
        writeFileSync(file, prints);
        execFileSync('gcc', ['-std=gnu11', '-w', '-o', made, file]);
        expect(`${name}: ${execFileSync(made, { encoding: 'utf8' })}`).toBe(`${name}: ${value}`);
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
