// Jobs on the queue and their results. A job is named by its content, so asking twice is asking once. Events announce
// results, and also jobs that were there before and may have a result. Events can be missed, and a restarted server
// may lose its last second. So all awaited jobs are looked up from time to time, and a missing job is added again.

import type { Queue, QueueEvents } from 'bullmq';
import { atMost } from './patience.js';
import { type JobData, jobKey, keptSeconds, keys, prefix, queueName } from './protocol.js';
import type { Client } from './redis.js';

type Outcome =
  | { readonly kind: 'result'; readonly value: unknown }
  /** `stalled`: its workers were gone before it ended, too often. */
  | { readonly kind: 'failed'; readonly stalled: boolean; readonly reason: string }
  | { readonly kind: 'removed' };

interface Waiting {
  readonly data: JobData;
  /** Text of the program. */
  readonly program?: string;
  readonly settle: (outcome: Outcome) => void;
  /** Whether this campaign added the job. A failure from before it did is tried again. */
  fresh: boolean;
}

const sweepMs = 1_000;
const mostAtOnce = 200;

export class Desk {
  readonly #client: Client;
  readonly #queue: Queue;
  readonly #events: QueueEvents;
  readonly #waiting = new Map<string, Waiting>();
  readonly #sent = new Set<string>();
  #batch = new Set<string>();
  #flushing: Promise<void> | undefined;
  /** Events have come: those of a moment before may have been missed. */
  #hears = false;
  /** Jobs that were there already, to be looked up. */
  readonly #duplicates = new Set<string>();
  #looking: Promise<void> | undefined;
  #sweep: NodeJS.Timeout | undefined;

