// Whether an execution really has a predicted cycle: events with its labels, pairs in program order within a thread, each pair
// followed in the conflict order by the next (RELAXER, section 4.3). Such events are a cycle of hb, whatever was tried to
// bring it about.

import type { Execution } from '../execution/execution.js';
import { ConflictOrder } from './conflictOrder.js';
import type { LabelCycle } from './cycle.js';

/** The events of an instance of the cycle, in its order; undefined if there is none. */
export function findInstance(
  execution: Execution,
  labels: readonly number[],
  cycle: LabelCycle,
): readonly number[] | undefined {
  const { events } = execution;
  const candidates = cycle.map((wanted) => labels.flatMap((label, id) => (label === wanted ? [id] : [])));
  if (candidates.some((ids) => ids.length === 0)) return undefined;
  const conflicts = new ConflictOrder(execution);
  const chosen: number[] = [];
  const fits = (id: number): boolean => {
    const i = chosen.length;
    const before = chosen.at(-1);
    if (before === undefined) return true;
    if (i % 2 === 1) {
      // One label twice in a pair is one access, or two of one statement.
      const first = events[before];
      const second = events[id];
      if (first.thread !== second.thread || first.index > second.index) return false;
      if (first.index === second.index && cycle.length === 4) return false;
    } else if (
      chosen.some((other) => events[other].thread === events[id].thread) ||
      !conflicts.precedes(before, id)
    )
      return false;
    return i < cycle.length - 1 || conflicts.precedes(id, chosen[0]);
  };
  const search = (): boolean => {
    if (chosen.length === cycle.length) return true;
    for (const id of candidates[chosen.length]) {
      if (!fits(id)) continue;
      chosen.push(id);
      if (search()) return true;
      chosen.pop();
    }
    return false;
  };
  return search() ? chosen : undefined;
}
