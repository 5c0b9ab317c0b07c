import { describe, expect, it } from 'vitest';
import { type PreprocessOptions, preprocess } from '../../../../src/frontend/c/preprocessor/preprocess.js';
import { InputError } from '../../../../src/support/diagnostic.js';

const run = (text: string, options: PreprocessOptions = {}): string =>
  preprocess(text, 'a.c', { readFile: () => undefined, ...options })
    .tokens.map((token) => token.text)
    .join(' ');

function diagnosticOf(text: string, options: PreprocessOptions = {}) {
  try {
    run(text, options);
  } catch (error) {
    if (error instanceof InputError) return error.diagnostic;
    throw error;
  }
  throw new Error('no diagnostic');
}

describe('macros', () => {
  it.each([
    ['#define N 3\nN NN', '3 NN'],
    ['#define F(x) x + 1\nF(2) F (3) F', '2 + 1 3 + 1 F'],
    ['#define F(x, y) y x\nF((1, 2), 3)', '3 ( 1 , 2 )'],
    ['#define S(x) #x\nS(a  +\n "b\\n")', '"a + \\"b\\\\n\\""'],
    ['#define CAT(a, b) a ## b\nCAT(x, 1) CAT(, y) CAT(z,) CAT(,)', 'x1 y z'],
    ['#define N 3\n#define S(x) #x\n#define X(x) S(x)\nS(N) X(N)', '"N" "3"'],
    ['#define LOG(f, ...) p(f, ##__VA_ARGS__)\nLOG("a"); LOG("b", 1, 2)', 'p ( "a" ) ; p ( "b" , 1 , 2 )'],
    ['#define ALL(...) f(__VA_ARGS__)\nALL() ALL(1, 2)', 'f ( ) f ( 1 , 2 )'],
    ['#define f(x) g(x) + f(x)\nf(f(1))', 'g ( g ( 1 ) + f ( 1 ) ) + f ( g ( 1 ) + f ( 1 ) )'],
    ['#define a b\n#define b a\na b', 'a b'],
    ['#define N 3\n#undef N\nN', 'N'],
    ['#define LONG 1 + \\\n 2\nLONG', '1 + 2'],
    ['__LINE__\n\n__LINE__ __FILE__', '1 3 "a.c"'],
    ['#define HERE __LINE__\n\nHERE', '3'],
    ['__COUNTER__ __COUNTER__', '0 1'],
    ['/* a */ x // y\nz /* b\n c */ w', 'x z w'],
  ])('%j', (text, expected) => {
    expect(run(text)).toBe(expected);
  });

  // the output of gcc -E for them
  it.each([
    ['#define f(a) a*g\n#define g(a) f(a)\nf(2)(9)', '2 * 9 * g'],
    ['#define E\n#define f(a) a\nf E (1) f(f E (1))', 'f ( 1 ) f ( 1 )'],
    ['#define S(x) #x\n#define X(x) S(x)\n#define N 3\n#define M -N\nX(-N) X( M ) X((N))', '"-3" "-3" "(3)"'],
    [
      '#define S(x) #x\n#define X(x) S(x)\n#define E\n#define F(a) a y\nX(a E(b)) X(F()) X(a E E b)',
      '"a (b)" "y" "a b"',
    ],
    ['#define f(a) a + f(a)\n#define id(a) a\nid(f(1)) id(id(f)(2))', '1 + f ( 1 ) 2 + f ( 2 )'],
  ])('%j as gcc', (text, expected) => {
    expect(run(text)).toBe(expected);
  });

  it('lets macros that postpone each other repeat', () => {
    const text = [
      '#define EMPTY()',
      '#define LATER(m) m EMPTY EMPTY()()',
      '#define EVAL(...) ONCE(ONCE(ONCE(ONCE(__VA_ARGS__))))',
      '#define ONCE(...) __VA_ARGS__',
      '#define CAT(a, b) a ## b',
      '#define COUNT(n) n CAT(FROM_, n)',
      '#define AGAIN() COUNT',
      '#define FROM_3 LATER(AGAIN)()(2)',
      '#define FROM_2 LATER(AGAIN)()(1)',
      '#define FROM_1',
      'EVAL(COUNT(3))',
      'COUNT(2)',
    ].join('\n');
    expect(run(text)).toBe('3 2 1 2 AGAIN EMPTY ( ) ( ) ( 1 )');
  });

  it('takes -D', () => {
    expect(run('A B C(1)', { defines: ['A', 'B=x y', 'C(v)=v+v'] })).toBe('1 x y 1 + 1');
  });

  it('follows the example of C11 6.10.3.5', () => {
    const text = [
      '#define x 3',
      '#define f(a) f(x * (a))',
      '#undef x',
      '#define x 2',
      '#define g f',
      '#define z z[0]',
      '#define h g(~',
      '#define m(a) a(w)',
      '#define w 0,1',
      '#define t(a) a',
      'f(y+1) + f(f(z)) % t(t(g)(0) + t)(1);',
      'g(x+(3,4)-w) | h 5) & m(f)^m(m);',
    ].join('\n');
    expect(run(text).replaceAll(' ', '')).toBe(
      'f(2*(y+1))+f(2*(f(2*(z[0]))))%f(2*(0))+t(1);f(2*(2+(3,4)-0,1))|f(2*(~5))&f(2*(0,1))^m(0,1);',
    );
  });
});

