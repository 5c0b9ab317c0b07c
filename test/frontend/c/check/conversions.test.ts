// Conversions between numbers, pointers and bit-fields (C11 6.3), and operands of operators (C11 6.5), as assertions that hold in a program of any gcc too. Bit-fields wider than
// int have types with just their bits, as gcc has it.

import { describe, expect, it } from 'vitest';
import { compileAndRun, nativeMachine, plainFlags } from '../../../../lab/judge/compiler.js';
import { forEachStatement } from '../../../../src/program/statement.js';
import { emitted } from '../emit/run.js';
import { diagnosticOf, findings, parse } from '../run.js';

const declarations = `#include <assert.h>
#include <stdlib.h>
struct { unsigned u3 : 3; int s5 : 5; unsigned u32 : 32; int s32 : 32; unsigned long w32 : 32, u33 : 33, u40 : 40; long s40 : 40; } b;
signed char c = -3; unsigned char uc = 253; unsigned short us = 65535; int i = -7; unsigned u = 4000000000u, many = 40;
long l = -5000000000; unsigned long ul = 10000000000000000000ul; float f = 1.5f, g = 0.1f; double d = -3.75, e = 3e9, big = 1e19; _Bool t, no;
int *p, *q; __int128 w; unsigned __int128 uw; struct s { int a, b; } v, z;`;