  private constructor(client: Client, queue: Queue, events: QueueEvents) {
    this.#client = client;
    this.#queue = queue;
    this.#events = events;
    events.on('completed', ({ jobId, returnvalue }) =>
      this.#settle(jobId, { kind: 'result', value: returnvalue }),
    );
    events.once('added', () => {
      this.#hears = true;
    });
    events.on('duplicated', ({ jobId }) => this.#known(jobId));
    events.on('failed', ({ jobId, failedReason }) => this.#fail(jobId, failedReason));
    queue.on('error', () => {});
    events.on('error', () => {});
    this.#sweep = setInterval(() => void this.#lookUp([...this.#waiting.keys()]).catch(() => {}), sweepMs);
  }

  static async open(client: Client, build: string): Promise<Desk> {
    const { bullmq } = client;
    const name = queueName(build);
    const queue = new bullmq.Queue(name, {
      connection: client.redis,
      prefix,
      streams: { events: { maxLen: 2_000 } },
      defaultJobOptions: {
        attempts: 1,
        removeOnComplete: { age: keptSeconds },
        removeOnFail: { age: keptSeconds },
      },
    });
    const events = new bullmq.QueueEvents(name, { connection: client.connect(), prefix });
    await Promise.all([queue.waitUntilReady(), events.waitUntilReady()]);
    return new Desk(client, queue, events);
  }

  /** Jobs that are waited for. */
  get waiting(): number {
    return this.#waiting.size;
  }

  async counts(): Promise<{ readonly waiting: number; readonly active: number }> {
    const counts = await this.#queue.getJobCounts('wait', 'active', 'delayed', 'prioritized');
    return {
      waiting: (counts.wait ?? 0) + (counts.delayed ?? 0) + (counts.prioritized ?? 0),
      active: counts.active ?? 0,
    };
  }

  /** Its name, and what becomes of it. */
  put(
    data: JobData,
    program: string | undefined,
  ): { readonly key: string; readonly outcome: Promise<Outcome> } {
    const key = jobKey(data);
    const before = this.#waiting.get(key);
    const outcome = new Promise<Outcome>((resolve) => {
      const settle = (result: Outcome): void => {
        before?.settle(result);
        resolve(result);
      };
      this.#waiting.set(key, { data, settle, fresh: false, ...(program === undefined ? {} : { program }) });
    });
    if (before === undefined) this.#send(key);
    return { key, outcome };
  }

  /** Withdraws a job that is not awaited any more. */
  async takeBack(key: string): Promise<void> {
    this.#settle(key, { kind: 'removed' });
    await this.remove(key);
  }

  /** The server has lost the program of the job: it goes there with the job again. */
  forget({ program }: JobData): void {
    if (program !== undefined) this.#sent.delete(program);
  }

  /** So that it can be put there again. */
  async remove(key: string): Promise<void> {
    // A job that a worker has begun stays until it is done.
    await this.#queue.remove(key).catch(() => {});
  }

  async close(): Promise<void> {
    clearInterval(this.#sweep);
    for (const key of [...this.#waiting.keys()]) this.#settle(key, { kind: 'removed' });
    await atMost(1_000, Promise.allSettled([this.#events.close(), this.#queue.close()]));
  }

  #settle(key: string, outcome: Outcome): void {
    const waiting = this.#waiting.get(key);
    if (waiting === undefined) return;
    this.#waiting.delete(key);
    waiting.settle(outcome);
  }

  #fail(key: string, reason: string): void {
    this.#settle(key, { kind: 'failed', stalled: /stalled/.test(reason), reason });
  }

  #send(key: string): void {
    this.#batch.add(key);
    this.#flushing ??= new Promise<void>((resolve) => {
      setImmediate(resolve);
    }).then(() => this.#flush());
  }

  async #flush(): Promise<void> {
    while (this.#batch.size > 0) {
      const batch = [...this.#batch].slice(0, mostAtOnce);
      for (const key of batch) this.#batch.delete(key);
      // If the server is away, the next lookup finds the missing jobs and adds them.
      await this.#add(batch).catch(() => {});
    }
    this.#flushing = undefined;
  }

  async #add(batch: readonly string[]): Promise<void> {
    const jobs = batch.flatMap((key) => {
      const waiting = this.#waiting.get(key);
      return waiting === undefined ? [] : [{ key, ...waiting }];
    });
    if (jobs.length === 0) return;
    const programs = new Map<string, string>();
    for (const { data, program } of jobs)
      if (data.program !== undefined && program !== undefined && !this.#sent.has(data.program))
        programs.set(data.program, program);
    // Commands arrive in order: the data of a job is there before the job.
    const before = this.#client.redis.pipeline();
    for (const [hash, text] of programs) before.set(keys.program(hash), text, 'EX', keptSeconds);
    for (const { key, data } of jobs) before.sadd(keys.campaignJobs(data.campaign), key);
    await Promise.all([
      before.exec(),
      this.#queue.addBulk(jobs.map(({ key, data }) => ({ name: 'question', data, opts: { jobId: key } }))),
    ]);
    for (const hash of programs.keys()) this.#sent.add(hash);
    if (!this.#hears) await this.#lookUp(batch);
  }

  /** The job was asked before, and may have an answer. */
  #known(key: string): void {
    this.#duplicates.add(key);
    this.#looking ??= new Promise<void>((resolve) => {
      setImmediate(resolve);
    })
      .then(() => {
        const known = [...this.#duplicates];
        this.#duplicates.clear();
        this.#looking = undefined;
        return this.#lookUp(known);
      })
      // The next look at all of them finds it.
      .catch(() => {});
  }

  /** Fetches the state of these jobs. */
  async #lookUp(batch: readonly string[]): Promise<void> {
    for (let at = 0; at < batch.length; at += mostAtOnce) {
      const some = batch.slice(at, at + mostAtOnce).filter((key) => !this.#batch.has(key));
      if (some.length === 0) continue;
      const pipeline = this.#client.redis.pipeline();
      for (const key of some)
        pipeline.hmget(
          `${prefix}:${this.#queue.name}:${key}`,
          'timestamp',
          'finishedOn',
          'returnvalue',
          'failedReason',
        );
      const found = (await pipeline.exec()) ?? [];
      for (const [i, key] of some.entries()) {
        const [error, fields] = found[i] ?? [];
        if (error === null && Array.isArray(fields)) await this.#look(key, fields.map(stringOf));
      }
    }
  }

  async #look(
    key: string,
    [timestamp, finishedOn, returnvalue, failedReason]: readonly (string | null)[],
  ): Promise<void> {
    const waiting = this.#waiting.get(key);
    if (waiting === undefined) return;
    if (timestamp === null) {
      // The server has lost it, and with it perhaps the program.
      if (waiting.data.program !== undefined) this.#sent.delete(waiting.data.program);
      this.#send(key);
    } else if (finishedOn === null) waiting.fresh = true;
    else if (typeof returnvalue === 'string')
      this.#settle(key, { kind: 'result', value: parsed(returnvalue) });
    else if (typeof failedReason === 'string') {
      if (waiting.fresh) this.#fail(key, failedReason);
      else {
        waiting.fresh = true;
        await this.remove(key);
        this.#send(key);
      }
    }
  }
}

const stringOf = (field: unknown): string | null => (typeof field === 'string' ? field : null);

/** Undefined for what is no JSON: then it is no result. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
