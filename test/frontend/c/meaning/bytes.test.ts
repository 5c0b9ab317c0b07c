// Types and memory as gcc has them on x86-64. Every expected value was printed by a program compiled with gcc.

import { describe, expect, it } from 'vitest';
import { SymbolicEngine } from '../../../../src/symbolic/index.js';
import { findings, parse, states } from '../run.js';

const engine = await SymbolicEngine.start();

const head =
  '#include <stdint.h>\n#include <stddef.h>\n#include <string.h>\n#include <stdlib.h>\n#include <assert.h>\n';

/** The final value of `long long r`, by both engines. */
function value(globals: string, body: string): string {
  const text = `${head}${globals}\nlong long r;\nint main(void) { ${body} }`;
  const [state] = states(text, 'sc', { observe: ['r'] });
  expect(findings(text)).toEqual([]);
  const program = parse(text, { observe: ['r'] });
  const { outcomes } = engine.outcomes(program, { model: 'sc', unroll: 8 });
  expect(outcomes.map(String)).toEqual([state.replace('r=', '')]);
  return state;
}

describe('integers', () => {
  it.each([
    ['unsigned hi = 0xdeadbeef, lo = 0xcafe; r = (uint64_t)hi << 32 | lo;', '-2401053092612093186'],
    ['r = -1 < (long)0xffffffffu;', '1'],
    ['r = -1 < 0xffffffffu;', '0'],
    ['r = 100000LL * 100000;', '10000000000'],
    ['int a = 100000; r = a * a;', '1410065408'],
    ['unsigned char c = 200; signed char d = c; r = d * 1000 + c;', '-55800'],
    ['char c = 0x80; unsigned short s = c; r = s;', '65408'],
    ['r = (int)3000000000 + 0ll;', '-1294967296'],
    ['r = 3000000000 / 7;', '428571428'],
    ['long x = 1; r = x << 40 | x << 63 >> 62;', '-2'],
    ['uint64_t x = 1; r = (x << 63) >> 60;', '8'],
    ['r = (uint32_t)-1 + 1ul;', '4294967296'],
    ['r = sizeof(1 ? 1 : 2l) * 10 + sizeof(0x80000000) + sizeof(2147483648) * 100;', '884'],
    ['int64_t x = INT64_MIN; r = x / 3 % 1000;', '-602'],
    ['uint64_t x = UINT64_MAX; r = x / 3 % 1000 + (x % 10);', '210'],
    ['enum e { A = 3, B } e = B; r = (e - 5 > 0) * 10 + sizeof e;', '14'],
    ['enum e { A = -3 } e = A; r = e - 5 > 0;', '0'],
    ['_Bool b = 0x100; r = b + sizeof b;', '2'],
    ['long n = 5; int k = 0; switch (n << 32) { case 5ll << 32: k = 7; break; case 5: k = 1; } r = k;', '7'],
    ['unsigned x = 0x80000000; r = x >> 31 | (int)x >> 31;', '4294967295'],
    ['short s = -2; r = (unsigned)s;', '4294967294'],
    ['uint8_t b = 255; b++; uint8_t c = 0; c--; r = b * 1000 + c;', '255'],
    ["r = '\\377' + 'a';", '96'],
  ])('%s', (body, expected) => {
    expect(value('', body)).toBe(`r=${expected}`);
  });
});

