// Patterns that independent choices rarely make: a store, a store-store fence and then an atomic access to another cell, and a
// lock that several threads want. A program is rewritten with randomness of its own, so that the other programs of a seed
// keep their meaning; it has as many loads, stores and atomics as before.

import type { Location, Thread } from '../program/program.js';
import { forEachStatement, type Statement, type StatementOf } from '../program/statement.js';
import type { Random } from '../support/prng.js';

/** W; S; U in a thread that has a store and then an atomic access, or two stores, the second of which becomes an exchange. */
export function withFencedAtomic(random: Random, threads: readonly Thread[]): readonly Thread[] {
  const fit = threads.flatMap((thread, i) => (fencedAtomic(thread.body) === undefined ? [] : [i]));
  if (fit.length === 0) return threads;
  const chosen = random.pick(fit);
  return threads.map((thread, i) =>
    i === chosen ? { ...thread, body: fencedAtomic(thread.body) ?? thread.body } : thread,
  );
}

function fencedAtomic(body: readonly Statement[]): Statement[] | undefined {
  const first = body.findIndex(({ kind }) => kind === 'store');
  if (first < 0) return undefined;
  const later = body.slice(first + 1);
  const atomic = later.findIndex(({ kind }) => kind === 'rmw');
  const place = atomic >= 0 ? atomic : later.findIndex(({ kind }) => kind === 'store');
  if (place < 0) return undefined;
  const found = later[place];
  const update: Statement = found.kind === 'store' ? exchange(found) : found;
  return [
    ...body.slice(0, first + 1),
    ...later.slice(0, place),
    { kind: 'fence', fence: 'store-store' },
    update,
    ...later.slice(place + 1),
  ];
}

const exchange = ({ kind: _kind, value, ...rest }: StatementOf<'store'>): StatementOf<'rmw'> => ({
  ...rest,
  kind: 'rmw',
  op: { kind: 'xchg', value },
});

/** Threads have an access of their own under one lock: two or more, or one beside others that lock already. */
export function withContendedLock(
  random: Random,
  threads: readonly Thread[],
  locks: readonly Location[],
): readonly Thread[] {
  const free = threads.map(({ body }) => unlocked(body));
  if (locks.length === 0) return threads;
  const address = { kind: 'address', location: random.pick(locks).name } as const;
  return threads.map((thread, i) => {
    if (free[i].length === 0) return thread;
    const place = random.pick(free[i]);
    const { body } = thread;
    return {
      ...thread,
      body: [
        ...body.slice(0, place),
        { kind: 'lock', address },
        body[place],
        { kind: 'unlock', address },
        ...body.slice(place + 1),
      ],
    };
  });
}

/** The accesses of the outermost level, in a thread without locks: taking another one could make threads wait for each other. */
function unlocked(body: readonly Statement[]): number[] {
  let locks = false;
  forEachStatement(body, ({ kind }) => {
    locks ||= kind === 'lock';
  });
  if (locks) return [];
  return body.flatMap(({ kind }, i) => (kind === 'load' || kind === 'store' || kind === 'rmw' ? [i] : []));
}
