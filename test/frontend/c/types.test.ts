// Sizes, alignments and compatibility of C's types. The facts hold in a program of any gcc too.

import { describe, expect, it } from 'vitest';
import { compileAndRun, nativeMachine, plainFlags } from '../../../lab/judge/compiler.js';
import { diagnosticOf, findings, states } from './run.js';

const declarations = `#define same(a, b) __builtin_types_compatible_p(a, b)
#define is(e, t) _Generic((e), t: 1, default: 0)
enum e { one }; enum f { two }; struct s { char c; int i; } v; struct incomplete; union u { char c; long l; };
typedef int five[5]; typedef const int fixed[5]; extern int without[]; short sh = -1; const int k = 1; volatile long vol; int *restrict rp; int *p; _Atomic int at;
struct outer { int before; struct { unsigned a : 3, b : 5; unsigned c : 20; } in; char after; struct { unsigned d : 4, e : 4; }; } o = { 1, { 2, 3, 4 }, 5, { 6, 7 } };
struct outer many[2] = { [1].in.b = 9, [1].e = 3 };
_Alignas(16) int spread; struct wide { char c; _Alignas(32) char d; }; _Atomic struct s whole;
struct b { int n : 3; int m; } bits; struct p { int x; struct b inner[2]; } nested;
double dd; long double ld; __int128 w = 5; unsigned __int128 uw = 7;`;

const facts: Readonly<Record<string, readonly string[]>> = {
  'sizes and alignments': [
    'sizeof(char) == 1 && sizeof(short) == 2 && sizeof(int) == 4 && sizeof(long) == 8 && sizeof(long long) == 8 && sizeof(_Bool) == 1',
    'sizeof(float) == 4 && sizeof(double) == 8 && sizeof(long double) == 16 && sizeof(__int128) == 16 && sizeof(int *) == 8 && sizeof(five) == 20',
    'sizeof(struct s) == 8 && sizeof(union u) == 8 && sizeof(struct s[3]) == 24 && sizeof(void) == 1',
    '_Alignof(char) == 1 && _Alignof(short) == 2 && _Alignof(int) == 4 && _Alignof(double) == 8 && _Alignof(float) == 4 && _Alignof(long double) == 16',
    '_Alignof(int *) == 8 && _Alignof(five) == 4 && _Alignof(struct s) == 4 && _Alignof(union u) == 8 && _Alignof(__int128) == 16 && _Alignof(void) == 1',
    '_Alignof(spread) == 16 && _Alignof(struct wide) == 32 && sizeof(struct wide) == 64 && _Alignof(_Atomic struct s) == 8',
  ],
  'compatible types': [
    'same(int, signed) && !same(int, unsigned) && !same(long, long long) && !same(char, signed char) && !same(float, double) && same(double, double) && !same(double, long)',
    '!same(int, float) && !same(float, int) && !same(int, int *) && !same(int *, long) && !same(void, int) && same(void, void) && !same(int, void)',
    'same(const int, int) && !same(const int *, int *) && same(int *const, int *) && !same(volatile int *, int *) && same(const int *, const int *)',
    '!same(int **, const int **) && !same(void *, int *) && same(int *restrict, int *) && !same(int *restrict *, int **)',
    'same(int[3], int[]) && same(int[], int[3]) && !same(int[3], int[4]) && same(int[3], int[3]) && !same(int[3], long[3]) && !same(int[3], int *) && same(int[], int[])',
    '!same(fixed *, five *) && same(fixed *, fixed *) && same(five *, int(*)[5]) && !same(int(*)[5], int *) && same(const five *, fixed *)',
    'same(enum e, enum e) && !same(enum e, enum f) && same(enum e, unsigned) && same(unsigned, enum f) && !same(enum e, int)',
    'same(struct s, struct s) && !same(struct s, union u) && !same(struct s, int) && !same(int, struct s) && !same(struct s, struct incomplete)',
    'same(int(int), int(int)) && !same(int(int), int(long)) && !same(int(int), long(int)) && !same(int(int), int(int, int)) && !same(int(int, ...), int(int)) && same(int(), int(int))',
    '!same(int(int), int) && !same(int, int(int)) && same(void(*)(int), void(*)(int)) && !same(int(int, long), int(int, int))',
  ],
  'the types of expressions': [
    'is(k, int) && is(vol, long) && is(at, int) && is(rp, int *) && is(sh, short) && is(+sh, int) && is(&k, const int *) && is(&vol, volatile long *)',
    'is(1 ? (void *)0 : p, int *) && is(1 ? p : (void *)0, int *) && is(1 ? (void *)p : p, void *) && is(1 ? p : 0, int *) && is(1 ? &k : p, const int *)',
    'is(v.i, int) && is(&v, struct s *) && is(one, int) && is(dd + 1, double) && is(ld + dd, long double) && is(1.0L, long double) && is(dd + 1.0f, double)',
    '_Generic(k, const int: 2, int: 1) == 1 && _Generic(sh, volatile short: 2, short: 1) == 1 && is(1 ? (const int *)0 : p, const int *) && is(1 ? p : (const int *)0, const int *)',
    'is(w + 1, __int128) && is(uw + w, unsigned __int128) && is(&w, __int128 *)',
  ],
  'the values of objects': [
    'sh < 0 && sh + 0 == -1 && (unsigned short)sh == 65535 ',
    'o.in.a == 2 && o.in.b == 3 && o.in.c == 4 && o.before == 1 && o.after == 5 && o.d == 6 && o.e == 7 && many[1].in.b == 9 && many[1].e == 3 && many[1].in.a == 0 && many[0].e == 0',
    '((unsigned char *)&o)[4] == 26 && ((unsigned char *)&o)[5] == 4 && ((unsigned char *)&o)[8] == 5 && ((unsigned char *)&o)[12] == 0x76 && ((unsigned char *)many)[20] == 72',
    'w == 5 && uw - 8 > w && (w << 64) + 1 > w && ((long *)&w)[0] == 5 && ((long *)&w)[1] == 0',
    '(o.in.c = 0x12345, o.in.a = 7, o.e = 1, o.in.b == 3 && o.in.c == 0x12345 && o.in.a == 7 && o.d == 6 && ((unsigned char *)&o)[5] == 0x45)',
  ],
};

