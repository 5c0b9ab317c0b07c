// Jobs on all cores: results come in the order of the jobs, each as soon as those before it are there.

import type { Tinypool } from 'tinypool';
import { noSums, type Sums } from '../../verdict/crosscheck/index.js';
import { doJob, type Job } from './job.js';

export interface JobPool {
  do(job: Job): Promise<Sums>;
  close(): Promise<void>;
}

/** Without a worker file everything happens on the thread of the caller. */
export function openJobPool(worker: URL | undefined, threads: number): JobPool {
  if (worker === undefined) return { do: doJob, close: async () => {} };
  let pool: Promise<Tinypool> | undefined;
  const open = async (): Promise<Tinypool> => {
    const { Tinypool } = await import('tinypool');
    return new Tinypool({
      filename: worker.href,
      runtime: 'worker_threads',
      minThreads: 1,
      maxThreads: Math.max(1, threads),
      idleTimeout: 60_000,
    });
  };
  return {
    async do(job) {
      pool ??= open();
      return (await pool).run(job).catch((error: unknown) => lost(job, error));
    },
    close: async () => (await pool)?.destroy(),
  };
}

/** The thread itself died. */
function lost({ work }: Job, error: unknown): Sums {
  const what = work.kind === 'file' ? work.path : `seeds ${work.seed} to ${work.seed + work.count - 1}`;
  const message = `the thread that worked on ${what} ended: ${error instanceof Error ? error.message : String(error)}`;
  return { ...noSums, errors: [{ diagnostic: { code: 'worker-lost', message } }] };
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