describe('layout', () => {
  it.each([
    [
      'struct s { char a; int b; short c; long d; char e; };',
      'r = sizeof(struct s) * 100 + offsetof(struct s, d);',
      '3216',
    ],
    ['struct s { char a[3]; short b; };', 'r = sizeof(struct s) * 10 + _Alignof(struct s);', '62'],
    ['struct s { int n; char t[]; };', 'r = sizeof(struct s) * 10 + offsetof(struct s, t);', '44'],
    ['struct s { int a : 3, b : 30; char c : 2; short d; };', 'r = sizeof(struct s);', '12'],
    ['struct s { char c; int a : 5; int b : 20; };', 'r = sizeof(struct s);', '8'],
    [
      'struct s { int x; struct { char a; long b; }; union { int i; char c[6]; } u; };',
      'r = sizeof(struct s) * 100 + offsetof(struct s, b) * 10 + offsetof(struct s, u.c[2]);',
      '3386',
    ],
    [
      'struct e { }; struct s { int a; struct e e; int b; } s; struct e g, none[3];',
      'struct e h = g, *p = &s.e; g = h; struct s *q = (struct s *)((char *)p - offsetof(struct s, e)); q->b = 7; r = s.b * 100 + sizeof s * 10 + sizeof none;',
      '780',
    ],
    ['union u { char c; long l; int a[3]; };', 'r = sizeof(union u) * 10 + _Alignof(union u);', '168'],
    [
      'int a[4]; long b;',
      'r = ((uintptr_t)&a[1] & 7) * 10 + ((uintptr_t)&b & 7) + ((uintptr_t)&a[3] - (uintptr_t)a);',
      '52',
    ],
    [
      '',
      'void *p = malloc(3), *q = malloc(40); r = ((uintptr_t)p & 15) + ((uintptr_t)q & 15) + (p == q);',
      '0',
    ],
    ['struct s { char a; double *p; } s[2];', 'r = (char *)&s[1].p - (char *)s;', '24'],
    ['int a[8];', 'int *p = a, *q = &a[5]; r = (q - p) * 100 + ((char *)q - (char *)p);', '520'],
  ])('%s %s', (globals, body, expected) => {
    expect(value(globals.replace('double', 'int'), body)).toBe(`r=${expected}`);
  });
});

describe('one object seen in several ways', () => {
  it.each([
    ['', 'int x = 0x01020304; unsigned char *p = (unsigned char *)&x; r = p[0] * 1000 + p[3];', '4001'],
    ['', 'long x = -2; int *p = (int *)&x; p[1] = 5; r = x;', '25769803774'],
    [
      'union { uint32_t v; struct { uint16_t lo, hi; } h; } u;',
      'u.v = 0x12345678; u.h.lo++; r = u.v;',
      '305419897',
    ],
    ['union { long l; char c[8]; } u = { 0x4142434445464748 };', 'r = u.c[0] * 1000 + u.c[7];', '72065'],
    [
      'union { int *p; uintptr_t n; } u; int x = 3;',
      'u.p = &x; u.n |= 1; r = (u.n & 1) * 10; u.n &= ~1ul; r += *u.p;',
      '13',
    ],
    [
      'int x = 3; struct { int k; union { void *p; long n; double d; } u; } s = { 1, { &x } };',
      'r = *(int *)s.u.p; s.u.d = 1.5; long *q = &s.u.n; r += *q >> 51; s.u.n = -5; r += (long)s.u.p * 10000;',
      '-47950',
    ],
    [
      'typedef union { float f; uint32_t u; int32_t i; } bits; bits make(float f) { bits b; b.f = f; return b; }',
      'bits b = make(-2.0f), c = b; c.i++; r = (c.f < b.f) + make(1.0f).u * 10l;',
      '10653532161',
    ],
    ['', 'short a[3] = { 1, 2, 3 }; int b; memcpy(&b, a + 1, 4); r = b;', '196610'],
    [
      '',
      'int a[3]; memset(a, 0x7f, 5); ((char *)a)[5] = 1; ((char *)a)[6] = ((char *)a)[7] = 0; r = a[1] * 2l + (a[0] == 0x7f7f7f7f);',
      '767',
    ],
    ['', 'int a = 0x100, b = 1; r = (memcmp(&a, &b, 4) < 0) * 10 + (memcmp(&a, &b, 0) == 0);', '11'],
    ['', 'char s[8] = "abc"; uint64_t n; memcpy(&n, s, 8); r = n;', '6513249'],
    ['struct s { char a; int b; } x = { 1, 2 }, y;', 'memcpy(&y, &x, sizeof x); r = y.a * 10 + y.b;', '12'],
    ['', 'void *p = malloc(8); *(int *)p = 5; *((int *)p + 1) = 6; r = *(long *)p; free(p);', '25769803781'],
    [
      'struct f { short n; int a[]; };',
      'struct f *p = malloc(sizeof *p + 3 * sizeof(int)); p->n = 2; p->a[2] = 7; r = p->a[2] * 10 + p->n; free(p);',
      '72',
    ],
  ])('%s %s', (globals, body, expected) => {
    expect(value(globals, body)).toBe(`r=${expected}`);
  });

  it.each([
    [
      'struct s { unsigned a : 3; int b : 4; unsigned c : 20; } s;',
      's.a = 9; s.b = 9; s.c = 70000; r = s.a * 100000 + s.b + s.c;',
      '169993',
    ],
    ['struct s { int a : 3; } s;', 'r = (s.a = 5) * 10; s.a++; r += s.a;', '-32'],
    [
      'struct s { unsigned long a : 40, b : 24; } s = { -1, 3 };',
      's.b += 5; s.a >>= 4; r = s.a + s.b;',
      '68719476743',
    ],
    ['struct s { unsigned a : 31; } s = { 0 };', 'r = s.a - 1 < 0;', '1'],
    [
      'struct s { char c; unsigned a : 12, b : 12; } s;',
      's.c = 7; s.a = 4095; s.b = 1; s.a = 2; r = s.c * 10000 + s.a * 100 + s.b;',
      '70201',
    ],
  ])('bit-fields: %s %s', (globals, body, expected) => {
    expect(value(globals, body)).toBe(`r=${expected}`);
  });
});

