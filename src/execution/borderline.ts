// Where an execution leaves sequential consistency (SOBER, Definition 6 and Theorem 7). Events are taken in the order
// of their execution. The result is the longest sequentially consistent prefix, and the event whose addition breaks
// it.

import type { Event } from './event.js';
import { type Execution, initialWrite, type Witness } from './execution.js';
import { immediateHb, isSequentiallyConsistent } from './hb.js';
import { eventTimes } from './visibility.js';

export interface Borderline {
  /** Events of the execution, in an order in which they happen under SC. */
  readonly prefix: readonly Event[];
  readonly event: Event;
}

/** Undefined if the execution is sequentially consistent. */
export function borderline(witness: Witness): Borderline | undefined {
  const { execution } = witness;
  const { executed } = eventTimes(witness);
  const order = execution.events.map((e) => e.id).sort((a, b) => executed[a] - executed[b] || a - b);
  const isSc = (length: number): boolean =>
    isSequentiallyConsistent(restrict(execution, order.slice(0, length)));
  if (isSc(order.length)) return undefined;
  // A cycle stays one when events are added.
  let sc = 0;
  let not = order.length;
  while (not - sc > 1) {
    const middle = (sc + not) >>> 1;
    if (isSc(middle)) sc = middle;
    else not = middle;
  }
  const kept = order.slice(0, sc);
  const prefix = linearise(restrict(execution, kept)).map((i) => execution.events[kept[i]]);
  return { prefix, event: execution.events[order[sc]] };
}

/** The trace of some of an execution's events, which must be closed under program order and sources. */
function restrict(execution: Execution, ids: readonly number[]): Execution {
  const { events, rf, co } = execution;
  const place = new Map(ids.map((id, i) => [id, i]));
  const renamed = (id: number): number =>
    id === initialWrite ? initialWrite : (place.get(id) ?? initialWrite);
  return {
    events: ids.map((id, i) => ({ ...events[id], id: i })),
    rf: ids.map((id) => rf[id].map(renamed)),
    co: new Map(
      [...co].map(([address, writers]) => [
        address,
        writers.filter((id) => place.has(id)).map((id) => renamed(id)),
      ]),
    ),
    blocked: new Map(),
    findings: [],
  };
}

/** A linear order of an acyclic hb: of the events that may come next always the first. */
function linearise(execution: Execution): number[] {
  const successors = immediateHb(execution);
  const waiting = new Int32Array(successors.length);
  for (const list of successors) for (const to of list) waiting[to]++;
  const order: number[] = [];
  const ready = successors.map((_, i) => i).filter((i) => waiting[i] === 0);
  while (ready.length > 0) {
    const next = Math.min(...ready);
    ready.splice(ready.indexOf(next), 1);
    order.push(next);
    for (const to of successors[next]) if (--waiting[to] === 0) ready.push(to);
  }
  return order;
}
