// Records of campaigns on the server: enough to list, show, cancel and resume them.

import { Decoder } from '../../support/decoder.js';
import { InputError } from '../../support/diagnostic.js';
import { present } from '../../support/present.js';
import { decodeText } from '../decode.js';
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
  const text = /^[\w-]+$/.test(id) ? await redis.get(keys.campaign(id)) : null;
  if (text === null)
    throw new InputError({
      code: 'campaign-unknown',
      message: `there is no campaign ${id} on this server`,
      hint: 'diptych campaign list shows those there are',
    });
  return decodeRecord(JSON.parse(text));
}

/** The latest first. */
export async function listRecords(redis: Redis): Promise<CampaignRecord[]> {
  const ids = await redis.zrevrange(keys.campaigns, 0, -1);
  if (ids.length === 0) return [];
  const texts = await redis.mget(ids.map(keys.campaign));
  const gone = ids.filter((_, i) => texts[i] === null);
  if (gone.length > 0) await redis.zrem(keys.campaigns, gone);
  return texts.flatMap((text) => (text === null ? [] : [decodeRecord(JSON.parse(text))]));
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

export async function rejectionsOf(redis: Redis, id: string): Promise<Rejection[]> {
  const texts = await redis.lrange(keys.rejections(id), 0, -1);
  return texts.map((text) => {
    const d = new Decoder(JSON.parse(text), 'a rejection');
    return { job: decodeText(d.at('job')), worker: decodeText(d.at('worker')), why: decodeText(d.at('why')) };
  });
}

function decodeRecord(value: unknown): CampaignRecord {
  const d = new Decoder(value, 'a campaign');
  const { total } = d.optional('total', (n) => n.integer());
  return {
    id: decodeText(d.at('id')),
    words: d.at('words').list(decodeText),
    build: d.at('build').string(),
    version: decodeText(d.at('version')),
    digest: d.at('digest').string(),
    startedAt: d.at('startedAt').number(),
    beatAt: d.at('beatAt').number(),
    state: d.at('state').oneOf(states),
    done: d.at('done').integer(),
    ...present({ total }),
    unit: decodeText(d.at('unit')),
    asked: d.at('asked').integer(),
    answered: d.at('answered').integer(),
    rate: d.at('rate').number(),
    rejected: d.at('rejected').integer(),
    setAside: d.at('setAside').integer(),
  };
}