const program = (conditions: readonly string[]): string =>
  `${declarations}\n#include <assert.h>\nint main(void) {\n  ${conditions.map((one) => `assert(${one});`).join('\n  ')}\n  return 0;\n}\n`;

describe('types', () => {
  it.each(Object.entries(facts))('have %s', (_, conditions) => {
    expect(findings(program(conditions))).toEqual([]);
  });

  it('have those of any gcc', async () => {
    if ((await nativeMachine()) === undefined) return console.warn('no gcc: types are not compared with its');
    expect(await compileAndRun(program(Object.values(facts).flat()), ['-w', ...plainFlags])).toEqual({
      out: '',
    });
  });

  it.each([
    ['sizeof(without);', 'int[] has no size'],
    ['struct incomplete i;', 'incomplete'],
    ['sizeof(struct incomplete);', 'struct incomplete has no size'],
    ['_Alignof(struct incomplete);', 'struct incomplete has no alignment'],
    ['_Static_assert(0.1L == 0.1, "");', 'a constant is needed here'],
    ['static int z[(int)1.5L];', 'the length of z must be a constant'],
    ['typedef int g(int); g a[3];', 'an array cannot have elements of type int (...)'],
    ['int n = 3; static int a[n];', 'must be a constant'],
    ['int n = 3; static int (*a)[n];', 'must be a constant'],
    ['dd = 1.0L / 4;', 'long double'],
    ['v = &v;', 'struct s * cannot be used as struct s'],
    ['_Generic(p, const int *: 1, long: 2);', 'no choice of this _Generic is for int *'],
    ['_Atomic int *ap; v = ap;', '_Atomic int * cannot be used as struct s'],
    ['const int *cp; v = cp;', 'const int * cannot be used as struct s'],
    ['int (*fp)(long); v = fp;', 'int (*)(...) cannot be used as struct s'],
    ['int (*fp)[3]; v = fp;', 'int[3] * cannot be used as struct s'],
    ['int (*fp)[]; v = fp;', 'int[] * cannot be used as struct s'],
  ])('are named: %s', (statement, message) => {
    const { message: said } = diagnosticOf(`${declarations}\nint main(void) { ${statement} }`);
    expect(said).toContain(message);
  });

  it('of arrays of computed length are kept with their lengths', () => {
    expect(
      states(`int r, q, z; int main(void) { int n = 2 + (r == 0), m = 4; int a[n][m]; a[2][3] = 5; int (*p)[m] = a; r = sizeof(a) + sizeof(*p) + sizeof(a[0]);
  q = (p + 2)[0][3]; z = (char *)(p + 1) - (char *)p; long b[n]; z += 100 * sizeof b + 10000 * sizeof b[0]; }`),
    ).toEqual(['r=80 q=5 z=82416']);
  });

  it.each([
    ['_Atomic int a;', 'a = 1;', true],
    ['_Atomic int a[2];', 'a[1] = 1;', true],
    ['struct { int n; _Atomic int a; } l;', 'l.a = 1;', true],
    ['struct { struct { _Atomic int a; int n; } k; } l;', 'l.k.a = 1;', true],
    ['struct { int n; int a; } l;', 'l.a = 1;', false],
    ['int a;', 'a = 1;', false],
  ])('that are atomic have accesses that are fences: %s', (local, write, isFence) => {
    const text = `#include <pthread.h>
int x, y, r, q; void *f(void *arg) { ${local} x = 1; ${write} r = y; return arg; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); y = 1; __sync_synchronize(); q = x; pthread_join(t, 0); }`;
    const found = states(text, 'tso', { observe: ['r', 'q'] });
    expect(found.includes('r=0 q=0')).toBe(!isFence);
  });

  it.each([
    ['_Atomic int l; l;', ['uninitialised-read']],
    ['_Atomic int l[2]; l[1];', ['uninitialised-read']],
    ['struct { int n; _Atomic int a; } l; l.n;', ['uninitialised-read']],
    ['struct { int n; int a; } l; l.n;', []],
    ['int l[2]; l[1];', []],
    ['int l; l;', []],
  ])('that are atomic are loaded though the value is not used: %s', (body, kinds) => {
    expect(findings(`int main(void) { ${body} }`).map((text) => text.split(' ')[0])).toEqual(kinds);
  });

  it('of 128 bits have two words, each with any value', () => {
    const text =
      'int nondet_int(void); int x, y; int main(void) { __int128 w; if ((long)(w >> 64) == 5) x = 1; if ((long)w == 6) y = 1; }';
    expect(states(text, 'sc', { observe: ['x', 'y'] })).toEqual(['x=0 y=0', 'x=0 y=1', 'x=1 y=0', 'x=1 y=1']);
  });

  it.each([
    ['int n', ['x=0', 'x=1']],
    ['struct { int n, k; } in[2]', ['x=0', 'x=1']],
    ['int n : 4', []],
    ['struct { int n : 4; } in[2]', []],
    ['union { int n; } in', []],
  ])('with a member %s and no value have any value, but for bit-fields and unions', (member, found) => {
    const text = `int nondet_int(void); int x; struct s { ${member}; int m; }; int main(void) { struct s v; if (v.m == 5) x = 1; }`;
    expect(states(text, 'sc', { observe: ['x'] })).toEqual(found);
  });

  it('of arrays whose length only the execution computes have cells of their elements', () => {
    const text = `#include <stdlib.h>
struct pair { char c; int i; }; int n, m, r, q;
void fill(int n, int m) { struct pair a[n][m]; a[n - 1][m - 1].i = 3; a[0][1].c = 4; struct pair (*p)[m] = malloc(n * sizeof *p); p[1][0].i = 5; p[1][1].c = 6;
  r = a[n - 1][m - 1].i * 10 + a[0][1].c; q = p[1][0].i * 10 + p[1][1].c; free(p); }
int __VERIFIER_nondet_int(void); void __VERIFIER_assume(int); int main(void) { n = __VERIFIER_nondet_int(); __VERIFIER_assume(n >= 2 && n <= 3); m = n; fill(n, m); }`;
    expect(states(text, 'sc', { observe: ['r', 'q'] })).toEqual(['r=34 q=56']);
  });

  it('of arrays of computed length are named by their elements', () => {
    const text = `int n, nondet_int(void); void __CPROVER_assume(int); struct pair { char c; int i; };
void fill(int n) { struct pair a[n][n]; a[n - 1][0].i = 2; a[n - 1][0].c = 1; n = a[1][3].i; } int main(void) { n = nondet_int(); __CPROVER_assume(n == 2); fill(n); }`;
    expect(findings(text)).toEqual([expect.stringContaining('pair[5].i, past the end of pair')]);
    const rows = text.replace('a[n][n];', 'a[n][3];').replace('a[1][3].i', 'a[2][1].i');
    expect(findings(rows)).toEqual([expect.stringContaining('past the end of block')]);
  });

  it('of two files are the same by name where one file does not complete them', () => {
    const of = (types: string) => ({
      link: ['b.c'],
      readFile: (path: string) =>
        path === 'b.c'
          ? `${types} int get(struct node *p) { return p == 0; } ${types.startsWith('struct') ? '' : 'struct node;'}`
          : undefined,
    });
    const main = (types: string) => `${types} int get(struct node *); int r; int main(void) { r = get(0); }`;
    expect(states(main('struct node;'), 'sc', { ...of('struct node { int n; };'), observe: ['r'] })).toEqual([
      'r=1',
    ]);
    expect(states(main('struct node { int n; };'), 'sc', { ...of('struct node;'), observe: ['r'] })).toEqual([
      'r=1',
    ]);
    expect(states(main('struct node;'), 'sc', { ...of('struct node;'), observe: ['r'] })).toEqual(['r=1']);
    expect(
      states(main('struct node { int n; };'), 'sc', { ...of('struct node { int n; };'), observe: ['r'] }),
    ).toEqual(['r=1']);
    // C has no rule for it, and every compiler links it
    const long = {
      link: ['b.c'],
      readFile: () =>
        'extern long long v; struct s { long long l; }; extern struct s z; long get(void) { return v + z.l; }',
      observe: ['r'],
    };
    expect(
      states(
        'long v = 3, get(void); struct s { long l; } z = { 4 }; int r; int main(void) { r = get(); }',
        'sc',
        long,
      ),
    ).toEqual(['r=7']);
  });
});
