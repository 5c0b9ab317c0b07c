// The coordinator's side: questions become jobs, and a result counts once it is certified. A malformed answer is
// rejected with the name of its worker, and another worker gets the job.

import { randomBytes } from 'node:crypto';
import { Decoder } from '../../support/decoder.js';
import { InputError } from '../../support/diagnostic.js';
import { present } from '../../support/present.js';
import { Rejected } from '../certified.js';
import { contentHash } from '../content.js';
import { shownText } from '../decode.js';
import { Doubts } from '../doubts.js';
import { answerOf, textOf } from '../json.js';
import { type AskOptions, Unanswered, type Workplace } from '../workplace.js';
import { Desk } from './desk.js';
import { atMost } from './patience.js';
import { buildOf, decodeResult, type JobData, jobKey, keys, resultSum, type WorkerCard } from './protocol.js';
import {
  type CampaignRecord,
  type CampaignState,
  noteRejection,
  type Rejection,
  readRecord,
  writeRecord,
} from './records.js';
import { type Client, openClient } from './redis.js';
import { beatMs, workersAt } from './workers.js';

export interface CampaignOptions {
  readonly url: string;
  readonly version: string;
  /** Of the code that runs. */
  readonly fingerprint: string;
  readonly words: readonly string[];
  /** A digest of the questions. A resumed campaign must have the same. */
  readonly digest: string;
  readonly unit: string;
  readonly total?: number;
  readonly resume?: string;
  /** The two engines are asked of different workers, however long that takes; else if there are two. */
  readonly twoWorkers?: boolean;
  /** Which claims are computed again on this machine. */
  readonly doubts?: Doubts;
  readonly onRejection?: (rejection: Rejection) => void;
  /** Called once if there is no worker, or only workers of another build. */
  readonly onLonely?: (others: readonly WorkerCard[]) => void;
}

export interface CampaignProgress extends CampaignRecord {
  readonly waiting: number;
  readonly active: number;
  readonly workers: number;
}

/** How often results of one job may be rejected, and how often a job may be broken. */
const mostAttempts = 3;
/** The rate is that of the last so many milliseconds. */
const windowMs = 30_000;
const lonelyMs = 3_000;

/** How often a job is put there again because the server has lost what it needs. */
const mostLosses = 20;

export class Campaign implements Workplace {
  readonly id: string;
  readonly doubts: Doubts;
  readonly #options: CampaignOptions;
  readonly #client: Client;
  readonly #desk: Desk;
  readonly #build: string;
  readonly #startedAt: number;
  readonly #ended = new AbortController();
  #asked = 0;
  #answered = 0;
  #done = 0;
  #rejected = 0;
  #setAside = 0;
  #lonely = false;
  readonly #programs = new WeakMap<object, { readonly text: string; readonly hash: string }>();
  /** The worker that answered each side of a pair. */
  readonly #pairs = new Map<string, { readonly a?: string; readonly b?: string }>();
  /** When so many were done. */
  readonly #counts: [number, number][] = [];
  #estimate: number | undefined;
  #beat: NodeJS.Timeout;
  #workers: readonly WorkerCard[] = [];

  private constructor(options: CampaignOptions, client: Client, desk: Desk, id: string, startedAt: number) {
    this.#options = options;
    this.doubts = options.doubts ?? new Doubts();
    this.#client = client;
    this.#desk = desk;
    this.#build = buildOf(options.fingerprint);
    this.id = id;
    this.#startedAt = startedAt;
    this.#beat = setInterval(() => void this.#tick().catch(() => {}), beatMs);
  }

