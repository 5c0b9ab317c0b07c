// The options that commands which ask the engines share, and what they mean.

import { availableParallelism } from 'node:os';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { type ModelName, modelNames } from '../execution/execution.js';
import { type DporMode, defaultUnroll, dporModes, type Limits } from '../verdict/engine.js';
import { defaultEngines, type EngineChoice, engineChoices } from '../verdict/engines.js';

/** What commander makes of the options of `addAskOptions`. */
export interface AskOptions {
  readonly model: readonly ModelName[];
  readonly engine: EngineChoice;
  readonly unroll: number;
  readonly timeout?: number;
  readonly dpor?: DporMode;
  readonly maxExecutions?: number;
  readonly spinAssume: boolean;
  readonly jobs: number;
  readonly json?: boolean;
  /** `check` only. */
  readonly strict?: boolean;
}

export function addAskOptions(command: Command): Command {
  return command
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
      new Option('-t, --timeout <seconds>', 'time for one file, all models together').argParser(parseSeconds),
    )
    .addOption(new Option('--dpor <mode>', 'explicit engine: how executions are reduced').choices(dporModes))
    .addOption(
      new Option('--max-executions <n>', 'explicit engine: stop after that many').argParser(parseCount(1)),
    )
    .option('--no-spin-assume', 'explicit engine: run spin loops round by round')
    .addOption(
      new Option('-j, --jobs <n>', 'threads to use').argParser(parseCount(1)).default(availableParallelism()),
    )
    .option('--json', 'one JSON object per file and line (docs/json.md)');
}

export const limitsOf = (options: AskOptions): Limits => ({
  unroll: options.unroll,
  spinAssume: options.spinAssume,
  ...(options.timeout === undefined ? {} : { timeLimitMs: options.timeout * 1000 }),
  ...(options.maxExecutions === undefined ? {} : { maxExecutions: options.maxExecutions }),
  ...(options.dpor === undefined ? {} : { dpor: options.dpor }),
});

function parseModels(text: string): readonly ModelName[] {
  const names = text
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '');
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

function parseSeconds(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value) || value <= 0)
    throw new InvalidArgumentError('It must be a number of seconds above 0.');
  return value;
}
