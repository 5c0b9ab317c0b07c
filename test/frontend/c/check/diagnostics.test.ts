// Every refused program gets a code, a position and the name of the construct.

import { describe, expect, it } from 'vitest';
import { diagnosticOf, parse } from '../run.js';

const inMain = (statement: string): string =>
  `#include <pthread.h>\n#include <stdatomic.h>\n#include <stdlib.h>\n#include <string.h>\nstruct s { int a; int b; } s; int x, *p, a[3];\nint main(void) {\n  ${statement}\n}`;

describe('unsupported constructs are named', () => {
  it.each([
    ['static long double d; x = d > 2;', 'long double'],
    ['long double d = x; x = d / 3;', 'long double'],
    ['double e = 0.1L; static double d; d = e;', 'long double'],
    ['static double e = 0.1L; x = e > 1;', 'long double'],
    ['static union { long double d; char c[16]; } u = { 1 }; x = u.c[7];', 'long double'],
    ['long double d = 1; x = *(long *)&d;', 'long double'],
    ['long double d = 1, e = 2; x = memcmp(&d, &e, 10);', 'long double'],
    ['int n = x; struct { int v[n]; } w;', 'a variable-length array'],
    ['static double d; d = cbrt(d);', 'cbrt'],
    ['while (x) { case 1: ; }', 'case'],
    ['__int128 i = 1; switch (i) { }', 'such a use of __int128'],
    ['static _Atomic __int128 i; i++;', 'such a use of __int128'],
    ['__int128 i = x; static double d; d = i;', 'a conversion between __int128 and a floating-point number'],
    ['double _Complex z;', '_Complex'],
    ['typedef int v4 __attribute__((vector_size(16))); v4 v = { 1 }; x = v[0];', 'a vector'],
    ['__label__ l; void f(void) { goto l; } f(); l:;', 'a function inside another'],
    ['static void *q; goto *q;', 'a jump to a computed label'],
    ['l:; void *q = &&l;', 'the value of a label'],
    ['int f(void) { return x; } x = f();', 'a function inside another'],
    ['jmp_buf b;', 'the type jmp_buf of <setjmp.h>'],
    ['char *w = "\\u12";', 'the string "\\u12"'],
    ['foo(1);', 'the function foo'],
    ['asm volatile("cpuid");', 'the assembly "cpuid"'],
    ['asm volatile("bts %1, %0" : "+m"(x) : "r"(x));', 'the assembly'],
    ['asm volatile("lock xchg %0, %1" : "+r"(x), "+r"(*p));', 'the assembly'],
    ['x = cbrt(2.0);', 'cbrt'],
    ['fork();', 'fork'],
    ['char b[4]; sprintf(b, b);', 'a format that is only known when the program runs'],
    ['char b[4]; sprintf(b, "%a", 1.0);', 'the conversion %a of a format'],
    ['char b[4]; snprintf(b, 4, "%*a", 2, 1.0);', 'the conversion %a of a format'],
  ])('%s', (statement, construct) => {
    const diagnostic = diagnosticOf(inMain(statement));
    expect(diagnostic.message).toContain(construct);
    expect(['c-unsupported', 'c-syntax']).toContain(diagnostic.code);
    expect(diagnostic.line).toBe(7);
    expect(diagnostic.file).toBe('a.c');
  });

  it.each([
    ['_Atomic long double x; int main(void) { x; }', '_Atomic long double'],
    [
      'struct s { int a, b; }; _Atomic struct s x; int main(void) { x.a = 1; }',
      'a member of _Atomic struct s',
    ],
    ['int big[100000]; int main(void) { big[0] = 1; }', 'an array this large'],
    ['struct s { int a; } f(void); int main(void) { return f().a; }', 'the function f'],
    ['int main(void) { return f(1); }', 'the function f'],
    ['#pragma omp parallel for\nint main(void) { return 0; }', 'OpenMP'],
  ])('%s', (text, construct) => {
    const diagnostic = diagnosticOf(text);
    expect(diagnostic).toMatchObject({ code: 'c-unsupported', line: 1 });
    expect(diagnostic.message).toContain(construct);
  });
});

