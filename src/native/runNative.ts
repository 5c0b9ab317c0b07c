// Runs a program on the processor of this computer and counts the final states it shows. Litmus tests run in tight loops of
// one process (runtime/litmus.c), C programs in a process per run (runtime/program.c).

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join, resolve } from 'node:path';
import type { Outcome } from '../execution/execution.js';
import { parseLitmusTest } from '../frontend/litmus/index.js';
import { printObservable } from '../program/printCondition.js';
import type { Program } from '../program/program.js';
import { type Ended, runChild, runtimeFolder } from '../support/childProcess.js';
import { InputError } from '../support/diagnostic.js';
import { findToolchain, type Toolchain } from './compiler.js';
import { nativeTest } from './litmusTest.js';
import { notNative } from './unsupported.js';

export interface NativeState {
  readonly outcome: Outcome;
  readonly count: number;
}

export interface NativeRuns {
  readonly runs: number;
  readonly toolchain: Toolchain;
  /** Most frequent first. */
  readonly states: readonly NativeState[];
  /** Runs that showed no state: killed by a signal, still running at the limit, ended with a status. */
  readonly failures: readonly { readonly how: string; readonly count: number }[];
  /** It was told to end before it had done all runs: there is no answer but what was seen. */
  readonly stopped?: boolean;
}

export interface NativeOptions {
  /** Fewer if time runs out. */
  readonly runs: number;
  readonly seed: number;
  readonly timeLimitMs: number;
  /** C: as for the compiler. */
  readonly defines?: readonly string[];
  readonly includeDirs?: readonly string[];
  readonly stop?: () => boolean;
}

