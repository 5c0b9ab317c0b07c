// The TSO monitor of Burnim, Sen and Stergiou (TACAS 2011, Fig. 4). It runs a TSO execution beside the SC execution it
// sees and commits every store as late as the trace allows. Before an event e it asks whether a pending store e' of another
// thread to the same cell happens before prev[p(e)]: then e could happen first, which closes a happens-before cycle.
//
// By Lemma 1 at most one thread has pending stores to a cell, and by appendix B looking at its last one is enough: so a cell
// holds one store, and all calls together take O(N P), the happens-before clocks included.
//
// Beyond the paper: full fences flush like atomics, a join flushes the joined thread, atomic blocks touch several cells.
// The values an atomic block reads decide what it touches, so it is judged only where all it could overtake is in the past.

import { type Event, isFullFence } from '../../execution/event.js';
import type { Address, ThreadId } from '../../program/identity.js';
import type { Integer } from '../../program/integer.js';
import { forEachCell, type HappensBefore, type Monitor, type Violation } from './monitor.js';
import { overtaken, type PendingStore } from './publishedCheck.js';

export class BssTsoPublished implements Monitor {
  readonly name = 'bss-tso-published';
  readonly model = 'tso';
  readonly violations: Violation[] = [];
  /** B[p], oldest first, from `#head[p]` on. */
  readonly #buffers: readonly PendingStore[][];
  readonly #head: Int32Array;
  /** The last pending store to a cell. */
  readonly #last = new Map<number, PendingStore>();
  readonly #value = new Map<number, Integer>();
  readonly #initial: (address: Address) => Integer;

  constructor(threads: number, initial: (address: Address) => Integer) {
    this.#buffers = Array.from({ length: threads }, () => []);
    this.#head = new Int32Array(threads);
    this.#initial = initial;
  }

  observe(event: Event, hb: HappensBefore): void {
    this.violations.push(...overtaken(event, hb.past(event.thread), this.#last));
    forEachCell(event, (address) => {
      const pending = this.#last.get(address);
      if (pending !== undefined && pending.event.thread !== event.thread) this.#commitThrough(pending);
    });
    if (event.kind === 'U' || event.kind === 'free' || isFullFence(event.kind)) this.#flush(event.thread);
    if (event.kind === 'join' && event.other !== undefined) this.#flush(event.other);
    if (event.kind === 'W') this.#buffer(event);
    for (const { address, value } of event.writes) this.#value.set(address, value);
  }

  #buffer(event: Event): void {
    const { address } = event.writes[0];
    const before = this.#value.get(address) ?? this.#initial(address);
    const pending = { event, address, before };
    this.#buffers[event.thread].push(pending);
    this.#last.set(address, pending);
  }

  /** Lines 10 to 12: commits the store and what is before it in its buffer. */
  #commitThrough(pending: PendingStore): void {
    while (this.#commitOldest(pending.event.thread) !== pending);
  }

  /** Lines 22 to 24. */
  #flush(thread: ThreadId): void {
    while (this.#commitOldest(thread) !== undefined);
  }

  #commitOldest(thread: ThreadId): PendingStore | undefined {
    const oldest = this.#buffers[thread][this.#head[thread]];
    if (oldest === undefined) return undefined;
    this.#head[thread]++;
    if (this.#last.get(oldest.address) === oldest) this.#last.delete(oldest.address);
    return oldest;
  }
}
