// Finds the cause of an error in a run. A delayed store may be delayed past more accesses than intended. Then the run
// has several cycles, and the error says little about the intended one. So an error counts only if, up to its moment,
// the run has the intended cycle and only pairs of that cycle are reordered. Every other cycle of the run must rest
// on the same reordered pairs. It may also rest on the same store and a load between the two accesses of such a pair,
// because the store is delayed past that load too.
//
// Cycles are searched along immediate conflicts: rf, co between neighbours, fr to the next write. Any cycle along
// other conflicts has a shorter way.

import type { Event } from '../execution/event.js';
import { type Execution, initialWrite } from '../execution/execution.js';
import type { Finding } from '../execution/finding.js';
import { canonicalCycle, cycleKey, type LabelCycle } from './cycle.js';
import { Effects } from './effects.js';
import type { RunResult } from './run.js';

/** The findings that the cycle caused. */
export function findingsBecauseOf(ran: RunResult, cycle: LabelCycle): Finding[] {
  return ran.execution.findings.filter((_, i) => isBecauseOf(ran, cycle, ran.foundAfter[i]));
}

/** Whether what went wrong after the first `count` events did so because of the cycle. */
function isBecauseOf(ran: RunResult, cycle: LabelCycle, count: number): boolean {
  const { execution, labels } = ran;
  const reordered = reorderedPairs(ran);
  const own = cycleKey(cycle);
  /** By the store that was delayed, how far in its thread. */
  const mine = new Map<Event, number>();
  const exact = new Set<string>();
  const others: Pair[] = [];
  const all = forEachCycle(execution, cycle.length, count, (events) => {
    const pairs = reordered(events);
    if (cycleKey(canonicalCycle(events.map(({ id }) => labels[id]))) !== own) others.push(...pairs);
    else
      for (const [first, second] of pairs) {
        exact.add(pairKey(first, second));
        mine.set(first, Math.max(mine.get(first) ?? 0, second.index));
      }
  });
  return (
    all &&
    exact.size > 0 &&
    others.every(
      ([first, second]) =>
        exact.has(pairKey(first, second)) ||
        (second.reads.length > 0 && second.index < (mine.get(first) ?? 0)),
    )
  );
}

type Pair = readonly [first: Event, second: Event];

const pairKey = (first: Event, second: Event): string => `${first.id} ${second.id}`;

/** Which pairs of a cycle took effect in the other order than the program has. */
function reorderedPairs(ran: RunResult): (cycle: readonly Event[]) => Pair[] {
  const effects = new Effects(ran);
  return (cycle) =>
    cycle.flatMap((first, i): Pair[] => {
      const second = cycle[i + 1];
      return i % 2 === 0 && effects.areReordered(first, second) ? [[first, second]] : [];
    });
}

/** A run with more cycles is not looked into: it says nothing about one of them. */
const mostCycles = 5000;

/**
 * Calls `visit` on the cycles between the first `count` events that have up to `length` of them, once or more; false if there
 * are too many.
 */
function forEachCycle(
  execution: Execution,
  length: number,
  count: number,
  visit: (events: readonly Event[]) => void,
): boolean {
  const { events } = execution;
  const targets = new Map<number, number[]>();
  const leaving = new Map<number, Event[]>();
  const entered = new Set<number>();
  for (const [from, to] of immediateConflicts(execution, count)) {
    const known = targets.get(from);
    entered.add(to);
    if (known !== undefined) {
      known.push(to);
      continue;
    }
    targets.set(from, [to]);
    const { thread } = events[from];
    const list = leaving.get(thread);
    if (list === undefined) leaving.set(thread, [events[from]]);
    else list.push(events[from]);
  }
  const chain: Event[] = [];
  let visited = 0;
  /** The chain has come to `first`. */
  const extend = (first: Event): void => {
    if (visited > mostCycles) return;
    for (const second of leaving.get(first.thread) ?? []) {
      if (second.index < first.index || (second === first && length === 4)) continue;
      chain.push(first, second);
      for (const id of targets.get(second.id) ?? []) {
        const to = events[id];
        if (to === chain[0]) {
          if (++visited <= mostCycles) visit(chain);
        } else if (chain.length < length && !chain.some(({ thread }) => thread === to.thread)) extend(to);
      }
      chain.length -= 2;
    }
  };
  for (const id of entered) extend(events[id]);
  return visited <= mostCycles;
}

/** Between the first `count` events, which are numbered in the order of their execution. */
function immediateConflicts({ events, rf, co }: Execution, count: number): [from: number, to: number][] {
  const found: [number, number][] = [];
  const add = (from: number, to: number): void => {
    if (events[from].thread !== events[to].thread) found.push([from, to]);
  };
  // A write that has not happened yet is no neighbour.
  const there = new Map([...co].map(([address, writers]) => [address, writers.filter((id) => id < count)]));
  for (const writers of there.values())
    for (let i = 0; i + 1 < writers.length; i++) add(writers[i], writers[i + 1]);
  for (const { id, reads } of events.slice(0, count))
    reads.forEach(({ address }, k) => {
      const source = rf[id][k];
      if (source !== initialWrite) add(source, id);
      const writers = there.get(address) ?? [];
      const next = source === initialWrite ? 0 : writers.indexOf(source) + 1;
      const write = writers[next] === id ? writers[next + 1] : writers[next];
      if (write !== undefined) add(id, write);
    });
  return found;
}