  static async open(options: CampaignOptions): Promise<Campaign> {
    const client = await openClient(options.url);
    try {
      const before =
        options.resume === undefined ? undefined : await readRecord(client.redis, options.resume);
      if (before !== undefined) checkResumed(before, options);
      const id = before?.id ?? randomBytes(4).toString('hex');
      const [desk] = await Promise.all([
        Desk.open(client, buildOf(options.fingerprint)),
        client.redis.del(keys.cancelled(id)),
      ]);
      const campaign = new Campaign(options, client, desk, id, before?.startedAt ?? Date.now());
      // Commands arrive in their order: it is there before its first job.
      writeRecord(client.redis, campaign.record('running')).catch(() => {});
      setTimeout(() => void campaign.#tick().catch(() => {}), lonelyMs).unref();
      return campaign;
    } catch (error) {
      client.close();
      throw error;
    }
  }

  /** Aborted when the campaign is cancelled. */
  get signal(): AbortSignal {
    return this.#ended.signal;
  }

  get address(): string {
    return this.#client.address;
  }

  /** One of the things that the campaign counts is done. */
  step(count = 1): void {
    this.#note(this.#done + count);
  }

  /** So many are done, of about so many. */
  count(done: number, estimate: number): void {
    this.#estimate = Math.max(done, Math.round(estimate));
    this.#note(done);
  }

  #note(done: number): void {
    const now = Date.now();
    this.#done = done;
    this.#counts.push([now, done]);
    while (this.#counts.length > 2 && now - this.#counts[0][0] > windowMs) this.#counts.shift();
  }

  get #rate(): number {
    const [first] = this.#counts;
    const ms = first === undefined ? 0 : Date.now() - first[0];
    return first === undefined || ms < 1_000 ? 0 : (1_000 * (this.#done - first[1])) / ms;
  }

  record(state: CampaignState): CampaignRecord {
    const { words, version, digest, unit, total = this.#estimate } = this.#options;
    const now = Date.now();
    return {
      id: this.id,
      words,
      build: this.#build,
      version,
      digest,
      startedAt: this.#startedAt,
      beatAt: now,
      state,
      done: this.#done,
      ...(total === undefined ? {} : { total }),
      unit,
      asked: this.#asked,
      answered: this.#answered,
      rate: this.#rate,
      rejected: this.#rejected,
      setAside: this.#setAside,
    };
  }

  async progress(): Promise<CampaignProgress> {
    const counts = await this.#desk.counts();
    return { ...this.record('running'), ...counts, workers: this.#mates.length };
  }

  async ask<T>(
    question: object,
    { signal, side }: AskOptions,
    read: (answer: Decoder, worker: string) => T,
  ): Promise<T> {
    const { data, program } = this.#jobOf(question, side);
    const key = jobKey(data);
    this.#asked++;
    const abort = AbortSignal.any([this.signal, ...(signal === undefined ? [] : [signal])]);
    const onAbort = (): void => void this.#desk.takeBack(key);
    abort.addEventListener('abort', onAbort);
    let losses = 0;
    try {
      for (let attempt = 1; ; ) {
        if (abort.aborted) throw new Unanswered();
        const outcome = await this.#desk.put(data, program).outcome;
        if (outcome.kind === 'removed') throw new Unanswered();
        if (outcome.kind === 'failed' && outcome.stalled) return this.#setJobAside(key);
        const taken =
          outcome.kind === 'failed'
            ? { job: key, worker: 'an unknown worker', why: outcome.reason }
            : this.#read(key, data, outcome.value, read);
        if ('answer' in taken) {
          this.#answered++;
          return taken.answer;
        }
        // The server has lost the program: that is no fault of the worker.
        if (taken.lost === true && losses++ < mostLosses) this.#desk.forget(data);
        else {
          await this.#reject(key, taken);
          if (attempt++ === mostAttempts)
            throw new InputError({
              code: 'result-rejected',
              message: `job ${key}: ${mostAttempts} results were rejected; the last was of ${taken.worker}: ${taken.why}`,
              hint: 'diptych campaign show names them all',
            });
        }
        await this.#desk.remove(key);
      }
    } finally {
      abort.removeEventListener('abort', onAbort);
    }
  }

  accuse(worker: string, why: string): void {
    const others = this.doubts.unchecked(worker);
    const more =
      others === 0
        ? ''
        : `; ${others} of its earlier answers were taken without a check: repeat the command without this worker`;
    const rejection = { job: 'checked here', worker, why: `${why}${more}` };
    void this.#reject(rejection.job, rejection).catch(() => {});
  }

  async close(state: CampaignState): Promise<void> {
    clearInterval(this.#beat);
    await this.#desk.close();
    // If the server is away this fails silently: `campaign list` shows that the coordinator is not heard of.
    const record = this.record(this.signal.aborted ? 'cancelled' : state);
    await atMost(1_000, writeRecord(this.#client.redis, record));
    this.#client.close();
  }

  /** Workers of the same build. */
  get #mates(): readonly WorkerCard[] {
    return this.#workers.filter(({ build }) => build === this.#build);
  }

  #jobOf(question: object, copy: AskOptions['side']): { readonly data: JobData; readonly program?: string } {
    const { program, ...rest }: { program?: unknown; engine?: unknown } = question;
    const { text, hash } = this.#sent(program);
    const { engine, ...shared } = rest;
    const strict = copy !== undefined || this.#options.twoWorkers === true;
    const side = copy ?? sideOf(engine);
    return {
      data: {
        build: this.#build,
        campaign: this.id,
        question: textOf(rest),
        ...present({ program: hash }),
        ...(side === undefined
          ? {}
          : {
              pair: {
                name: contentHash(`${this.id}\n${hash ?? ''}\n${textOf(shared)}`),
                side,
                ...(strict ? { strict: true as const } : {}),
              },
            }),
      },
      ...present({ program: text }),
    };
  }

  /** A program as it travels, and its name; many questions are about the same one. */
  #sent(program: unknown): { readonly text?: string; readonly hash?: string } {
    if (typeof program !== 'object' || program === null) return {};
    const known = this.#programs.get(program);
    if (known !== undefined) return known;
    const text = textOf(program);
    const sent = { text, hash: contentHash(text) };
    this.#programs.set(program, sent);
    return sent;
  }

  #read<T>(
    key: string,
    { pair }: JobData,
    value: unknown,
    read: (answer: Decoder, worker: string) => T,
  ): { answer: T } | (Rejection & { readonly lost?: boolean }) {
    let worker = 'an unknown worker';
    try {
      const result = decodeResult(value);
      worker = result.worker;
      const rejection = (why: string): Rejection => ({ job: key, worker, why });
      if (result.build !== this.#build)
        return rejection(`it is of another build, ${shownText(result.build)}`);
      if (result.answer === undefined)
        return {
          ...rejection(result.broken ?? 'there is neither an answer nor a reason'),
          ...present({ lost: result.lost }),
        };
      if (result.sum !== resultSum(key, result.answer)) return rejection('it is damaged');
      const other =
        pair === undefined ? undefined : this.#pairs.get(pair.name)?.[pair.side === 'a' ? 'b' : 'a'];
      if (pair?.strict === true && other === worker)
        return rejection('it has answered the other side of this question too');
      const answer = read(new Decoder(answerOf(result.answer), 'a result'), worker);
      if (pair !== undefined)
        this.#pairs.set(pair.name, { ...this.#pairs.get(pair.name), [pair.side]: worker });
      return { answer };
    } catch (error) {
      // Any error in reading a result rejects the result: a result must not end the coordinator.
      const message = error instanceof Error ? error.message : String(error);
      const known = error instanceof Rejected || error instanceof InputError || error instanceof SyntaxError;
      return { job: key, worker, why: shownText(known ? message : `it cannot be read: ${message}`) };
    }
  }

  async #reject(key: string, rejection: Rejection): Promise<void> {
    this.#rejected++;
    this.#options.onRejection?.(rejection);
    await noteRejection(this.#client.redis, this.id, { ...rejection, job: key });
  }

  #setJobAside(key: string): never {
    this.#setAside++;
    throw new InputError({
      code: 'job-set-aside',
      message: `job ${key} was begun three times, and each time its worker was gone before it ended`,
      hint: 'read the last messages of the workers; the most likely reason is lack of memory',
    });
  }

  async #tick(): Promise<void> {
    const { redis } = this.#client;
    this.#workers = await workersAt(redis);
    if ((await redis.exists(keys.cancelled(this.id))) > 0) {
      this.#ended.abort('interrupted');
      return;
    }
    await writeRecord(redis, this.record('running'));
    if (this.#mates.length > 0 || this.#lonely || this.#desk.waiting === 0) return;
    this.#lonely = true;
    this.#options.onLonely?.(this.#workers);
  }
}

const sideOf = (engine: unknown): 'a' | 'b' | undefined =>
  engine === 'explicit' ? 'a' : engine === 'symbolic' ? 'b' : undefined;

function checkResumed(before: CampaignRecord, { digest, fingerprint, version }: CampaignOptions): void {
  if (before.build !== buildOf(fingerprint))
    throw new InputError({
      code: 'worker-version',
      message: `campaign ${before.id} is of diptych ${before.version} (${before.build}), this is ${version} (${buildOf(fingerprint)})`,
      hint: 'resume it with the build that began it, or begin another one',
    });
  if (before.digest !== digest)
    throw new InputError({
      code: 'campaign-differs',
      message: `campaign ${before.id} was begun by another command, or about other programs: diptych ${before.words.join(' ')}`,
      hint: 'repeat that command with --resume, or leave --resume out',
    });
}
