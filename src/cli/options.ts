// The options that commands which ask the engines share, and what they mean.

import { type Command, InvalidArgumentError, Option } from 'commander';
import { type ModelName, modelNames } from '../execution/execution.js';
import type { FindingGroup } from '../execution/finding.js';
import type { ReadOptions } from '../frontend/index.js';
import { defaultUnroll, type LoopBound } from '../program/loopBounds.js';
import type { Costs } from '../repair/costs.js';
import type { Goal } from '../repair/goal.js';
import { present } from '../support/present.js';
import { type DporMode, dporModes, type Limits, type StrategyChoice } from '../verdict/engine.js';
import {
  defaultEncoding,
  defaultEngines,
  type Encoding,
  type EngineChoice,
  encodings,
  engineChoices,
} from '../verdict/engines.js';
import type { MonitorName } from '../verdict/monitored.js';
import { type Confirm, defaultConfirm } from '../verdict/race.js';
import type { WantedFinding } from '../verdict/wantedFinding.js';
import { addCampaignOptions } from './campaign/options.js';
import { formats, type RunOptions } from './fileCommand.js';
import { cGroup, compilerGroup, explicitGroup, symbolicGroup } from './optionGroups.js';
import { type Readers, readerNames } from './readers.js';
import { seeded } from './strategyOptions.js';

/** The options of `addAskOptions` as commander parses them. */
export interface AskOptions extends RunOptions {
  readonly model: readonly ModelName[];
  readonly engine: EngineChoice;
  readonly unroll: number;
  readonly unrollLoop: readonly LoopBound[];
  readonly dpor?: DporMode;
  readonly maxExecutions?: number;
  readonly spinAssume: boolean;
  readonly symmetry: boolean;
  /** `outcomes` and `check` only. */
  readonly strategy?: StrategyChoice;
  readonly seed?: number;
  readonly define: readonly string[];
  readonly include: readonly string[];
  readonly link: readonly string[];
  readonly observe?: readonly string[];
  readonly argument: readonly string[];
  readonly cc?: string;
  /** The pass of module/passes after which the module is printed. */
  readonly dumpModule?: string;
  readonly cflag: readonly string[];
  /** Which reader reads C; absent: diptych's own, or the compiler that --cc names. */
  readonly readers?: Readers;
  /** Not an option: the reading of a C program that shares memory in different sizes (mixedSizes.ts). */
  readonly indivisible?: ReadOptions['indivisible'];
  /** Not an option: the text of the file in an editor. */
  readonly text?: string;
  /** How long an answer waits to be confirmed. */
  readonly confirm?: Confirm;
  /** Where reports of disagreements go. */
  readonly report: string;
  readonly encoding?: Encoding;
  /** `outcomes` and `check` only: a cat file in place of the models. */
  readonly cat?: string;
  /** `outcomes` and `check` only. */
  readonly dumpSmt?: string;
  /** `outcomes` only: how often the processor runs the program. */
  readonly native?: number;
  /** `check` and `robust` only. */
  readonly witness?: string;
  readonly graph?: string;
  /** `outcomes` only. */
  readonly graphDir?: string;
  readonly watch?: boolean;
  /** `explain` only. */
  readonly outcome?: string;
  readonly finding?: WantedFinding;
  /** `check` only. */
  readonly find?: readonly FindingGroup[];
  readonly allTraces?: boolean;
  /** `check` and `robust` only. */
  readonly strict?: boolean;
  /** `races` and `check` only: plain accesses of litmus tests are not atomic. */
  readonly plainRaces?: boolean;
  /** `check` only: look for data races too. */
  readonly races?: boolean;
  /** `fences` only. */
  readonly goal?: Goal;
  readonly cost?: Costs;
  readonly all?: boolean;
  readonly redundant?: boolean;
  readonly strengthen?: boolean;
  readonly write?: string;
  readonly force?: boolean;
  /** `robust` only. */
  readonly monitor?: readonly MonitorName[];
  readonly preemptions?: number;
}

/** The passes of module/passes, which is not loaded for an option. */
export const dumpedPasses = [
  'read',
  'link',
  'settle',
  'conditions',
  'spurious',
  'block-sizes',
  'thread-ends',
  'floats',
];

