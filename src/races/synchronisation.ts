// Events in C11's terms: which of their accesses are atomic, and with which order. A mutex is an atomic cell: taking
// it is an acquiring read-modify-write, giving it back a releasing one. Reading and writing a freed block is plain.

import type { Access, Event } from '../execution/event.js';
import type { Address } from '../program/identity.js';
import { acquires, type MemoryOrder, releases } from '../program/memoryOrder.js';

/** Undefined: not atomic. */
type Order = MemoryOrder | undefined;

/** An atomic section: it excludes other sections, and its accesses are what they are outside of one. */
export const isSection = ({ kind, order, reads }: Event): boolean =>
  order === undefined && (kind === 'A' || (kind === 'R' && reads.length > 1));

/** The order of one of the event's accesses. */
export function orderOf(event: Event, access: Access): Order {
  switch (event.kind) {
    case 'lock':
      return 'acquire';
    case 'unlock':
      return 'release';
    case 'U':
      return event.order === undefined || event.order === 'volatile' ? 'relaxed' : event.order;
    case 'A':
      return access.order === 'volatile' ? undefined : access.order;
    default:
      return event.order === 'volatile' ? undefined : event.order;
  }
}

/** The writes of the event; a compare-exchange that fails has none. */
export const writesOf = (event: Event): readonly Access[] => (event.failed === true ? [] : event.writes);

/** Whether the event reads the cell it writes in one step. */
export const updates = (event: Event, address: Address): boolean =>
  event.kind !== 'R' && event.reads.some((read) => read.address === address);

const fenceOrder = ({ kind, order }: Event): Order => {
  if (kind !== 'F' && kind !== 'S') return undefined;
  if (order === 'volatile') return undefined;
  return order ?? (kind === 'F' ? 'seq_cst' : 'release');
};

export const isReleaseFence = (event: Event): boolean => {
  const order = fenceOrder(event);
  return order !== undefined && releases(order);
};

/** Whether what the thread read before the event takes effect at it, because of a fence. */
export const isAcquireFence = (event: Event): boolean => {
  const order = fenceOrder(event);
  return event.acquireFence === true || (order !== undefined && acquires(order));
};