describe('conditions', () => {
  const defines = ['A=5', 'ASKS=defined A && !defined(B)', 'ASKS_FOR(x)=defined(x)', 'F(x)=x'];

  it.each([
    ['1', true],
    ['0', false],
    ['defined A', true],
    ['defined(B)', false],
    ['A == 5 && !defined(B)', true],
    ['B', false],
    ['(1 ? 2 : 0) == 2', true],
    ['1 + 2 * 3 == 7', true],
    ['-1 < 0', true],
    ['-1 < 0u', false],
    ['-1 > 0u', true],
    ['-1 == 0xffffffffffffffff', true],
    ['(0 ? 0u : -1) > 0', true],
    ['0u - 1 > 0', true],
    ['(-1) / 2u > 0x7ffffffffffffffe', true],
    ['-7 / 2 == -3 && -7 % 2 == -1', true],
    ['9007199254740993 - 9007199254740992 == 1', true],
    ['0x7fffffffffffffff + 1 < 0', true],
    ['-1 >> 1u == -1', true],
    ['-1u >> 63 == 1', true],
    ['~0u > 0', true],
    ['1 || 1 / 0', true],
    ['0 && 1 / 0', false],
    ['1 ? 2 : 1 / 0', true],
    ['(8 >> 1 | 3) == 7', true],
    ["'a' == 97", true],
    ['0x10 == 020', true],
    ['10 % 4 == 2', true],
    ['~0 == -1', true],
    ['__has_include(<pthread.h>)', true],
    ['__has_include("nowhere.h")', false],
    ['__has_include_next(<stdio.h>)', true],
    ['ASKS', true],
    ['ASKS_FOR(B) || !ASKS_FOR(F)', false],
  ])('#if %s', (condition, holds) => {
    expect(run(`#if ${condition}\nyes\n#else\nno\n#endif`, { defines })).toBe(holds ? 'yes' : 'no');
  });

  it('takes the first branch that holds, and reads nothing in the others', () => {
    const text = '#ifdef A\na\n#elif 1\nb\n#if 1\nc\n#endif\n#elif 1/0\nd\n#else\n#error no\n#endif\ne';
    expect(run(text)).toBe('b c e');
    expect(run('#ifdef A\na\n#elifndef A\nb\n#elifdef A\nc\n#else\nd\n#endif')).toBe('b');
    expect(run('#ifdef A\na\n#elifdef B\nb\n#else\nd\n#endif', { defines: ['B'] })).toBe('b');
    expect(run('#ifndef A\n#ifdef B\n#else\nx\n#endif\n#else\ny\n#endif')).toBe('x');
  });
});

