// Campaigns on a real Redis server: the same answers as on one machine, when workers, server or coordinator fail too.

import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { executorOnMachines } from '../../src/campaign/onMachines.js';
import { Campaign, type CampaignOptions } from '../../src/campaign/queue/campaign.js';
import type { Rejection } from '../../src/campaign/queue/records.js';
import { QueueWorker, type WorkerOptions } from '../../src/campaign/queue/worker.js';
import { answerJob } from '../../src/cli/campaign/answerJob.js';
import { run } from '../../src/cli/run.js';
import { readProgram } from '../../src/frontend/index.js';
import type { Program } from '../../src/program/program.js';
import type { Explored } from '../../src/verdict/executor.js';
import { hasRedis, RedisServer } from './server.js';

const litmus = join(import.meta.dirname, '..', '..', 'benchmarks', 'litmus');
const papers = join(import.meta.dirname, '..', '..', 'benchmarks', 'c');
const lockMs = 600;

describe.skipIf(!hasRedis)('a campaign', () => {
  let server: RedisServer;
  let sb: Program;
  let open: { close(): Promise<void> }[] = [];
  beforeAll(async () => {
    server = await RedisServer.start();
    sb = await readProgram(join(litmus, 'SB.litmus'), {});
  });
  afterEach(async () => {
    await Promise.all(open.map((one) => one.close()));
    open = [];
  });
  afterAll(() => server.end());

  /** Each test has a build of its own, so that none gets the jobs of another. */
  const worker = async (fingerprint: string, given: Partial<WorkerOptions> = {}): Promise<QueueWorker> => {
    const started = await QueueWorker.open({
      url: server.url,
      version: '1',
      fingerprint,
      jobs: 2,
      lockMs,
      answer: (question, signal) => answerJob(question, undefined, signal),
      ...given,
    });
    open.push(started);
    return started;
  };
  const campaign = async (fingerprint: string, given: Partial<CampaignOptions> = {}): Promise<Campaign> => {
    const options = { version: '1', fingerprint, words: [], digest: '', unit: 'questions', ...given };
    const started = await Campaign.open({ url: server.url, ...options });
    open.push({ close: () => started.close('done') });
    return started;
  };
  const ask = (place: Campaign, unroll = 2): Promise<Explored> =>
    executorOnMachines('explicit', place, undefined).ask(
      'explore',
      { program: sb, model: 'tso' },
      { unroll },
    );
  const states = ({ answer }: Explored): string[] => answer.outcomes.map((outcome) => outcome.join()).sort();
  const ofSb = ['0,0,1,1', '0,1,1,1', '1,0,1,1', '1,1,1,1'];

  it('answers byte for byte what one process answers, times aside', async () => {
    const said = async (args: readonly string[]): Promise<string> => {
      let text = '';
      const io = { stdout: { write: (t: string) => (text += t) }, stderr: { write: () => {} }, env: {} };
      await run(args, io);
      return text.replace(/"(ms|\w+Ms|times)":([0-9.e-]+|{[^}]*})/g, '"$1":0');
    };
    // The command line has the build of the sources.
    const { fingerprint } = await import('../../src/cli/campaign/fingerprint.js');
    // Its thread is ours, and is busy for as long as a job takes.
    await worker(fingerprint(), { lockMs: 30_000 });
    const files = ['SB', 'n6', 'R', '2+2W'].map((name) => join(litmus, `${name}.litmus`));
    for (const command of ['outcomes', 'robust', 'races']) {
      const args = [command, '--json', '--engine', 'explicit', ...files];
      expect(await said([...args, '--on', server.url])).toBe(await said(args));
    }
    // One program is divided into branches.
    const one = ['outcomes', '--json', '--engine', 'explicit', join(papers, 'dekker.c'), '--unroll', '2'];
    expect(await said([...one, '--on', server.url])).toBe(await said(one));
    const crosscheck = [
      'crosscheck',
      '--json',
      '--random',
      '12',
      '--size',
      '3',
      '--only',
      'monitors',
      files[0],
    ];
    expect(await said([...crosscheck, '--on', server.url])).toBe(await said(crosscheck));
  });

  it('goes on when a worker hangs, and rejects what it says too late', async () => {
    let hung = 0;
    const hang = (): Promise<never> => {
      hung++;
      return new Promise(() => {});
    };
    const first = await worker('hang', { answer: hang, jobs: 1 });
    const place = await campaign('hang');
    const answer = ask(place);
    await expect.poll(() => hung).toBe(1);
    // The lock of its job is not renewed any more.
    await first.vanish();
    await worker('hang');
    expect(states(await answer)).toEqual(ofSb);
  });

  it('survives a restart of the server', async () => {
    const place = await campaign('restart');
    const answer = ask(place);
    await expect.poll(async () => (await place.progress()).waiting).toBe(1);
    await server.stop();
    await server.start();
    await worker('restart');
    expect(states(await answer)).toEqual(ofSb);
  });

  it('is resumed without asking again what was answered', async () => {
    const one = await worker('resume');
    const before = await campaign('resume', { digest: 'same' });
    await ask(before);
    expect(one.done).toBe(1);
    const after = await campaign('resume', { digest: 'same', resume: before.id });
    expect(states(await ask(after))).toEqual(ofSb);
    expect(one.done).toBe(1);
    await expect(campaign('resume', { digest: 'other', resume: before.id })).rejects.toMatchObject({
      diagnostic: { code: 'campaign-differs' },
    });
    await expect(campaign('resume', { resume: 'nosuch' })).rejects.toMatchObject({
      diagnostic: { code: 'campaign-unknown' },
    });
  });

  it('rejects forged and damaged results by name, and takes a right one', async () => {
    const rejected: Rejection[] = [];
    const place = await campaign('forged', { onRejection: (rejection) => rejected.push(rejection) });
    const lies: ((answer: object) => unknown)[] = [
      // A state that cannot be, with a schedule of another one.
      (answer) => ({
        ...answer,
        outcomes: [{ outcome: [7, 7, 1, 1], schedule: [{ kind: 'execute', thread: 0 }] }],
      }),
      () => ({ outcomes: 'all' }),
    ];
    const forger = await worker('forged', {
      name: 'forger',
      jobs: 1,
      answer: async (question, signal) => {
        const answer = await answerJob(question, undefined, signal);
        const lie = lies.shift();
        return lie === undefined || typeof answer !== 'object' || answer === null ? answer : lie(answer);
      },
    });
    expect(states(await ask(place))).toEqual(ofSb);
    expect(rejected.map(({ worker: name }) => name)).toEqual(['forger', 'forger']);
    await forger.close();
    await worker('forged', { name: 'liar', answer: async () => null });
    await expect(ask(place, 3)).rejects.toMatchObject({ diagnostic: { code: 'result-rejected' } });
    expect(rejected.at(-1)).toMatchObject({ worker: 'liar' });
  });

  it('sets a job aside that three workers did not survive', async () => {
    const place = await campaign('poison');
    const answer = ask(place);
    answer.catch(() => {});
    for (let kill = 0; kill < 3; kill++) {
      let taken = false;
      const hang = (): Promise<never> => {
        taken = true;
        return new Promise(() => {});
      };
      const victim = await worker('poison', { answer: hang, jobs: 1 });
      await expect.poll(() => taken, { timeout: 10_000 }).toBe(true);
      await victim.vanish();
    }
    // A worker must notice that the last one is gone.
    await worker('poison');
    await expect(answer).rejects.toMatchObject({ diagnostic: { code: 'job-set-aside' } });
  });

  it('gives the job of a worker that ends to another one at once, however many have ended', async () => {
    const place = await campaign('polite');
    const answer = ask(place);
    for (let end = 0; end < 4; end++) {
      let taken = false;
      const wait = (_: unknown, signal: AbortSignal): Promise<never> =>
        new Promise((_resolve, reject) => {
          taken = true;
          signal.addEventListener('abort', () => reject(new Error('stopped')));
        });
      // A lock would hold longer than the test may take.
      const ended = await worker('polite', { answer: wait, jobs: 1, lockMs: 600_000 });
      await expect.poll(() => taken, { timeout: 5_000 }).toBe(true);
      await ended.close();
    }
    await worker('polite');
    expect(states(await answer)).toEqual(ofSb);
  });

  it('refuses workers of another build, and says so', async () => {
    const place = await campaign('old');
    await expect(worker('new')).rejects.toMatchObject({ diagnostic: { code: 'worker-version' } });
    await place.close('done');
  });

  it('asks the engines of two workers if it must', async () => {
    const doers: string[] = [];
    const named = (name: string): Promise<QueueWorker> =>
      worker('two', {
        name,
        // Starting Z3 here keeps this thread busy.
        lockMs: 20_000,
        answer: (question, signal) => {
          doers.push(name);
          return answerJob(question, undefined, signal);
        },
      });
    const place = await campaign('two', { twoWorkers: true });
    await named('first');
    const limits = { unroll: 2 };
    const answers = (['explicit', 'symbolic'] as const).map((engine) =>
      executorOnMachines(engine, place, undefined).ask('explore', { program: sb, model: 'tso' }, limits),
    );
    await Promise.race(answers);
    await named('second');
    for (const answer of await Promise.all(answers)) expect(states(answer)).toEqual(ofSb);
    expect(doers.sort()).toEqual(['first', 'second']);
  });

  it('ends although the server is away', async () => {
    // Its record stays as it was: this comes last.
    const place = await campaign('away');
    open = [];
    const asked = ask(place).catch(() => {});
    await expect.poll(async () => (await place.progress()).waiting).toBe(1);
    await server.stop();
    await place.close('done');
    await asked;
    await server.start();
  });
});
