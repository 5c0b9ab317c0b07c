// The trace-level monitor for PSO (bssTrace.ts). A level is an epoch: a store-store fence and a full fence start a
// new one. An event that needs a store of some epoch in memory needs the stores of older epochs there too. Within an
// epoch, a read of its cell forces a store. A later write of the cell follows it in co and does not concern the last
// write in the past.

import { type Event, isFullFence, isStore } from '../../execution/event.js';
import type { Address } from '../../program/identity.js';
import type { Integer } from '../../program/integer.js';
import { BssTrace } from './bssTrace.js';
import { ForcedCommits } from './clocks/forcedCommits.js';
import { forEachCell, type Past } from './monitor.js';

interface StoreInfo {
  readonly epoch: number;
  /** Per other thread the index of its first event that read the store. */
  readonly readers: Map<number, number>;
}

export class BssPso extends BssTrace {
  readonly name = 'bss-pso';
  readonly model = 'pso';
  readonly #forced: ForcedCommits;
  readonly #epoch: Int32Array;
  readonly #stores = new Map<Event, StoreInfo>();

  constructor(threads: number, initial: (address: Address) => Integer) {
    super(initial);
    this.#forced = new ForcedCommits(threads);
    this.#epoch = new Int32Array(threads);
  }

  protected isPending(store: Event, past: Past): boolean {
    const info = this.#stores.get(store);
    if (info === undefined) return false;
    for (const [thread, index] of info.readers) if (index < past[thread]) return false;
    return !this.#forced.isForced(store.thread, info.epoch, past);
  }

  protected commitsWith(store: Event, other: Event): boolean {
    const epoch = this.#stores.get(store)?.epoch ?? 0;
    return epoch < (this.#stores.get(other)?.epoch ?? 0);
  }

  protected note(event: Event, lastWrite: (address: Address) => Event | undefined): void {
    const { thread, index, other } = event;
    forEachCell(event, (address) => {
      const write = lastWrite(address);
      const info = write === undefined ? undefined : this.#stores.get(write);
      if (write === undefined || info === undefined || write.thread === thread) return;
      if (!info.readers.has(thread)) info.readers.set(thread, index);
      this.#forced.force(write.thread, info.epoch, thread, index);
    });
    if (isStore(event.kind)) this.#stores.set(event, { epoch: this.#epoch[thread], readers: new Map() });
    if (event.kind === 'U') this.#forced.force(thread, this.#epoch[thread], thread, index);
    if (event.kind === 'S' || isFullFence(event.kind)) this.#epoch[thread]++;
    if (isFullFence(event.kind)) this.#forced.force(thread, this.#epoch[thread], thread, index);
    if (event.kind === 'join' && other !== undefined)
      this.#forced.force(other, this.#epoch[other] + 1, thread, index);
  }
}
