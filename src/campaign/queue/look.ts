// Looking at campaigns from outside: those there are, one of them with its jobs and workers, and the end of one.

import type { Job } from 'bullmq';
import { keptSeconds, keys, prefix, queueName, type WorkerCard } from './protocol.js';
import {
  type BadRecord,
  type CampaignRecord,
  isAbandoned,
  listRecords,
  type Rejection,
  readRecord,
  rejectionsOf,
  writeRecord,
} from './records.js';
import { openClient, type Redis } from './redis.js';
import { workersAt } from './workers.js';

export interface CampaignView extends CampaignRecord {
  /** Its coordinator is gone; --resume goes on with it. */
  readonly abandoned: boolean;
}

export interface CampaignDetails extends CampaignView {
  /** Jobs of its build on the server, of all campaigns. */
  readonly waiting: number;
  readonly active: number;
  readonly workers: readonly WorkerCard[];
  readonly rejections: readonly Rejection[];
}

const viewOf = (record: CampaignRecord): CampaignView => ({
  ...record,
  abandoned: isAbandoned(record, Date.now()),
});

export interface CampaignList {
  readonly campaigns: readonly CampaignView[];
  /** Records under the name of a campaign that cannot be read. */
  readonly bad: readonly BadRecord[];
}

export const listCampaigns = (url: string): Promise<CampaignList> =>
  withRedis(url, async (redis) => {
    const { campaigns, bad } = await listRecords(redis);
    return { campaigns: campaigns.map(viewOf), bad };
  });

export const showCampaign = (url: string, id: string): Promise<CampaignDetails> =>
  withRedis(url, async (redis) => {
    const record = await readRecord(redis, id);
    const queue = `${prefix}:${queueName(record.build)}`;
    // Of what is no queue nothing is counted.
    const count = (length: Promise<number>): Promise<number> => length.catch(() => 0);
    const [waiting, delayed, active] = await Promise.all([
      count(redis.llen(`${queue}:wait`)),
      count(redis.zcard(`${queue}:delayed`)),
      count(redis.llen(`${queue}:active`)),
    ]);
    const workers = await workersAt(redis);
    return {
      ...viewOf(record),
      waiting: waiting + delayed,
      active,
      workers: workers.filter(({ build }) => build === record.build),
      rejections: await rejectionsOf(redis, id),
    };
  });

/** Takes back the jobs that no worker has begun and ends the coordinator. Returns the number of those jobs. */
export async function cancelCampaign(url: string, id: string): Promise<number> {
  const client = await openClient(url);
  const { redis, bullmq } = client;
  try {
    const record = await readRecord(redis, id);
    const queue = new bullmq.Queue(queueName(record.build), { connection: redis, prefix });
    const waiting: Job[] = [];
    for (const key of await redis.smembers(keys.campaignJobs(id))) {
      const job = await queue.getJob(key);
      if (job !== undefined && (await job.isWaiting())) waiting.push(job);
    }
    await redis.set(keys.cancelled(id), '1', 'EX', keptSeconds);
    await writeRecord(redis, { ...record, state: 'cancelled' });
    // The coordinator may remove it first, or a worker may have begun it.
    for (const job of waiting) await job.remove().catch(() => {});
    await queue.close();
    return waiting.length;
  } finally {
    client.close();
  }
}

async function withRedis<T>(url: string, look: (redis: Redis) => Promise<T>): Promise<T> {
  const client = await openClient(url);
  try {
    return await look(client.redis);
  } finally {
    client.close();
  }
}
