// The connection to Redis and BullMQ. Both are loaded when a command names a server.

import { readFileSync } from 'node:fs';
import type { Redis } from 'ioredis';
import { InputError } from '../../support/diagnostic.js';
import { present } from '../../support/present.js';
import type * as Packages from './packages.js';

export type { Redis } from 'ioredis';

export interface Client {
  readonly bullmq: typeof Packages;
  /** For commands; BullMQ duplicates it where it needs to wait. */
  readonly redis: Redis;
  /** The address without a password. */
  readonly address: string;
  connect(): Redis;
  /** All connections: BullMQ leaves those open that it was given. */
  close(): void;
}

/** How long the first connection is tried. */
const firstConnectionMs = 5_000;
/** How long to wait between attempts to connect again. */
const longestPauseMs = 1_000;

interface Place {
  /** An address that ioredis understands. */
  readonly url: string;
  readonly tls?: Readonly<Record<string, Buffer>>;
  /** For people: without a password. */
  readonly address: string;
}

/** Files of a TLS address: the authority of the server's certificate, and a certificate and key of the client. */
const tlsFiles = ['ca', 'cert', 'key'] as const;

function placeOf(text: string): Place {
  const parsed = URL.canParse(text) ? new URL(text) : undefined;
  if (parsed === undefined || !['redis:', 'rediss:'].includes(parsed.protocol) || parsed.hostname === '')
    return noAddress(parsed === undefined ? text : shown(parsed), 'is no address of a Redis server');
  const address = shown(parsed);
  const named = tlsFiles.flatMap((name) => {
    const file = parsed.searchParams.get(name);
    parsed.searchParams.delete(name);
    return file === null ? [] : [[name, file] as const];
  });
  const { href: url } = parsed;
  if (named.length === 0) return { url, address };
  if (parsed.protocol !== 'rediss:')
    return noAddress(address, 'has files for TLS, which rediss:// stands for');
  return { url, address, tls: Object.fromEntries(named.map(([name, file]) => [name, contentOf(file)])) };
}

function shown(url: URL): string {
  const copy = new URL(url);
  if (copy.password !== '') copy.password = '***';
  return copy.href;
}

function contentOf(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    return noAddress(file, `cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function noAddress(what: string, why: string): never {
  throw new InputError({
    code: 'queue-url',
    message: `${what} ${why}`,
    hint: 'redis://[user:password@]host[:port][/database]; for TLS rediss://, with ?ca=FILE for a certificate of your own',
  });
}

/** Throws an InputError if no server answers. */
export async function openClient(given: string): Promise<Client> {
  const { url, tls, address } = placeOf(given);
  const packages = await import('./packages.js');
  // After the first connection a client waits for the server to come back. Before it, the user waits for an answer.
  let reached = false;
  const options = {
    ...present({ tls }),
    // BullMQ wants commands that wait for the server as long as it takes.
    maxRetriesPerRequest: null,
    lazyConnect: true,
    retryStrategy: (times: number) => (reached ? Math.min(100 * times, longestPauseMs) : null),
  };
  const open: Redis[] = [];
  const connect = (): Redis => {
    const redis = new packages.Redis(url, options);
    open.push(redis);
    // ioredis reconnects by itself. Callers that cannot wait report the error elsewhere.
    redis.on('error', () => {});
    return redis;
  };
  const redis = connect();
  await reach(redis, address);
  reached = true;
  return {
    bullmq: packages,
    redis,
    address,
    connect,
    close: () => {
      for (const redis of open) redis.disconnect();
    },
  };
}

async function reach(redis: Redis, address: string): Promise<void> {
  let why = 'no server answers';
  const note = (error: Error): void => {
    why = error.message;
  };
  redis.on('error', note);
  const timer = setTimeout(() => redis.disconnect(), firstConnectionMs);
  try {
    await redis.connect();
    await redis.ping();
  } catch (error) {
    redis.disconnect();
    const message = error instanceof Error && error.message !== 'Connection is closed.' ? error.message : why;
    throw new InputError({
      code: 'queue-unreachable',
      message: `no Redis server at ${address}: ${message}`,
      hint: /certificate/.test(message)
        ? 'rediss://...?ca=FILE names the certificate that signed that of the server (docs/scale.md)'
        : 'redis-server --appendonly yes starts one; user and password go into the address, or into DIPTYCH_REDIS',
    });
  } finally {
    clearTimeout(timer);
    redis.off('error', note);
  }
}
