// Functions that print and write read their arguments, as strlen would, and cost nothing where no thread can change
// them.

import { describe, expect, it } from 'vitest';
import { explore } from '../../../../src/explicit/explore.js';
import { forEachStatement } from '../../../../src/program/statement.js';
import { racesOf } from '../../../../src/races/races.js';
import { SymbolicEngine } from '../../../../src/symbolic/index.js';
import { linesOf } from '../../../races/programs.js';
import { findings, parse, run } from '../run.js';

const engine = await SymbolicEngine.start();

const head = `#include <stdio.h>
#include <stdlib.h>
#include <stdarg.h>
#include <string.h>
#include <unistd.h>
#include <pthread.h>
static void say(const char *format, ...) { va_list list; va_start(list, format); vfprintf(stderr, format, list); va_end(list); } static void put(void *v, unsigned long m) { write(1, v, m); }
`;

/** The calls of each function with the string `s`, which has `n` characters before its end. */
const functions: readonly string[] = [
  'puts(s);',
  'fputs(s, stderr);',
  'perror(s);',
  'printf("%s", s);',
  'printf("%d %5.1f %-9s|%%\\n", 1, 2.0, s);',
  'fprintf(stderr, "%*d %.*s", 3, 1, -1, s);',
  'dprintf(1, "%.99s", s);',
  'say("%4d %.*f %s\\n", 1, 2, 2.0, s);',
  'say("%lx %-*.*s%c\\n", 1l, 9, 99, s, 65);',
  'if (printf("%s", s) < 0) abort();',
  'pthread_setname_np(pthread_self(), s);',
  '(void)getenv(s);',
  '(void)remove(s);',
];

const situations: readonly (readonly [string, string])[] = [
  ['a string', 'char b[4] = "abc"; char *s = b;'],
  ['no end', "char b[2] = { 'a', 'b' }; char *s = b;"],
  ['no end on the heap', "char *s = malloc(2); s[0] = 'a'; s[1] = 'b';"],
  ['no value', "char b[4]; char *s = b; b[0] = 'a';"],
  ['a part that was not written', "char *s = malloc(4); s[0] = 'a'; s[2] = 0;"],
  ['freed', 'char *s = malloc(4); strcpy(s, "ab"); free(s);'],
  ['null', 'char *s = (char *)(long)zero;'],
  ['a local that is gone', 'char *s; { char b[2] = "a"; s = b; }'],
];

/** Kinds and lines; the effects of `say` have the line of its call. */
const kinds = (text: string): string[] =>
  findings(text).map((found) => found.replace(/:.*/, '').replace(/ 7$/, ' 9'));

const inMain = (before: string, does: string): string =>
  `${head}int zero; int main(void) { ${before}\n${does} return 0; }`;

describe.each(situations)('%s', (name, before) => {
  const expected = kinds(inMain(before, '(void)strlen(s);'));

  it('is something to find, or not', () => {
    expect(expected.length).toBe(name === 'a string' ? 0 : 1);
  });

  it.each(functions.filter((one) => name !== 'null' || !/perror/.test(one)))('%s', (does) => {
    const text = inMain(before, does);
    expect(kinds(text)).toEqual(expected);
    const found = engine.findings(parse(text), { model: 'sc', unroll: 8 });
    expect(found.findings.map(({ finding }) => finding.kind)).toEqual(
      run(text).findings.map(({ finding }) => finding.kind),
    );
  });
});