describe('pointers as numbers', () => {
  it.each([
    [
      'int a[2];',
      'int *p = (int *)((uintptr_t)a | 1); r = ((uintptr_t)p & 1) * 10 + (p != a); p = (int *)((uintptr_t)p & ~1ul); *p = 5; r += a[0] * 100;',
      '511',
    ],
    [
      'int a[4];',
      'int *p = a; __sync_fetch_and_add(&p, 4); r = p - a; __atomic_fetch_add(&p, 8, __ATOMIC_SEQ_CST); r = r * 10 + (p - a);',
      '13',
    ],
    ['', 'void *p = (void *)-1; r = (intptr_t)p + (p == (void *)-1);', '0'],
    [
      'int x = 4;',
      'uint64_t n = (uint64_t)7 << 56 | (uint64_t)&x; r = *(int *)(n & 0xffffffffffff) + (n >> 56);',
      '11',
    ],
    ['int a[3] = { 1, 2, 3 };', 'char *c = (char *)a + 8; r = *(int *)c;', '3'],
  ])('%s %s', (globals, body, expected) => {
    expect(value(globals, body)).toBe(`r=${expected}`);
  });
});

describe('memory that threads share and use with different sizes', () => {
  const ticket = `#include <pthread.h>
    ${head}union { uint32_t val; struct { uint16_t owner, next; } s; } l; int in, count;
    void *f(void *a) {
      uint32_t t = __atomic_fetch_add(&l.val, 1u << 16, __ATOMIC_SEQ_CST) >> 16;
      while (__atomic_load_n(&l.s.owner, __ATOMIC_ACQUIRE) != (uint16_t)t) ;
      assert(in == 0); in = 1; count++; in = 0;
      __atomic_store_n(&l.s.owner, (uint16_t)(t + 1), __ATOMIC_RELEASE); return a; }
    int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); f(0); pthread_join(t, 0); assert(count == 2); }`;

  it('may be changed as a whole by atomic operations: a ticket lock', () => {
    expect(findings(ticket, 'tso', { unroll: 3 })).toEqual([]);
    const broken = ticket.replace('assert(in == 0)', 'if (t == 1) assert(in)');
    expect(findings(broken, 'tso', { unroll: 3 })).toHaveLength(2);
  });

  it('may be loaded as a whole after a fence, and stored before one', () => {
    const seen = (halves: string, whole: string): string[] =>
      states(
        `#include <pthread.h>
        ${head}union { uint32_t w; uint16_t h[2]; } u; int r, s;
        void *f(void *a) { ${halves} return a; } void *g(void *a) { ${whole} return a; }
        int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); g(0); pthread_join(t, 0); }`,
        'tso',
        { observe: ['r', 's'] },
      );
    // never the second half alone
    expect(seen('u.h[0] = 1; u.h[1] = 1;', 'r = u.w;')).toEqual(['r=0 s=0', 'r=1 s=0', 'r=65537 s=0']);
    expect(seen('r = u.h[1]; s = u.h[0];', '__atomic_store_n(&u.w, 0x20002, __ATOMIC_SEQ_CST);')).toEqual([
      'r=0 s=0',
      'r=0 s=2',
      'r=2 s=2',
    ]);
    // and with a store of one's own that may still be in the buffer
    expect(seen('u.h[0] = 1;', 's = 1; r = u.w;')).toEqual(['r=0 s=1', 'r=1 s=1']);
  });

  it('may be copied to locals that only their thread has, atomic ones too: a lockref', () => {
    const lockref = `#include <pthread.h>
      ${head}struct l { union { _Atomic(int64_t) both; struct { _Atomic(int32_t) lock, count; }; }; } l;
      void *f(void *a) { struct l old; old.both = __atomic_load_n(&l.both, __ATOMIC_RELAXED);
        while (old.lock == 0) { struct l new = old; new.count++; if (__sync_bool_compare_and_swap(&l.both, old.both, new.both)) return a; old.both = l.both; } return a; }
      int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); f(0); pthread_join(t, 0); assert(l.count == 2 && l.lock == 0); }`;
    expect(findings(lockref, 'tso')).toEqual([]);
  });

  it('is not a union of a pointer, a number and a double', () => {
    const box = `#include <pthread.h>
      ${head}struct box { pthread_mutex_t m; int full; union { void *p; long n; double d; } u; }; long r;
      void *f(void *a) { struct box *b = a; pthread_mutex_lock(&b->m); b->u.n = 1l << 40; b->full = 1; pthread_mutex_unlock(&b->m); return 0; }
      int main(void) { pthread_t t; struct box *b = malloc(sizeof *b); b->full = 0; pthread_mutex_init(&b->m, 0); pthread_create(&t, 0, f, b);
        pthread_mutex_lock(&b->m); if (b->full) r = (long)b->u.p; pthread_mutex_unlock(&b->m); pthread_join(t, 0); }`;
    expect(states(box, 'pso')).toEqual(['r=0', 'r=1099511627776']);
  });

  it('may be stored as a whole elsewhere', () => {
    const text = ticket.replace(
      '__atomic_store_n(&l.s.owner, (uint16_t)(t + 1)',
      '__atomic_store_n(&l.val, t + 1',
    );
    const options = { model: 'tso', unroll: 3 } as const;
    const found = findings(text, 'tso', { unroll: 3 });
    const solved = engine.findings(parse(text, { unroll: 3 }), options).findings;
    expect(solved.map(({ finding }) => finding.kind).sort()).toEqual(found.map((one) => one.split(' ')[0]));
  });

  it('ends where it does for words that begin in the middle of others', () => {
    const text = `${head}int main(void) { int v[2]; *(long *)&v[0] = 1; *(long *)&v[1] = 2; }`;
    expect(findings(text).map((finding) => finding.split(' ')[0])).toEqual(['invalid-address']);
    expect(value('int v[3];', '*(long *)&v[1] = 5 + (6L << 32); r = v[1] * 10 + v[2];')).toBe('r=56');
  });
});
