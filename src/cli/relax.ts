// `diptych relax`: predicts SC violations from random runs and forces them (docs/relax.md).

import { mkdir, writeFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { readProgram } from '../frontend/index.js';
import { defaultUnroll, type LoopBound } from '../program/loopBounds.js';
import type { Program } from '../program/program.js';
import { type RelaxModel, relaxModels } from '../relax/model.js';
import { type RelaxVerdict, relax } from '../relax/relax.js';
import { diagnosticText } from '../report/diagnostic.js';
import { errorJson } from '../report/json.js';
import { jsonText } from '../report/jsonText.js';
import { startProgress } from '../report/progress.js';
import { relaxJson } from '../report/relaxJson.js';
import { relaxText } from '../report/relaxText.js';
import { createStyle } from '../report/style.js';
import { InputError } from '../support/diagnostic.js';
import { present } from '../support/present.js';
import { findInputs } from './files.js';
import { Interrupt } from './interrupt.js';
import { type Io, wantsColours } from './io.js';
import { collect, parseCount, parseList, parseLoopBound } from './options.js';
import { relaxWitnesses } from './relaxWitnesses.js';
import { gravest, type Status, status } from './status.js';
import { parseSeed } from './strategyOptions.js';

export interface RelaxOptions {
  readonly model: readonly RelaxModel[];
  readonly runs: number;
  readonly trials: number;
  readonly repeat: number;
  readonly giveUp?: number;
  readonly seed: number;
  readonly cycleLength: number;
  readonly rounds: number;
  readonly maxSteps: number;
  readonly unroll: number;
  readonly unrollLoop: readonly LoopBound[];
  readonly define: readonly string[];
  readonly include: readonly string[];
  readonly witness?: string;
  readonly json?: boolean;
}

export function defineRelax(parent: Command): Command {
  return parent
    .command('relax')
    .summary('predict SC violations from ordinary runs, then force them')
    .description(
      'Runs each program at random under SC, predicts from what it saw which statements might form a happens-before cycle on a weaker machine, and then steers runs on that machine to create each cycle; says which cause errors. For programs too large to explore: what it shows is real, what it does not show proves nothing (docs/relax.md). Exit status 1 if a cycle was created.',
    )
    .argument('<paths...>', 'program files, or folders of them')
    .addOption(
      new Option('-m, --model <list>', 'memory models, separated by commas')
        .argParser(parseRelaxModels)
        .default(relaxModels, relaxModels.join(',')),
    )
    .addOption(count('--runs <n>', 'runs under SC to predict from', 1).default(100))
    .addOption(count('--trials <n>', 'trials for each predicted cycle and model', 1).default(10))
    .addOption(count('--repeat <n>', 'runs a trial may take to create its cycle', 1).default(20))
    .addOption(
      count(
        '--give-up <n>',
        'trials without success after which a cycle is given up (default: all of them)',
        1,
      ),
    )
    .addOption(
      new Option('--seed <n>', 'the same seed gives the same answer').argParser(parseSeed).default(0),
    )
    .addOption(
      new Option('--cycle-length <n>', 'statements of the longest cycles, two for each thread')
        .argParser(parseLength)
        .default(4),
    )
    .addOption(count('--rounds <n>', 'how often a loop may run each time it is entered', 1).default(1000))
    .addOption(count('--max-steps <n>', 'a run is ended after that many steps', 1).default(10_000))
    .addOption(
      count('-u, --unroll <n>', 'C: depth of recursion, and of loops that create threads', 0).default(
        defaultUnroll,
      ),
    )
    .addOption(
      new Option('--unroll-loop <file:line=n>', '--rounds for one loop; may be repeated')
        .argParser(collect(parseLoopBound))
        .default([], 'none'),
    )
    .addOption(
      new Option('-D, --define <macro>', 'C: NAME or NAME=VALUE; may be repeated')
        .argParser(collect(String))
        .default([], 'none'),
    )
    .addOption(
      new Option('-I, --include <folder>', 'C: look for included files there; may be repeated')
        .argParser(collect(String))
        .default([], 'none'),
    )
    .option('--witness <folder>', 'also write one execution per confirmed cycle there, for diptych replay')
    .option('--json', 'one JSON object per file and line (docs/json.md)')
    .addHelpText('after', examples);
}

const examples = `
Examples:
  diptych relax dekker.c                                all three models
  diptych relax --model tso --trials 30 --repeat 100 dekker.c
  diptych relax --runs 1 --model tso --witness out/ big.c    one ordinary run, and executions to keep`;

const count = (flags: string, description: string, least: number): Option =>
  new Option(flags, description).argParser(parseCount(least));

export function parseRelaxModels(text: string): readonly RelaxModel[] {
  const names = parseList(text.toLowerCase());
  const known = relaxModels.filter((model) => names.includes(model));
  const unknown = names.find((name) => !relaxModels.some((model) => model === name));
  if (unknown === 'sc')
    throw new InvalidArgumentError(
      'Under sc there is nothing to force: every trace is sequentially consistent.',
    );
  if (unknown !== undefined)
    throw new InvalidArgumentError(`'${unknown}' is not one of ${relaxModels.join(', ')}.`);
  if (known.length === 0) throw new InvalidArgumentError(`Name at least one of ${relaxModels.join(', ')}.`);
  return known;
}

function parseLength(text: string): number {
  const value = parseCount(4)(text);
  if (value % 2 !== 0) throw new InvalidArgumentError('It must be even: each thread adds two statements.');
  return value;
}

export async function relaxFiles(paths: readonly string[], options: RelaxOptions, io: Io): Promise<Status> {
  const interrupt = new Interrupt();
  const release = io.onInterrupt?.(() => interrupt.raise());
  const statuses: Status[] = [];
  try {
    for (const input of findInputs(paths)) {
      if (interrupt.raised) break;
      if (!options.json && statuses.length > 0) io.stdout.write('\n');
      try {
        if (input.kind === 'error') throw input.error;
        statuses.push(await relaxFile(input.path, options, io, interrupt));
      } catch (error) {
        if (!(error instanceof InputError)) throw error;
        statuses.push(tellError(input.path, error, options, io));
      }
    }
  } finally {
    release?.();
  }
  return gravest(statuses);
}

async function relaxFile(file: string, options: RelaxOptions, io: Io, interrupt: Interrupt): Promise<Status> {
  const program = await readProgram(file, {
    unroll: options.unroll,
    loopBounds: options.unrollLoop,
    defines: options.define,
    includeDirs: options.include,
  });
  const verdict = await watched(program, options, io, interrupt);
  const style = createStyle(wantsColours(io.stdout, io.env));
  const { witness: folder } = options;
  const witnesses =
    folder === undefined
      ? []
      : relaxWitnesses(verdict, options.rounds, join(folder, basename(file, extname(file))));
  if (folder !== undefined) await write(folder, witnesses, file);
  io.stdout.write(
    options.json === true
      ? `${jsonText(relaxJson(file, verdict, options, witnesses))}\n`
      : relaxText(file, verdict, options, witnesses, style),
  );
  if (verdict.models.some(({ cycles }) => cycles.some(({ created }) => created > 0))) return status.violated;
  return verdict.stopped ? status.noAnswer : status.holds;
}

async function watched(
  program: Program,
  options: RelaxOptions,
  io: Io,
  interrupt: Interrupt,
): Promise<RelaxVerdict> {
  let progress: ReturnType<typeof startProgress> | undefined;
  try {
    return await relax(program, {
      models: options.model,
      runs: options.runs,
      trials: options.trials,
      repeats: options.repeat,
      ...present({ giveUp: options.giveUp }),
      seed: options.seed,
      cycleLength: options.cycleLength,
      unroll: options.rounds,
      maxSteps: options.maxSteps,
      stop: () => interrupt.raised,
      onProgress: ({ done, total, model }) => {
        progress ??= startProgress(total, io.stderr, undefined, 'cycles');
        progress.show(done, model);
      },
    });
  } finally {
    progress?.stop();
  }
}

async function write(
  folder: string,
  witnesses: ReturnType<typeof relaxWitnesses>,
  file: string,
): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
    for (const { path, text } of witnesses) await writeFile(path, text);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new InputError({
      code: 'unwritable-file',
      message: `the executions of ${file} cannot be written: ${why}`,
      hint: '--witness wants the name of a folder',
    });
  }
}

function tellError(file: string, error: InputError, { json }: RelaxOptions, io: Io): Status {
  if (json === true) io.stdout.write(`${jsonText(errorJson(file, error.diagnostic))}\n`);
  else
    io.stderr.write(
      diagnosticText(error.diagnostic, error.text, createStyle(wantsColours(io.stderr, io.env))),
    );
  return status.badInput;
}
