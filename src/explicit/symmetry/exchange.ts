// Exchanging threads of a group: final states and executions of one order of the threads as those of the others.

import type { Outcome } from '../../execution/execution.js';
import type { Observable } from '../../program/condition.js';
import type { Recording } from '../fast/recording.js';
import { choiceKey } from '../fast/state.js';

/** Threads that can be exchanged. */
export interface Exchanged {
  /** By number, at least two. */
  readonly threads: readonly number[];
  /** By thread of these, the addresses of cells of its own: in the same order for all of them. */
  readonly own?: readonly (readonly number[])[];
}

/** Exchanges two threads. */
export interface Exchange {
  outcome(outcome: Outcome): Outcome;
  recording(recording: Recording): Recording;
}

/** Neighbours in each group: together they make every order. */
export function exchangesOf(
  groups: readonly Exchanged[],
  observed: readonly Observable[],
): readonly Exchange[] {
  return groups.flatMap(({ threads, own = [] }) =>
    threads.slice(1).map((b, k): Exchange => {
      const a = threads[k];
      const other = (t: number): number => (t === a ? b : t === b ? a : t);
      const addresses = new Map<number, number>();
      for (const [i, address] of (own[k] ?? []).entries()) {
        addresses.set(address, own[k + 1][i]);
        addresses.set(own[k + 1][i], address);
      }
      const otherAddress = (address: number): number => addresses.get(address) ?? address;
      const places = observed.map((o, i) => {
        if (o.kind !== 'register' || other(o.thread) === o.thread) return i;
        return observed.findIndex(
          (p) => p.kind === 'register' && p.thread === other(o.thread) && p.register === o.register,
        );
      });
      return {
        outcome: (outcome) => places.map((i) => outcome[i]),
        recording: ({ steps, chosen }) => ({
          steps: steps.map((word, i) => (i % 2 === 0 ? other(word) : otherAddress(word))),
          chosen: new Map([...chosen].map(([key, value]) => [ofThread(key, other), value])),
        }),
      };
    }),
  );
}

/** The same choice of another thread. */
const ofThread = (key: number, other: (t: number) => number): number => {
  const k = key % choiceKey(1, 0);
  return choiceKey(other((key - k) / choiceKey(1, 0)), k);
};
