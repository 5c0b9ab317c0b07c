// The meaning of the C library is C in model/, and macros are headers in model/include: sources in TypeScript hold no C text.
//
// C text is a string with a declaration, a statement, a statement expression, an operator on types or a directive. Words of the language, names
// of nodes and messages are none. Some folders have C as their product or as their test programs, not as the meaning of programs: they are listed with the reason.
// `src/record` and `runtime/` need no exception, since the C that is compiled with programs stands in files of its own.

import { describe, expect, it } from 'vitest';
import { type Text, textsIn } from './sourceTexts.js';

const type =
  '(?:int|void|char|long|short|unsigned|signed|double|float|_Bool|struct \\w+|extern|static|size_t|u?int\\d+_t|pthread_t)';

const ofC: readonly RegExp[] = [
  /\(\{ /,
  /__typeof__ ?\(|\bsizeof ?\(/,
  /^\s*#\s*(?:include\s*[<"]|define\s+\w+[ (]|ifn?def\s+\w+$|pragma\s)/m,
  new RegExp(`\\b${type}\\s+\\**\\w+\\s*(?:=|;|\\(|\\[)`),
  /\b\w+\([^()]*\);/,
  /\breturn [^;]+;/,
  /\bfor \(.*;.*;/,
];

/** Files and folders whose strings look like C, and the reason. */
const allowed: readonly (readonly [path: string, reason: string])[] = [
  ['src/generate/c/', 'random C programs are its product'],
  ['src/native/', 'litmus tests are printed as C, for a compiler'],
  ['src/frontend/edit/', 'fences are put into the text of the user'],
  ['src/support/codes/', 'the catalogue shows an example of each diagnostic'],
  ['src/program/printStatement.ts', 'programs are printed for readers, in words like those of C'],
  ['src/frontend/c/check/builtins/index.ts', 'the use of a header of macros'],
  ['src/frontend/c/preprocessor/define.ts', 'a message about #define'],
  ['src/cli/lsp/task.ts', 'JavaScript'],
  ['src/launcher/wasmCode.ts', 'JavaScript'],
  ['src/report/graph/html.ts', 'JavaScript'],
  ['lab/judge/', 'programs with which judges test the library, for a compiler'],
  ['lab/own/start.ts', 'a program that is asked about'],
  ['lab/papers/rivalCommands.ts', 'a program that shows whether a compiler works'],
  ['scripts/limits/inputs.ts', 'hostile programs'],
  ['scripts/libraryList.ts', 'a call of each function, which shows whether the library has it'],
  ['scripts/prototypes.ts', 'prototypes are its product'],
  ['scripts/modelCode.ts', 'JavaScript'],
  ['scripts/mutants/bundle.ts', 'JavaScript'],
  ['scripts/page.ts', 'JavaScript'],
];

const isAllowed = ({ path }: Text): boolean => allowed.some(([start]) => path.startsWith(start));
const isC = ({ text }: Text): boolean => ofC.some((pattern) => pattern.test(text));
const found = ['src', 'lab', 'scripts'].flatMap(textsIn).filter(isC);

describe('C text', () => {
  it('stands in model/, not in TypeScript', () => {
    expect(
      found.filter((text) => !isAllowed(text)).map(({ path, line, text }) => `${path}:${line}: ${text}`),
    ).toEqual([]);
  });

  it('is still there where an exception is made for it', () => {
    expect(
      allowed.map(([path]) => path).filter((path) => !found.some((text) => text.path.startsWith(path))),
    ).toEqual([]);
  });

  it.each([
    '({ int x = 1; x; })',
    '__typeof__(A0) place = (A0);',
    'struct pool *p;',
    'unsigned long __lib_i = 0',
    'static int f(void)',
    '__atomic_fetch_add(&p, X, 5);',
    '#include <pthread.h>',
    '#define N 3',
    'for (i = 0; i < 3; i++) a[i] = 0',
  ])('is %s', (text) => {
    expect(isC({ path: '', line: 1, text })).toBe(true);
  });

  it.each([
    'unsigned long',
    '#include needs a file name',
    'the assembly "X" is not supported',
    'sizeof-type',
    'if else while',
  ])('is not %s', (text) => {
    expect(isC({ path: '', line: 1, text })).toBe(false);
  });
});
