// Sequential C, run: the value of each expression was checked with a C compiler.

import { describe, expect, it } from 'vitest';
import { forEachStatement } from '../../../../src/program/statement.js';
import { InputError } from '../../../../src/support/diagnostic.js';
import { findings, parse, states } from '../run.js';

/** The value of an int expression, after some declarations and statements. */
function evaluate(expression: string, before = '', globals = ''): string {
  const includes = '#include <stdint.h>\n#include <stdbool.h>\n#include <stdlib.h>\n#include <string.h>\n';
  const [state] = states(
    `${includes}int r; ${globals}\nint main(void) { ${before} r = ${expression}; return 0; }`,
    'sc',
    { observe: ['r'], unroll: 30 },
  );
  return state?.replace('r=', '') ?? 'nothing';
}

describe('arithmetic', () => {
  it.each([
    ['1 + 2 * 3', 7],
    ['-7 / 2', -3],
    ['-7 % 2', -1],
    ['-7 >> 1', -4],
    ['(unsigned)-7 >> 1', 2147483644],
    ['-3 << 3', -24],
    ['5u > -3', 0],
    ['5 > -3', 1],
    ["'a' + 1", 98],
    ["'\\n' + '\\x41' + '\\101'", 140],
    ['~5 ^ (3 | 8) & 6', -8],
    ['!5 + !0', 1],
    ['+5 - -5', 10],
    ['2147483647 + 1 < 0', 1],
    ['(char)200', -56],
    ['(unsigned char)300', 44],
    ['(short)70000', 4464],
    ['(unsigned short)-1', 65535],
    ['(bool)42', 1],
    ['(_Bool)0', 0],
    ['(unsigned char)255 + (unsigned char)1', 256],
    ['(char)-1 == (unsigned char)-1', 0],
    ['sizeof(int) + sizeof(char) * 10 + sizeof(long) * 100 + sizeof(int *) * 1000', 8814],
    ['sizeof(int[3])', 12],
    ['0x7f + 010 + 0b11', 138],
    ['(1, 2)', 2],
    ['1 ? 2 : 3', 2],
    ['(1 < 2) + (2 <= 2) + (3 >= 4) + (1 != 1)', 2],
    ['(long)-5 > 4u', 0],
    ['(intptr_t)(void *)0', 0],
  ])('%s', (expression, value) => {
    expect(evaluate(expression)).toBe(`${value}`);
  });
});

describe('variables and assignment', () => {
  it.each([
    ['int x = 5; x += 3; x *= 2;', 'x', 16],
    ['int x = 17; x -= 3; x /= 4; x <<= 4; x >>= 1; x %= 10; x |= 8; x &= 12; x ^= 5;', 'x', 9],
    ['unsigned char w = 250; w += 10;', 'w', 4],
    ['char c = 127; c++;', 'c', -128],
    ['unsigned short s = 0; s--;', 's', 65535],
    ['int i = 5; int j = i++ + 1;', 'i * 10 + j', 66],
    ['int i = 5; int j = ++i + 1;', 'i * 10 + j', 67],
    ['int i = 1; int j = (i = i + 1);', 'i * 10 + j', 22],
    ['int a, b, c; a = b = c = 4;', 'a + b + c', 12],
    ['int i = 5; int t = i == 5 && i++ == 5; int u = i == 6 || i++;', 'i * 100 + t * 10 + u', 611],
    ['int x = 3; int y = x > 2 ? x++ : x--;', 'x * 10 + y', 43],
    ['const int n = 4; int a[n]; a[3] = 9;', 'a[n - 1]', 9],
    ['static int s = 3; s++;', 's', 4],
    ['int x = 1; { int x = 2; x++; }', 'x', 1],
    ['_Bool b = 7; b += 1;', 'b', 1],
  ])('%s', (before, expression, value) => {
    expect(evaluate(expression, before)).toBe(`${value}`);
  });
});