describe('an unsupported construct matters only where it is run', () => {
  const text = (condition: string): string =>
    `struct s { int a; } f(void); _Atomic long double wide;
     int unused(void) { return f().a + wide; }
     int main(int argc, char **argv) { if (${condition}) { fork(); } return unused == 0; }`;

  it('not in a function without calls, nor behind a condition that never holds', () => {
    expect(parse(text('argc != 1')).threads).toHaveLength(1);
  });

  it('where it is run, that is told, then everything else that is not supported, and every mistake', () => {
    const messages = (of: string): string[] => {
      const { message, more = [] } = diagnosticOf(of);
      return [message, ...more.map((other) => other.message)];
    };
    expect(messages(text('argc == 1'))).toEqual([
      'fork is not supported',
      '_Atomic long double is not supported',
      'the function f is not supported',
    ]);
    expect(messages(`${text('0')} int g(void) { return nothing; }`)).toContain('nothing is not declared');
  });
});

describe('type errors', () => {
  it.each([
    ['y = 1;', 'y is not declared'],
    ['p = 1.5;', 'double cannot be used as int *'],
    ['s = x;', 'int cannot be used as struct s'],
    ['x = s;', 'struct s cannot be used as int'],
    ['x = s.c;', 'struct s has no member c'],
    ['x = x.a;', 'int has no members'],
    ['x = *x;', 'int is not a pointer'],
    ['x = x[1];', 'indexing needs a pointer or array'],
    ['(x + 1) = 2;', 'not something that can be stored to'],
    ['a = p;', 'an array cannot be assigned'],
    ['const int c = 1; c = 2;', 'const'],
    ['x = main(1);', 'takes 0 arguments, not 1'],
    ['x = x();', 'int cannot be called'],
    ['int x; int x;', 'x is declared twice'],
    ['struct t v;', 'incomplete type struct t'],
    ['T v;', 'unknown type T'],
    ['void v;', 'void'],
    ['int q[-1];', 'an array cannot have -1 elements'],
    ['goto nowhere;', 'there is no label nowhere'],
    ['l: ; l: ;', 'two labels l'],
    ['x = _Generic(x, long: 1);', 'no choice of this _Generic is for int'],
    ['_Static_assert(1 == 2, "numbers");', 'this static assertion fails: numbers'],
    ['extern int elsewhere; x = elsewhere;', 'elsewhere is declared but no file defines it'],
    ['x = 1.5 % 2;', '% needs integers, not double'],
    ['x = s + 1;', '+ needs numbers, not struct s'],
    ['if (s) x = 1;', 'a number or pointer is needed'],
    ['x = p == 1.5;', 'cannot be compared'],
    ['float *q = 0; x = q - p;', 'float * - int * has no meaning'],
    ['struct t { int a; int b; } *q = 0; x = q - &s;', 'struct t * - struct s * has no meaning'],
    ['switch (x) { case 1: case 1: ; }', 'case 1 stands twice'],
    ['switch (x) { default: default: ; }', 'two defaults'],
    ['switch (x) { case 1 + x: ; }', 'a constant is needed'],
    ['pthread_join(1);', 'pthread_join takes 2 arguments, not 1'],
    ['atomic_load(&s);', 'atomic_load needs a pointer to a number or pointer'],
    ['long long long q;', 'not a type'],
  ])('%s', (statement, message) => {
    const diagnostic = diagnosticOf(inMain(statement));
    expect(diagnostic.message).toContain(message);
    expect(diagnostic).toMatchObject({ code: 'c-type', line: 7 });
  });

  it.each([
    ['int x; char x; int main(void) {}', 'x is char here and int in line 1'],
    ['int f(void); int f(int); int main(void) {}', 'f is declared with two different types'],
    ['int main(void) {} int main(void) {}', 'main is defined twice'],
    ['int x; int y = x; int main(void) {}', 'must be a constant'],
    ['int x = 1; int x = 2; int main(void) {}', 'x is initialised twice'],
    ['struct s { int a; int a; }; int main(void) {}', 'two members a'],
    ['_Static_assert(sizeof(int) == 8, "no"); int main(void) {}', 'this static assertion fails'],
    ['int x;', 'there is no main function'],
  ])('%s', (text, message) => {
    expect(diagnosticOf(text).message).toContain(message);
  });

  it('points into the header that is wrong', () => {
    const readFile = (path: string): string | undefined => (path === 'h.h' ? '\nint y = z;' : undefined);
    expect(diagnosticOf('#include "h.h"\nint main(void) {}', { readFile })).toMatchObject({
      file: 'h.h',
      line: 2,
    });
  });
});

