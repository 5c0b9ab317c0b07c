// The race monitor's view of an event, computed once per event: its accesses, each with a strength in bits.

import type { Access, Event } from '../../../execution/event.js';
import { acquires, type MemoryOrder, releases } from '../../../program/memoryOrder.js';

/** How an access or fence synchronises. */
export const atomicBit = 1;
export const acquireBit = 2;
export const releaseBit = 4;

const bitsOf = (order: MemoryOrder): number =>
  atomicBit | (acquires(order) ? acquireBit : 0) | (releases(order) ? releaseBit : 0);

export function accessBits(event: Event, access: Access): number {
  if (event.kind === 'lock') return atomicBit | acquireBit;
  if (event.kind === 'unlock') return atomicBit | releaseBit;
  const order = event.kind === 'A' ? access.order : event.order;
  if (order !== undefined && order !== 'volatile') return bitsOf(order);
  return event.kind === 'U' ? atomicBit : 0;
}

/** An atomic section, or a load of several cells that is one. */
export const isSection = ({ kind, order, reads }: Event): boolean =>
  order === undefined && (kind === 'A' || (kind === 'R' && reads.length > 1));

/** The effect of a fence. An acquire fence that is no event counts with the event after it. */
export function fenceBits({ kind, order, acquireFence }: Event): number {
  const before = acquireFence === true ? acquireBit : 0;
  if ((kind !== 'F' && kind !== 'S') || order === 'volatile') return before;
  if (order !== undefined) return before | bitsOf(order);
  return before | (kind === 'F' ? acquireBit | releaseBit : releaseBit);
}
