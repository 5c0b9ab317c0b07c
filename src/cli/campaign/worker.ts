// `diptych worker`: takes jobs of campaigns from a Redis server until it is told to stop. It needs no files of theirs and opens no
// port.

import { availableParallelism } from 'node:os';
import { type Command, Option } from 'commander';
import { frugalWork } from '../../launcher/v8Flags.js';
import { diagnosticText } from '../../report/diagnostic.js';
import { createStyle } from '../../report/style.js';
import { InputError } from '../../support/diagnostic.js';
import { type Io, wantsColours } from '../io.js';
import { jobsOption, memoryOption, parseCount } from '../options.js';
import { Runner } from '../runner/runner.js';
import { type Status, status } from '../status.js';
import { version } from '../version.js';
import { onOption, serverOf } from './options.js';

export interface WorkerArguments {
  readonly on?: string;
  readonly jobs?: number;
  readonly memory?: number;
  readonly name?: string;
  readonly idle?: number;
  readonly json?: boolean;
}

export const defineWorker = (parent: Command): Command =>
  parent
    .command('worker')
    .summary('work for commands on other machines')
    .description(
      'Takes jobs from a Redis server and answers them, until it is interrupted. Commands put jobs there with --on. A job is a question about a program, never code to run (docs/scale.md).',
    )
    .addOption(onOption())
    .addOption(jobsOption('jobs at a time'))
    .addOption(memoryOption())
    .option('--name <name>', 'its name in progress and reports (default: host and process)')
    .addOption(
      new Option('--idle <seconds>', 'end after so long without work (default: never)').argParser(
        parseCount(1),
      ),
    )
    .addHelpText('after', examples);

const examples = `
Examples:
  diptych worker --on redis://queue.example.org        as many jobs at a time as there are cores
  DIPTYCH_REDIS=rediss://user:secret@queue:6380/0 diptych worker --jobs 2`;

export async function worker(options: WorkerArguments, io: Io): Promise<Status> {
  const runner = new Runner(io, options.memory);
  try {
    const url = serverOf(options, io);
    if (url === undefined)
      throw new InputError({
        code: 'queue-url',
        message: 'a worker needs the address of a Redis server',
        hint: '--on redis://host, or DIPTYCH_REDIS',
      });
    await work(url, options, io, runner);
    return status.holds;
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const style = createStyle(wantsColours(io.stderr, io.env));
    io.stderr.write(diagnosticText(error.diagnostic, error.text, style));
    return status.badInput;
  } finally {
    await runner.close();
  }
}

const watchMs = 500;

async function work(url: string, options: WorkerArguments, io: Io, runner: Runner): Promise<void> {
  const [{ QueueWorker }, { answerJob }, { fingerprint }, { warmUp }] = await Promise.all([
    import('../../campaign/queue/worker.js'),
    import('./answerJob.js'),
    import('./fingerprint.js'),
    import('./warmUp.js'),
  ]);
  const { jobs = availableParallelism(), name, idle } = options;
  const { supervisor, signal: stopped } = runner;
  let wanted = false;
  let begin = (): void => {};
  const practice = new Promise<void>((resolve) => {
    begin = resolve;
  })
    .then(async () => {
      if (supervisor === undefined) return;
      await warmUp(
        jobs,
        () => wanted || runner.interrupted,
        (piece) => answerJob(piece, supervisor, stopped),
      );
    })
    // The first job reports the error.
    .catch(() => {});
  const worker = await QueueWorker.open({
    url,
    version: version(),
    fingerprint: fingerprint(),
    jobs,
    answer: async (question, signal) => {
      wanted = true;
      await practice;
      // Not before its threads have loaded what they need: kept code counts only under the flags it was made with.
      return answerJob(question, supervisor, signal).finally(frugalWork);
    },
    ...(name === undefined ? {} : { name }),
  });
  begin();
  void practice.then(() => {
    if (!wanted) frugalWork();
  });
  io.stderr.write(
    `worker ${worker.name}: ${jobs} ${jobs === 1 ? 'job' : 'jobs'} at a time from ${worker.address}\n`,
  );
  try {
    let done = -1;
    let since = Date.now();
    while (!runner.interrupted) {
      await pause(watchMs, runner.signal);
      if (worker.done !== done || worker.busy) since = Date.now();
      done = worker.done;
      if (idle !== undefined && Date.now() - since > idle * 1000) break;
    }
  } finally {
    await worker.close();
  }
  io.stderr.write(`worker ${worker.name}: ${worker.done} jobs done\n`);
}

/** Less if it is interrupted. */
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
  });
