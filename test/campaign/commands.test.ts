// Commands with a server: their output, cancelling, locked servers.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { QueueWorker } from '../../src/campaign/queue/worker.js';
import { answerJob } from '../../src/cli/campaign/answerJob.js';
import { fingerprint } from '../../src/cli/campaign/fingerprint.js';
import { run } from '../../src/cli/run.js';
import { hasRedis, hasTls, RedisServer } from './server.js';

const litmus = join(import.meta.dirname, '..', '..', 'benchmarks', 'litmus');
const files = ['SB', 'MP', 'R'].map((name) => join(litmus, `${name}.litmus`));

const patient = { timeout: 10_000 };

async function said(args: readonly string[], url?: string, isTTY = false) {
  let stdout = '';
  let stderr = '';
  const io = {
    stdout: { write: (text: string) => (stdout += text) },
    stderr: { write: (text: string) => (stderr += text), isTTY },
    env: url === undefined ? {} : { DIPTYCH_REDIS: url },
  };
  const status = await run(args, io);
  return { status, stdout: stdout.replace(/"(ms|\w+Ms|times)":([0-9.e-]+|{[^}]*})/g, '"$1":0'), stderr };
}

describe.skipIf(!hasRedis)('a command on other machines', () => {
  let server: RedisServer;
  let workers: QueueWorker[] = [];
  beforeAll(async () => {
    server = await RedisServer.start();
  });
  afterEach(async () => {
    await Promise.all(workers.map((worker) => worker.close()));
    workers = [];
  });
  afterAll(() => server.end());

  const work = async (url: string): Promise<void> => {
    const worker = await QueueWorker.open({
      url,
      version: '0',
      fingerprint: fingerprint(),
      jobs: 2,
      answer: (question, signal) => answerJob(question, undefined, signal),
    });
    workers.push(worker);
  };

  it('shows how far it is, is listed and shown, and can be cancelled', async () => {
    const asked = said(['outcomes', '--engine', 'explicit', ...files], server.url, true);
    // All models at the same time.
    const jobs = 3 * files.length;
    let list: { id: string; total: number }[] = [];
    await expect
      .poll(async () => {
        const { stdout } = await said(['campaign', 'list', '--json'], server.url);
        list = stdout.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
        return list.length;
      }, patient)
      .toBe(1);
    const [{ id, total }] = list;
    expect(total).toBe(files.length);
    await expect
      .poll(
        async () => JSON.parse((await said(['campaign', 'show', id, '--json'], server.url)).stdout).waiting,
        patient,
      )
      .toBe(jobs);
    const shown = await said(['campaign', 'show', id], server.url);
    expect(shown.stdout).toMatch(new RegExp(`0 of 3 files; .* ${jobs} waiting, 0 at work`));
    // A line on the terminal comes every second.
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    const cancelled = await said(['campaign', 'cancel', id], server.url);
    expect(cancelled.stdout).toBe(`cancelled ${id}; ${jobs} jobs taken back\n`);
    const { status, stderr } = await asked;
    expect(status).toBe(4);
    expect(stderr).toContain(`0/3 files · ${jobs} waiting, 0 at work · 0 workers`);
    expect(stderr).toContain(`campaign ${id} was cancelled`);
    expect((await said(['campaign', 'list'], server.url)).stdout).toContain('  cancelled  0 of 3 files');
    expect((await said(['campaign', 'show', 'nosuch'], server.url)).status).toBe(2);
  });

  it('repairs programs there, and forces cycles', async () => {
    await work(server.url);
    const repaired = ['fences', '--json', '-m', 'tso', '--engine', 'explicit', files[0]];
    const there = await said(repaired, server.url);
    expect(there).toEqual(await said(repaired));
    expect(there.stdout).toContain('"repaired"');
    const forced = ['relax', '--json', '--runs', '10', '--repeat', '5', ...files];
    const cycles = await said(forced, server.url);
    expect(cycles).toEqual(await said(forced));
    expect(cycles.status).toBe(1);
  });

  it('shows no cycle that a worker only says it has forced', async () => {
    const liar = await QueueWorker.open({
      url: server.url,
      version: '0',
      fingerprint: fingerprint(),
      jobs: 1,
      name: 'liar',
      answer: async () => [{ trials: 10, created: 3, wrong: false, bugs: [], run: [77, 77] }],
    });
    workers.push(liar);
    const { status, stdout, stderr } = await said(
      ['relax', '--json', '-m', 'tso', '--trials', '9', files[0]],
      server.url,
    );
    expect(status).toBe(2);
    expect(stdout).toContain('result-rejected');
    expect(stderr.match(/rejected a result of liar/g)).toHaveLength(3);
  });

  it('measures rows of tables there, and runs nothing that a job names', async () => {
    await work(server.url);
    const out = mkdtempSync(join(tmpdir(), 'diptych-tables-'));
    try {
      const words = ['tables', 'fences', '--quick', '--only', 'SB tso assertions', '--json', '--out', out];
      const { status, stdout } = await said(words, server.url);
      expect(status).toBe(0);
      expect(JSON.parse(stdout).sections.some(({ rows }: { rows: unknown[] }) => rows.length > 0)).toBe(true);
      const foreign = {
        experiment: 'rivals',
        scale: 'quick',
        section: '',
        row: '',
        part: '',
        limit: {},
        tools: {},
      };
      const job = answerJob({ kind: 'part', address: foreign }, undefined, AbortSignal.timeout(5_000));
      await expect(job).rejects.toThrow('tools is not known');
      expect((await said([...words, '--with', 'cbmc=/bin/true'], server.url)).stderr).toContain(
        'queue-option',
      );
    } finally {
      rmSync(out, { recursive: true });
    }
  });

  it.skipIf(!hasTls)('goes through a password and TLS, and tells neither', async () => {
    const password = 'p@ss/word';
    const locked = await RedisServer.startLocked(password);
    try {
      await work(locked.url);
      const args = ['outcomes', '--json', '--engine', 'explicit', files[0]];
      expect(await said(args, locked.url)).toEqual(await said(args));
      const bare = locked.url.split('?')[0];
      const wrong: readonly [string, string][] = [
        [bare, 'self-signed certificate'],
        [locked.url.replace('p%40ss', 'pass'), 'WRONGPASS'],
        [`redis://${locked.host}`, 'no Redis server at'],
        [`${bare}?ca=nosuch.pem`, 'nosuch.pem cannot be read'],
      ];
      for (const [url, why] of wrong) {
        const { status, stderr } = await said(args, url);
        expect(status).toBe(2);
        expect(stderr).toContain(why);
        expect(stderr).not.toMatch(/p%40ss|p@ss|pass%2Fword/);
      }
    } finally {
      for (const worker of workers) await worker.close();
      workers = [];
      await locked.end();
    }
  });
});