export async function runNative(file: string, program: Program, options: NativeOptions): Promise<NativeRuns> {
  const folder = mkdtempSync(join(tmpdir(), 'diptych-native-'));
  try {
    return extname(file) === '.litmus'
      ? await runLitmus(file, program, options, folder)
      : await runProgram(file, program, options, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The harness stops by itself. It is stopped from outside only if a run hangs or the caller gives up. */
const seconds = ({ timeLimitMs }: NativeOptions): number => Math.max(1, Math.floor(timeLimitMs / 1000));
const patience = 1000;

async function runLitmus(
  file: string,
  program: Program,
  options: NativeOptions,
  folder: string,
): Promise<NativeRuns> {
  const test = parseLitmusTest(program.source?.text ?? readFileSync(file, 'utf8'), file);
  const toolchain = findToolchain(test.code.dialect === 'C' ? 'any' : 'x86 test');
  const { text, row } = nativeTest(test, toolchain.mapping !== undefined);
  const flags = ['-O1', '-fwrapv', ...(toolchain.mapping === 'acquire and release' ? ['-DRCPC'] : [])];
  const native: Native = { file, text, harness: 'litmus.c', flags, toolchain };
  const ended = await compileAndRun(
    native,
    [`${options.runs}`, `${seconds(options)}`, `${options.seed}`],
    options,
    folder,
  );
  const states = lines(ended).map(([count, ...values]) => ({
    count: Number(count),
    outcome: values.map((value) =>
      value.startsWith('@') ? row.address(Number(value.slice(1))) : Number(value) | 0,
    ),
  }));
  return { runs: total(states), toolchain, states: merged(states), ...hung(ended) };
}

/** Functions that the harness of programs defines in place of the library. */
const wrapped = ['pthread_create', 'pthread_join', 'thrd_create', 'thrd_join'];

async function runProgram(
  file: string,
  program: Program,
  options: NativeOptions,
  folder: string,
): Promise<NativeRuns> {
  const names = program.observed.map((observable) => printObservable(program, observable));
  for (const name of names)
    if (!/^[A-Za-z_]\w*(\[\d+\]|\.\w+)*$/.test(name)) notNative(`to observe ${name}`, file);
  const text = [
    '#define _GNU_SOURCE',
    '#define main diptych_program_main',
    `#include ${JSON.stringify(resolve(file))}`,
    '#undef main',
    `const int diptych_observed = ${names.length};`,
    'void diptych_observe(long long *values) {',
    ...names.map((name, i) => `  values[${i}] = (long long)(${name});`),
    '  (void)values;',
    '}',
    `const int diptych_sizes[] = { ${[...names.map((name) => `sizeof(${name})`), '0'].join(', ')} };`,
  ].join('\n');
  const flags = [
    '-O1',
    '-fsigned-char',
    ...(options.defines ?? []).map((macro) => `-D${macro}`),
    ...(options.includeDirs ?? []).map((dir) => `-I${resolve(dir)}`),
  ];
  const toolchain = findToolchain('any');
  const native: Native = {
    file,
    text: `${text}\n`,
    harness: 'program.c',
    flags: [...flags, `-Wl,${wrapped.map((name) => `--wrap=${name}`).join()}`],
    toolchain,
  };
  const ended = await compileAndRun(native, [`${options.runs}`, `${seconds(options)}`], options, folder);
  const [sizes = [], ...rest] = lines(ended);
  const widths = sizes.slice(1).map((size) => Number(size) * 8);
  const states = rest
    .filter(([, how]) => !how?.startsWith('!'))
    .map(([count, ...values]) => ({
      count: Number(count),
      outcome: values.map((value, i) => Number(BigInt.asIntN(widths[i], BigInt(value)))),
    }));
  const failures = rest
    .filter(([, how]) => how?.startsWith('!'))
    .map(([count, how, number]) => ({
      count: Number(count),
      how: [how.slice(1), number ?? ''].join(' ').trim(),
    }));
  const stopped = hung(ended);
  return {
    runs: total([...states, ...failures]),
    toolchain,
    states: merged(states),
    failures: [...failures, ...stopped.failures],
    ...(stopped.stopped ? { stopped: true } : {}),
  };
}

interface Native {
  readonly file: string;
  /** The text that the harness includes, or that is compiled beside it. */
  readonly text: string;
  readonly harness: 'litmus.c' | 'program.c';
  readonly flags: readonly string[];
  readonly toolchain: Toolchain;
}

async function compileAndRun(
  { file, text, harness, flags, toolchain }: Native,
  args: readonly string[],
  { timeLimitMs, stop }: NativeOptions,
  folder: string,
): Promise<Ended> {
  const { compiler, emulator } = toolchain;
  const test = join(folder, 'test.inc.c');
  const binary = join(folder, 'test');
  writeFileSync(test, text);
  const compiled = await runChild(
    compiler,
    [
      ...flags,
      '-w',
      '-pthread',
      ...(emulator === undefined ? [] : ['-static']),
      `-I${runtimeFolder}`,
      harness === 'litmus.c' ? `-DTEST=${JSON.stringify(test)}` : test,
      join(runtimeFolder, harness),
      '-o',
      binary,
    ],
    { limitMs: Math.max(timeLimitMs, 1000), stop },
  );
  if (compiled.timedOut) return { ...compiled, code: 0, stdout: '' };
  if (compiled.code !== 0)
    throw new InputError({
      code: 'not-compiled',
      message: `${compiler} does not compile it: ${firstError(compiled.stderr)}`,
      file,
    });
  const ended = await runChild(emulator ?? binary, [...(emulator === undefined ? [] : [binary]), ...args], {
    limitMs: Math.max(timeLimitMs, 1000) + patience,
    stop,
    gentle: true,
  });
  // Killed, because a run hangs: it cannot say what it has seen.
  if (ended.timedOut && ended.code !== 0) return { ...ended, stdout: '' };
  requireEnd(file, ended);
  return ended;
}

/** The report on runs that were cut short, and whether one of them hung. */
const hung = ({ timedOut, code }: Ended): Pick<NativeRuns, 'failures' | 'stopped'> => ({
  failures: timedOut && code !== 0 ? [{ how: 'it did not end: a thread may wait for ever', count: 1 }] : [],
  ...(timedOut ? { stopped: true } : {}),
});

const firstError = (text: string): string =>
  (text.split('\n').find((line) => line.includes('error')) ?? text.split('\n')[0])
    .replace(/^\S*?:(?=\d|\s)/, '')
    .trim();

function requireEnd(file: string, ended: Ended): void {
  if (ended.code === 0) return;
  throw new InputError({
    code: 'not-run',
    message: `it ended on the processor with ${ended.signal ?? `status ${ended.code}`}`,
    file,
  });
}

const lines = ({ stdout }: Ended): string[][] =>
  stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.trim().split(/ +/));

const total = (counted: readonly { readonly count: number }[]): number =>
  counted.reduce((sum, { count }) => sum + count, 0);

/** States that are equal to the models are one. */
function merged(states: readonly NativeState[]): NativeState[] {
  const counts = new Map<string, NativeState>();
  for (const { outcome, count } of states) {
    const key = outcome.join();
    counts.set(key, { outcome, count: count + (counts.get(key)?.count ?? 0) });
  }
  return [...counts.values()].sort((a, b) => b.count - a.count);
}