describe('pointers, arrays, structs', () => {
  const globals = `
    struct point { int x, y; char c; short s; long l; void *p; };
    struct line { struct point a, b; int tags[3]; };
    int g[4] = { 1, 2, 3 }; int *gp = &g[1]; struct line gl = { { 1, 2 }, .tags = { [1] = 9 } };
    const int table[3] = { 10, 20, 30 }; int m[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } }; char text[] = "abc";
    struct point make(int x, int y) { struct point p = { x, y }; return p; }
    void swap(int *a, int *b) { int t = *a; *a = *b; *b = t; }
    int sum(int a[], int n) { int s = 0; for (int i = 0; i < n; i++) s += a[i]; return s; }`;
  it.each([
    ['', '*gp + gp[1] + *(gp - 1)', 6],
    ['int *p = g; p += 2; *p++ -= 10;', '(p - g) * 100 + p[-1]', 293],
    ['', 'sizeof(struct point) * 1000 + sizeof(struct line)', 32080],
    ['struct line l = gl; l.tags[2] = 5;', 'l.a.y * 100 + l.tags[1] * 10 + l.tags[2] + gl.tags[2]', 295],
    ['struct line l; struct line *p = &l; p->a = make(3, 4); p->b.x = p->a.y;', 'l.a.x * 10 + l.b.x', 34],
    ['int a[3] = { 7, 8, 9 }; swap(&a[0], &a[2]);', 'a[0] * 100 + a[1] * 10 + a[2]', 987],
    ['int a[5] = { 1, 2, 3 };', 'sum(a, 5) + sum(g, 4)', 12],
    ['int i = 1;', 'm[i][i + 1] + m[0][2] + (*m)[0]', 10],
    ['int i = 2;', 'table[i] + table[0]', 40],
    ['', 'text[1] + text[3] + sizeof text', 102],
    ['', '"xyz"[2] - "xyz"[0]', 2],
    ['int a[4] = { 0 }; int i = 2; a[i] = 5; a[a[0]] = 6;', 'a[0] * 10 + a[i]', 65],
    ['struct point p = { .y = 2 }; p.x += p.y++;', 'p.x * 10 + p.y', 23],
    ['struct point a = make(1, 2), b; b = a; a.x = 9;', 'b.x * 10 + a.x', 19],
    ['int one = 1; struct point q = one ? make(1, 2) : make(3, 4);', 'q.x + q.y', 3],
    ['struct point *p = malloc(2 * sizeof *p); p[1].y = 8; struct point *q = p + 1;', 'q->y + (q - p)', 9],
    ['int *h = malloc(16); h[3] = 4; int *z = calloc(3, sizeof(int));', 'h[3] + z[2]', 4],
    [
      'int h[3] = { 1, 2, 3 }, k[3]; memcpy(k, h, sizeof h); memset(h, 0, sizeof(h));',
      'k[2] * 10 + h[2]',
      30,
    ],
    [
      'int h[4] = { 1, 2, 3, 4 }; memmove(h + 1, h, 3 * sizeof(int));',
      'h[0] * 1000 + h[1] * 100 + h[2] * 10 + h[3]',
      1123,
    ],
    [
      'int h[4] = { 1, 2, 3, 4 }; memmove(h, h + 1, 3 * sizeof(int));',
      'h[0] * 1000 + h[1] * 100 + h[2] * 10 + h[3]',
      2344,
    ],
    ['int *p = &(int){ 5 };', '*p', 5],
    ['void *v = g; int *p = v;', 'p[2]', 3],
    ['int *p = 0; int *q = g;', '(p == 0) + (q != 0) * 2 + (p == q) * 4 + (q < q + 1) * 8', 11],
    ['int x = 1; int *p = &x; int **pp = &p; **pp = 6;', 'x', 6],
  ])('%s -> %s', (before, expression, value) => {
    expect(evaluate(expression, before, globals)).toBe(`${value}`);
  });
});

