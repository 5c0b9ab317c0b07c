// The worker's side: it takes jobs, answers them, and announces itself now and then. It checks that a job is a
// question about a valid program. A worker that is killed, hangs or loses the server stops renewing the locks of its
// jobs, and other workers get them.

import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import type { Job, Worker } from 'bullmq';
import { InputError } from '../../support/diagnostic.js';
import { contentHash } from '../content.js';
import { dataOf, textOf } from '../json.js';
import { atMost } from './patience.js';
import {
  buildOf,
  decodeJob,
  type JobData,
  type JobResult,
  keys,
  prefix,
  queueName,
  resultSum,
  type WorkerCard,
} from './protocol.js';
import { isAbandoned, listRecords } from './records.js';
import { type Client, openClient } from './redis.js';
import { announce, beatMs, leave, workersAt } from './workers.js';

export interface WorkerOptions {
  readonly url: string;
  readonly version: string;
  readonly fingerprint: string;
  /** How many jobs at a time. */
  readonly jobs: number;
  /** The answer to a question, as data. `signal` aborts when the answer is not wanted any more. */
  readonly answer: (question: unknown, signal: AbortSignal) => Promise<unknown>;
  readonly name?: string;
  /** After so long without a sign of life its jobs go to others. */
  readonly lockMs?: number;
}

/** How often a job may be begun by workers that are gone before it ends. */
const mostStalls = 2;
const defaultLockMs = 6_000;
/** How soon a worker that must not have a job looks for another one. */
const yieldMs = 300;
/** How often a question is left to others whose other side this worker has: for some seconds. */
const mostLeft = 10;
/** Programs that are kept in memory. */
const mostPrograms = 50;

/** Thrown: the server does not have what a job needs. */
class Lost extends Error {}

export class QueueWorker {
  readonly name: string;
  readonly #options: WorkerOptions;
  readonly #client: Client;
  readonly #worker: Worker;
  readonly #build: string;
  readonly #programs = new Map<string, unknown>();
  readonly #stop = new AbortController();
  readonly #beat: NodeJS.Timeout;
  readonly #startedAt = Date.now();
  /** How often a question was left to others. */
  readonly #left = new Map<string, number>();
  /** No other worker of this build was heard of. */
  #alone = true;
  #done = 0;
  #active = 0;

