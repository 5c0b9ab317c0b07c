// Records of campaigns on the server: enough to list, show, cancel and resume them.

import { Decoder } from '../../support/decoder.js';
import { InputError } from '../../support/diagnostic.js';
import { present } from '../../support/present.js';
import { shownText } from '../decode.js';
import { keptSeconds, keys } from './protocol.js';
import type { Redis } from './redis.js';

const states = ['running', 'done', 'interrupted', 'cancelled'] as const;
export type CampaignState = (typeof states)[number];

export interface CampaignRecord {
  readonly id: string;
  /** The words of its command, to be read and never executed. */
  readonly words: readonly string[];
  readonly build: string;
  readonly version: string;
  /** Of what it asks. */
  readonly digest: string;
  readonly startedAt: number;
  /** When its coordinator was last heard of. */
  readonly beatAt: number;
  readonly state: CampaignState;
  /** The coordinator's unit of progress: files, programs or branches. */
  readonly done: number;
  readonly total?: number;
  readonly unit: string;
  /** Jobs that were put to workers, and that came back. */
  readonly asked: number;
  readonly answered: number;
  /** Per second, lately. */
  readonly rate: number;
  readonly rejected: number;
  readonly setAside: number;
}

export interface Rejection {
  readonly job: string;
  readonly worker: string;
  readonly why: string;
}

/** A coordinator that was not heard of for so long is gone. */
const goneMs = 15_000;

export const isAbandoned = ({ state, beatAt }: CampaignRecord, now: number): boolean =>
  state === 'running' && now - beatAt > goneMs;

export async function writeRecord(redis: Redis, record: CampaignRecord): Promise<void> {
  await redis
    .multi()
    .zadd(keys.campaigns, record.startedAt, record.id)
    .set(keys.campaign(record.id), JSON.stringify(record), 'EX', keptSeconds)
    .exec();
}

export async function readRecord(redis: Redis, id: string): Promise<CampaignRecord> {
  try {
    const text = /^[\w-]+$/.test(id) ? await redis.get(keys.campaign(id)) : null;
    if (text !== null) return recordOf(id, text);
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof InputError || isWrongType(error))) throw error;
    throw new InputError({
      code: 'campaign-unknown',
      message: `what the server has of campaign ${id} cannot be read: ${whyOf(error)}`,
      hint: 'diptych campaign list shows those that can be',
    });
  }
  throw new InputError({
    code: 'campaign-unknown',
    message: `there is no campaign ${id} on this server`,
    hint: 'diptych campaign list shows those there are',
  });
}

/** A record under the name of a campaign that describes none. */
export interface BadRecord {
  readonly id: string;
  readonly why: string;
}

interface Records {
  /** The latest first. */
  readonly campaigns: readonly CampaignRecord[];
  readonly bad: readonly BadRecord[];
}

/** Reads what can be read, and names the rest: one bad record must not hide the others. */
export async function listRecords(redis: Redis): Promise<Records> {
  const ids = await idsOf(redis);
  if (!Array.isArray(ids)) return { campaigns: [], bad: [ids] };
  // One by one: what is no string has an error of its own.
  const pipeline = redis.pipeline();
  for (const id of ids) pipeline.get(keys.campaign(id));
  const texts = ids.length === 0 ? [] : ((await pipeline.exec()) ?? []);
  const gone = ids.filter((_, i) => texts[i]?.[0] === null && texts[i][1] === null);
  if (gone.length > 0) await redis.zrem(keys.campaigns, gone);
  const campaigns: CampaignRecord[] = [];
  const bad: BadRecord[] = [];
  for (const [i, id] of ids.entries()) {
    const [error, text] = texts[i] ?? [];
    if (text === null && error === null) continue;
    try {
      if (error !== null && error !== undefined) throw error;
      campaigns.push(recordOf(id, text));
    } catch (error) {
      bad.push({ id: shownText(id), why: whyOf(error) });
    }
  }
  return { campaigns, bad };
}

async function idsOf(redis: Redis): Promise<string[] | BadRecord> {
  try {
    return await redis.zrevrange(keys.campaigns, 0, -1);
  } catch (error) {
    if (!isWrongType(error)) throw error;
    return { id: keys.campaigns, why: whyOf(error) };
  }
}

/** A command met a key that holds another kind of value. */
const isWrongType = (error: unknown): boolean => error instanceof Error && /WRONGTYPE/.test(error.message);

const whyOf = (error: unknown): string => shownText(error instanceof Error ? error.message : String(error));

function recordOf(id: string, text: unknown): CampaignRecord {
  const record = decodeRecord(JSON.parse(String(text)));
  if (record.id !== id)
    throw new InputError({ code: 'bad-json', message: `it says it is the campaign ${record.id}` });
  return record;
}

export async function noteRejection(redis: Redis, id: string, rejection: Rejection): Promise<void> {
  const key = keys.rejections(id);
  await redis
    .multi()
    .rpush(key, JSON.stringify(rejection))
    .ltrim(key, -100, -1)
    .expire(key, keptSeconds)
    .exec();
}

/** Leaves out records that are no rejections. */
export async function rejectionsOf(redis: Redis, id: string): Promise<Rejection[]> {
  const texts = await redis.lrange(keys.rejections(id), 0, -1).catch((error: unknown) => {
    if (isWrongType(error)) return [];
    throw error;
  });
  return texts.flatMap((text) => {
    try {
      const d = new Decoder(JSON.parse(text), 'a rejection');
      const field = (name: string): string => shownText(d.at(name).string());
      return [{ job: field('job'), worker: field('worker'), why: field('why') }];
    } catch (error) {
      if (error instanceof SyntaxError || error instanceof InputError) return [];
      throw error;
    }
  });
}

function decodeRecord(value: unknown): CampaignRecord {
  const d = new Decoder(value, 'a campaign');
  const { total } = d.optional('total', (n) => n.integer());
  return {
    id: line(d.at('id')),
    words: d.at('words').list(line),
    build: line(d.at('build')),
    version: line(d.at('version')),
    digest: d.at('digest').string(),
    startedAt: time(d.at('startedAt')),
    beatAt: time(d.at('beatAt')),
    state: d.at('state').oneOf(states),
    done: d.at('done').integer(),
    ...present({ total }),
    unit: line(d.at('unit')),
    asked: d.at('asked').integer(),
    answered: d.at('answered').integer(),
    rate: d.at('rate').number(),
    rejected: d.at('rejected').integer(),
    setAside: d.at('setAside').integer(),
  };
}

const line = (d: Decoder): string => shownText(d.string());

/** Milliseconds that are a date. */
const time = (d: Decoder): number =>
  d.as((ms) => (typeof ms === 'number' && Math.abs(ms) <= 8.64e15 ? ms : undefined), 'a time');