const groups: Readonly<Record<string, readonly string[]>> = {
  'a bit-field that is loaded, assigned, changed, or behind a comma is promoted': [
    'b.u3 = 1; assert(b.u3 - 2 < 0 && (0, b.u3) - 2 < 0);',
    'assert((b.u3 = 1) - 2 < 0 && (b.u3 += 1) - 3 < 0 && ++b.u3 - 4 < 0 && b.u3++ - 4 < 0 && b.u3 == 4);',
    'b.u32 = 1; assert(b.u32 - 2 > 0); b.s32 = 1; assert(b.s32 - 2 < 0); assert(sizeof(b.w32 + 0) == 4 && b.w32 - 1 == 4294967295u);',
    'b.s5 = -1; assert(b.s5 < 0 && b.s5 * 2 == -2 && (unsigned char)b.s5 == 255);',
    'b.u3 = 1; assert((unsigned)b.u3 - 2 > 0 && (unsigned long)b.u33 - 1 > 0);',
  ],
  'a wide bit-field is computed in its own precision': [
    'b.u40 = (1ul << 40) - 1; assert(b.u40 + 1 == 0 && b.u40 * 2 == b.u40 - 1 && (b.u40 << 1) == b.u40 - 1);',
    'b.u33 = 8589934591; b.u40 = 1; assert(b.u33 + b.u40 == 8589934592 && b.u33 + 1 == 0);',
    'b.u33 = 1; b.s40 = 2; assert(b.u33 - b.s40 < 0); b.u40 = 1; assert(b.u40 - b.s40 > 0);',
    'b.u40 = 0; assert(~b.u40 == (1ul << 40) - 1 && -b.u40 == 0 && b.u40 - 1 == (1ul << 40) - 1);',
    'b.u40 = 1; assert(b.u40 - 2 + 0l > 0 && b.u40 - 2ul == -1ul && b.u40 - 2 == 1099511627775);',
    'b.s40 = -1; assert(b.s40 - 1 < 0 && (b.s40 >> 8) == -1 && b.s40 < b.s32 + 1);',
  ],
  'the wider of two floating types is the common one': [
    'assert(sizeof(f + d) == 8 && sizeof(d + f) == 8 && sizeof(f + g) == 4 && sizeof(f + l) == 4 && sizeof(l + f) == 4 && sizeof(d + i) == 8);',
    'assert(g != 0.1 && (double)g != 0.1 && (float)0.1 == g && g + d == (double)g + d && f + i == -5.5f);',
    'assert((no ? f : d) == -3.75 && sizeof(no ? f : d) == 8 && (no ? i : f) == 1.5f);',
  ],
  'a floating number becomes an integer, and back': [
    'assert((int)d == -3 && (signed char)d == -3 && (short)d == -3 && (long)d == -3 && (unsigned)e == 3000000000u);',
    'assert((unsigned long)big == 10000000000000000000ul && (long)e == 3000000000 && (unsigned char)f == 1 && (unsigned short)65535.9 == us);',
    'assert((double)u == 4e9 && (double)ul == 1e19 && (double)l == -5e9 && (float)c == -3.0f && (double)uc == 253.0 && (float)us == 65535.0f);',
    'uc = 253.9; us = e / 1e6; i = d; u = e; l = big / 4; assert(uc == 253 && us == 3000 && i == -3 && u == 3000000000u && l == 2500000000000000000);',
    'd = 0.1; f = d; assert(f == g && f != d && (float)d == g && (double)f == g); d = -3.75;',
    'assert((float)16777217 == 16777216.0f && (float)d == -3.75f && (double)(float)1e-3 != 1e-3);',
  ],
  'char and short have a sign': [
    'char ch = 200; short sh = 40000; assert(ch == -56 && sh == -25536 && ch < 0 && sh < 0 && (char)uc == -3 && (short)us == -1 && (int)(signed char)128 == -128);',
  ],
  'whatever is not 0 is true': [
    't = 0.25; assert(t == 1); t = 256; assert(t == 1); t = &i; assert(t == 1); t = p; assert(t == 0); t = -0.0; assert(t == 0);',
    'assert((_Bool)0.25 == 1 && (_Bool)&v == 1 && (_Bool)(unsigned char)256 == 0 && (t = 4294967296, t) && (int)(_Bool)l == 1);',
    'uw = 1; t = uw << 100; assert(t && (uw << 100 ? 1 : 0) && !(uw << 127 << 1) && !(w || no));',
  ],
  'an address is a number of its bits': [
    'q = (int *)4294967295u; assert((unsigned long)q == 4294967295ul); q = (int *)-1; assert((unsigned long)q == -1ul);',
    'p = malloc(8); l = (long)p; assert((int *)l == p && (unsigned)(unsigned long)p == (unsigned)l && l); free(p);',
    'q = 0; l = (long)&v; assert((struct s *)l == &v && !q && (unsigned long)&v.b - (unsigned long)&v == 4);',
  ],
  'a number beside an address is one': [
    'q = (int *)-7l; assert(q == i && i == q && !(q != i) && q <= i && i >= q); q = (int *)4000000000ul; assert(q == u && u == q && q > 1 && 1 < q && q != i);',
  ],
  'numbers of 128 bits': [
    'w = i; uw = i; assert(w == -7 && w < 0 && uw > 0 && (w + uw) > 0 && (uw + w) > 0 && (w + i) < 0 && (w + u) > 0 && (long)(uw >> 64) == -1);',
    'w = ul; assert(w > 0 && (unsigned long)w == ul && (long)(w >> 64) == 0 && (signed char)w == (signed char)ul);',
    'p = (int *)w; assert((unsigned long)p == ul); uw = (unsigned __int128)&v; assert((struct s *)uw == &v && uw >> 64 == 0);',
    'w = uw = 5; assert((int)w == 5 && uw - 6 > 0 && w - 6 < 0 && (uw - 6) > w && (__int128)uw == w && ~w < 0);',
  ],
  'long long beside unsigned long is unsigned': [
    'assert(_Generic((long long)l + ul, unsigned long long: 1, default: 0) && _Generic((long)-1ll + ul, unsigned long: 1, default: 0));',
    'assert(-1ll + 0ul > 0 && 0ul + -1ll > 0 && _Generic(1ll + 1ul, unsigned long long: 1, default: 0) && -1l + 0u < 0 && -1 + 0ul > 0);',
  ],
  'operators take what C lets them take': [
    'int a[5] = { 1, 2, 3, 4, 5 }; p = a + 4; assert(p - 1 == a + 3 && *(p - 2l) == 3 && 1 + a == p - 3 && p - a == 4 && a - p == -4 && p > a && a != p && !(p == 0) && 0 != p);',
    'p -= 2; assert(*p == 3); p += 1u; assert(*p == 4); assert(*p++ == 4 && *--p == 4 && (char *)(p + 1) - (char *)p == 4 && (void *)p - (void *)a == 12);',
    'w = 3; assert(i << w == i * 8 && 1ul << w == 8 && (w << 70 >> 70) == 3 && (uw = 1, uw << i + 8 == 2)); l = 5; l <<= w; assert(l == 40); l >>= w; assert(l == 5); l <<= 40; assert(l == 5497558138880); l = 5; ul >>= 1; assert(ul == 5000000000000000000);',
    'c = -3; c <<= 1; assert(c == -6); c >>= 1; assert(c == -3); uc = 253; uc <<= 1; assert(uc == 250); us >>= l - 4; assert(us == 32767); w <<= 65; w >>= 64; assert(w == 6); w = -w; w >>= 1; assert(w == -3); uw = -2; uw >>= 127; assert(uw == 1);',
    'd = -3.75; assert(-d == 3.75 && +d == d && !d == 0 && !no && -f == -1.5f && d * 2 == -7.5 && ~i == 6 && ~0ul == -1ul); d += 1; d *= f; d -= i; f /= 2; assert(f == 0.75f && d == -4.125 + 7);',
    'u %= 7; i %= 4; assert(u == 4000000000u % 7 && i == -3); i &= 6; i |= 8; i ^= 1; assert(i == 13); w = 100; w %= 7; w |= 8; assert(w == 10); i += 0.5; assert(i == 13 && (i -= 1.5) == 11);',
  ],
  'a struct may be cast to nothing and to itself': [
    'z.a = 1; (void)v; (void)z; (void)(i + 1); v = z; assert(v.a == 1); z.a = 2; v = (struct s)z; assert(v.a == 2);',
  ],
};

const program = (statements: readonly string[]): string =>
  `${declarations}\nint main(void) {\n  ${statements.join('\n  ')}\n  return 0;\n}\n`;

