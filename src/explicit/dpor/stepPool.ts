// Steps that are not in the current execution: asleep, or in a wakeup tree. A step has a process, a kind, a cell, a store (as
// FastState.eventStore), whether it is `hidden`, and a footprint. A load is if its own newest store to the cell is still
// buffered; of a commit the same word says that it stops its own thread.

import { int32s } from '../../support/smallArrays.js';

export class StepPool {
  process: Int32Array;
  kind: Int32Array;
  cell: Int32Array;
  store: Int32Array;
  hidden: Int32Array;
  footprint: Int32Array;

  constructor(public capacity: number) {
    this.process = int32s(capacity);
    this.kind = int32s(capacity);
    this.cell = int32s(capacity);
    this.store = int32s(capacity);
    this.hidden = int32s(capacity);
    this.footprint = int32s(capacity);
  }

  protected grow(): void {
    this.capacity *= 2;
    this.process = doubled(this.process);
    this.kind = doubled(this.kind);
    this.cell = doubled(this.cell);
    this.store = doubled(this.store);
    this.hidden = doubled(this.hidden);
    this.footprint = doubled(this.footprint);
  }

  set(
    at: number,
    process: number,
    kind: number,
    cell: number,
    store: number,
    hidden: number,
    footprint: number,
  ): void {
    this.process[at] = process;
    this.kind[at] = kind;
    this.cell[at] = cell;
    this.store[at] = store;
    this.hidden[at] = hidden;
    this.footprint[at] = footprint;
  }
}

/** Steps that are asleep, node after node along the current execution. */
export class SleepStack extends StepPool {
  top = 0;

  push(process: number, kind: number, cell: number, store: number, hidden: number, footprint: number): void {
    if (this.top >= this.capacity) this.grow();
    this.set(this.top++, process, kind, cell, store, hidden, footprint);
  }
}

export function doubled(array: Int32Array): Int32Array {
  const copy = int32s(array.length * 2);
  copy.set(array);
  return copy;
}
