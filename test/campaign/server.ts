// A Redis server for tests, with a file of its own; nothing where there is no redis-server.

import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';

export const hasRedis = ((): boolean => {
  try {
    execFileSync('redis-server', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

/** A server with TLS, and the means to make a certificate for it. */
export const hasTls = ((): boolean => {
  try {
    execFileSync('openssl', ['version'], { stdio: 'ignore' });
    // One without TLS does not know the option, and ends otherwise.
    const input = 'tls-port 0\nport nonsense\n';
    return hasRedis && !spawnSync('redis-server', ['-'], { input }).stderr.toString().includes('tls-port');
  } catch {
    return false;
  }
})();

if (!hasRedis) console.warn('redis-server is not installed: campaigns were not tested');

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });

export class RedisServer {
  readonly #folder = mkdtempSync(join(tmpdir(), 'diptych-redis-'));
  readonly #port: number;
  readonly #password: string | undefined;
  #process: ChildProcess | undefined;

  private constructor(port: number, password?: string) {
    this.#port = port;
    this.#password = password;
  }

  static async start(): Promise<RedisServer> {
    const server = new RedisServer(await freePort());
    await server.start();
    return server;
  }

  /** With a password, and TLS by a certificate of its own. */
  static async startLocked(password: string): Promise<RedisServer> {
    const server = new RedisServer(await freePort(), password);
    const request =
      'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=diptych';
    execFileSync(
      'openssl',
      [
        ...request.split(' '),
        '-addext',
        'subjectAltName=IP:127.0.0.1',
        '-keyout',
        'key.pem',
        '-out',
        'ca.pem',
      ],
      { cwd: server.#folder, stdio: 'ignore' },
    );
    await server.start();
    return server;
  }

  get certificate(): string {
    return join(this.#folder, 'ca.pem');
  }

  get url(): string {
    const { host } = this;
    return this.#password === undefined
      ? `redis://${host}`
      : `rediss://:${encodeURIComponent(this.#password)}@${host}?ca=${encodeURIComponent(this.certificate)}`;
  }

  get host(): string {
    return `127.0.0.1:${this.#port}`;
  }

  async start(): Promise<void> {
    const locked = {
      port: '0',
      'tls-port': `${this.#port}`,
      'tls-cert-file': 'ca.pem',
      'tls-key-file': 'key.pem',
      'tls-auth-clients': 'no',
      requirepass: this.#password ?? '',
    };
    const settings = {
      ...(this.#password === undefined ? { port: `${this.#port}` } : locked),
      dir: this.#folder,
      appendonly: 'yes',
      save: '',
      bind: '127.0.0.1',
    };
    this.#process = spawn(
      'redis-server',
      Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]),
      { stdio: 'ignore', cwd: this.#folder },
    );
    const redis = new Redis({
      host: '127.0.0.1',
      port: this.#port,
      retryStrategy: () => 20,
      maxRetriesPerRequest: null,
      ...(this.#password === undefined
        ? {}
        : { password: this.#password, tls: { ca: readFileSync(this.certificate) } }),
    });
    redis.on('error', () => {});
    await redis.ping();
    redis.disconnect();
  }

  stop(): Promise<void> {
    return new Promise((resolve) => {
      this.#process?.once('exit', () => resolve());
      this.#process?.kill('SIGTERM');
    });
  }

  async end(): Promise<void> {
    await this.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
