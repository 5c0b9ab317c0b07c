// Data races as both engines report them (docs/races.md): two accesses to one object, of different threads, one of them a
// write, one of them not atomic, and neither happens before the other.

import type { Address, ThreadId } from '../program/identity.js';
import type { Event } from './event.js';
import type { Allocation, Execution } from './execution.js';

/** One side of a race: an event, or the allocation of a heap block after `index` events of its thread. */
export interface RaceSide {
  readonly thread: ThreadId;
  readonly index: number;
  readonly allocation?: true;
}

export interface Race {
  /** The side of the lower thread comes first. */
  readonly sides: readonly [RaceSide, RaceSide];
  /** The cell both touch. */
  readonly address: Address;
}

const compareSides = (a: RaceSide, b: RaceSide): number =>
  a.thread - b.thread || a.index - b.index || Number(a.allocation ?? 0) - Number(b.allocation ?? 0);

export const race = (a: RaceSide, b: RaceSide, address: Address): Race => ({
  sides: compareSides(a, b) <= 0 ? [a, b] : [b, a],
  address,
});

const sideKey = ({ thread, index, allocation }: RaceSide): string =>
  `${thread}.${allocation === true ? 'alloc' : ''}${index}`;

/** Which two sides of one execution race. */
export const raceKey = ({ sides }: Race): string => sides.map(sideKey).join(' ');

/** The event, or the allocation, of a side. */
export function sideOf(
  { events, allocs = [] }: Execution,
  { thread, index, allocation }: RaceSide,
): Event | Allocation | undefined {
  const list: readonly (Event | Allocation)[] = allocation === true ? allocs : events;
  return list.find((e) => e.thread === thread && e.index === index);
}

/** A text that races share iff they are between the same two places of the source, or of program order without one. */
export function placesOf(execution: Execution, { sides }: Race): string {
  return sides
    .map((side) => {
      const at = sideOf(execution, side)?.at;
      return at === undefined ? sideKey(side) : `${at.file ?? ''}:${at.line}:${at.column}`;
    })
    .sort()
    .join(' ');
}
