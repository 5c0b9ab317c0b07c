// A trace of an SC run, made small for prediction: all accesses of one statement to one cell in one stretch of a thread are
// one site. A stretch ends where the thread spawns or joins, so that whether two sites may happen in parallel is known of
// sites, too.

import type { Execution } from '../execution/execution.js';
import type { Address, ThreadId } from '../program/identity.js';
import { noLabel } from './label.js';

export interface Site {
  readonly thread: ThreadId;
  readonly stretch: Stretch;
  readonly label: number;
  readonly address: Address;
  readonly writes: boolean;
  /** Of a read-modify-write, a lock or an atomic block. */
  readonly atomic: boolean;
  /** Place in program order of its first access. */
  readonly first: number;
  /** And of its last. */
  last: number;
}

/** The part of a thread between two of its spawns and joins. */
interface Stretch {
  readonly number: number;
  /** For each thread the number of its last stretch that is over before this one begins, -1 if none is. */
  readonly after: readonly number[];
}

/** The sites of each thread. `labels` has the label of each event, which stand in the order of their execution. */
export function sitesOf(
  { events }: Pick<Execution, 'events'>,
  labels: readonly number[],
  threads: number,
): Site[][] {
  const none = Array.from({ length: threads }, () => -1);
  const stretches: Stretch[] = none.map(() => ({ number: 0, after: none }));
  const sites = none.map(() => new Map<string, Site>());
  for (const { id, thread, index, kind, other, reads, writes } of events) {
    const stretch = stretches[thread];
    if (kind === 'spawn' && other !== undefined) {
      stretches[other] = { number: 0, after: stretch.after.with(thread, stretch.number) };
      stretches[thread] = { ...stretch, number: stretch.number + 1 };
    } else if (kind === 'join' && other !== undefined) {
      const { number, after } = stretches[other];
      const both = stretch.after.map((n, t) => Math.max(n, after[t]));
      stretches[thread] = { number: stretch.number + 1, after: both.with(other, number) };
    }
    const label = labels[id];
    if (label === noLabel) continue;
    const written = new Set(writes.map(({ address }) => address));
    for (const address of new Set([...written, ...reads.map((read) => read.address)])) {
      const key = `${stretch.number} ${label} ${address}`;
      const site = sites[thread].get(key);
      if (site === undefined)
        sites[thread].set(key, {
          thread,
          stretch,
          label,
          address,
          writes: written.has(address),
          atomic: kind !== 'R' && kind !== 'W' && kind !== 'free',
          first: index,
          last: index,
        });
      else site.last = index;
    }
  }
  return sites.map((ofThread) => [...ofThread.values()]);
}

/** Whether some access of `a` precedes some access of `b` in program order. */
export const inProgramOrder = (a: Site, b: Site): boolean => a.first < b.last;

/**
 * A potential data race: different threads, one cell, at least one write, at least one access that is not atomic.
 * Accesses that spawn or join orders never race. The paper leaves the beginnings and ends of threads out of its
 * traces and does not need this case.
 */
export const mayRace = (a: Site, b: Site): boolean =>
  a.thread !== b.thread &&
  a.address === b.address &&
  (a.writes || b.writes) &&
  !(a.atomic && b.atomic) &&
  b.stretch.after[a.thread] < a.stretch.number &&
  a.stretch.after[b.thread] < b.stretch.number;
