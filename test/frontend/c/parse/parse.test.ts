import { describe, expect, it } from 'vitest';
import type { ExternalDeclaration } from '../../../../src/frontend/c/ast.js';
import { Mistakes } from '../../../../src/frontend/c/mistakes.js';
import { parseTokens } from '../../../../src/frontend/c/parse/index.js';
import { preprocess } from '../../../../src/frontend/c/preprocessor/preprocess.js';
import { InputError } from '../../../../src/support/diagnostic.js';

function parse(text: string): ExternalDeclaration[] {
  const mistakes = new Mistakes();
  const unit = parseTokens(preprocess(text, 'a.c').tokens, mistakes);
  mistakes.report();
  return unit;
}

/** A fully parenthesised rendering of the first statement of f, to see how it was read. */
function shape(statement: string, context = ''): string {
  const unit = parse(`${context} void f(void) { ${statement} }`);
  const last = unit[unit.length - 1];
  if (last.kind !== 'function') throw new Error('no function');
  return JSON.stringify(last.body[last.body.length - 1], (key, value) => (key === 'at' ? undefined : value));
}

function diagnosticOf(text: string) {
  try {
    parse(text);
  } catch (error) {
    if (error instanceof InputError) return error.diagnostic;
    throw error;
  }
  throw new Error('no diagnostic');
}

describe('parses that depend on which names are types', () => {
  const typedef = 'typedef int T;';
  it.each([
    ['(T)-1;', '"kind":"cast"'],
    ['(T)(x);', '"kind":"cast"'],
    ['(T)&z;', '"kind":"cast"'],
    ['(T)*p;', '"kind":"cast"'],
    ['sizeof(T);', '"kind":"sizeof-type"'],
    ['T *p;', '"kind":"declaration"'],
    ['(_Bool)-1;', '"kind":"cast"'],
    ['_Atomic(T) x;', '"kind":"atomic"'],
    ['_Atomic(T *) x, y;', '"kind":"atomic"'],
    ['T T = 1;', '"kind":"declaration"'],
    ['{ int T; T * 2; }', '"kind":"binary","op":"*"'],
    ['static _Thread_local int x;', '"threadLocal":true'],
    ['__attribute__((aligned(64))) int x;', '"kind":"declaration"'],
  ])('%s', (statement, part) => {
    expect(shape(statement, typedef)).toContain(part);
  });

  it.each([
    ['a * b;', '"kind":"binary","op":"*"'],
    ['(a * (b, c)) & 7;', '"kind":"binary","op":"&"'],
    ['(a * ((char)(b))) - 7;', '"kind":"binary","op":"-"'],
    ['(s.a * (b)) & 7;', '"kind":"binary","op":"&"'],
    ['(a) & b;', '"kind":"binary","op":"&"'],
    ['(a)(b);', '"kind":"call"'],
    ['sizeof(a) * 3;', '"kind":"binary","op":"*"'],
    ['struct S *p;', '"kind":"declaration"'],
    ['return *p;', '"kind":"return"'],
  ])('%s without any type', (statement, part) => {
    expect(shape(statement)).toContain(part);
  });

  it('ranges of cases', () => {
    expect(shape('switch (x) { case 1 ... 5: ; }')).toContain('"kind":"case","low"');
    expect(shape('switch (x) { case 1 ... 5: ; }')).toContain('"high"');
  });

  it('gives a typedef the scope of its block', () => {
    expect(shape('{ typedef int U; } (U)-1;')).toContain('"kind":"binary","op":"-"');
    expect(shape('s.T = p->T;', typedef)).toContain('"kind":"member"');
    expect(shape('(fn)-1;', 'typedef void *(*fn)(void *);')).toContain('"kind":"cast"');
    expect(shape('(A)-1;', 'typedef struct { int x; } *A, B[3];')).toContain('"kind":"cast"');
  });
});

describe('positions', () => {
  it('are those of the source, through macros', () => {
    const [, f] = parse('#define SET(v) v = 1\nint x;\nvoid f(void) {\n  SET(x);\n}\n');
    if (f.kind !== 'function') throw new Error('no function');
    expect(f.body[0].at).toEqual({ line: 4, column: 7, endLine: 4, endColumn: 10 });
  });
});

describe('mistakes', () => {
  it.each([
    ['int f( {', 'c-syntax', 1],
    ['int f(void) { return 1 }', 'c-syntax', 1],
    ['int x;\nint f(void) { x = ; }', 'c-syntax', 2],
    ['int x = 3)', 'c-syntax', 1],
    ['int @;', 'c-syntax', 1],
    ['char *s = "abc;', 'c-syntax', 1],
    ['int f(void) { int g(void) { } h }', 'c-syntax', 1],
    ['int f(a) int b; { }', 'c-syntax', 1],
    ['int f(void) { else ; }', 'c-syntax', 1],
    ['static extern int x;', 'c-syntax', 1],
  ])('%j', (text, code, line) => {
    expect(diagnosticOf(text)).toMatchObject({ code, line });
  });

  it('does not overflow the stack on deep nesting', () => {
    const deep = `int x = ${'('.repeat(5000)}1${')'.repeat(5000)};`;
    expect(diagnosticOf(deep)).toMatchObject({ code: 'c-unsupported' });
  });
});
