// The workers that are present.

import { InputError } from '../../support/diagnostic.js';
import { decodeCard, keys, type WorkerCard } from './protocol.js';
import type { Redis } from './redis.js';

/** A worker that was not heard of for so long is gone. */
const silenceMs = 10_000;
export const beatMs = 2_000;

/** The workers heard of lately. Entries that are no worker's card are left out. */
export async function workersAt(redis: Redis): Promise<WorkerCard[]> {
  const names = await redis.smembers(keys.workers).catch((error: unknown) => {
    // Another kind of value lies there: then no worker has said that it is there.
    if (error instanceof Error && /WRONGTYPE/.test(error.message)) return [];
    throw error;
  });
  if (names.length === 0) return [];
  const texts = await redis.mget(names.map(keys.worker));
  const gone = names.filter((_, i) => texts[i] === null);
  if (gone.length > 0) await redis.srem(keys.workers, gone);
  return texts.flatMap((text) => cardOf(text)).sort((a, b) => (a.name < b.name ? -1 : 1));
}

function cardOf(text: string | null): WorkerCard[] {
  if (text === null) return [];
  try {
    return [decodeCard(text)];
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof InputError) return [];
    throw error;
  }
}

export async function announce(redis: Redis, card: WorkerCard): Promise<void> {
  await redis
    .multi()
    .sadd(keys.workers, card.name)
    .set(keys.worker(card.name), JSON.stringify(card), 'PX', silenceMs)
    .exec();
}

export async function leave(redis: Redis, name: string): Promise<void> {
  await redis.multi().srem(keys.workers, name).del(keys.worker(name)).exec();
}
