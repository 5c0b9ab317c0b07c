// The data races of one execution, by the definition: docs/races.md.

import type { Event } from '../execution/event.js';
import type { Execution } from '../execution/execution.js';
import { type Race, race } from '../execution/race.js';
import type { Address, ThreadId } from '../program/identity.js';
import { type HappensBefore, happensBefore } from './happensBefore.js';
import { isSection, orderOf, writesOf } from './synchronisation.js';

/** Every pair of accesses of the execution that race, each with one cell they share. */
export function racesOf(execution: Execution): Race[] {
  const { events, allocs = [] } = execution;
  const hb = happensBefore(execution);
  const races: Race[] = [];
  for (const a of events)
    for (const b of events) {
      if (a.thread >= b.thread || hb.has(a.id, b.id) || hb.has(b.id, a.id)) continue;
      const address = conflict(a, b);
      if (address !== undefined) races.push(race(sideOf(a), sideOf(b), address));
    }
  for (const block of allocs)
    for (const event of events) {
      if (event.thread === block.thread || allocationBefore(events, hb, block, event)) continue;
      const inside = ({ address }: { address: Address }): boolean =>
        address >= block.address && address < block.address + block.size;
      const touched = event.reads.find(inside) ?? event.writes.find(inside);
      const { thread, index } = block;
      if (touched !== undefined)
        races.push(race({ thread, index, allocation: true }, sideOf(event), touched.address));
    }
  return races;
}

const sideOf = ({ thread, index }: Event): { thread: ThreadId; index: number } => ({ thread, index });

/** A cell that both touch, one of them to write, one of them not atomically. */
function conflict(a: Event, b: Event): number | undefined {
  if (isSection(a) && isSection(b)) return undefined;
  const touch = (event: Event) => [
    ...event.reads.map((access) => ({ access, event, writes: false })),
    ...writesOf(event).map((access) => ({ access, event, writes: true })),
  ];
  for (const x of touch(a))
    for (const y of touch(b)) {
      if (x.access.address !== y.access.address || !(x.writes || y.writes)) continue;
      if (orderOf(a, x.access) === undefined || orderOf(b, y.access) === undefined) return x.access.address;
    }
  return undefined;
}

/** Whether the block was allocated before the event: something its thread did afterwards, or its end, happens before it. */
function allocationBefore(
  events: readonly Event[],
  hb: HappensBefore,
  block: { readonly thread: ThreadId; readonly index: number },
  event: Event,
): boolean {
  return events.some((later) => {
    if (later.id !== event.id && !hb.has(later.id, event.id)) return false;
    if (later.kind === 'join' && later.other === block.thread) return true;
    return later.thread === block.thread && later.index >= block.index;
  });
}
