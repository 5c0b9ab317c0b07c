// Whether a run really has a predicted cycle (RELAXER, section 4.3): events with its labels, pairs in program order
// within a thread, and each pair followed in the conflict order by the next. Such events are a cycle of hb,
// independent of how the run was steered. The search begins at a reordered pair: every cycle has one, and there are
// few.

import type { Execution } from '../execution/execution.js';
import { ConflictOrder } from './conflictOrder.js';
import type { LabelCycle } from './cycle.js';
import { Effects } from './effects.js';

/** The parts of a run that the search reads. */
export interface LabelledRun {
  readonly execution: Pick<Execution, 'events' | 'rf' | 'co'>;
  /** The label of each event. */
  readonly labels: readonly number[];
  /** For each event when it took effect: a buffered store when it was committed, anything else when it was executed. */
  readonly effects: readonly number[];
}

/** The events of an instance of the cycle, in its order; undefined if there is none. */
export function findInstance(ran: LabelledRun, cycle: LabelCycle): readonly number[] | undefined {
  const { labels } = ran;
  const candidates: number[][] = cycle.map(() => []);
  for (let id = 0; id < labels.length; id++)
    for (let i = 0; i < cycle.length; i++) if (labels[id] === cycle[i]) candidates[i].push(id);
  if (candidates.some((ids) => ids.length === 0)) return undefined;
  const search = new Search(ran, candidates);
  for (let start = 0; start < cycle.length; start += 2) {
    const found = search.from(start);
    if (found !== undefined) return cycle.map((_, i) => found[(i - start + cycle.length) % cycle.length]);
  }
  return undefined;
}

class Search {
  readonly #ran: LabelledRun;
  readonly #candidates: readonly (readonly number[])[];
  readonly #conflicts: ConflictOrder;
  readonly #effects: Effects;

  constructor(ran: LabelledRun, candidates: readonly (readonly number[])[]) {
    this.#ran = ran;
    this.#candidates = candidates;
    this.#conflicts = new ConflictOrder(ran.execution);
    this.#effects = new Effects(ran);
  }

  /** An instance, begun at the pair at `start`, which was reordered. */
  from(start: number): number[] | undefined {
    const chosen: number[] = [];
    const { length } = this.#candidates;
    const extend = (): boolean => {
      if (chosen.length === length) return true;
      for (const id of this.#candidates[(start + chosen.length) % length]) {
        if (!this.#fits(chosen, id)) continue;
        chosen.push(id);
        if (extend()) return true;
        chosen.pop();
      }
      return false;
    };
    return extend() ? chosen : undefined;
  }

  #fits(chosen: readonly number[], id: number): boolean {
    const { events } = this.#ran.execution;
    const before = chosen.at(-1);
    if (before === undefined) return true;
    const i = chosen.length;
    const { length } = this.#candidates;
    if (i % 2 === 1) {
      const first = events[before];
      const second = events[id];
      if (first.thread !== second.thread || first.index > second.index) return false;
      // One access in place of two, which only longer cycles have.
      if (first === second && length === 4) return false;
      if (i === 1 && !this.#effects.areReordered(first, second)) return false;
    } else if (
      chosen.some((other) => events[other].thread === events[id].thread) ||
      !this.#conflicts.precedes(before, id)
    )
      return false;
    return i < length - 1 || this.#conflicts.precedes(id, chosen[0]);
  }
}
