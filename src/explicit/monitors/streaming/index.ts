// The monitors that are complete over one interleaving per trace, for logs of any length. Their memory is bounded by
// threads, cells and `window`, not by the length of the log.

import type { Event } from '../../../execution/event.js';
import type { Address, ThreadId } from '../../../program/identity.js';
import type { Integer } from '../../../program/integer.js';
import { type MonitorName, touchesSeveral } from '../monitor.js';
import { BssPsoStream, BssTsoStream } from './bssStreams.js';
import { SoberStream } from './soberStream.js';
import { StreamClocks } from './streamClocks.js';
import type { StreamMonitor } from './streamMonitor.js';

type StreamMonitorName = 'sober' | 'bss-tso' | 'bss-pso';

export const isStreamMonitor = (name: MonitorName): name is StreamMonitorName =>
  name === 'sober' || name === 'bss-tso' || name === 'bss-pso';

interface StreamSettings {
  readonly monitors: readonly StreamMonitorName[];
  /** The initial value of a cell; 0 if absent. */
  readonly initial?: (address: Address) => Integer;
  /** A thread that sleeps while the others do so many events is waited for no longer. */
  readonly window?: number;
  /** Events between two attempts to forget, at least. */
  readonly pruneEvery?: number;
}

export class StreamWatch {
  readonly monitors: readonly StreamMonitor[];
  readonly #clocks = new StreamClocks();
  readonly #window: number;
  readonly #pruneEvery: number;
  #untilPrune: number;

  constructor({ monitors, initial = () => 0, window = 1 << 20, pruneEvery = 1 << 16 }: StreamSettings) {
    this.#window = window;
    this.#pruneEvery = pruneEvery;
    this.#untilPrune = pruneEvery;
    const create = (name: StreamMonitorName): StreamMonitor => {
      switch (name) {
        case 'sober':
          return new SoberStream(this.#clocks);
        case 'bss-tso':
          return new BssTsoStream(this.#clocks, initial);
        case 'bss-pso':
          return new BssPsoStream(this.#clocks, initial);
      }
    };
    this.monitors = monitors.map(create);
  }

  observe(event: Event): void {
    if (this.monitors.length === 0) return;
    this.#clocks.begin(event);
    const cell = this.#cellOf(event);
    for (const monitor of this.monitors) monitor.observe(event, cell);
    this.#clocks.advance(event, cell);
    if (--this.#untilPrune === 0) this.#prune();
  }

  /** The cell is part of a new block of memory. */
  renew(address: Address): void {
    const cell = this.#clocks.renew(address);
    if (cell >= 0) for (const monitor of this.monitors) monitor.renew(cell);
  }

  /** The thread does nothing more: it holds nothing back. */
  end(thread: ThreadId): void {
    this.#clocks.end(thread);
  }

  /** The one cell the event touches, or -1. */
  #cellOf(event: Event): number {
    const { reads, writes } = event;
    if (touchesSeveral(event)) return -1;
    if (writes.length > 0) return this.#clocks.cell(writes[0].address);
    return reads.length > 0 ? this.#clocks.cell(reads[0].address) : -1;
  }

  /** As much is read again as is kept: in all, forgetting costs a constant per event. */
  #prune(): void {
    let left = 0;
    for (const monitor of this.monitors) left += monitor.prune(this.#window);
    this.#untilPrune = Math.max(this.#pruneEvery, left);
  }
}