describe('includes', () => {
  const files: Record<string, string> = {
    'lib/q.h': '#pragma once\nint q;\n#include "r.h"',
    'lib/r.h': 'int r;',
    'inc/s.h': 'int s; __FILE__',
    'self.h': '#include "self.h"',
  };
  const readFile = (path: string): string | undefined => files[path];

  it('looks beside the including file, then in -I', () => {
    expect(
      run('#include "lib/q.h"\n#include "lib/q.h"\n#include <s.h>', { readFile, includeDirs: ['inc'] }),
    ).toBe('int q ; int r ; int s ; "inc/s.h"');
  });

  it('keeps the positions of every file', () => {
    const { tokens } = preprocess('#include "lib/r.h"\n  x', 'a.c', { readFile });
    expect(tokens.map((t) => `${t.at.file ?? '-'}:${t.at.line}:${t.at.column}`)).toEqual([
      'lib/r.h:1:1',
      'lib/r.h:1:5',
      'lib/r.h:1:6',
      '-:2:3',
    ]);
  });

  it('ignores what follows the name', () => {
    const text = '#include <r.h>>\n#include "r.h" x\n#define R <r.h> x\n#include R';
    expect(run(text, { readFile, includeDirs: ['lib'] })).toBe('int r ; int r ; int r ;');
  });

  it('#import reads a file once, #include_next the one behind', () => {
    const layers: Record<string, string> = {
      'one/t.h': 'one __INCLUDE_LEVEL__ __FILE_NAME__\n#include_next "t.h"',
      'two/t.h': 'two __INCLUDE_LEVEL__ __BASE_FILE__\n#include_next <stdbool.h>',
    };
    const options = { readFile: (path: string) => layers[path], includeDirs: ['one', 'two'] };
    expect(run('#include <t.h>\ntrue', options)).toBe('one 1 "t.h" two 2 "a.c" 1');
    expect(run('#import "two/t.h"\n#import "two/t.h"\n__INCLUDE_LEVEL__', options)).toBe('two 1 "a.c" 0');
  });

  it('#line says how lines are counted, to the end of the file', () => {
    const lines = { 'l.h': '__LINE__\n#line 70\n__LINE__ __FILE__\n' };
    const text =
      '#line 10\n__LINE__ __FILE__\n# 5 "b.y" 2\n__LINE__ __FILE__\n#include "l.h"\n__LINE__ __FILE__';
    expect(run(text, { readFile: (path) => lines[path as 'l.h'] })).toBe(
      '10 "a.c" 5 "b.y" 1 70 "l.h" 7 "b.y"',
    );
    expect(run('#define N 8\n#line N "c" x\n__LINE__ __FILE__')).toBe('8 "c"');
    expect(diagnosticOf('#line x').message).toBe('#line needs the number of a line');
  });

  it('refuses what it cannot find and what never ends', () => {
    expect(diagnosticOf('\n#include "none.h"', { readFile })).toMatchObject({
      code: 'c-preprocessor',
      line: 2,
      message: 'cannot find "none.h"',
    });
    expect(diagnosticOf('#include "self.h"', { readFile }).message).toContain('includes itself');
  });
});

describe('positions of macros', () => {
  it('puts the body at the invocation and arguments where they were written', () => {
    const { tokens } = preprocess('#define F(x) (x)\n  F(\n y)', 'a.c', {});
    expect(tokens.map((t) => [t.text, t.at.line, t.at.column, t.at.endLine, t.at.endColumn])).toEqual([
      ['(', 2, 3, 3, 4],
      ['y', 3, 2, 3, 3],
      [')', 2, 3, 3, 4],
    ]);
  });
});

describe('mistakes', () => {
  it.each([
    ['#if 1', 'this condition has no #endif'],
    ['#endif', '#endif without #if'],
    ['#else', '#else without #if'],
    ['#if 1\n#else\n#else\n#endif', '#else without #if'],
    ['#if 1 +\n#endif', 'this condition ends too early'],
    ['#if 1 2\n#endif', 'unexpected 2 in this condition'],
    ['#define A 5\n#define D(x) defined(x)\n#if D(A)\n#endif', 'defined needs the name of a macro'],
    ['#if 1/0\n#endif', 'division by zero in this condition'],
    ['#error stop here', '#error stop here'],
    ['#define 3', '#define needs the name of a macro'],
    ['#define F(x, x) x', 'macro F has two parameters x'],
    ['#define F(x) #y\nF(1)', '# in macro F is not followed by one of its parameters'],
    ['#define F(x) x\nF(1, 2)', 'macro F takes 1 arguments, not 2'],
    ['#define F(x) x\nF(1', 'the arguments of macro F are never closed'],
    ['#define F(x) x ## +\nF(1)', '## makes "1+", which is not one token'],
    ['#elifdef A', '#elifdef without #if'],
    ['#wrong', 'unknown directive #wrong'],
    ['/* x', 'this comment is never closed'],
    ['#include', '#include needs a file name in quotes or < >'],
  ])('%j', (text, message) => {
    expect(diagnosticOf(text)).toMatchObject({ code: 'c-preprocessor', message });
  });

  it('stops macros that grow without end', () => {
    const doubling = Array.from({ length: 40 }, (_, i) => `#define M${i + 1} M${i} M${i}`).join('\n');
    expect(diagnosticOf(`#define M0 x\n${doubling}\nM40`).message).toContain('never seems to end');
  });
});
