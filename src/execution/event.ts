// Events: what both engines say happened. An event is named by its thread and its place in that thread's program order,
// which is the same in every interleaving of a trace.

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
  /** writes every cell of a heap block, and a full fence */
  | 'free'
  /** a choice of a nondeterministic value: no memory effect */
  | 'choice';

export interface Access {
  readonly address: Address;
  /** What the whole cell holds, whatever part of it the access is about. */
  readonly value: Integer;
  /** What the language says of it, in an atomic block; that of other events is the event's. */
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
  /** What it took from other events. An atomic block's reads of its own writes are not listed. */
  readonly reads: readonly Access[];
  /** What it left in memory: for an atomic block, the last write to each cell. */
  readonly writes: readonly Access[];
  /** What a lock waited for, if that is not 0, or a load that waits. */
  readonly until?: { readonly test: '==' | '>='; readonly value: number };
  /** The thread a spawn starts or a join awaited. */
  readonly other?: ThreadId;
  /** The value a choice took. */
  readonly choice?: Integer;
  /** What the language says of the access or fence (`Statement.order`). */
  readonly order?: AccessOrder;
  /** A compare-exchange that found another value than it expected: `order` is that of failure. */
  readonly failed?: true;
  /** An acquire fence, which no model makes an event of, stands between the thread's last event and this one. */
  readonly acquireFence?: true;
  readonly at?: SourceSpan;
}

/** Whether everything program-ordered before or after the event is ordered with it in every model. */
export function isFullFence(kind: EventKind): boolean {
  switch (kind) {
    case 'F':
    case 'A':
    case 'lock':
    case 'unlock':
    case 'spawn':
    case 'join':
    case 'free':
      return true;
    default:
      return false;
  }
}