describe('control flow', () => {
  const globals = `
    enum color { RED, GREEN = 5, BLUE };
    int fact(int n) { return n <= 1 ? 1 : n * fact(n - 1); }
    int odd(int n); int even(int n) { return n == 0 ? 1 : odd(n - 1); } int odd(int n) { return n == 0 ? 0 : even(n - 1); }
    int counter(void) { static int n = 3; return n++; }
    int classify(int x) { switch (x) { case 0: return 10; case 1: case 2: x += 5; break; case 3 ... 6: x = 100; default: x++; } return x; }
    int forward(int x) { if (x > 2) goto out; x = 50; out: return x + 1; }
    int backward(int x) { int n = 0; again: n++; x -= 3; if (x > 0) goto again; return n; }
    int cleanup(int x) { for (int i = 0; i < 5; i++) { for (;;) { if (x == i) goto done; break; } } x = 100; done: return x; }
    int inc(int v) { return v + 1; } int twice(int v) { return v * 2; }
    int apply(int (*f)(int), int v) { return f(f(v)); }
    int (*const ops[])(int) = { inc, twice }; int (*op)(int) = twice;
    void nothing(void) { return; }`;
  it.each([
    ['', 'fact(5)', 120],
    ['int n = 4; if (counter()) n = 6;', 'fact(n)', 720],
    ['', 'even(10) * 10 + odd(4)', 10],
    ['counter();', 'counter()', 4],
    ['', 'classify(0) + classify(2) * 100 + classify(4) * 10000 + classify(9) * 10000000', 101010710],
    ['', 'forward(1) * 100 + forward(9)', 5110],
    ['', 'backward(10)', 4],
    ['', 'cleanup(3) * 1000 + cleanup(9)', 3100],
    ['', 'apply(inc, 5) * 100 + apply(twice, 5)', 720],
    ['int i = 1; if (counter() == 3) i = 0;', 'ops[i](21) + op(1)', 24],
    [
      'int i = 0, j = 10; while (1) { if (i == 3) { i++; continue; } if (i >= 6) break; j += i; i++; }',
      'j',
      22,
    ],
    ['int j = 9; do { j--; if (j == 7) continue; } while (j > 5);', 'j', 5],
    ['int s = 0; for (int i = 0, j = 10; i < j; i++, j--) s += j - i;', 's', 30],
    [
      'int s = 0; for (int i = 0; i < 3; i++) for (int j = 0; j < 3; j++) { if (j == 2) continue; s += i * j; }',
      's',
      3,
    ],
    [
      'int s = 0; for (int i = 0; ; i++) { if (i > 4) break; switch (i) { case 1: continue; case 3: s += 10; break; default: s++; } }',
      's',
      13,
    ],
    ['int n = 0; do n++; while (0); do { if (n) break; n = 9; } while (0);', 'n', 1],
    ['nothing(); enum color c = BLUE;', 'c + GREEN', 11],
    ['int x = 2; switch (x) { int y; case 2: y = 7; x = y; }', 'x', 7],
    ['int x = 9; switch (x) { case 1: x = 0; }', 'x', 9],
    ['int x = 1; if (x) { if (x > 1) x = 5; else x = 6; }', 'x', 6],
  ])('%s -> %s', (before, expression, value) => {
    expect(evaluate(expression, before, globals)).toBe(`${value}`);
  });

  it.each([
    ['for (int i = 0; i < 20; i++) x++;', 20],
    ['int k = 0; for (; k < 20;) { x++; k++; }', 20],
    ['int k = 0; while (k < 20) { k++; if (k == 5) continue; x++; }', 19],
    ['int k = 0, n = 5; while (k < n * 4) { x++; k += 2; }', 10],
    ['int k = 20; while (k) { x++; k--; }', 20],
    ['int k = 20; while (k--) x++;', 20],
    ['int k = 20; while (--k) x++;', 19],
    ['unsigned k = 20; while (k-- > 0) x++;', 20],
    ['int k = 0; while (k++ < 20); x = k;', 21],
    ['int k = 0; do x++; while (++k != 20);', 20],
    ['int k = 0; do { k += 2; x++; } while (k < 20);', 10],
    ['signed char k = 100; while (k > 0) { x++; k++; }', 28],
    ['int k = 0; while (k < 12) { int j = 0; while (j < 3) { x++; j++; } k++; }', 36],
    ['int k = 0; while (k < 20) { if (y) break; k++; } x = k;', 20],
    ['x = 0; while (x < 20) x++;', 20],
    ['int k = 0; while (k < 20) { if (k == 5) { k++; continue; } k++; } x = k;', 20],
    ['int k = 0; while (k < 20) { k++; x = k = k + 1; }', 20],
    ['int k = 0; while (k < 20) { l: if (y) goto l; k++; } x = k; y = 0;', 20],
  ])('runs a loop that counts to its end, whatever the bound: %s', (loop, value) => {
    expect(states(`int x, y; int main(void) { ${loop} }`)).toEqual([`x=${value} y=0`]);
  });

  it.each([
    'int k = 0; while (k < 20) { if (y) continue; k++; } y = 1;',
    'int k = 0; while (k < 20) { if (!y) k++; } y = 1;',
    'int k = 0; while (k < 20) { int k = 3; k++; }',
    'int k = 0; while (k < y + 20) { y++; k++; }',
  ])('does not take every loop that counts for one that counts once in each round: %s', (loop) => {
    const program = parse(`int x, y; int main(void) { ${loop} x = 1; }`);
    const bounds: (number | undefined)[] = [];
    forEachStatement(program.threads[0].body, (s) => {
      if (s.kind === 'while') bounds.push(s.bound);
    });
    expect(bounds).toContain(undefined);
  });

  it('cuts recursion at the bound', () => {
    const text = 'int x; int f(int n) { x++; return f(n + x); }\nint main(void) { f(0); x = -1; }';
    expect(states(text)).toEqual([]);
    expect(findings(text)).toEqual([]);
  });
});

