// A coordinator among liars: whatever a worker says, the answer is that of one machine, and a disagreement is none that only a
// worker has seen.

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { textOf } from '../../src/campaign/json.js';
import { QueueWorker } from '../../src/campaign/queue/worker.js';
import { answerJob } from '../../src/cli/campaign/answerJob.js';
import { fingerprint } from '../../src/cli/campaign/fingerprint.js';
import { run } from '../../src/cli/run.js';
import { type Liar, liars } from './liars.js';
import { hasRedis, RedisServer } from './server.js';

async function said(args: readonly string[], url?: string) {
  let stdout = '';
  let stderr = '';
  const io = {
    stdout: { write: (text: string) => (stdout += text) },
    stderr: { write: (text: string) => (stderr += text), isTTY: false },
    env: url === undefined ? {} : { DIPTYCH_REDIS: url },
  };
  const status = await run(args, io);
  return { status, answer: plain(stdout), stderr };
}

/** Without times, sizes of formulas and the executions that show a state, which need not be the same ones. */
function plain(stdout: string): unknown[] {
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) =>
      JSON.parse(line, (key, value) =>
        [
          'engines',
          'ms',
          'times',
          'steps',
          'execution',
          'cycle',
          'breakingFences',
          'triangularRace',
          'witness',
        ].includes(key)
          ? undefined
          : value,
      ),
    );
}

describe.skipIf(!hasRedis)('a coordinator among liars', () => {
  let server: RedisServer;
  let workers: QueueWorker[] = [];
  beforeAll(async () => {
    server = await RedisServer.start();
  });
  afterEach(async () => {
    await Promise.all(workers.map((worker) => worker.close()));
    workers = [];
    // The server keeps answers: those of earlier liars would be taken again.
    await server.end();
    server = await RedisServer.start();
  });
  afterAll(() => server.end());

  const work = async (name: string, answer: (question: unknown, signal: AbortSignal) => Promise<unknown>) => {
    const options = { url: server.url, version: '0', fingerprint: fingerprint(), jobs: 1, lockMs: 60_000 };
    workers.push(await QueueWorker.open({ ...options, name, answer }));
  };
  const fields = (value: unknown) => Object.fromEntries(Object.entries(Object(value)));

  it('is put to the test by more than twenty kinds', () => {
    expect(new Set(liars.map(({ name }) => name)).size).toBe(liars.length);
    expect(liars.length).toBeGreaterThanOrEqual(20);
  });

  it.each(liars)('$name', async (liar: Liar) => {
    let lies = 0;
    let honest = liar.honestFirst ?? 0;
    const { beside = 0 } = liar;
    let join = (): void => {};
    const joined = new Promise<void>((resolve) => {
      join = resolve;
    });
    await work('liar', async (question, signal) => {
      // Its first lie comes before an honest worker can take the job, the next ones after one could.
      if (beside > 0 && lies > 0) await joined;
      const answer = await answerJob(question, undefined, signal);
      const lie = liar.lie(fields(answer), fields(question));
      if (honest-- > 0) return answer;
      if (textOf(lie) !== textOf(answer)) lies++;
      return lie;
    });
    const right = await said(liar.command);
    const answered = said(liar.command, server.url);
    if (beside > 0) await expect.poll(() => lies, { timeout: 120_000 }).toBeGreaterThan(0);
    for (let n = 0; n < beside; n++)
      await work(`honest${n}`, (question, signal) => answerJob(question, undefined, signal));
    join();
    const there = await answered;
    expect(there.answer).toEqual(right.answer);
    expect(there.status).toBe(right.status);
    expect(there.status).not.toBe(3);
    expect(there.stderr).not.toMatch(/[^\P{Cc}\n\t]/u);
    expect(there.stderr).not.toContain('rejected a result of honest');
    expect(lies).toBeGreaterThan(0);
    expect(there.stderr).toContain('rejected a result of liar');
  });

  it('two of them that tell the same lie', async () => {
    const { lie, command } = liars[0];
    for (const name of ['liar one', 'liar two'])
      await work(name, async (question, signal) =>
        lie(fields(await answerJob(question, undefined, signal)), fields(question)),
      );
    const there = await said(command, server.url);
    expect(there.answer).toEqual((await said(command)).answer);
    expect(there.stderr).toMatch(/rejected a result of liar/);
  });
});
