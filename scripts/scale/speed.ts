// The cost of the queue, and the gain of a second worker. The machine may be shared, so CPU times stand beside
// wall-clock times.

import { spawnSync } from 'node:child_process';
import { Campaign } from '../../src/campaign/queue/campaign.js';
import { QueueWorker } from '../../src/campaign/queue/worker.js';
import { type Lab, pause, version } from './lab.js';

export interface Overhead {
  readonly jobs: number;
  readonly ms: number;
  /** Coordinator and worker, which are one process here. */
  readonly ownCpuMs: number;
  readonly serverCpuMs: number;
}

/** Jobs that ask for nothing. */
export async function overhead(lab: Lab, jobs: number): Promise<Overhead> {
  const worker = await QueueWorker.open({
    url: lab.server.url,
    version,
    fingerprint: 'overhead',
    jobs: 8,
    answer: async () => 1,
  });
  const campaign = await Campaign.open({
    url: lab.server.url,
    version,
    fingerprint: 'overhead',
    words: [],
    digest: '',
    unit: 'jobs',
  });
  const start = performance.now();
  const cpu = process.cpuUsage();
  const serverBefore = await lab.serverCpuMs();
  await Promise.all(Array.from({ length: jobs }, (_, n) => campaign.ask({ n }, {}, (d) => d.integer())));
  const { user, system } = process.cpuUsage(cpu);
  const result = {
    jobs,
    ms: performance.now() - start,
    ownCpuMs: (user + system) / 1000,
    serverCpuMs: (await lab.serverCpuMs()) - serverBefore,
  };
  await campaign.close('done');
  await worker.close();
  await lab.rest();
  return result;
}

export interface Speed {
  readonly what: string;
  readonly workers: number;
  readonly ms: number;
  /** They had done other work of this kind before. */
  readonly warm: boolean;
  /** Each has one core and no more, as on machines of their own. */
  readonly pinned: boolean;
  readonly workerCpuMs: readonly number[];
  readonly coordinatorCpuMs: number;
  readonly serverCpuMs: number;
  readonly jobs: readonly number[];
  readonly answer: string;
  /** Milliseconds that each job took its worker. */
  readonly sizes: readonly number[];
}

/** Milliseconds that workers have before they get something to do. */
export const restMs = 5_000;
/** After so long a worker has told what it has done. */
const cardMs = 2_500;

export async function speed(
  lab: Lab,
  what: string,
  workers: number,
  words: readonly string[],
  /** A command that makes workers warm. */
  other: readonly string[] | undefined,
  pinned: boolean,
  answerOf: (stdout: string) => string,
): Promise<Speed> {
  const names = Array.from({ length: workers }, (_, i) => `w${i}`);
  for (const [core, name] of names.entries()) {
    const { process: worker } = await lab.worker(name);
    if (pinned) pin(worker.pid, core);
  }
  await pause(restMs);
  if (other !== undefined) {
    await lab.run(other).ended;
    await pause(cardMs);
  }
  const before = await Promise.all(names.map((name) => lab.card(name)));
  const serverBefore = await lab.serverCpuMs();
  const jobsBefore = new Set(await lab.redis.keys('diptych:jobs-*:q*'));
  const { stdout, ms, cpuMs: coordinatorCpuMs } = await lab.run(words).ended;
  const serverCpuMs = (await lab.serverCpuMs()) - serverBefore;
  await pause(cardMs);
  const after = await Promise.all(names.map((name) => lab.card(name)));
  const sizes: number[] = [];
  for (const key of await lab.redis.keys('diptych:jobs-*:q*')) {
    if (key.endsWith(':lock') || jobsBefore.has(key)) continue;
    const result = await lab.redis.hget(key, 'returnvalue');
    if (result !== null) sizes.push(JSON.parse(result).ms);
  }
  await lab.rest();
  return {
    what,
    workers,
    warm: other !== undefined,
    pinned,
    ms,
    coordinatorCpuMs,
    serverCpuMs,
    workerCpuMs: after.map(({ cpuMs }, i) => cpuMs - before[i].cpuMs),
    jobs: after.map(({ done }, i) => done - before[i].done),
    answer: answerOf(stdout),
    sizes: sizes.sort((a, b) => a - b),
  };
}

const taskset = (words: readonly string[]): boolean => spawnSync('taskset', words).status === 0;

/** Whether processes can be kept on one core. */
export const canPin = (): boolean => taskset(['--version']);

/** All threads of the process, and those it starts later. */
export function pin(pid: number | undefined, core: number): void {
  if (!taskset(['-a', '-c', '-p', `${core}`, `${pid}`]))
    throw new Error('taskset cannot keep a process on a core');
}
