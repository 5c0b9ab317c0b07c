// npm run small-z3: lets Z3 answer questions about small programs, notes the functions that run, and writes their
// numbers to kept.txt beside this file. `npm run build` makes of them the module that the command tries first. Run
// it again after a change of Z3's version or of the questions to Z3.

import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readCorpus } from '../../benchmarks/corpus/corpus.js';
import { run } from '../../src/cli/run.js';
import { SliceOver } from '../../src/cli/runner/slice.js';
import { TooLarge } from '../../src/support/tooLarge.js';
import { functionNames, provideZ3, startZ3 } from '../../src/symbolic/z3/module.js';
import { keptList, wholeModule } from './kept.js';
import { exportedFunctions, functionCount, traced } from './rewrite.js';

const file = join(import.meta.dirname, 'kept.txt');
const benchmarks = join(import.meta.dirname, '..', '..', 'benchmarks');
/** Numbers of functions. */
const widestGap = 20;
/** The end of the two gigabytes that Z3 has: it never gets so far. */
const address = 0x7fff_0000;

const whole = wholeModule();
const read = async () => traced(whole, address);
provideZ3(undefined, read);
const ran = new Set<number>();
/** One is started after the other: a question that takes too long leaves none that can be used again. */
let { heap } = await startZ3({ small: true });

function note(): void {
  const marks = new Uint8Array(heap.buffer, address, functionCount(whole));
  for (const [index, mark] of marks.entries()) if (mark !== 0) ran.add(index);
}

const nowhere = { write: () => true };
const io = { stdout: nowhere, stderr: nowhere, env: {}, smallMs: 1500 };
const folder = mkdtempSync(join(tmpdir(), 'diptych-'));
const filesIn = (path: string, ending: string): string[] =>
  readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .sort()
    .map((name) => join(path, name));

/** Command lines by what they are about, each for one file after the other. */
function* questions(): Generator<readonly [about: string, words: readonly string[]]> {
  const litmus = filesIn(join(benchmarks, 'litmus'), '.litmus');
  const programs = filesIn(join(benchmarks, 'c'), '.c');
  const papers = filesIn(join(benchmarks, 'papers'), '.c');
  for (const { file: name, text } of readCorpus()) writeFileSync(join(folder, name), text);
  const corpus = filesIn(folder, '.litmus');
  const commands = [['outcomes'], ['check'], ['robust'], ['races'], ['explain']];
  const repairs = ['tso', 'pso'].flatMap((model) => [
    ['fences', '-m', model],
    ['fences', '-m', model, '--goal', 'robust', '--all'],
    ['fences', '-m', model, '--redundant'],
  ]);
  for (const path of litmus)
    for (const words of [...commands, ...repairs]) yield ['litmus', [...words, path]];
  for (const path of corpus) yield ['corpus', ['outcomes', path]];
  for (const path of corpus) yield ['corpus, robust', ['robust', path]];
  for (const path of programs) for (const words of commands) yield ['C', [...words, path]];
  for (const path of programs) yield ['C, fences', ['fences', '-m', 'pso', path]];
  for (const path of papers) for (const words of [['check'], ['robust']]) yield ['papers', [...words, path]];
}

/** With what lies between two functions that ran: it is of the same file of Z3's sources, and what a harder question may need. */
function filled(numbers: readonly number[]): number[] {
  return numbers.flatMap((number, i) => {
    const next = numbers[i + 1] ?? number + 1;
    const gap = next - number > widestGap ? 1 : next - number;
    return Array.from({ length: gap }, (_, k) => number + k);
  });
}

const start = performance.now();
let [questioned, tooLarge, last] = [0, 0, ''];
const tell = (about: string): void => {
  note();
  const seconds = Math.round((performance.now() - start) / 1000);
  console.log(
    `${about}: ${questioned} questions, ${tooLarge} of them for threads, ${ran.size} functions after ${seconds} s`,
  );
};
try {
  for (const [about, words] of questions()) {
    if (last !== '' && about !== last) tell(last);
    last = about;
    questioned++;
    const [command, ...others] = words;
    try {
      await run([command, '-e', 'symbolic', ...others], io);
    } catch (error) {
      if (!(error instanceof TooLarge || error instanceof SliceOver)) throw error;
      tooLarge++;
      note();
      ({ heap } = await startZ3({ small: true }));
    }
  }
  tell(last);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
// Functions that are called from outside too: small questions never throw an exception, for one.
const asked: ReadonlySet<string> = new Set(functionNames);
for (const { name, index } of exportedFunctions(whole))
  if (asked.has(name) || !/^(async_)?Z3_/.test(name)) ran.add(index);
const functions = filled([...ran].sort((a, b) => a - b));
writeFileSync(file, keptList(whole, functions));
console.log(`${functions.length} of ${functionCount(whole)} functions in ${file}`);
