// `diptych relax`: predicts SC violations from random runs and forces them (docs/relax.md).

import { statSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Event } from '../execution/event.js';
import { defaultUnroll, type LoopBound } from '../program/loopBounds.js';
import { type RelaxModel, relaxModels } from '../relax/model.js';
import type { RelaxVerdict, TryElsewhere } from '../relax/relax.js';
import { relaxJson } from '../report/relaxJson.js';
import { relaxText } from '../report/relaxText.js';
import { present } from '../support/present.js';
import { onOption, resumeOption } from './campaign/options.js';
import type { Answer, RawCommand, RunOptions, WorkElsewhere } from './fileCommand.js';
import { addGraphOption } from './graphOption.js';
import {
  collect,
  forceOption,
  jobsOption,
  memoryOption,
  parseCount,
  parseList,
  parseLoopBound,
  timeoutOption,
} from './options.js';
import { relaxPicture, relaxWitnesses } from './relaxWitnesses.js';
import { type Status, status } from './status.js';
import { parseSeed } from './strategyOptions.js';
import { withoutEffect } from './withoutEffect.js';

export interface RelaxOptions extends RunOptions {
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
  readonly link: readonly string[];
  readonly witness?: string;
  readonly graph?: string;
  /** A recorded trace: the program to run again. */
  readonly run?: string;
}

function define(parent: Command): Command {
  return addGraphOption(
    parent
      .command('relax')
      .summary('predict SC violations from ordinary runs, then force them')
      .description(
        'Runs each program at random under SC, predicts happens-before cycles that a weaker machine might have, steers runs on that machine to create each cycle, and reports which cause errors. For programs too large to explore: what it shows is real, what it does not show proves nothing (docs/relax.md). Exit status 1 if a cycle was created.',
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
        new Option('--link <file>', 'C: another file of the same program; may be repeated')
          .argParser(collect(String))
          .default([], 'none'),
      )
      .addOption(
        new Option('-I, --include <folder>', 'C: look for included files there; may be repeated')
          .argParser(collect(String))
          .default([], 'none'),
      )
      .option('--witness <folder>', 'also write one execution per confirmed cycle there, for diptych replay')
      .option(
        '--run <command>',
        'a recorded run: run the program again, with simulated store buffers, to create the cycles that are predicted from it',
      )
      .addOption(timeoutOption('time for one file, all models together'))
      .addOption(memoryOption())
      .addOption(jobsOption('threads to use for several files'))
      .addOption(forceOption())
      .addOption(onOption())
      .addOption(resumeOption())
      .option('--json', 'one JSON object per file and line (docs/json.md)')
      .addHelpText('after', examples),
  );
}

const examples = `
Examples:
  diptych relax dekker.c                                all three models
  diptych relax --model tso --trials 30 --repeat 100 dekker.c
  diptych relax --runs 1 --model tso --witness out/ big.c    one ordinary run, and executions to keep
  diptych relax diptych-record/run-1.trace              cycles of a recorded run
  diptych relax --run './queue 3' diptych-record/run-1.trace   and what runs of the program with store buffers confirm
  diptych relax --graph cycle.svg dekker.c              a picture of the first cycle that was created`;

const count = (flags: string, description: string, least: number): Option =>
  new Option(flags, description).argParser(parseCount(least));

