// Jobs on all cores: results come in the order of the jobs, each as soon as those before it are there.

import { stopText } from '../../report/stopped.js';
import { Slots } from '../../support/slots.js';
import { noSums, type Sums } from '../../verdict/crosscheck/index.js';
import type { Runner } from '../runner/runner.js';
import type { Supervisor } from '../runner/supervisor.js';
import type { Ended } from '../runner/task.js';
import { doJob, type Job } from './job.js';

export interface JobPool {
  do(job: Job): Promise<Sums>;
}

/** Longer than this no question takes that keeps its limit. */
const patienceMs = 300;

/** Without threads everything happens on the thread of the caller. */
export function openJobPool(runner: Runner, threads: number): JobPool {
  const { supervisor, signal } = runner;
  if (supervisor === undefined) return { do: (job) => doJob(job) };
  const slots = new Slots(threads);
  return {
    do: (job) => slots.run(() => runJob(supervisor, job, signal)),
  };
}

export async function runJob(
  supervisor: Supervisor,
  job: Job,
  signal: AbortSignal,
  crew = 'crosscheck',
): Promise<Sums> {
  const { timeLimitMs } = job.options;
  const ended = await supervisor.run('crosscheck', job, {
    signal,
    crew,
    ...(timeLimitMs === undefined ? {} : { stepLimitMs: timeLimitMs + patienceMs }),
  });
  return ended.kind === 'done' ? ended.value : lost(job, ended);
}

export function nameOf({ work }: Pick<Job, 'work'>): string {
  switch (work.kind) {
    case 'file':
    case 'c file':
      return work.path;
    case 'program':
      return work.name;
    case 'random':
    case 'random c':
      return `seeds ${work.seed} to ${work.seed + work.count - 1}`;
  }
}

/** The job did not come to its end. */
function lost({ work }: Job, ended: Exclude<Ended<Sums>, { kind: 'done' }>): Sums {
  const name = nameOf({ work });
  switch (ended.kind) {
    case 'stopped':
      return {
        ...noSums,
        programs: 1,
        open: [{ name: `${name}: ${stopText({ kind: ended.reason, phase: ended.phase })}`, inquiries: [] }],
      };
    case 'refused':
      return { ...noSums, errors: [{ diagnostic: ended.diagnostic }] };
    case 'broken':
      return {
        ...noSums,
        errors: [{ diagnostic: { code: 'worker-lost', message: `${name}: ${ended.message}` } }],
      };
  }
}

/** With at most `ahead` jobs begun and not yet yielded. */
export async function* resultsOf(
  pool: JobPool,
  jobs: Iterable<Job>,
  ahead: number,
): AsyncGenerator<readonly [Job, Sums]> {
  const begun: (readonly [Job, Promise<Sums>])[] = [];
  for (const job of jobs) {
    begun.push([job, pool.do(job)]);
    if (begun.length >= ahead) {
      const first = begun.shift();
      if (first !== undefined) yield [first[0], await first[1]];
    }
  }
  for (const [job, result] of begun) yield [job, await result];
}
