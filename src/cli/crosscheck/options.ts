// The options of `diptych crosscheck`.

import { availableParallelism } from 'node:os';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { type ModelName, modelNames } from '../../execution/execution.js';
import { features } from '../../generate/index.js';
import { defaultUnroll } from '../../program/loopBounds.js';
import { type CrosscheckOptions, type Part, parts } from '../../verdict/crosscheck/index.js';
import { addCampaignOptions, type CampaignOptions } from '../campaign/options.js';
import { memoryOption, parseCount, parseModels, parseSeconds } from '../options.js';

/** The options as commander parses them. */
export interface CrosscheckArguments extends CampaignOptions {
  readonly random?: number;
  readonly native?: number;
  readonly readers?: boolean;
  readonly cc?: string;
  readonly minutes?: number;
  readonly seed: number;
  readonly size: number;
  readonly features?: string;
  readonly only?: Part;
  readonly model: readonly ModelName[];
  readonly unroll: number;
  readonly timeout?: number;
  /** Seconds for one question to one engine. */
  readonly each: number;
  readonly maxExecutions: number;
  readonly report: string;
  readonly jobs: number;
  readonly memory?: number;
  readonly json?: boolean;
}

const randomGroup = 'Random programs:';

export function defineCrosscheck(parent: Command): Command {
  const command = parent
    .command('crosscheck')
    .summary('look for a program on which the engines disagree')
    .description(
      'Puts every question (outcomes, condition, findings, number of traces, robustness) about each program, under each memory model, to both engines and to the monitors, and compares. Programs are files, folders of them, or random (docs/crosscheck.md).',
    )
    .argument('[paths...]', 'program files, or folders of them')
    .addOption(
      new Option('--random <n>', 'that many random programs').helpGroup(randomGroup).argParser(parseCount(1)),
    )
    .addOption(
      new Option('--minutes <m>', 'random programs for that long')
        .helpGroup(randomGroup)
        .argParser(parseMinutes),
    )
    .addOption(
      new Option('--seed <n>', 'the first seed').helpGroup(randomGroup).argParser(parseCount(0)).default(0),
    )
    .addOption(
      new Option('--size <n>', 'most memory events of a program')
        .helpGroup(randomGroup)
        .argParser(parseCount(1))
        .default(6),
    )
    .addOption(
      new Option(
        '--features <list>',
        `features they may contain: ${features.join(', ')} or none beside loads and stores (default: docs/crosscheck.md)`,
      ).helpGroup(randomGroup),
    )
    .addOption(
      new Option(
        '--native <n>',
        'random litmus tests of x86 instead, run so often each on the processor: no state may be outside TSO',
      )
        .helpGroup(randomGroup)
        .argParser(parseCount(1)),
    )
    .option(
      '--readers',
      'C programs, random ones or files, through both readers of C: the answers must agree',
    )
    .option('--cc <compiler>', 'the clang of the second reader')
    .addOption(new Option('--only <part>', 'compare only this').choices(parts))
    .addOption(
      new Option('-m, --model <list>', 'memory models, separated by commas')
        .argParser(parseModels)
        .default(modelNames, modelNames.join(',')),
    )
    .addOption(
      new Option('-u, --unroll <n>', 'how often a loop may run each time it is entered')
        .argParser(parseCount(0))
        .default(defaultUnroll),
    )
    .addOption(new Option('-t, --timeout <seconds>', 'time for everything').argParser(parseSeconds))
    .addOption(new Option('--each <seconds>', 'time for one question').argParser(parseSeconds).default(10))
    .addOption(
      new Option('--max-executions <n>', 'executions of the explicit engine per program and model')
        .argParser(parseCount(1))
        .default(50_000),
    )
    .addOption(memoryOption())
    .option('--report <folder>', 'where reports of disagreements are written', '.')
    .addOption(
      new Option('-j, --jobs <n>', 'threads to use').argParser(parseCount(1)).default(availableParallelism()),
    )
    .option('--json', 'one JSON object per conflict and one for the sums (docs/json.md)')
    .addHelpText('after', examples);
  return addCampaignOptions(command);
}

const examples = `
Examples:
  diptych crosscheck benchmarks/litmus
  diptych crosscheck --random 10000 --seed 1
  diptych crosscheck --native 10000 --random 500
  diptych crosscheck --readers --random 1000
  diptych crosscheck --minutes 30 --size 10 --features rmw,store-fence --only traces`;

export const crosscheckOptionsOf = (given: CrosscheckArguments): CrosscheckOptions => ({
  models: given.model,
  parts: given.only === undefined ? parts : [given.only],
  unroll: given.unroll,
  timeLimitMs: given.each * 1000,
  maxExecutions: given.maxExecutions,
});

function parseMinutes(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value) || value <= 0)
    throw new InvalidArgumentError('It must be a number of minutes above 0.');
  return value;
}
