// Whether the machine's current execution is one of SC: whether its events have an order that agrees with program
// order and with the machine's happens-before. A store counts where it was issued, not where it committed. The
// machine's happens-before contains all of rf, co and fr except what program order contains as well. So such an order
// exists iff hb has no cycle.

import type { FastState } from './state.js';

export class ScOrder {
  readonly #m: FastState;
  /** By thread: its first event, stores apart, that has no place yet, or -1; by event: the next one of its thread. */
  readonly #first: Int32Array;
  readonly #next: Int32Array;
  /** By thread: how many of its stores have one. */
  readonly #stores: Int32Array;
  /** The events that have one. */
  readonly #placed: Int32Array;

  constructor(m: FastState) {
    this.#m = m;
    this.#first = new Int32Array(m.threads);
    this.#next = new Int32Array(m.maxEvents + 1);
    this.#stores = new Int32Array(m.threads);
    this.#placed = new Int32Array(m.stride);
  }

  /** At a maximal execution. False also where it is not known: a commit that stops its own thread comes after all the thread did. */
  exists(): boolean {
    const { threads, depth } = this.#m;
    if (!this.#begin()) return false;
    for (let left = depth; left > 0; ) {
      const before = left;
      for (let t = 0; t < threads; t++) left -= this.#place(t);
      if (left === before) return false;
    }
    return true;
  }

  #begin(): boolean {
    const { threads, depth, eventProcess, eventStops } = this.#m;
    this.#placed.fill(0);
    this.#stores.fill(0);
    this.#first.fill(-1);
    for (let x = depth - 1; x >= 0; x--) {
      if (eventStops[x] !== 0) return false;
      const process = eventProcess[x];
      if (process >= threads) continue;
      this.#next[x] = this.#first[process];
      this.#first[process] = x;
    }
    return true;
  }

  /** Gives places to events of thread `t` in program order as long as what happens before them has one; returns how many. */
  #place(t: number): number {
    const { buffered, maxStores, storeCount, storeStep, storeCommit } = this.#m;
    const stores = buffered ? storeCount[t] : 0;
    let count = 0;
    for (;;) {
      const own = this.#first[t];
      const s = t * maxStores + this.#stores[t];
      const isStore = this.#stores[t] < stores && (own < 0 || storeStep[s] < own);
      const x = isStore ? storeCommit[s] : own;
      if (x < 0 || !this.#isNext(x)) return count;
      if (isStore) this.#stores[t]++;
      else this.#first[t] = this.#next[x];
      this.#placed[x >> 5] |= 1 << (x & 31);
      count++;
    }
  }

  /** Whether all that happens before event `x` has a place. */
  #isNext(x: number): boolean {
    const { stride, shift, pred } = this.#m;
    const placed = this.#placed;
    for (let w = 0; w < stride; w++) if ((pred[(x << shift) + w] & ~placed[w]) !== 0) return false;
    return true;
  }
}