/** Whether what `does` reads races with a thread that changes `at`: by the definition, on all executions, and by the other engine. */
function races(at: string, does: string): boolean {
  const program =
    parse(`${head}char b[8] = "abc"; int r[6]; struct { int id; char name[4]; long n; } o; int n = 2;
    void *f(void *a) { ${at} = 0; return a; } int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); char *s = b;
    ${does} pthread_join(t, 0); return 0; }`);
  const lines = new Set<string>();
  const { complete } = explore(program, {
    model: 'sc',
    unroll: 8,
    onExecution: (witness) => {
      const { execution } = witness();
      for (const race of racesOf(execution)) lines.add(linesOf(execution, race));
    },
  });
  expect(complete).toBe(true);
  const other = engine.races(program, { unroll: 8 });
  expect(new Set(other.races.map(({ execution, race }) => linesOf(execution, race)))).toEqual(lines);
  const [line] = lines;
  expect([...lines]).toEqual(line === undefined ? [] : [/^(say|put)\(/.test(does) ? '7 9' : '9 10']);
  return lines.size > 0;
}

describe('races', () => {
  it.each(functions)('%s', (does) => {
    expect(races('b[1]', does)).toBe(true);
    expect(races('b[4]', does)).toBe(false);
  });

  it.each<[at: string, does: string, racy: boolean]>([
    ['b[1]', 'printf("%.1s", b);', false],
    ['b[1]', 'printf("%.2s", b);', true],
    ['b[1]', 'printf("%.*s", n, b);', true],
    ['b[2]', 'printf("%.*s", n, b);', false],
    ['b[1]', 'say("%.*s", 1, b);', false],
    ['b[1]', 'say("%.*s", 2, b);', true],
    ['r[3]', 'fwrite(r, sizeof *r, 3, stdout);', false],
    ['r[3]', 'fwrite(r, sizeof *r, 4, stdout);', true],
    ['r[3]', 'write(1, r, n * sizeof(int));', false],
    ['r[1]', 'write(1, r, n * sizeof(int));', true],
    ['o.n', 'write(1, &o, sizeof o);', true],
    ['o.n', 'write(1, &o, 8);', false],
    ['o.n', 'put(&o, sizeof o);', true],
    ['o.n', 'put(&o, 8);', false],
    ['o.id', 'put(&o.n, 8);', false],
    ['r[3]', 'put(r + n, 2 * n);', false],
    ['r[3]', 'put(r + n, 4 * n);', true],
    ['o.id', 'puts(o.name);', false],
    ['o.name[0]', 'puts(o.name);', true],
    ['b[1]', 'puts(b + 2);', false],
  ])('of %s with %s: %s', (at, does, racy) => {
    expect(races(at, does)).toBe(racy);
  });
});

describe('objects behind a void pointer', () => {
  it.each([
    ['char *s = malloc(4); memset(s, 1, 4); free(s); put(s, 4);', ['use-after-free']],
    ['long *s = malloc(24); memset(s, 1, 24); put(s, 16); put(s + 1, 16); free(s);', []],
    ['long *s = malloc(24); memset(s, 1, 24); free(s); put(s + 1, 8);', ['use-after-free']],
    ['put(0, 4);', ['invalid-address']],
    ['put(0, 0);', []],
    ['int s[2] = { 1, 2 }; put(s, 8);', []],
    ['int s[2] = { 1, 2 }; put(s, 12);', ['invalid-address']],
    ['struct { int u; long v; } s = { 1, 2 }; put(&s, sizeof s); put(&s.v, 8); put("abc", 3);', []],
  ])('%s', (body, expected) => {
    const text = `${head}int main(void) { ${body} return 0; }`;
    expect(run(text).findings.map(({ finding }) => finding.kind)).toEqual(expected);
    const found = engine.findings(parse(text), { model: 'sc', unroll: 8 });
    expect(found.findings.map(({ finding }) => finding.kind)).toEqual(expected);
  });
});

const loads = (text: string): number => {
  let count = 0;
  for (const { body } of parse(text).threads)
    forEachStatement(body, ({ kind }) => {
      if (kind === 'load') count++;
    });
  return count;
};

describe('a string that no thread can change is not read', () => {
  it.each([
    'puts("a");',
    'printf("%s %s", "a", __func__);',
    'const char *s = x ? "a" : "bc"; printf("%s", s);',
    'fputs(x ? "a" : "bc", stderr);',
    'printf("%s", names[x]);',
    'puts(text); write(1, text, sizeof text);',
    'perror(x ? "a" : "b");',
    'say("%s %s\\n", "a", names[x]);',
    'write(1, "abc", 3); fwrite("abc", 1, 3, stdout);',
    'pthread_t t; pthread_create(&t, 0, shows, "a"); pthread_join(t, 0);',
  ])('%s', (does) => {
    const program = (what: string): string =>
      `${head}int x; const char *const names[] = { "a", "bc" }; static const char text[] = "abc";
      void *shows(void *a) { printf("%s", (char *)a); puts(a); return a; } int main(void) { ${what} return 0; }`;
    const withoutPrinting = does.replace(/.*x.*/, 'x;x;x;').replace(/^[^x]*$/, '');
    expect(loads(program(does))).toBeLessThanOrEqual(loads(program(withoutPrinting)));
  });

  it('a text that is longer than is looked at does not end the execution', () => {
    const text = inMain(
      'char *s = malloc(64); for (int i = 0; i < 60; i++) s[i] = 65; s[60] = 0;',
      'puts(s); zero = 1;',
    );
    const { outcomes, findings: found, cutLoops } = run(text, 'sc', { unroll: 8 });
    expect(outcomes.map(String)).toEqual(['1']);
    expect(found).toEqual([]);
    expect(cutLoops.length).toBe(1);
  });
});

describe('a printed object must have a value', () => {
  it.each(['int y;', 'double y;', 'char *y;', 'struct { int a, b; } s; s.b = 1; int y = s.a;'])(
    '%s',
    (declared) => {
      expect(kinds(inMain(declared, 'printf("%p", y);'))).toEqual([
        expect.stringContaining('uninitialised-read'),
      ]);
    },
  );
});
