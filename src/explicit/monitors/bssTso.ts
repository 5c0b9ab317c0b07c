// The trace-level monitor for TSO (bssTrace.ts). A level is a place in program order: since buffers are FIFO, a store is
// committed iff a later or equal store of its thread is forced.

import { type Event, isFullFence, isStore } from '../../execution/event.js';
import type { Address } from '../../program/identity.js';
import type { Integer } from '../../program/integer.js';
import { BssTrace } from './bssTrace.js';
import { ForcedCommits } from './clocks/forcedCommits.js';
import { forEachCell, type Past } from './monitor.js';

export class BssTso extends BssTrace {
  readonly name = 'bss-tso';
  readonly model = 'tso';
  readonly #forced: ForcedCommits;
  readonly #events: Int32Array;

  constructor(threads: number, initial: (address: Address) => Integer) {
    super(initial);
    this.#forced = new ForcedCommits(threads);
    this.#events = new Int32Array(threads);
  }

  protected isPending(store: Event, past: Past): boolean {
    return !this.#forced.isForced(store.thread, store.index, past);
  }

  protected commitsWith(store: Event, other: Event): boolean {
    return store.index <= other.index;
  }

  protected note(event: Event, lastWrite: (address: Address) => Event | undefined): void {
    const { thread, index, other } = event;
    forEachCell(event, (address) => {
      const write = lastWrite(address);
      if (write !== undefined && isStore(write.kind) && write.thread !== thread)
        this.#forced.force(write.thread, write.index + 1, thread, index);
    });
    if (event.kind === 'U' || isFullFence(event.kind)) this.#forced.force(thread, index, thread, index);
    if (event.kind === 'join' && other !== undefined)
      this.#forced.force(other, this.#events[other], thread, index);
    this.#events[thread] = index + 1;
  }
}
