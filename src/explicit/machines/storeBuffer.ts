// The difference between the machines: which buffered stores may commit, and which commits an atomic waits for.

import type { EventId } from '../../execution/event.js';
import type { ModelName } from '../../execution/execution.js';
import type { Address } from '../../program/identity.js';
import type { Integer } from '../../program/integer.js';
import type { Cell } from './memory.js';

export interface FreedBlock {
  readonly base: Address;
  readonly cells: readonly Address[];
}

/** A store that was executed and has not reached memory. */
export interface Entry {
  readonly address: Address;
  /** The block that it frees, if it frees one; `address` is that of its first cell. */
  readonly freed?: FreedBlock;
  readonly value: Integer;
  /** The id of the store's event. */
  readonly event: EventId;
  /** The number of store-store fences the thread had executed before it. */
  readonly epoch: number;
  /** The state of the cell afterwards. */
  readonly state: Cell['state'];
  /** The object it is part of must exist. */
  readonly inObject: boolean;
}

/** Whether the store writes the cell. */
export const covers = ({ address, freed }: Entry, cell: Address): boolean =>
  freed === undefined ? address === cell : freed.cells.includes(cell);

/** Whether two stores have a cell in common. */
export const overlap = (a: Entry, b: Entry): boolean =>
  b.freed === undefined ? covers(a, b.address) : b.freed.cells.some((cell) => covers(a, cell));

/** A thread's buffer is one list, oldest first; under PSO the entries of one address form its queue. */
export interface StoreBufferModel {
  readonly name: ModelName;
  /** Whether stores are buffered at all. */
  readonly buffers: boolean;
  /** Whether entry `i` may reach memory now. */
  mayCommit(buffer: readonly Entry[], i: number): boolean;
  /** Whether a read-modify-write of `address` in epoch `epoch` may execute. Full fences always want an empty buffer. */
  mayUpdate(buffer: readonly Entry[], address: Address, epoch: number): boolean;
}
