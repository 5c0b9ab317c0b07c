// Tools for measuring campaigns: the built command as processes of their own, and a Redis server.

import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { contentHash } from '../../src/campaign/content.js';
import { RedisServer } from '../../test/campaign/server.js';

const home = join(import.meta.dirname, '..', '..');
export const command = join(home, 'dist', 'bin', 'diptych.cjs');
export const litmus = join(home, 'benchmarks', 'litmus');

const { version }: { readonly version: string } = JSON.parse(
  readFileSync(join(home, 'package.json'), 'utf8'),
);

export { version };

/** As src/cli/campaign/fingerprint.ts says of the built command. */
export const fingerprint = (): string =>
  `${version}-${contentHash(readFileSync(join(home, 'dist', 'bin', 'program.cjs'), 'latin1')).slice(0, 12)}`;

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly ms: number;
  readonly cpuMs: number;
}

/** User and system time of all threads of a process. */
function cpuMsOf(pid: number | undefined): number {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return 10 * (Number(fields[11]) + Number(fields[12]));
  } catch {
    return 0;
  }
}

export class Running {
  readonly process: ChildProcess;
  readonly ended: Promise<Ended>;
  stdout = '';
  stderr = '';
  /** Milliseconds of processor, as far as it was looked at; 0 where the system does not tell. */
  cpuMs = 0;

  constructor(words: readonly string[], url: string, file = command) {
    const start = performance.now();
    // With NODE_EXTRA_CA_CERTS each process of Node first reads all certificates, which takes 70 ms.
    const { NODE_EXTRA_CA_CERTS: _certificates, ...env } = process.env;
    this.process = spawn(process.execPath, [file, ...words], {
      env: { ...env, DIPTYCH_REDIS: url, DIPTYCH_PRACTICE: 'off' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.process.stdout?.on('data', (data) => (this.stdout += data));
    this.process.stderr?.on('data', (data) => (this.stderr += data));
    const look = setInterval(() => {
      this.cpuMs = Math.max(this.cpuMs, cpuMsOf(this.process.pid));
    }, 20);
    this.ended = new Promise((resolve) => {
      this.process.on('close', (status) => {
        clearInterval(look);
        const { stdout, stderr, cpuMs } = this;
        resolve({ status, stdout, stderr, cpuMs, ms: performance.now() - start });
      });
    });
  }

  kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<Ended> {
    this.process.kill(signal);
    return this.ended;
  }
}

export class Lab {
  readonly #running: Running[] = [];

  private constructor(
    readonly server: RedisServer,
    readonly redis: Redis,
  ) {}

  static async open(): Promise<Lab> {
    const server = await RedisServer.start();
    const redis = new Redis(server.url, { maxRetriesPerRequest: null });
    redis.on('error', () => {});
    return new Lab(server, redis);
  }

  /** Has machine code made and kept, as the first worker of an installation does beside its work; milliseconds that it takes. */
  async practise(): Promise<number> {
    const start = performance.now();
    const practice = spawn(process.execPath, [join(command, '..', 'practice.cjs')], {
      stdio: 'ignore',
    });
    await new Promise((resolve) => practice.on('close', resolve));
    return performance.now() - start;
  }

  run(words: readonly string[], file?: string): Running {
    const running = new Running(words, this.server.url, file);
    this.#running.push(running);
    return running;
  }

  /** Started, and heard of. */
  async worker(name: string, jobs = 1): Promise<Running> {
    const running = this.run(['worker', '--name', name, '--jobs', `${jobs}`]);
    while ((await this.redis.exists(`diptych:worker:${name}`)) === 0) await pause(50);
    return running;
  }

  async card(name: string): Promise<{ done: number; cpuMs: number }> {
    const text = await this.redis.get(`diptych:worker:${name}`);
    const { done = 0, cpuMs = 0 } = text === null ? {} : JSON.parse(text);
    return { done, cpuMs };
  }

  /** Jobs that workers have, of all builds. */
  async active(): Promise<number> {
    const lists = await this.redis.keys('diptych:jobs-*:active');
    const lengths = await Promise.all(lists.map((list) => this.redis.llen(list)));
    return lengths.reduce((sum, n) => sum + n, 0);
  }

  /** Jobs that are done, of all builds. */
  async completed(): Promise<number> {
    const sets = await this.redis.keys('diptych:jobs-*:completed');
    const sizes = await Promise.all(sets.map((set) => this.redis.zcard(set)));
    return sizes.reduce((sum, n) => sum + n, 0);
  }

  /** Milliseconds of processor that the server took. */
  async serverCpuMs(): Promise<number> {
    const info = await this.redis.info('cpu');
    const of = (what: string): number => Number(new RegExp(`${what}:([0-9.]+)`).exec(info)?.[1] ?? 0);
    return 1000 * (of('used_cpu_sys') + of('used_cpu_user'));
  }

  async rest(): Promise<void> {
    await Promise.all(this.#running.map((one) => (one.process.exitCode === null ? one.kill() : undefined)));
    this.#running.length = 0;
    await this.redis.flushall();
  }

  async close(): Promise<void> {
    await this.rest();
    this.redis.disconnect();
    await this.server.end();
  }
}

/** Answers without their times. */
export const timeless = (text: string): string =>
  text.replace(/"(ms|\w+Ms|times)":([0-9.e-]+|{[^}]*})/g, '"$1":0');