export function addAskOptions(command: Command): Command {
  return addCampaignOptions(command)
    .addOption(
      new Option('-m, --model <list>', 'memory models, separated by commas')
        .argParser(parseModels)
        .default(modelNames, modelNames.join(',')),
    )
    .addOption(
      new Option('-e, --engine <name>', 'which engine answers')
        .choices(engineChoices)
        .default(defaultEngines),
    )
    .addOption(
      new Option('-u, --unroll <n>', 'how often a loop may run each time it is entered')
        .argParser(parseCount(0))
        .default(defaultUnroll),
    )
    .addOption(
      new Option('--unroll-loop <file:line=n>', 'the same for one loop; may be repeated')
        .argParser(collect(parseLoopBound))
        .default([], 'none'),
    )
    .addOption(timeoutOption('time for one file, all models together'))
    .addOption(memoryOption())
    .addOption(
      new Option(
        '--confirm <seconds>',
        'how long the answer of one engine waits for the other: seconds, all or none (default: as long again, at least 3)',
      ).argParser(parseConfirm),
    )
    .addOption(
      new Option('--dpor <mode>', 'how executions are reduced')
        .helpGroup(explicitGroup)
        .choices(dporModes)
        .default('optimal'),
    )
    .addOption(
      new Option('--max-executions <n>', 'stop after that many')
        .helpGroup(explicitGroup)
        .argParser(parseCount(1)),
    )
    .addOption(
      new Option(
        '--symmetry',
        'let one execution stand for those in which only identical threads are exchanged, where that is certain',
      )
        .helpGroup(explicitGroup)
        .default(true),
    )
    .addOption(new Option('--no-symmetry', 'visit all of them').helpGroup(explicitGroup))
    .addOption(new Option('--no-spin-assume', 'run spin loops round by round').helpGroup(explicitGroup))
    .addOption(
      new Option('--encoding <name>', 'how it is said that a graph has no cycle')
        .helpGroup(symbolicGroup)
        .choices(encodings)
        .default(defaultEncoding),
    )
    .addOption(
      new Option('-D, --define <macro>', 'as for a compiler, NAME or NAME=VALUE; may be repeated')
        .helpGroup(cGroup)
        .argParser(collect(String))
        .default([], 'none'),
    )
    .addOption(
      new Option('-I, --include <folder>', 'look for included files there; may be repeated')
        .helpGroup(cGroup)
        .argParser(collect(String))
        .default([], 'none'),
    )
    .addOption(
      new Option('--link <file>', 'another file of the same program; may be repeated')
        .helpGroup(cGroup)
        .argParser(collect(String))
        .default([], 'none'),
    )
    .addOption(
      new Option('--argument <text>', 'an argument of main; repeat it for argv[1], argv[2], ...')
        .helpGroup(cGroup)
        .argParser(collect(String))
        .default([], 'none'),
    )
    .addOption(
      new Option(
        '--observe <list>',
        'variables that a final state shows (default: all globals that are numbers)',
      )
        .helpGroup(cGroup)
        .argParser(parseList),
    )
    .addOption(
      new Option(
        '--cc <compiler>',
        'the compiler that makes LLVM IR of C, C++ or Rust; without it C is read by diptych itself',
      ).helpGroup(compilerGroup),
    )
    .addOption(
      new Option('--cflag <flag>', 'a flag for that compiler; may be repeated')
        .helpGroup(compilerGroup)
        .argParser(collect(String))
        .default([], 'none'),
    )
    .addOption(
      new Option('--dump-module <pass>', 'print the program as functions and blocks after a pass, and stop')
        .choices(dumpedPasses)
        .helpGroup(cGroup),
    )
    .addOption(
      new Option(
        '--readers <which>',
        'the reader of C: diptych itself, clang, or both, whose answers must agree',
      )
        .helpGroup(compilerGroup)
        .choices(readerNames),
    )
    .addOption(
      new Option(
        '-j, --jobs <n>',
        'threads to use: several files at once, or the explicit engine on one (default: one per core for several files)',
      ).argParser(parseCount(1)),
    )
    .option('--no-config', 'do not read diptych.json')
    .option('--report <folder>', 'where reports of disagreements are written', '.')
    .addOption(forceOption())
    .option('-w, --watch', 'run again when a file changes, or one that it includes')
    .option('-v, --verbose', 'statistics of each engine too')
    .option('-q, --quiet', 'print errors only: the exit status is the answer')
    .addOption(
      new Option('--format <form>', 'for other programs: sarif, junit, herd, json or text').choices(formats),
    )
    .option('--summary <file>', 'also add a summary in Markdown to that file, as for a pull request')
    .option('--json', 'one JSON object per file and line (docs/json.md): --format json');
}

