// The way to Redis and BullMQ. Both are loaded when somebody asks for them, and not installed with diptych: the message says how.

import type * as Bullmq from 'bullmq';
import type { Redis } from 'ioredis';
import { InputError } from '../../support/diagnostic.js';

export type { Redis } from 'ioredis';

export interface Client {
  readonly bullmq: typeof Bullmq;
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

/** The address without its password, for people. */
function shownAddress(url: string): string {
  const parsed = new URL(url);
  if (parsed.password !== '') parsed.password = '***';
  return parsed.href;
}

function checkUrl(url: string): void {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed !== undefined && ['redis:', 'rediss:'].includes(parsed.protocol) && parsed.hostname !== '')
    return;
  throw new InputError({
    code: 'queue-url',
    message: `${parsed === undefined ? url : shownAddress(url)} is no address of a Redis server`,
    hint: 'redis://[user:password@]host[:port][/database], or rediss:// for TLS',
  });
}

async function load() {
  try {
    const [bullmq, ioredis] = await Promise.all([import('bullmq'), import('ioredis')]);
    return { bullmq, ioredis };
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && /MODULE_NOT_FOUND/.test(String(error.code))))
      throw error;
    throw new InputError({
      code: 'queue-packages',
      message: 'campaigns need the packages bullmq and ioredis, which are not installed',
      hint: 'npm install bullmq@6.7.0 ioredis@6.0.0, where diptych is installed (with -g if it is)',
    });
  }
}

/** Throws an InputError if nobody is there. */
export async function openClient(url: string): Promise<Client> {
  checkUrl(url);
  const { bullmq, ioredis } = await load();
  const options = {
    // BullMQ wants commands that wait for the server as long as it takes.
    maxRetriesPerRequest: null,
    lazyConnect: true,
    retryStrategy: (times: number) => Math.min(100 * times, longestPauseMs),
  };
  const address = shownAddress(url);
  await tryOnce(new ioredis.Redis(url, { ...options, retryStrategy: () => null }), address);
  const open: Redis[] = [];
  const connect = (): Redis => {
    const redis = new ioredis.Redis(url, options);
    open.push(redis);
    // It connects again by itself; what cannot wait says so elsewhere.
    redis.on('error', () => {});
    return redis;
  };
  return {
    bullmq,
    redis: connect(),
    address,
    connect,
    close: () => {
      for (const redis of open) redis.disconnect();
    },
  };
}

async function tryOnce(redis: Redis, address: string): Promise<void> {
  let why = 'nobody answers';
  redis.on('error', (error: Error) => {
    why = error.message;
  });
  const timer = setTimeout(() => redis.disconnect(), firstConnectionMs);
  try {
    await redis.connect();
    await redis.ping();
  } catch (error) {
    const message = error instanceof Error && error.message !== 'Connection is closed.' ? error.message : why;
    throw new InputError({
      code: 'queue-unreachable',
      message: `no Redis server at ${address}: ${message}`,
      hint: 'redis-server --appendonly yes starts one; user and password go into the address, or into DIPTYCH_REDIS',
    });
  } finally {
    clearTimeout(timer);
    redis.disconnect();
  }
}