describe('more than the first mistake', () => {
  it('of statements, declarations and functions', () => {
    const text =
      'int f(void) { return y; }\nint x = z;\nint g(void) {\n  x = 1;\n  x = q;\n  return r;\n}\nint main(void) {}';
    const first = diagnosticOf(text);
    expect([first, ...(first.more ?? [])].map(({ line, message }) => `${line}: ${message}`)).toEqual([
      '1: y is not declared',
      '2: z is not declared',
      '5: q is not declared',
      '6: r is not declared',
    ]);
  });

  it('of syntax', () => {
    const text =
      'int f(void) { x = ; }\nint y;\nstruct s { int a };\nint g(void) { return 1 }\nint main(void) {}';
    const first = diagnosticOf(text);
    expect([first, ...(first.more ?? [])].map(({ line }) => line)).toEqual([1, 3, 4]);
  });

  it('but not what follows from one', () => {
    const first = diagnosticOf('int main(void) { T x = 1; x = 2; int a[y]; a[0] = x; return a[1]; }');
    expect([first, ...(first.more ?? [])].map(({ message }) => message)).toEqual(['unknown type T']);
    const second = diagnosticOf('double d = q; int main(void) { d = 2; int v = w; return v + d; }');
    expect([second, ...(second.more ?? [])].map(({ message }) => message)).toEqual([
      'q is not declared',
      'w is not declared',
    ]);
  });

  it('at most twenty', () => {
    const first = diagnosticOf(`int main(void) { ${'y = 1; '.repeat(50)} }`);
    expect(first.more).toHaveLength(19);
  });
});

describe('accepted', () => {
  it.each([
    ['int main() { return 0; }'],
    ['int main(int argc, char **argv) { return argc; }'],
    ['typedef int T; T f(T t) { return (T)-t; } int main(void) { return f(1); }'],
    ['struct n; struct n *p; struct n { struct n *next; int v; }; int main(void) { return p == 0; }'],
    [
      'typedef struct n n; struct n { n *next; }; n head = { &head }; int main(void) { return head.next == &head; }',
    ],
    ['enum e { A } *p; unsigned *q; const unsigned *r; int main(void) { return p - q + (q - r); }'],
    ['int x; extern int x; int x; static int y = sizeof x; int main(void) { return y; }'],
    ['int a[] = { [3] = 1, 2 }; _Static_assert(sizeof a == 20, ""); int main(void) {}'],
    ['char s[] = "ab" "cd"; _Static_assert(sizeof s == 5, ""); int main(void) {}'],
    ['int m[][2] = { 1, 2, { 3 } }; _Static_assert(sizeof m == 16, ""); int main(void) {}'],
    ['static inline __attribute__((always_inline)) int f(void) { return 1; } int main(void) { return f(); }'],
    ['typedef union { int lock; } u; u x; int main(void) { return x.lock; }'],
    ['#include <stdatomic.h>\natomic_uint_fast64_t x; int_least8_t y; int main(void) { return y; }'],
    ['#include <genmc.h>\nint x; int main(void) { if (__VERIFIER_final_CAS(x == 1)) x = 2; }'],
    ['const char *name = "x"; int main(void) { return name[0]; }'],
    ['void f(void) {} int main(void) { (void)0; f(); (void)f; ; return 0; }'],
    ['struct { int x; struct { int y; } in; } g = { 1, { 2 } }; int main(void) { return g.in.y; }'],
    ['int x; int *const p = &x; int main(void) { *p = 1; return p[0]; }'],
    [
      'int f(int a[4], int g(int)) { return g(a[0]); } int h(int v) { return v; } int a[4]; int main(void) { return f(a, h); }',
    ],
    ['unsigned long long int x = 1ULL; long y = 0xffffffffUL == -1; int main(void) { return 0; }'],
    [
      'enum { A = 1 << 3, B = A | 1 }; enum e { C } v = C; int main(void) { switch (v) { case A: case B: break; } }',
    ],
  ])('%s', (text) => {
    expect(parse(text).threads).toHaveLength(1);
  });
});

it('a function inside another is not left to clang, which does not know it', () => {
  const { message, hint } = diagnosticOf(inMain('int f(void) { return x; } x = f();'));
  expect([message, hint]).toEqual([
    'a function inside another is not supported',
    'move it out, and give it the variables that it uses',
  ]);
});

describe('several things that are not supported', () => {
  it('are all told, by place, without what follows from another', () => {
    const text = `int x, y;
void f(void) { int g(void) { return x; } y = g(); }
int main(void) {
  if (x) { long double l = 1; y = *(long *)&l; }
  asm volatile("cpuid");
  for (int i = 0; i < 3; i++) f();
  x++;
}`;
    const { more = [], ...first } = diagnosticOf(text);
    expect([first, ...more].map(({ line, message }) => `${line}: ${message}`)).toEqual([
      '2: a function inside another is not supported',
      '4: long double is not supported',
      '5: the assembly "cpuid" is not supported',
    ]);
  });
});
