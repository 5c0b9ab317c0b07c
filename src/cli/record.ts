// `diptych record`, `diptych cc` and `diptych c++`: real programs under the monitors (docs/record.md).

import { statSync } from 'node:fs';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { joined, partsOf } from '../record/analyse.js';
import { compilerDriver } from '../record/compilerDriver.js';
import { recordRuns } from '../record/recordRuns.js';
import { diagnosticText } from '../report/diagnostic.js';
import { recordJson, recordText } from '../report/recordText.js';
import { createStyle } from '../report/style.js';
import { InputError } from '../support/diagnostic.js';
import { defaultMonitors } from '../verdict/monitored.js';
import { type Io, wantsColours } from './io.js';
import { type TraceMonitorName, traceMonitorOption } from './monitorOption.js';
import { memoryOption, parseCount, parseSeconds } from './options.js';
import { resultOf } from './runner/onThread.js';
import { Runner } from './runner/runner.js';
import { type Status, status } from './status.js';

/** Bytes of a log that is read by two threads, one for each part of the question. */
const longLog = 1 << 24;

export interface RecordArguments {
  readonly runs: number;
  readonly schedule: string;
  readonly seed: number;
  readonly timeout: number;
  readonly out: string;
  readonly logLimit: number;
  readonly keep?: boolean;
  readonly monitor?: readonly TraceMonitorName[];
  readonly memory?: number;
  readonly json?: boolean;
}

export function defineRecord(parent: Command): Command {
  return parent
    .command('record')
    .summary('run a real program under chosen schedules and watch it')
    .description(
      'Runs a program that was compiled with `diptych cc` again and again, one thread at a time under schedules that the seed chooses, and reports which operations could overtake which on a machine with store buffers; deadlocks and crashes too. Exit status 1 if there are any.',
    )
    .argument('<command...>', 'the program and its arguments, after --')
    .addOption(new Option('-n, --runs <n>', 'how many runs').argParser(parseCount(1)).default(100))
    .addOption(
      new Option('--schedule <how>', 'random[:P], pct:D, preemptions:K or replay:TRACE')
        .argParser(parseSchedule)
        .default('random'),
    )
    .addOption(new Option('--seed <n>', 'of the first run').argParser(parseCount(0)).default(1))
    .addOption(new Option('-t, --timeout <seconds>', 'for one run').argParser(parseSeconds).default(10))
    .addOption(memoryOption())
    .addOption(traceMonitorOption([...defaultMonitors, 'races']))
    .option('--out <folder>', 'where logs of runs that show something are kept', 'diptych-record')
    .addOption(
      new Option('--log-limit <MB>', 'size limit of one log; later events are not recorded')
        .argParser(parseCount(16))
        .default(1024),
    )
    .option('--keep', 'keep the logs of all runs')
    .option('--json', 'one JSON object (docs/json.md)')
    .addHelpText('after', examples);
}

const examples = `
Examples:
  diptych cc -O1 -o queue queue.c -pthread && diptych record -- ./queue
  CC="diptych cc" make && diptych record --schedule pct:3 --runs 1000 -- ./server --once
  diptych record --schedule replay:diptych-record/run-7.trace --runs 1 -- ./queue`;

function parseSchedule(text: string): string {
  if (!/^(random(:(0(\.\d+)?|1))?|pct:[1-9]\d*|preemptions:\d+|replay:.+)$/.test(text))
    throw new InvalidArgumentError('It must be random, random:P, pct:D, preemptions:K or replay:FILE.');
  return text;
}

export async function record(command: readonly string[], options: RecordArguments, io: Io): Promise<Status> {
  const runner = new Runner(io, options.memory);
  const { supervisor, signal } = runner;
  const wanted: readonly TraceMonitorName[] = options.monitor ?? [...defaultMonitors, 'races'];
  try {
    const verdict = await recordRuns({
      command,
      runs: options.schedule.startsWith('replay:') ? 1 : options.runs,
      schedule: options.schedule,
      seed: options.seed,
      timeLimitMs: options.timeout * 1000,
      monitors: wanted.filter((name) => name !== 'races'),
      races: wanted.includes('races'),
      folder: options.out,
      logLimit: options.logLimit * 1024 * 1024,
      keep: options.keep === true,
      stop: () => runner.interrupted,
      ...(supervisor === undefined
        ? {}
        : {
            async analyse(trace, question) {
              const parts = statSync(trace).size < longLog ? [question] : partsOf(question);
              const answers = await Promise.all(
                parts.map(async (part) => {
                  const ended = await supervisor.run('analyse', { trace, question: part }, { signal });
                  return ended.kind === 'stopped' ? undefined : resultOf(ended);
                }),
              );
              const [first, second] = answers;
              return first === undefined || answers.includes(undefined) ? undefined : joined(first, second);
            },
          }),
    });
    io.stdout.write(
      options.json === true
        ? `${JSON.stringify(recordJson(verdict))}\n`
        : recordText(verdict, createStyle(wantsColours(io.stdout, io.env))),
    );
    const found = verdict.violations.length + (verdict.races?.length ?? 0);
    if (found > 0 || verdict.ends.some(({ found }) => found.kind !== 'time')) return status.violated;
    return verdict.unrecorded + verdict.unread + verdict.full + verdict.ends.length > 0 || verdict.stopped
      ? status.noAnswer
      : status.holds;
  } catch (error) {
    return said(error, io);
  } finally {
    await runner.close();
  }
}

export function defineCompiler(parent: Command, name: 'cc' | 'c++'): Command {
  return parent
    .command(name)
    .summary(`the ${name === 'cc' ? 'C' : 'C++'} compiler, for programs that are recorded`)
    .description(
      `Calls ${name === 'cc' ? 'gcc (or DIPTYCH_CC)' : 'g++ (or DIPTYCH_CXX)'} with all arguments and the flags that \`diptych record\` needs: every access to shared memory becomes a call of the recorder.`,
    )
    .argument('[arguments...]', 'as for the compiler')
    .allowUnknownOption()
    .helpOption(false)
    .passThroughOptions();
}

/** A compiler's statuses are 0, 1 for a program it refuses, others for itself. */
export function compiler(name: 'cc' | 'c++', args: readonly string[], io: Io): Status {
  try {
    const ended = compilerDriver(name === 'cc' ? 'c' : 'c++', args, io.env);
    return ended === 0 ? status.holds : ended === 1 ? status.violated : status.badInput;
  } catch (error) {
    return said(error, io);
  }
}

function said(error: unknown, io: Io): Status {
  const style = createStyle(wantsColours(io.stderr, io.env));
  if (error instanceof InputError) io.stderr.write(diagnosticText(error.diagnostic, error.text, style));
  else throw error;
  return status.badInput;
}
