// Exchanging threads of a group: final states and executions of one order of the threads as those of the others.

import type { Outcome } from '../../execution/execution.js';
import type { Observable } from '../../program/condition.js';
import type { Recording } from '../fast/recording.js';
import type { SymmetricGroup } from './groups.js';

/** Exchanges two threads. */
export interface Exchange {
  outcome(outcome: Outcome): Outcome;
  recording(recording: Recording): Recording;
}

/** Neighbours in each group: together they make every order. */
export function exchangesOf(
  groups: readonly SymmetricGroup[],
  observed: readonly Observable[],
): readonly Exchange[] {
  return groups.flatMap(({ threads }) =>
    threads.slice(1).map((b, k): Exchange => {
      const a = threads[k];
      const other = (t: number): number => (t === a ? b : t === b ? a : t);
      const places = observed.map((o, i) => {
        if (o.kind !== 'register' || other(o.thread) === o.thread) return i;
        return observed.findIndex(
          (p) => p.kind === 'register' && p.thread === other(o.thread) && p.register === o.register,
        );
      });
      return {
        outcome: (outcome) => places.map((i) => outcome[i]),
        recording: ({ steps, chosen }) => ({
          steps: steps.map((word, i) => (i % 2 === 0 ? other(word) : word)),
          chosen,
        }),
      };
    }),
  );
}