export const timeoutOption = (description: string): Option =>
  new Option('-t, --timeout <seconds>', description).argParser(parseSeconds);

export const memoryOption = (): Option =>
  new Option('--memory <MB>', 'memory for everything (default: 60 % of the machine)').argParser(
    parseCount(1),
  );

export const jobsOption = (description: string): Option =>
  new Option('-j, --jobs <n>', `${description} (default: one per core)`).argParser(parseCount(1));

export const forceOption = (): Option =>
  new Option('--force', 'write over files that diptych did not make, and over those that are read');

function parseConfirm(text: string): Confirm {
  if (text === 'all') return 'all';
  if (text === 'none') return 0;
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value) || value < 0)
    throw new InvalidArgumentError('It must be a number of seconds, all or none.');
  return value * 1000;
}

/** A strict answer waits for all engines. */
export const confirmOf = ({ confirm, strict }: AskOptions): Confirm =>
  confirm ?? (strict === true ? 'all' : defaultConfirm);

export const isAskOptions = (options: RunOptions): options is AskOptions =>
  'model' in options && 'engine' in options && 'unroll' in options;

/** The options of commands whose question can be put to a model of the user's own, or to another solver. */
export const addSymbolicOptions = (command: Command): Command =>
  command
    .addOption(
      new Option('--cat <file>', 'a memory model of your own, in place of --model').helpGroup(symbolicGroup),
    )
    .addOption(
      new Option('--dump-smt <file>', 'also write the questions to the solver, as SMT-LIB 2').helpGroup(
        symbolicGroup,
      ),
    );

export const limitsOf = (options: AskOptions): Limits => ({
  unroll: options.unroll,
  spinAssume: options.spinAssume,
  symmetry: options.symmetry,
  ...(options.timeout === undefined ? {} : { timeLimitMs: options.timeout * 1000 }),
  ...present({ maxExecutions: options.maxExecutions, dpor: options.dpor, encoding: options.encoding }),
  ...(options.strategy === undefined ? {} : { strategy: seeded(options.strategy, options.seed) }),
});

export const readOptionsOf = (options: AskOptions): ReadOptions => ({
  unroll: options.unroll,
  loopBounds: options.unrollLoop,
  defines: options.define,
  includeDirs: options.include,
  link: options.link,
  args: options.argument,
  cflags: options.cflag,
  ...present({
    observe: options.observe,
    indivisible: options.indivisible,
    text: options.text,
    cc: options.cc,
    reader: readerOf(options),
  }),
});

/** Both are asked one after the other (bothReaders.ts). */
const readerOf = ({ readers }: AskOptions): ReadOptions['reader'] =>
  readers === 'both' ? undefined : readers;

/** For an option that may be given several times. */
export function collect<T>(parse: (text: string) => T): (text: string, before: readonly T[]) => readonly T[] {
  return (text, before) => [...before, parse(text)];
}

export const parseList = (text: string): string[] =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');

export function parseLoopBound(text: string): LoopBound {
  const match = /^(?:(.+):)?(\d+)=(\d+)$/.exec(text);
  if (match === null) throw new InvalidArgumentError('It must look like FILE:LINE=N or LINE=N.');
  const [, file, line, bound] = match;
  return { line: Number(line), bound: Number(bound), ...present({ file }) };
}

export function parseModels(text: string): readonly ModelName[] {
  const names = parseList(text.toLowerCase());
  const known = modelNames.filter((model) => names.includes(model));
  const unknown = names.find((name) => !modelNames.some((model) => model === name));
  if (unknown !== undefined)
    throw new InvalidArgumentError(`'${unknown}' is not one of ${modelNames.join(', ')}.`);
  if (known.length === 0) throw new InvalidArgumentError(`Name at least one of ${modelNames.join(', ')}.`);
  return known;
}

export function parseCount(least: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (text.trim() === '' || !Number.isSafeInteger(value) || value < least)
      throw new InvalidArgumentError(`It must be a whole number from ${least} on.`);
    return value;
  };
}

export function parseSeconds(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value) || value <= 0)
    throw new InvalidArgumentError('It must be a number of seconds above 0.');
  return value;
}
