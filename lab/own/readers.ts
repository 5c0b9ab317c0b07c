// The table `readers`: every C program through both readers of C, and through clang -O1, which makes another program of it.

import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type ModelName, modelNames } from '#diptych/execution/execution.js';
import { type ReadOptions, readProgram } from '#diptych/frontend/index.js';
import type { Program } from '#diptych/program/program.js';
import { InputError } from '#diptych/support/diagnostic.js';
import { askCheck } from '#diptych/verdict/check.js';
import type { Engine } from '#diptych/verdict/engine.js';
import { startEngines } from '#diptych/verdict/engines.js';
import { homeFolder } from '../home.js';
import { loadPapers } from '../papers/manifest.js';
import { cpuLimit, timed } from '../run/measure.js';
import type { Cell, Cells, Column, Experiment, Finished, Part, Problem, Row, Scale } from '../table.js';

type Reading = 'c' | 'llvm' | 'optimised';

/** The compiler of the published figures where it is there, else the usual one. */
const cc = (): string =>
  ['clang-16', 'clang', 'clang-19', 'clang-14'].find((name) => spawnSync(name, ['--version']).status === 0) ??
  'clang';

const optionsOf = (reading: Reading): Pick<ReadOptions, 'reader' | 'cc' | 'cflags'> =>
  reading === 'c'
    ? { reader: 'c' }
    : { reader: 'llvm', cc: cc(), ...(reading === 'optimised' ? { cflags: ['-O1'] } : {}) };

interface Subject {
  readonly name: string;
  readonly variant: string;
  readonly file: string;
  readonly unroll: number;
  readonly defines: readonly string[];
}

/** Seconds for one engine and one model. */
const eachSeconds: Readonly<Record<Reading, number>> = { c: 4, llvm: 4, optimised: 2 };

/** Both engines under all models; `cVerdicts` is `holds violated violated`, `cCounts` the executions under each model. */
async function measure({ file, unroll, defines }: Subject, reading: Reading): Promise<Cells> {
  // The compiler is another process, whose time is not counted; asked once before, its answer is kept.
  const read = (): Promise<Program> => readProgram(file, { unroll, defines, ...optionsOf(reading) });
  let first: Program;
  try {
    first = await read();
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { [`${reading}Verdicts`]: `refused: ${error.diagnostic.message}` };
  }
  const again = await timed(read);
  const engines = await startEngines('both');
  const cells: Record<string, Cell> = { [`${reading}Read`]: again.seconds };
  const { value, seconds } = await timed(async () => {
    const found: Answer[] = [];
    for (const model of modelNames) found.push(await answer(first, model, engines, unroll, reading));
    return found;
  });
  cells[`${reading}Time`] = seconds;
  cells[`${reading}Verdicts`] = value.map(({ verdict }) => verdict).join(' ');
  cells[`${reading}Counts`] = value.map(({ executions }) => executions ?? '–').join(' ');
  return cells;
}

interface Answer {
  readonly verdict: string;
  readonly executions?: string;
}

/** The verdict of both engines, or of the one that has one. */
async function answer(
  program: Program,
  model: ModelName,
  engines: readonly Engine[],
  unroll: number,
  reading: Reading,
): Promise<Answer> {
  const verdicts: string[] = [];
  let executions: string | undefined;
  for (const engine of engines) {
    const limits = { unroll, ...cpuLimit({ timeLimitMs: eachSeconds[reading] * 1000 }) };
    const question = { models: [model], engines: [engine], limits, strict: false };
    const [{ verdict, answer: said }] = (await askCheck(program, question)).results;
    if (verdict !== 'unknown') verdicts.push(verdict);
    const statistics: Readonly<Record<string, number>> = said.engines.get(engine.name)?.statistics ?? {};
    if (engine.name === 'explicit' && said.complete)
      executions = `${statistics.executions}+${statistics.blocked}`;
  }
  const [own = 'unknown', other = own] = verdicts;
  return {
    verdict: own === other ? `${own}${verdicts.length === 1 ? '*' : ''}` : `${own}/${other}`,
    ...(executions === undefined ? {} : { executions }),
  };
}

const partOf = (subject: Subject, reading: Reading): Part => ({
  name: reading,
  time: `${reading}Time`,
  shared: `readers ${reading} ${subject.name} ${subject.variant}`,
  measure: () => measure(subject, reading),
});

const isRefused = (cell: Cell | undefined): boolean => typeof cell === 'string' && cell.startsWith('refused');
const wordsOf = (cell: Cell | undefined): string[] =>
  typeof cell === 'string' && !isRefused(cell) ? cell.split(' ') : [];
const bare = (word: string): string => word.replace('*', '');

