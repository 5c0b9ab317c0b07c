// What an error in a run was caused by. A delayed store may end up in several cycles at once, and then the error says nothing
// about the one that was tried for. So it counts only if, up to the moment of the error, the run has the cycle and no cycle of
// other statements. Cycles are looked for along immediate conflicts (rf, co between neighbours, fr to the next write): any
// cycle along others has a shorter way.

import type { Event } from '../execution/event.js';
import { type Execution, initialWrite } from '../execution/execution.js';
import { canonicalCycle, cycleKey, type LabelCycle } from './cycle.js';

/** Whether the first `count` events have a cycle other than `cycle`, of no more statements than it. */
export function hasOtherCycle(
  execution: Execution,
  labels: readonly number[],
  cycle: LabelCycle,
  count: number,
): boolean {
  const { events } = execution;
  const conflicts = immediateConflicts(execution, count);
  const leaving = new Map<number, number[]>();
  for (const [from] of conflicts) {
    const thread = leaving.get(events[from].thread) ?? [];
    if (!thread.includes(from)) thread.push(from);
    leaving.set(events[from].thread, thread);
  }
  const targets = new Map<number, number[]>();
  for (const [from, to] of conflicts) targets.set(from, [...(targets.get(from) ?? []), to]);
  const own = cycleKey(cycle);
  const pairs = cycle.length / 2;
  const chain: Event[] = [];
  /** The chain has come to `first`; true if it goes on to another cycle. */
  const goesOn = (first: Event): boolean =>
    (leaving.get(first.thread) ?? []).some((id) => {
      const second = events[id];
      if (second.index < first.index || (second === first && pairs === 2)) return false;
      chain.push(first, second);
      const found = (targets.get(id) ?? []).some((to) => {
        if (events[to].thread === chain[0].thread) return chain.length > 2 && closes(to);
        return (
          chain.length < cycle.length &&
          !chain.some(({ thread }) => thread === events[to].thread) &&
          goesOn(events[to])
        );
      });
      chain.length -= 2;
      return found;
    });
  const closes = (to: number): boolean =>
    to === chain[0].id && cycleKey(canonicalCycle(chain.map(({ id }) => labels[id]))) !== own;
  return [...new Set(conflicts.map(([, to]) => to))].some((to) => goesOn(events[to]));
}

/** Between the first `count` events, which are numbered in the order of their execution. */
function immediateConflicts({ events, rf, co }: Execution, count: number): [from: number, to: number][] {
  const found: [number, number][] = [];
  const add = (from: number, to: number): void => {
    if (from < count && to < count && events[from].thread !== events[to].thread) found.push([from, to]);
  };
  for (const writers of co.values()) {
    // What is not there yet does not count as a neighbour.
    const there = writers.filter((id) => id < count);
    for (let i = 0; i + 1 < there.length; i++) add(there[i], there[i + 1]);
  }
  for (const { id, reads } of events.slice(0, count))
    reads.forEach(({ address }, k) => {
      const source = rf[id][k];
      if (source !== initialWrite) add(source, id);
      const writers = (co.get(address) ?? []).filter((writer) => writer < count && writer !== id);
      const next = writers[source === initialWrite ? 0 : writers.indexOf(source) + 1];
      if (next !== undefined) add(id, next);
    });
  return found;
}
