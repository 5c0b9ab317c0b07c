// Events: the vocabulary in which both engines report an execution. A thread and a place in its program order name an
// event, and this name is the same in every interleaving of a trace.

import type { Address, ThreadId } from '../program/identity.js';
import type { Integer } from '../program/integer.js';
import type { AccessOrder } from '../program/memoryOrder.js';
import type { SourceSpan } from '../program/statement.js';
import type { Named } from '../support/named.js';

/** An event's place in `Execution.events`. */
export type EventId = Named<'event'>;

export type EventKind =
  /** plain load */
  | 'R'
  /** plain store */
  | 'W'
  /** atomic read-modify-write of one location */
  | 'U'
  /** full fence */
  | 'F'
  /** store-store fence */
  | 'S'
  /** atomic block: several reads and writes at once, and a full fence */
  | 'A'
  /** read-modify-writes that are full fences: 0 -> 1 (or `until` says from what) and to 0 */
  | 'lock'
  | 'unlock'
  /** full fences that start and await a thread */
  | 'spawn'
  | 'join'
  /** writes every cell of a heap block: a plain store to all of them */
  | 'free'
  /** a choice of a nondeterministic value: no memory effect */
  | 'choice';

export interface Access {
  readonly address: Address;
  /** The value of the whole cell, even if the access covers only a part of it. */
  readonly value: Integer;
  /** The memory order of this access in an atomic block. Other events have one order for the whole event. */
  readonly order?: AccessOrder;
  /** Of a load that may find no value (`has`), and found none. */
  readonly unset?: true;
}

export interface Event {
  /** Position in `Execution.events`. */
  readonly id: EventId;
  readonly thread: ThreadId;
  /** Place in the thread's program order, from 0. */
  readonly index: number;
  readonly kind: EventKind;
  /** The reads from other events. An atomic block's reads of its own writes are not listed. */
  readonly reads: readonly Access[];
  /** The writes that reach memory: for an atomic block, the last write to each cell. */
  readonly writes: readonly Access[];
  /** The condition of a waiting load, or of a lock that waits for another value than 0. */
  readonly until?: { readonly test: '==' | '>='; readonly value: number };
  /** The thread a spawn starts or a join awaited. */
  readonly other?: ThreadId;
  /** The value a choice took. */
  readonly choice?: Integer;
  /** The memory order in the source (`Statement.order`). */
  readonly order?: AccessOrder;
  /** A compare-exchange that found another value than it expected: `order` is that of failure. */
  readonly failed?: true;
  /** An acquire fence, which no model makes an event of, stands between the thread's last event and this one. */
  readonly acquireFence?: true;
  readonly at?: SourceSpan;
}

/** An event without its values: enough to name it. A long log is judged without keeping its events. */
export type EventAt = Pick<Event, 'thread' | 'index' | 'kind' | 'at'>;

/** Whether it is a plain store, which waits in a store buffer. */
export const isStore = (kind: EventKind): boolean => kind === 'W' || kind === 'free';

/** Whether everything program-ordered before or after the event is ordered with it in every model. */
export function isFullFence(kind: EventKind): boolean {
  switch (kind) {
    case 'F':
    case 'A':
    case 'lock':
    case 'unlock':
    case 'spawn':
    case 'join':
      return true;
    default:
      return false;
  }
}