describe('findings at run time', () => {
  it.each([
    [
      'int a[3]; int i; int main(void) { i = 3; a[i] = 1; }',
      'out-of-bounds 1: index out of bounds: a has 3 elements',
    ],
    [
      'int a[3]; int main(void) { a[-1] = 1; }',
      'out-of-bounds 1: index out of bounds: a has 3 elements, the index is -1',
    ],
    ['int x; int main(void) { x = 1 / x; }', 'division-by-zero 1: division by zero'],
    ['int x; int main(void) { x %= x; }', 'division-by-zero 1: division by zero'],
    [
      'int x = -2147483647 - 1, y = -1; int main(void) { x %= y; }',
      'division-overflow 1: the result of this division does not fit',
    ],
    [
      'long x = 1L << 63, y = -1; int main(void) { x = x / y; }',
      'division-overflow 1: the result of this division does not fit',
    ],
    [
      '#include <assert.h>\nint x;\nint main(void) { assert(x == 1 && "why"); }',
      'assertion 3: x == 1 && "why"',
    ],
    ['#include <stdlib.h>\nint main(void) { abort(); }', 'assertion 2: abort()'],
    ['void reach_error(void);\nint main(void) { reach_error(); }', 'assertion 2: reach_error()'],
    [
      'int (*f)(void);\nint main(void) { return f(); }',
      'invalid-address 2: call of something that is no function',
    ],
  ])('%s', (text, finding) => {
    expect(findings(text)).toEqual([finding]);
  });

  it.each([
    ['int *p; int main(void) { *p = 1; }', 'invalid-address'],
    ['int a[3]; int *p = a; int main(void) { p[3] = 1; }', 'invalid-address'],
    ['int main(void) { int *p = malloc(sizeof(int)); free(p); *p = 1; }', 'use-after-free'],
    ['int main(void) { int *p = malloc(sizeof(int)); free(p); free(p); }', 'double-free'],
    ['int x; int main(void) { int *p = malloc(sizeof(int)); x = *p; }', 'uninitialised-read'],
    ['int x; int main(void) { free(&x); }', 'invalid-free'],
  ])('%s', (text, kind) => {
    expect(findings(text).map((f) => f.split(' ')[0])).toEqual([kind]);
  });

  it('finds nothing where C allows it', () => {
    const text =
      'int a[3]; int *end; int main(void) { end = &a[3]; free(0); for (int *p = a; p != end; p++) *p = 1; }';
    expect(findings(text)).toEqual([]);
    expect(states(text, 'sc', { observe: ['a'] })).toEqual(['a=1 a[1]=1 a[2]=1']);
  });

  it('a switch of very many cases is lowered or refused', () => {
    const cases = Array.from({ length: 3000 }, (_, i) => `case ${i}: x = ${i}; break;`).join('\n');
    try {
      parse(`int x; int main(void) { switch (x) { ${cases} } }`);
    } catch (error) {
      expect(error).toBeInstanceOf(InputError);
    }
  });

  it('NDEBUG silences assert', () => {
    expect(
      findings('#include <assert.h>\nint main(void) { assert(0); }', 'sc', { defines: ['NDEBUG'] }),
    ).toEqual([]);
  });
});