function parseRelaxModels(text: string): readonly RelaxModel[] {
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

/** Everything on one thread, the reading of the program included. */
export const relaxCommand: RawCommand<RelaxOptions> = {
  works: 'on-a-file',
  programs: true,
  travels: 'cycles',
  define,
  async ask({ file, options, limits, standardInput, elsewhere }) {
    const { readProgram } = await import('../frontend/index.js');
    const { relax } = await import('../relax/relax.js');
    const start = performance.now();
    if (await isRecorded(file)) return relaxTrace(file, options, limits);
    if (options.run !== undefined) throw withoutEffect('--run', 'only recorded programs are run again', file);
    limits.onPhase?.('reading');
    const program = await readProgram(file, {
      unroll: options.unroll,
      loopBounds: options.unrollLoop,
      defines: options.define,
      includeDirs: options.include,
      link: options.link,
      ...present({ standardInput, onPhase: limits.onPhase }),
    });
    const { timeLimitMs = Number.POSITIVE_INFINITY } = limits;
    limits.onPhase?.('predicting');
    const verdict = await relax(program, {
      models: options.model,
      runs: options.runs,
      trials: options.trials,
      repeats: options.repeat,
      ...present({ giveUp: options.giveUp }),
      seed: options.seed,
      cycleLength: options.cycleLength,
      unroll: options.rounds,
      maxSteps: options.maxSteps,
      stop: () => limits.stop?.() === true || performance.now() - start > timeLimitMs,
      onProgress: ({ done, total }) => {
        limits.onPhase?.('forcing');
        elsewhere?.onDone?.(done, total);
      },
      ...(elsewhere === undefined ? {} : { elsewhere: await trialsOn(elsewhere, limits) }),
    });
    const { witness: folder } = options;
    const witnesses =
      folder === undefined
        ? []
        : relaxWitnesses(verdict, options.rounds, join(folder, basename(file, extname(file))));
    return {
      status: statusOf(verdict),
      attachments: [
        ...witnesses.map(({ path, text }) => ({
          path,
          text,
          hint: '--witness wants the name of a folder',
        })),
        ...(await relaxPicture(verdict, { ...options, unroll: options.rounds })),
      ],
      json: () => relaxJson(file, verdict, options, witnesses),
      text: (style) => relaxText(file, verdict, options, witnesses, style),
    };
  },
};

type AskLimits = Parameters<RawCommand['ask']>[0]['limits'];

async function trialsOn({ place }: WorkElsewhere, { signal, timeLimitMs }: AskLimits): Promise<TryElsewhere> {
  const { trialsElsewhere } = await import('../campaign/trials.js');
  const deadline = timeLimitMs === undefined ? undefined : AbortSignal.timeout(timeLimitMs);
  return trialsElsewhere(place, AbortSignal.any([signal, deadline].flatMap((one) => one ?? [])));
}

async function isRecorded(file: string): Promise<boolean> {
  if (file === '-' || statSync(file, { throwIfNoEntry: false })?.isFile() !== true) return false;
  return extname(file) === '.jsonl' || (await import('../frontend/trace/binaryLog.js')).isBinaryLog(file);
}

/** A recorded execution: its cycles are predicted; those that a monitor reports, or a run with store buffers has, are certain. */
async function relaxTrace(file: string, options: RelaxOptions, limits: AskLimits): Promise<Answer> {
  const { model, cycleLength } = options;
  const { onPhase, timeLimitMs = Number.POSITIVE_INFINITY } = limits;
  const start = performance.now();
  const [{ monitorTrace }, { cyclesOfTrace }, { TraceLabels }, { traceCyclesJson, traceCyclesText }] =
    await Promise.all([
      import('../record/monitoredTrace.js'),
      import('../relax/traceCycles.js'),
      import('../relax/traceLabels.js'),
      import('../report/traceCycles.js'),
    ]);
  const { witness, graph, run } = options;
  if (witness !== undefined || graph !== undefined)
    throw withoutEffect(witness === undefined ? '--graph' : '--witness', 'this is a recorded run', file);
  if (run !== undefined && extname(file) === '.jsonl')
    throw withoutEffect('--run', 'only a log of the recorder says which stores to delay', file);
  onPhase?.('reading');
  const events: Event[] = [];
  const { threads, verdict } = monitorTrace(file, {
    monitors: ['bss-tso', 'bss-pso'],
    races: false,
    onEvent: (event) => void events.push(event),
  });
  onPhase?.('predicting');
  const numbering = new TraceLabels();
  const cycles = cyclesOfTrace(events, threads.length, {
    models: model.flatMap((name) => (name === 'pslo' ? [] : [name])),
    cycleLength,
    violations: verdict.violations,
    numbering,
  });
  onPhase?.('forcing');
  const forced =
    run === undefined
      ? undefined
      : await (await import('./forceTrace.js')).forceCycles(cycles, {
          trace: file,
          command: ['/bin/sh', '-c', `exec ${run}`],
          numbering,
          runs: options.repeat,
          seed: options.seed,
          timeLimitMs: 10_000,
          // Early enough to say what was found.
          stop: () =>
            limits.stop?.() === true ||
            performance.now() - start > timeLimitMs - Math.max(300, timeLimitMs / 10),
        });
  const found = { events: events.length, cycles, ...present({ forced }) };
  const certain = cycles.some((cycle) => cycle.confirmed || forced?.cycles.has(cycle) === true);
  return {
    status: certain ? status.violated : forced?.stopped === true ? status.noAnswer : status.holds,
    json: () => traceCyclesJson(file, found),
    text: (style) => traceCyclesText(file, found, style),
  };
}

function statusOf({ models, stopped }: RelaxVerdict): Status {
  if (models.some(({ cycles }) => cycles.some(({ created }) => created > 0))) return status.violated;
  return stopped ? status.noAnswer : status.holds;
}