/** The readings agree where both have a verdict; counts may be smaller. */
function finish(cells: Cells): Finished {
  const [own, other] = [wordsOf(cells.cVerdicts), wordsOf(cells.llvmVerdicts)];
  const problems: Problem[] = [];
  modelNames.forEach((model, i) => {
    const [a, b] = [bare(own[i] ?? 'unknown'), bare(other[i] ?? 'unknown')];
    if (a.includes('/') || b.includes('/'))
      problems.push({ kind: 'disagreement', message: `${model}: the engines disagree: ${a}, ${b}` });
    else if (a !== b && a !== 'unknown' && b !== 'unknown')
      problems.push({ kind: 'disagreement', message: `${model}: ${a} by C, ${b} through clang` });
  });
  const decided = modelNames.filter((_, i) => bare(own[i] ?? 'unknown') !== 'unknown').length;
  const readers =
    problems.length > 0
      ? 'DIFFER'
      : isRefused(cells.llvmVerdicts)
        ? 'refused'
        : other.some((word) => word === 'unknown') || decided < modelNames.length
          ? 'agree as far as known'
          : 'agree';
  return { cells: { readers, counts: countsOf(cells) }, problems };
}

/** The number of executions through clang beside that of C, summed over the models where both are known. */
function countsOf(cells: Cells): string {
  const [own, other] = [wordsOf(cells.cCounts), wordsOf(cells.llvmCounts)];
  const total = (text: string): number => text.split('+').reduce((sum, n) => sum + Number(n), 0);
  const pairs = own
    .map((text, i) => [text, other[i] ?? '–'] as const)
    .filter(([a, b]) => a !== '–' && b !== '–');
  if (pairs.length === 0) return 'not known';
  const [a, b] = [0, 1].map((side) => pairs.reduce((sum, pair) => sum + total(pair[side] ?? '0'), 0));
  return a === b ? 'equal' : (b ?? 0) < (a ?? 0) ? 'fewer' : 'more';
}

const columns: readonly Column[] = [
  { key: 'program', head: 'program', unit: 'text' },
  { key: 'cVerdicts', head: 'C: sc tso pso', unit: 'text', answer: true },
  { key: 'llvmVerdicts', head: 'clang -O0', unit: 'text', answer: true },
  { key: 'readers', head: 'readers', unit: 'text' },
  { key: 'cCounts', head: 'executions, C', unit: 'text', answer: true },
  { key: 'llvmCounts', head: 'executions, clang', unit: 'text', answer: true },
  { key: 'counts', head: 'counts', unit: 'text' },
  { key: 'cRead', head: 'reading C, s', unit: 's' },
  { key: 'llvmRead', head: 'reading IR, s', unit: 's' },
  { key: 'cTime', head: 'answering, C, s', unit: 's' },
  { key: 'llvmTime', head: 'answering, clang, s', unit: 's' },
  { key: 'optimisedVerdicts', head: 'clang -O1', unit: 'text' },
];

const quick = [
  'dekker.c',
  'message.c',
  'peterson.c',
  'seqlock.c',
  'queue_cond.c',
  'treiber.c',
  'bakery.c',
  'once_init.c',
];
const cFolder = join(homeFolder, 'benchmarks', 'c');

const cSubjects = (scale: Scale): Subject[] =>
  readdirSync(cFolder)
    .filter((name) => name.endsWith('.c') && (scale === 'full' || quick.includes(name)))
    .map((name) => ({
      name: basename(name, '.c'),
      variant: '',
      file: join(cFolder, name),
      unroll: 3,
      defines: [],
    }));

const paperSubjects = (scale: Scale): Subject[] =>
  loadPapers()
    .flatMap((program) => program.variants.map((variant) => ({ program, variant })))
    .filter(({ variant }) => scale === 'full' && !variant.slow)
    .map(({ program, variant }) => ({
      name: `${program.group}/${program.name}`,
      variant: variant.name,
      file: program.file,
      unroll: variant.unroll,
      defines: variant.defines,
    }));

const rowOf = (subject: Subject): Row => ({
  id: [subject.name, subject.variant].filter((word) => word !== '').join(' '),
  cells: { program: [subject.name, subject.variant].filter((word) => word !== '').join(' ') },
  parts: (['c', 'llvm', 'optimised'] as const).map((reading) => partOf(subject, reading)),
  finish,
});

export const readers: Experiment = {
  name: 'readers',
  title: 'Two readers of C',
  about: [
    "`diptych check` of every C program, as diptych's own reader and as clang with the reader of LLVM IR make it (docs/language-llvm.md). Verdicts are those of both engines under sc, tso and pso; a star says that one engine alone had time to answer (4 s of CPU each), `unknown` that neither had, or that a bound leaves it open. Executions are complete ones + blocked ones of the explicit engine. Times are CPU times without those of the compiler, reading apart from answering.",
    'clang -O1 makes another program: it merges stores, keeps values in registers and leaves out what nobody reads. Its verdicts are shown and not compared.',
  ],
  notes: [
    'table has one blocked execution more through clang: the choice that its assumption excludes. Of fib_true and its kin `check` counts executions until the search by states, which runs beside DPOR, has answered. Explored to the end, both readings have the same executions under SC: fib_true_join 8,953, fib_true 218,243.',
  ],
  limitSeconds: { quick: 60, full: 90 },
  plan: (scale) =>
    [
      { name: 'c', title: 'benchmarks/c', columns, rows: cSubjects(scale).map(rowOf) },
      { name: 'papers', title: 'benchmarks/papers', columns, rows: paperSubjects(scale).map(rowOf) },
    ].filter(({ rows }) => rows.length > 0),
};
