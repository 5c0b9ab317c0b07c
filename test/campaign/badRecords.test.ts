// A Redis server that others write to, and that loses what it has: what can be read is read, the rest is named, and honest workers
// are not blamed for it.

import { join } from 'node:path';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { executorOnMachines } from '../../src/campaign/onMachines.js';
import { Campaign } from '../../src/campaign/queue/campaign.js';
import { keys } from '../../src/campaign/queue/protocol.js';
import type { Rejection } from '../../src/campaign/queue/records.js';
import { QueueWorker } from '../../src/campaign/queue/worker.js';
import { answerJob } from '../../src/cli/campaign/answerJob.js';
import { run } from '../../src/cli/run.js';
import { readProgram } from '../../src/frontend/index.js';
import { hasRedis, RedisServer } from './server.js';

const sb = join(import.meta.dirname, '..', '..', 'benchmarks', 'litmus', 'SB.litmus');
const escapes = '\u001b]0;owned\u0007\u001b[2J\u009b';

describe.skipIf(!hasRedis)('what lies on the server', () => {
  let server: RedisServer;
  let redis: Redis;
  beforeAll(async () => {
    server = await RedisServer.start();
    redis = new Redis(server.url);
  });
  afterAll(async () => {
    redis.disconnect();
    await server.end();
  });

  const worker = (fingerprint: string): Promise<QueueWorker> =>
    QueueWorker.open({
      url: server.url,
      version: '1',
      fingerprint,
      jobs: 1,
      name: 'honest',
      answer: (question, signal) => answerJob(question, undefined, signal),
    });
  const campaign = (fingerprint: string, rejected: Rejection[] = []): Promise<Campaign> =>
    Campaign.open({
      url: server.url,
      version: '1',
      fingerprint,
      words: ['check', `${escapes}.c`],
      digest: '',
      unit: 'files',
      onRejection: (rejection) => rejected.push(rejection),
    });
  const list = async (...more: string[]) => {
    const said = { stdout: '', stderr: '' };
    const io = {
      stdout: { write: (text: string) => (said.stdout += text) },
      stderr: { write: (text: string) => (said.stderr += text) },
      env: { DIPTYCH_REDIS: server.url },
    };
    return { status: await run(['campaign', ...more], io), ...said };
  };

  it('is listed as far as it can be read, and the rest is named', async () => {
    const good = await campaign('list');
    const whole = JSON.parse((await redis.get(keys.campaign(good.id))) ?? '{}');
    const bad: Readonly<Record<string, string>> = {
      nojson: 'not JSON',
      array: '[]',
      part: '{"id":"part"}',
      other: JSON.stringify({ ...whole, id: good.id }),
      date: JSON.stringify({ ...whole, id: 'date', startedAt: 1e300 }),
      state: JSON.stringify({ ...whole, id: 'state', state: 'dreaming' }),
      [`steers${escapes}`]: 'x',
    };
    for (const [id, text] of Object.entries(bad)) {
      await redis.zadd(keys.campaigns, 1, id);
      await redis.set(keys.campaign(id), text);
    }
    await redis.zadd(keys.campaigns, 2, 'hash');
    await redis.hset(keys.campaign('hash'), 'a', 'b');
    await redis.rpush(
      keys.rejections(good.id),
      'not JSON',
      '{"job":1}',
      JSON.stringify({ job: 'j', worker: escapes, why: escapes }),
    );
    const listed = await list('list');
    expect(listed.status).toBe(0);
    expect(listed.stdout).toContain(good.id);
    expect(listed.stdout.trim().split('\n')).toHaveLength(1);
    for (const id of ['nojson', 'array', 'part', 'other', 'date', 'state', 'hash', 'steers?]0;owned??[2J?'])
      expect(listed.stderr).toContain(`the record of campaign ${id} cannot be read`);
    const shown = await list('show', good.id);
    expect(shown.status).toBe(0);
    const unreadable = await list('show', 'part');
    expect(unreadable.status).toBe(2);
    expect(unreadable.stderr).toContain('campaign part cannot be read');
    for (const { stdout, stderr } of [listed, shown, unreadable])
      expect(stdout + stderr).not.toMatch(/[^\P{Cc}\n\t]/u);
    // Workers start, and the campaign ends.
    const one = await worker('list');
    await one.close();
    await good.close('done');
  });

  it('is listed although the list itself is something else', async () => {
    await redis.flushall();
    await redis.set(keys.campaigns, 'x');
    await redis.set(keys.workers, 'x');
    const { status, stderr } = await list('list');
    expect(status).toBe(0);
    expect(stderr).toContain('cannot be read');
    const one = await worker('type');
    await one.close();
    await redis.flushall();
  });

  it('may be lost, and no worker is accused', async () => {
    const program = await readProgram(sb, {});
    const rejected: Rejection[] = [];
    const place = await campaign('lost', rejected);
    const ask = (unroll: number) =>
      executorOnMachines('explicit', place, undefined).ask('explore', { program, model: 'tso' }, { unroll });
    const first = await worker('lost');
    await ask(2);
    await first.close();
    await redis.flushall();
    // It does not have the program, which the coordinator believes to be there.
    const second = await worker('lost');
    expect((await ask(3)).answer.outcomes).toHaveLength(4);
    expect(rejected).toEqual([]);
    await second.close();
    await place.close('done');
  });
});
