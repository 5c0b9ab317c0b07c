// Wakeup trees (Optimal-DPOR): for each node of the current execution, the sequences of steps that are still to be
// explored from there, as an ordered tree. Tree nodes live in one pool; a step that is in a tree (or asleep) has the fields
//   process, kind, cell, store (see FastState.eventStore), hidden (a READ whose own newest store is still buffered), footprint.

import type { Sequence } from './sequence.js';
import { type FastState, READ } from './state.js';

export class StepPool {
  process: Int32Array;
  kind: Int32Array;
  cell: Int32Array;
  store: Int32Array;
  hidden: Int32Array;
  footprint: Int32Array;

  constructor(public capacity: number) {
    this.process = new Int32Array(capacity);
    this.kind = new Int32Array(capacity);
    this.cell = new Int32Array(capacity);
    this.store = new Int32Array(capacity);
    this.hidden = new Int32Array(capacity);
    this.footprint = new Int32Array(capacity);
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

export class WakeupTrees extends StepPool {
  firstChild: Int32Array;
  nextSibling: Int32Array;
  #free = -1;
  #used = 0;

  constructor(capacity: number) {
    super(capacity);
    this.firstChild = new Int32Array(capacity);
    this.nextSibling = new Int32Array(capacity);
  }

  allocate(): number {
    let node = this.#free;
    if (node >= 0) this.#free = this.nextSibling[node];
    else {
      node = this.#used++;
      if (node >= this.capacity) {
        this.grow();
        this.firstChild = doubled(this.firstChild);
        this.nextSibling = doubled(this.nextSibling);
      }
    }
    this.firstChild[node] = -1;
    this.nextSibling[node] = -1;
    return node;
  }

  /**
   * Sees that the sequence is explored from its node: goes down from branch to branch as long as one is a weak initial of
   * what is left; nothing is to be done where that ends in a leaf, else the rest becomes a new branch.
   */
  insert(v: Sequence, branches: Int32Array, m: FastState): void {
    let parent = -1;
    let child = branches[v.node];
    let last = -1;
    while (child >= 0) {
      if (!v.weaklyStartsWith(this, child)) {
        last = child;
        child = this.nextSibling[child];
        continue;
      }
      v.pass(this, child);
      if (this.firstChild[child] < 0) return;
      parent = child;
      last = -1;
      child = this.firstChild[child];
    }
    for (let i = 0; i < v.length; i++) {
      const x = v.positions[i];
      const node = this.allocate();
      const hidden = m.eventKind[x] === READ && v.hides(x) ? 1 : 0;
      this.set(
        node,
        m.eventProcess[x],
        m.eventKind[x],
        m.eventCell[x],
        m.eventStore[x],
        hidden,
        m.eventFootprint[x],
      );
      if (last >= 0) this.nextSibling[last] = node;
      else if (parent >= 0) this.firstChild[parent] = node;
      else branches[v.node] = node;
      parent = node;
      last = -1;
    }
  }

  release(node: number): void {
    this.nextSibling[node] = this.#free;
    this.#free = node;
  }
}

export function doubled(array: Int32Array): Int32Array {
  const copy = new Int32Array(array.length * 2);
  copy.set(array);
  return copy;
}