  private constructor(options: WorkerOptions, client: Client) {
    const { lockMs = defaultLockMs } = options;
    this.#options = options;
    this.#client = client;
    this.#build = buildOf(options.fingerprint);
    this.name = options.name ?? `${hostname()}-${process.pid}-${randomBytes(2).toString('hex')}`;
    this.#worker = new client.bullmq.Worker(queueName(this.#build), (job, token) => this.#work(job, token), {
      connection: client.connect(),
      prefix,
      concurrency: options.jobs,
      lockDuration: lockMs,
      stalledInterval: lockMs / 2,
      maxStalledCount: mostStalls,
      name: this.name,
    });
    // It connects again by itself.
    this.#worker.on('error', () => {});
    this.#beat = setInterval(() => void this.#announce().catch(() => {}), beatMs);
  }

  /** Throws an InputError if all waiting campaigns want another build. */
  static async open(options: WorkerOptions): Promise<QueueWorker> {
    const client = await openClient(options.url);
    try {
      await checkBuild(client, options);
      const worker = new QueueWorker(options, client);
      await worker.#worker.waitUntilReady();
      await worker.#announce();
      return worker;
    } catch (error) {
      client.close();
      throw error;
    }
  }

  get address(): string {
    return this.#client.address;
  }

  get busy(): boolean {
    return this.#active > 0;
  }

  get done(): number {
    return this.#done;
  }

  /** Stops what is going on: those jobs go back to the queue. */
  async close(): Promise<void> {
    clearInterval(this.#beat);
    this.#stop.abort('interrupted');
    await atMost(2_000, this.#worker.close());
    await atMost(500, leave(this.#client.redis, this.name));
    this.#client.close();
  }

  /** For tests: it is gone in the middle of everything, as if it had been killed. */
  async vanish(): Promise<void> {
    clearInterval(this.#beat);
    await this.#worker.close(true).catch(() => {});
    this.#client.close();
  }

  async #announce(): Promise<void> {
    const { version, jobs } = this.#options;
    const card: WorkerCard = {
      name: this.name,
      build: this.#build,
      version,
      jobs,
      done: this.#done,
      cpuMs: cpuMs(),
      startedAt: this.#startedAt,
    };
    await announce(this.#client.redis, card);
    const all = await workersAt(this.#client.redis);
    this.#alone = all.every(({ name, build }) => name === this.name || build !== this.#build);
  }

  async #work(job: Job, token: string | undefined): Promise<JobResult> {
    const start = performance.now();
    const startCpu = cpuMs();
    const key = job.id ?? '';
    this.#active++;
    const said = await this.#answer(job, token, key).finally(() => this.#active--);
    this.#done++;
    return {
      build: this.#build,
      worker: this.name,
      ...said,
      sum: resultSum(key, said.answer ?? ''),
      ms: performance.now() - start,
      cpuMs: cpuMs() - startCpu,
    };
  }

  async #answer(
    job: Job,
    token: string | undefined,
    key: string,
  ): Promise<Pick<JobResult, 'answer' | 'broken' | 'lost'>> {
    let data: JobData;
    try {
      data = decodeJob(job.data);
      if (data.build !== this.#build)
        return { broken: `the job ${key} is for ${data.build}, this is ${this.#build}` };
    } catch (error) {
      return { broken: messageOf(error) };
    }
    if (data.pair !== undefined && !(await this.#mayTake(data.pair))) {
      await job.moveToDelayed(Date.now() + yieldMs, token);
      throw new this.#client.bullmq.DelayedError();
    }
    try {
      const question = await this.#questionOf(data);
      const answer = textOf(await this.#options.answer(question, this.#stop.signal));
      if (!this.#stop.signal.aborted) return { answer };
    } catch (error) {
      if (!this.#stop.signal.aborted)
        return { broken: messageOf(error), ...(error instanceof Lost ? { lost: true } : {}) };
    }
    return await this.#giveBack(job, token);
  }

  /** A worker that ends gives its jobs back. Others need not wait for the locks, and the jobs have not lost a worker. */
  async #giveBack(job: Job, token: string | undefined): Promise<never> {
    try {
      await job.moveToWait(token);
    } catch {
      return await never();
    }
    throw new this.#client.bullmq.WaitingError();
  }

  async #questionOf({ program: hash, question }: JobData): Promise<unknown> {
    const rest = dataOf(question);
    if (typeof rest !== 'object' || rest === null)
      throw new InputError({ code: 'bad-json', message: 'the job asks nothing' });
    return hash === undefined ? rest : { ...rest, program: await this.#programOf(hash) };
  }

  async #programOf(hash: string): Promise<unknown> {
    const known = this.#programs.get(hash);
    if (known !== undefined) return known;
    const text = await this.#client.redis.get(keys.program(hash));
    if (text === null) throw new Lost(`the program ${hash} is not on the server`);
    if (contentHash(text) !== hash)
      throw new InputError({
        code: 'bad-json',
        message: `the program ${hash} is not the one that was named so`,
      });
    const program = dataOf(text);
    const [oldest] = this.#programs.keys();
    if (this.#programs.size >= mostPrograms && oldest !== undefined) this.#programs.delete(oldest);
    this.#programs.set(hash, program);
    return program;
  }

  /**
   * Whether the other side of a pair of questions is not ours. Of two that we take at once, the first stays. If it need not be
   * so, a worker that is alone takes both, and so does one that has waited for others in vain.
   */
  async #mayTake({ name, side, strict }: NonNullable<JobData['pair']>): Promise<boolean> {
    if (strict !== true && this.#alone) return true;
    const { redis } = this.#client;
    const key = keys.pair(name);
    const other = side === 'a' ? 'b' : 'a';
    const [, , taken] =
      (await redis.multi().hset(key, side, this.name).expire(key, 3600).hget(key, other).exec()) ?? [];
    if (taken?.[1] !== this.name) return true;
    const left = (this.#left.get(key) ?? 0) + 1;
    if (strict !== true && left > mostLeft) {
      this.#left.delete(key);
      return true;
    }
    this.#left.set(key, left);
    await redis.hdel(key, side);
    return false;
  }
}

/** A worker of a build that no campaign uses ends with a message instead of waiting forever. */
async function checkBuild(client: Client, { fingerprint, version }: WorkerOptions): Promise<void> {
  const build = buildOf(fingerprint);
  const now = Date.now();
  const { campaigns } = await listRecords(client.redis);
  const running = campaigns.filter((record) => record.state === 'running' && !isAbandoned(record, now));
  const other = running.find((record) => record.build !== build);
  if (other === undefined || running.some((record) => record.build === build)) return;
  throw new InputError({
    code: 'worker-version',
    message: `campaign ${other.id} is of diptych ${other.version} (${other.build}), this worker is ${version} (${build})`,
    hint: 'install the same version of diptych on all machines',
  });
}

const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** A job that cannot be given back has no answer. When its lock expires, another worker gets it. */
const never = (): Promise<never> => new Promise(() => {});

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
