// Program order between events. It is total within a thread; a spawn is before everything its thread does, a join after
// everything the joined thread did (docs/semantics.md, Traces).

import { addPair, addRow, emptyRelation, hasPair, wordsFor } from './bitRelation.js';
import type { Event } from './event.js';
import type { Execution } from './execution.js';

/** For each event, the events that follow it immediately: one in its thread, and what spawn and join add. */
export function immediateProgramOrder(execution: Execution): number[][] {
  const { events } = execution;
  const threads = eventsByThread(events);
  const successors: number[][] = events.map(() => []);
  for (const ids of threads.values())
    for (let i = 0; i + 1 < ids.length; i++) successors[ids[i]].push(ids[i + 1]);
  const spawnOf = new Map<number, number>();
  for (const event of events) {
    if (event.kind !== 'spawn' || event.other === undefined) continue;
    spawnOf.set(event.other, event.id);
    const first = threads.get(event.other)?.[0];
    if (first !== undefined) successors[event.id].push(first);
  }
  for (const event of events) {
    if (event.kind !== 'join' || event.other === undefined) continue;
    // A thread without events still begins after its spawn.
    const last = threads.get(event.other)?.at(-1) ?? spawnOf.get(event.other);
    if (last !== undefined) successors[last].push(event.id);
  }
  return successors;
}

/** Program order as a transitive bit matrix over at least the execution's events; `size` leaves room for more. */
export function programOrder(execution: Execution, size = execution.events.length): Uint32Array {
  const words = wordsFor(size);
  const po = emptyRelation(size);
  const successors = immediateProgramOrder(execution);
  // Rows of later events come first. Edges of spawn and join may need another pass.
  for (let grown = true; grown; ) {
    grown = false;
    for (let from = successors.length - 1; from >= 0; from--)
      for (const to of successors[from]) {
        if (!hasPair(po, words, from, to)) grown = true;
        addPair(po, words, from, to);
        if (addRow(po, from, po, to, words)) grown = true;
      }
  }
  return po;
}

function eventsByThread(events: readonly Event[]): Map<number, number[]> {
  const threads = new Map<number, number[]>();
  for (const { id, thread } of events) {
    const ids = threads.get(thread);
    if (ids === undefined) threads.set(thread, [id]);
    else ids.push(id);
  }
  for (const ids of threads.values()) ids.sort((a, b) => events[a].index - events[b].index);
  return threads;
}
