// The PSO monitor of Burnim, Sen and Stergiou (TACAS 2011, Fig. 5): as bssTsoPublished.ts, with a buffer per thread
// and cell. Since the stores to a cell commit together, the last one stands for its buffer (appendix B).
//
// Beyond the paper, as for TSO, and: a store-store fence starts an epoch. A store that commits takes the thread's
// stores of older epochs with it, as does an atomic in a newer epoch.

import { type Event, isFullFence } from '../../execution/event.js';
import type { Address, ThreadId } from '../../program/identity.js';
import type { Integer } from '../../program/integer.js';
import { forEachCell, type HappensBefore, type Monitor, type Violation } from './monitor.js';
import { overtaken, type PendingStore } from './publishedCheck.js';

interface Pending extends PendingStore {
  readonly epoch: number;
}

export class BssPsoPublished implements Monitor {
  readonly name = 'bss-pso-published';
  readonly model = 'pso';
  readonly violations: Violation[] = [];
  /** The last store of B[p][a] for the one p that has any. */
  readonly #last = new Map<number, Pending>();
  /** Per thread its stores in program order, from `#head[p]` on, among them some that have committed. */
  readonly #stores: readonly Pending[][];
  readonly #head: Int32Array;
  readonly #epoch: Int32Array;
  readonly #value = new Map<number, Integer>();
  readonly #initial: (address: Address) => Integer;

  constructor(threads: number, initial: (address: Address) => Integer) {
    this.#stores = Array.from({ length: threads }, () => []);
    this.#head = new Int32Array(threads);
    this.#epoch = new Int32Array(threads);
    this.#initial = initial;
  }

  observe(event: Event, hb: HappensBefore): void {
    const { thread } = event;
    this.violations.push(...overtaken(event, hb.past(event.thread), this.#last));
    forEachCell(event, (address) => {
      const pending = this.#last.get(address);
      if (pending === undefined) return;
      if (pending.event.thread !== thread || event.kind === 'U') this.#commit(pending);
    });
    if (event.kind === 'S') this.#epoch[thread]++;
    if (event.kind === 'U') this.#commitBefore(thread, this.#epoch[thread]);
    if (event.kind === 'free' || isFullFence(event.kind)) this.#flush(thread);
    if (event.kind === 'join' && event.other !== undefined) this.#flush(event.other);
    if (event.kind === 'W') this.#buffer(event);
    for (const { address, value } of event.writes) this.#value.set(address, value);
  }

  #buffer(event: Event): void {
    const { thread } = event;
    const { address } = event.writes[0];
    const before = this.#value.get(address) ?? this.#initial(address);
    const pending = { event, address, epoch: this.#epoch[thread], before };
    this.#stores[thread].push(pending);
    this.#last.set(address, pending);
  }

  /** Lines 10 to 12: commits the stores of the cell's buffer, after those of older epochs. */
  #commit(pending: Pending): void {
    this.#last.delete(pending.address);
    this.#commitBefore(pending.event.thread, pending.epoch);
  }

  #commitBefore(thread: ThreadId, epoch: number): void {
    const stores = this.#stores[thread];
    let head = this.#head[thread];
    for (; head < stores.length && stores[head].epoch < epoch; head++) {
      const store = stores[head];
      if (this.#last.get(store.address) === store) this.#last.delete(store.address);
    }
    this.#head[thread] = head;
  }

  #flush(thread: ThreadId): void {
    this.#commitBefore(thread, Number.POSITIVE_INFINITY);
  }
}