describe('conversions', () => {
  it.each(Object.entries(groups))('%s', (_, statements) => {
    expect(findings(program(statements))).toEqual([]);
  });

  it('so says any gcc', async () => {
    if ((await nativeMachine()) === undefined)
      return console.warn('no gcc: conversions are not compared with its');
    // Each group begins with the variables as they were.
    const text = `#include <stdio.h>\n#include <sys/wait.h>\n#include <unistd.h>\n${declarations}
int main(void) {
  int ended, wrong = 0;
  ${Object.values(groups)
    .map(
      (statements, i) =>
        `if (fork() == 0) { ${statements.join('\n')} return 0; } wait(&ended); if (ended) wrong |= 1 << ${i};`,
    )
    .join('\n  ')}
  printf("%d", wrong);
  return 0;
}
`;
    expect(await compileAndRun(text, ['-w', ...plainFlags])).toEqual({ out: '0' });
  });

  it('a block has the names of the type to whose pointer its address is converted', () => {
    const names = (statement: string): unknown[] => {
      const found: unknown[] = [];
      const text = `#include <alloca.h>\nstruct s { int a; long b; } *k; int *p; void *n; long l; int main(void) { ${statement} }`;
      for (const { body } of parse(text).threads)
        forEachStatement(body, (s) => void (s.kind === 'alloc' && found.push(s.holds?.name)));
      return found;
    };
    expect(names('k = alloca(sizeof *k); k->b = 1;')).toEqual(['s']);
    expect(names('p = (int *)alloca(40); p[2] = 1;')).toEqual(['int']);
    expect(names('((struct s *)alloca(16))->b = 3; *(int *)alloca(4) = 1;')).toEqual(['s', 'int']);
    expect(names('n = alloca(8);')).toEqual([undefined]);
    expect(names('l = (long)alloca(8);')).toEqual([undefined]);
  });

  it('between the floating types is named after its direction', () => {
    const text = emitted('float f; double d; int main(void) { d = f; f = d; return 0; }');
    expect(text).toContain('fpext:f64(');
    expect(text).toContain('fptrunc:f32(');
  });

  it.each([
    ['p = d;', 'double cannot be used as int *'],
    ['d = p;', 'int * cannot be used as double'],
    ['i = v;', 'struct s cannot be used as int'],
    ['v = i;', 'int cannot be used as struct s'],
    ['(int *)d;', 'double cannot be cast to int *'],
    ['(double)p;', 'int * cannot be cast to double'],
    ['(int)v;', 'struct s cannot be cast to int'],
    ['(struct s)i;', 'int cannot be cast to struct s'],
    ['p * 2;', '* needs numbers, not int *'],
    ['2 * p;', '* needs numbers, not int *'],
    ['v * d;', '* needs numbers, not struct s'],
    ['if (v) i = 1;', 'a number or pointer is needed, not struct s'],
    ['~d;', '~ needs an integer, not double'],
    ['-v;', '- needs an integer, not struct s'],
    ['+p;', '+ needs an integer, not int *'],
    ...['%', '&', '|', '^'].flatMap((op) => [
      [`d ${op} i;`, `${op} needs integers, not double`],
      [`d ${op}= 2;`, `${op}= needs integers, not double`],
    ]),
    ['v << 1;', '<< needs integers, not struct s and int'],
    ['1 >> d;', '>> needs integers, not int and double'],
    ['d <<= 1;', '<< needs integers, not double and int'],
    ['p == v;', 'int * cannot be compared with struct s'],
    ['d < p;', 'double cannot be compared with int *'],
    ['p - &v;', 'int * - struct s * has no meaning'],
    ['struct t *k = 0; k - k;', 'struct t * - struct t * has no meaning'],
    [
      'int n = 3; int (*k)[n] = 0; k - k;',
      'a difference of pointers to arrays of computed length is not supported',
    ],
    ['p += d;', '+= on int * needs an integer'],
    ['p *= 2;', '*= needs a number, not int *'],
    ['const int k = 1; k = 2;', 'this is const and cannot be changed'],
    ['const int k = 1; k += 2;', 'this is const and cannot be changed'],
    ['const int k = 1; k++;', 'this is const and cannot be changed'],
    ['_Atomic __int128 k = 0; k += 1;', 'such a use of __int128 is not supported'],
    ['v += 1;', '+= needs a number, not struct s'],
    ['int m[2], n[2]; m = n;', 'an array cannot be assigned as a whole'],
    ['w = d;', 'a conversion between __int128 and a floating-point number is not supported'],
    ['d = w;', 'a conversion between __int128 and a floating-point number is not supported'],
    ['v = w;', 'such a use of __int128 is not supported'],
    ['p * w;', 'such a use of __int128 is not supported'],
    ['w * p;', 'such a use of __int128 is not supported'],
    ['w & v;', 'such a use of __int128 is not supported'],
  ])('%s %s', (statement, message) => {
    expect(diagnosticOf(program([statement])).message).toBe(message);
  });
});
