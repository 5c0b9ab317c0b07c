// The sequence v that a race reversal wants to be executed from a node: a set of events of the current execution, closed
// under happens-before, in their order there; and its weak initials.

import { int32s } from '../../support/smallArrays.js';
import { type FastState, READ } from '../fast/state.js';
import { has } from './bitSet.js';
import { commutes, stops, uncovers } from './dependence.js';
import type { StepPool } from './stepPool.js';

export class Sequence {
  /** Positions in the order of the execution, but for the reversed event, which comes last. */
  readonly positions: Int32Array;
  length = 0;
  /** The node the sequence starts from: the position of the event it avoids. */
  node = 0;
  /** The event that is to come without the node's event before it, and what happens before it then. */
  #last = 0;
  readonly #lastPred: Int32Array;
  /** `positions` as a bit set. */
  readonly #current: Int32Array;
  /** The same before any step was removed. */
  readonly #whole: Int32Array;
  /** Tree nodes passed on the way down that commit a store and are no part of the sequence. */
  #passed: number[] = [];
  #trees: StepPool | undefined;
  /** Where in `positions` the step asked about last is, or -1. */
  matched = -1;

  constructor(readonly m: FastState) {
    this.positions = int32s(m.maxEvents + 1);
    this.#lastPred = int32s(m.stride);
    this.#current = int32s(m.stride);
    this.#whole = int32s(m.stride);
  }

  /**
   * Starts anew with event `n` and the events in `row` (words from `from`), which happen before n if the node's event
   * does not.
   */
  start(node: number, n: number, row: Int32Array, from: number): void {
    const { stride } = this.m;
    const current = this.#current;
    const lastPred = this.#lastPred;
    this.node = node;
    this.#last = n;
    this.length = 0;
    if (this.#passed.length > 0) this.#passed = [];
    for (let w = 0; w < stride; w++) {
      lastPred[w] = row[from + w];
      current[w] = 0;
    }
    this.#add(row, from);
    current[n >> 5] |= 1 << (n & 31);
  }

  /** Adds event `x`, which does not happen after the node's event, and everything before it that is after the node. */
  addClosure(x: number): void {
    this.#add(this.m.pred, x << this.m.shift);
    this.#current[x >> 5] |= 1 << (x & 31);
  }

  /** Adds what is after the node; none of it happens after the node's event, for the row is closed and that event not in it. */
  #add(row: Int32Array, from: number): void {
    const { stride } = this.m;
    const current = this.#current;
    const first = this.node >> 5;
    current[first] |= row[from + first] & (-2 << (this.node & 31));
    for (let w = first + 1; w < stride; w++) current[w] |= row[from + w];
  }

  /** Lists the positions once all were added. */
  finish(): void {
    const current = this.#current;
    const last = this.#last;
    let length = 0;
    for (let w = this.node >> 5; w < current.length; w++) {
      let bits = current[w];
      this.#whole[w] = bits;
      if (w === last >> 5) bits &= ~(1 << (last & 31));
      while (bits !== 0) {
        const low = bits & -bits;
        bits ^= low;
        this.positions[length++] = (w << 5) + (31 - Math.clz32(low));
      }
    }
    this.positions[length] = last;
    this.length = length + 1;
  }

  /** Whether load `x` of the sequence finds its own newest store still buffered when the sequence is executed. */
  hides(x: number): boolean {
    const { m } = this;
    const k = m.eventStore[x];
    if (k < 0 || m.eventKind[x] !== READ) return false;
    const thread = m.eventProcess[x];
    const commit = m.storeCommit[thread * m.maxStores + k];
    if (commit >= 0 && commit < this.node) return false;
    if (commit >= 0 && has(this.#whole, 0, commit)) {
      // A branch that was passed executes the commit before all that is left.
      if (commit < x || x === this.#last || !has(this.#current, 0, commit)) return false;
    }
    const trees = this.#trees;
    if (trees !== undefined)
      for (const t of this.#passed)
        if (m.processThread[trees.process[t]] === thread && trees.store[t] === k) return false;
    return true;
  }

  /** `StepPool.hidden` of event `x` of the sequence. */
  hiddenOf(x: number): number {
    const { m } = this;
    if (m.eventKind[x] === READ) return this.hides(x) ? 1 : 0;
    // Without the event that freed its cell, a commit stops no thread.
    return m.eventStops[x] !== 0 && !(x === this.#last && this.node === m.oldWrite[x]) ? 1 : 0;
  }

  /** Whether event `x` of the sequence has no predecessor in it. */
  #initial(x: number): boolean {
    const { m } = this;
    const { stride } = m;
    const current = this.#current;
    const row = x === this.#last ? this.#lastPred : m.pred;
    const from = x === this.#last ? 0 : x << m.shift;
    for (let w = this.node >> 5; w < stride; w++) if ((row[from + w] & current[w]) !== 0) return false;
    return true;
  }

  /**
   * Whether step `s` is a weak initial: it can be executed first without changing the sequence. Leaves in `matched` where
   * the sequence itself executes it, or -1.
   */
  weaklyStartsWith(pool: StepPool, s: number): boolean {
    const { m, positions } = this;
    const process = pool.process[s];
    let hidden = pool.hidden[s] !== 0;
    this.matched = -1;
    for (let i = 0; i < this.length; i++) {
      const x = positions[i];
      if (m.eventProcess[x] === process) {
        this.matched = i;
        return this.#initial(x);
      }
      if (m.processThread[m.eventProcess[x]] === m.processThread[process]) {
        if (stops(m, pool, s, x)) return false;
        if (hidden && uncovers(m, pool, s, x)) hidden = false;
      } else if (!commutes(m, pool, s, x, hidden, m.eventKind[x] === READ && this.hides(x))) return false;
    }
    return true;
  }

  /** Goes past tree node `t`, a weak initial whose place is in `matched`. */
  pass(trees: StepPool, t: number): void {
    if (this.matched < 0) {
      this.#trees = trees;
      if (trees.process[t] >= this.m.threads) this.#passed.push(t);
      return;
    }
    const x = this.positions[this.matched];
    this.#current[x >> 5] &= ~(1 << (x & 31));
    const { positions } = this;
    this.length--;
    for (let i = this.matched; i < this.length; i++) positions[i] = positions[i + 1];
  }
}
