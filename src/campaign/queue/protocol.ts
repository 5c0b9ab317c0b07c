// The data on the server: names of keys and forms of values. Everything is JSON, and readers check its form.

import { Decoder } from '../../support/decoder.js';
import { contentHash } from '../content.js';
import { shownText } from '../decode.js';

/** Changes when the forms below do. */
const protocol = 2;

/** All machines of a campaign must have the same build. */
export const buildOf = (fingerprint: string): string => `${fingerprint}/${protocol}`;

/** One queue for each build: a worker never gets a job of another build. */
export const queueName = (build: string): string => `jobs-${contentHash(build).slice(0, 12)}`;

export const prefix = 'diptych';

export const keys = {
  program: (hash: string): string => `${prefix}:program:${hash}`,
  /** A set of names of workers; each has a key that expires. */
  workers: `${prefix}:workers`,
  worker: (name: string): string => `${prefix}:worker:${name}`,
  /** Names of campaigns by when they began. */
  campaigns: `${prefix}:campaigns`,
  campaign: (id: string): string => `${prefix}:campaign:${id}`,
  /**
   * Present if the campaign was cancelled. It has a key of its own because the coordinator keeps rewriting the
   * record.
   */
  cancelled: (id: string): string => `${prefix}:campaign:${id}:cancelled`,
  /** Names of the jobs that a campaign waits for. */
  campaignJobs: (id: string): string => `${prefix}:campaign:${id}:jobs`,
  /** Rejected answers, the latest last. */
  rejections: (id: string): string => `${prefix}:campaign:${id}:rejected`,
  /** The workers on the two sides of a pair of questions. */
  pair: (name: string): string => `${prefix}:pair:${name}`,
} as const;

/** Seconds that programs, results and campaigns are kept. */
export const keptSeconds = 7 * 24 * 3600;

export interface JobData {
  readonly build: string;
  readonly campaign: string;
  /** Of the text of the program that the question is about. */
  readonly program?: string;
  /** The question without its program, as text. */
  readonly question: string;
  /** It is one of two questions that different workers should answer; `strict`: that no worker may answer both of. */
  readonly pair?: { readonly name: string; readonly side: 'a' | 'b'; readonly strict?: true };
}

export const jobKey = ({ build, program, question, pair }: Omit<JobData, 'campaign'>): string =>
  `q${contentHash([build, program ?? '', question, pair === undefined ? '' : pair.side].join('\n'))}`;

export function decodeJob(value: unknown): JobData {
  const d = new Decoder(value, 'a job');
  return {
    build: d.at('build').string(),
    campaign: d.at('campaign').string(),
    ...d.optional('program', (hash) => hash.string()),
    question: d.at('question').string(),
    ...d.optional('pair', (pair) => ({
      name: pair.at('name').string(),
      side: pair.at('side').oneOf(['a', 'b'] as const),
      ...pair.optional('strict', (strict) => strict.yes()),
    })),
  };
}

/** The result that a worker sends back. */
export interface JobResult {
  readonly build: string;
  readonly worker: string;
  /** The answer as text, or what went wrong. */
  readonly answer?: string;
  readonly broken?: string;
  /** The server no longer has what the job needs. */
  readonly lost?: true;
  /** Of the job's name and the answer: whether it is whole, not whether it is right. */
  readonly sum: string;
  /** Milliseconds from when it was taken, and of this process. */
  readonly ms: number;
  readonly cpuMs: number;
}

export const resultSum = (key: string, answer: string): string => contentHash(`${key}\n${answer}`);

export function decodeResult(value: unknown): JobResult {
  const d = new Decoder(value, 'a result');
  return {
    build: d.at('build').string(),
    worker: shownText(d.at('worker').string()),
    ...d.optional('answer', (text) => text.string()),
    ...d.optional('broken', (text) => shownText(text.string())),
    ...d.optional('lost', (lost) => lost.yes()),
    sum: d.at('sum').string(),
    ms: d.at('ms').number(),
    cpuMs: d.at('cpuMs').number(),
  };
}

/** A worker's description of itself. */
export interface WorkerCard {
  readonly name: string;
  readonly build: string;
  readonly version: string;
  readonly jobs: number;
  readonly done: number;
  readonly cpuMs: number;
  readonly startedAt: number;
}

export function decodeCard(text: string): WorkerCard {
  const d = new Decoder(JSON.parse(text), 'a worker');
  return {
    name: shownText(d.at('name').string()),
    build: shownText(d.at('build').string()),
    version: shownText(d.at('version').string()),
    jobs: d.at('jobs').integer(),
    done: d.at('done').integer(),
    cpuMs: d.at('cpuMs').number(),
    startedAt: d.at('startedAt').number(),
  };
}
