// Results of library functions and errno: the programs of results.txt have one final state in both engines, and gcc's
// programs have it too.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compileAndRun, nativeMachine, plainFlags, x86Machine } from '../../../lab/judge/compiler.js';
import { explore } from '../../../src/explicit/explore.js';
import { SymbolicEngine } from '../../../src/symbolic/index.js';
import { parse } from './run.js';

/** Programs that diptych runs together. */
const paragraphs = readFileSync(join(import.meta.dirname, 'results.txt'), 'utf8')
  .split('\n\n')
  .slice(1)
  .map((text) => text.trim().split('\n'));
const programs = paragraphs.flat();

const headers = [
  ...['assert', 'ctype', 'errno', 'inttypes', 'limits', 'locale', 'math', 'pthread', 'sched', 'semaphore'],
  ...['signal', 'stdint', 'stdio', 'stdlib', 'string', 'strings', 'threads', 'time', 'unistd'],
];
const names = ['x', 'y', 'r', 's', 'n', 'k', 'l'];
const prelude = `#define _GNU_SOURCE
${headers.map((name) => `#include <${name}.h>\n`).join('')}int x, y, r, s; long n, k, l;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c = PTHREAD_COND_INITIALIZER;
struct timespec bad = { 0, -1 }, bad2 = { 0, 1000000000 }, past = { 1, 0 };\n`;

const functions = (texts: readonly string[]): string =>
  `${prelude}static void start(void) { errno = ${names.join(' = ')} = 0; pthread_mutex_init(&m, 0); }
${texts.map((text, i) => `static void example${i}(void) {\n${text}\n}\n`).join('')}`;

/** The values of the variables after each of some programs, which run one after the other. */
function valuesOf(texts: readonly string[], symbolic?: SymbolicEngine): readonly string[] {
  const results = texts.map((_, i) => names.map((name) => `${name}${i}`));
  const calls = results.map(
    (own, i) => `start(); example${i}(); ${names.map((name, j) => `${own[j]} = ${name};`).join(' ')}\n`,
  );
  const program = parse(
    `${functions(texts)}long ${results.flat().join(', ')};\nint main(void) {\n${calls.join('')}}\n`,
  );
  const limits = { unroll: 40, timeLimitMs: 20_000 };
  const { outcomes, findings } =
    symbolic === undefined
      ? explore(program, { model: 'sc', ...limits })
      : symbolic.explore(program, { model: 'pso', ...limits });
  expect(findings).toEqual([]);
  expect(outcomes.length).toBe(1);
  const observed = program.observed.map((o) => (o.kind === 'cell' ? o.location : ''));
  return results.map((own) =>
    own.map((name, j) => `${names[j]}=${outcomes[0][observed.indexOf(name)]}`).join(' '),
  );
}

/** Of the processor: stacks may be smaller there than elsewhere. */
const isOfX86 = (text: string): boolean => text.endsWith('// x86-64');
const x86 = await x86Machine();
const machine = x86 ?? (await nativeMachine());
if (x86 === undefined)
  console.warn(
    machine === undefined
      ? 'no gcc: what library functions return is not compared with compiled programs'
      : 'no gcc for x86-64: what is so on that processor is not compared with compiled programs',
  );

describe.skipIf(machine === undefined)('what library functions return', async () => {
  const symbolic = await SymbolicEngine.start();
  const calls = programs.map((_, i) => `start(); example${i}(); show();\n`);
  // Vitest looks into what it skips.
  if (machine === undefined) return;
  const ran = await compileAndRun(
    `${functions(programs)}
static void show(void) { printf("\\n@${names.map((name) => `${name}=%ld`).join(' ')}\\n", ${names.map((name) => `(long)${name}`).join(', ')}); }
int main(void) {\n${calls.join('')}}\n`,
    ['-w', ...plainFlags],
    [],
    machine,
  );
  if ('refused' in ran) throw new Error(ran.refused);
  const states = ran.out.split('\n').flatMap((line) => (line.startsWith('@') ? [line.slice(1)] : []));

  it.each(paragraphs.map((texts) => ({ texts, first: programs.indexOf(texts[0]) })))(
    'is the same as in gcc programs, from number $first on',
    ({ texts, first }) => {
      const isJudged = ({ text }: { text: string }): boolean => x86 !== undefined || !isOfX86(text);
      const compare = (values: readonly string[]) =>
        expect(values.map((value, i) => ({ text: texts[i], value })).filter(isJudged)).toEqual(
          texts.map((text, i) => ({ text, value: states[first + i] })).filter(isJudged),
        );
      compare(valuesOf(texts));
      // this judges the library's C, which the engines share
      if (first % 5 === 1) compare(valuesOf(texts, symbolic));
    },
  );
});
