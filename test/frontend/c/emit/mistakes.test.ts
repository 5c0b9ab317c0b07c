// Constructs that are not supported, and programs that have no beginning.

import { describe, expect, it } from 'vitest';
import { parseC } from '../../../../src/frontend/c/index.js';
import { type Diagnostic, InputError } from '../../../../src/support/diagnostic.js';

function mistakesOf(text: string): readonly Diagnostic[] {
  try {
    parseC(text, 'a.c', {});
    return [];
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const { more = [], ...first } = error.diagnostic;
    return [first, ...more];
  }
}

const placesOf = (text: string): string[] =>
  mistakesOf(text).map(({ code, line, message }) => `${line} ${code} ${message}`);

describe('a construct that is not supported', () => {
  it('is told together with the others, each with its hint', () => {
    const found = mistakesOf(`int x;
static int f(void) { long double a = 1; return a > 0; }
int main(void) {
  long double b = 1;
  x = f();
  if (b > 2) x = 3;
  return 0;
}`);
    expect(found.map(({ line }) => line)).toEqual(expect.arrayContaining([2, 4]));
    expect(new Set(found.map(({ code, hint }) => `${code} ${hint}`))).toEqual(
      new Set(['c-unsupported --readers llvm has clang compile the program']),
    );
  });

  it.each([
    ['struct { int n; int a[]; } s = { 1, { 2 } };', 's.n', 'an initial value for an array without length'],
    ['struct { int n; char a[]; } s = { 1, "two" };', 's.n', 'an initial value for an array without length'],
    ['int v[2] = (int[]){ 1, 2 };', 'v[0]', 'a compound literal as the value of an array'],
    ['static double d = __builtin_fabs(-1.5);', 'd > 1', 'a call in a constant'],
    ['enum { ones = __builtin_popcount(7) };', 'ones', 'a call in a constant'],
    ['union u { int i; char *p; };', '((union u)3).i', 'a value as a union'],
    ['struct s { int a[3]; };', '__builtin_offsetof(struct s, a[x])', 'an offset that is computed'],
    ['', '__builtin_classify_type(1)', 'the function __builtin_classify_type'],
  ])('is left to the reader of LLVM IR: %s %s', (declaration, value, construct) => {
    expect(mistakesOf(`int x; ${declaration} int main(void) { x = ${value}; }`)).toContainEqual(
      expect.objectContaining({
        code: 'c-unsupported',
        message: `${construct} is not supported`,
        hint: '--readers llvm has clang compile the program',
      }),
    );
  });

  it('leaves no global without its initial value', () => {
    const value = 'int o[5000] = { [0 ... 4999] = 1 };';
    const main = 'int x; int main(void) { x = o[7]; }';
    const refused = 'c-unsupported a range of elements this large is not supported';
    expect(placesOf(`${value}\n${main}`)).toEqual([`1 ${refused}`]);
    expect(placesOf(`extern int o[];\nint f(void) { return o[1]; }\n${value}\n${main}`)).toContain(
      `3 ${refused}`,
    );
  });

  it('is none where no thread comes to it', () => {
    expect(
      placesOf(`int x;
static int f(void) { long double a = 1; return a > 0; }
static int g(int (*h)(void)) { return 0; }
int main(void) { if (sizeof(int) == 8) { long double b = 1; x = b > 2; } return g(f); }`),
    ).toEqual([]);
  });

  it('is told where a loop has it in its head', () => {
    expect(
      placesOf('int x;\nint main(void) {\n  for (long double d = 0; d < 2; d++) x++;\n  x = 7;\n}').length,
    ).toBeGreaterThan(0);
  });
});

describe('the first function', () => {
  it('is main, or user_main', () => {
    expect(placesOf('int x;\nvoid f(void) { x = 1; }')).toEqual(['1 c-type there is no main function']);
    expect(parseC('int x; int user_main(int c, char **v) { x = 1; }', 'a.c', {}).threads).toHaveLength(1);
  });
});
