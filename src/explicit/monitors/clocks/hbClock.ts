// Happens-before of an SC execution, hb = po U rf U co U fr, by vector clocks in O(P) per event. Component q of a thread's
// clock is the number of q's events that happen before or are its last event.
//
// Example: P0 stores x as its first event, then P1 reads x as its first. The clock of P1 becomes (1, 1): one event of P0
// happens before the read. An event number k of thread q happens before an event iff component q of its clock is at least k.

import type { Event } from '../../../execution/event.js';
import type { Address, ThreadId } from '../../../program/identity.js';
import { forEachCell, type HappensBefore } from '../monitor.js';

interface CellClocks {
  /** The last write and everything before it. */
  readonly write: Int32Array;
  /** All accesses so far and everything before them. */
  readonly access: Int32Array;
}

export class HbClock implements HappensBefore {
  readonly #threads: readonly Int32Array[];
  readonly #cells = new Map<number, CellClocks>();

  constructor(threads: number) {
    this.#threads = Array.from({ length: threads }, () => new Int32Array(threads));
  }

  /** The clock of the thread's last event; for a thread that has just begun, of its spawn. It changes with `advance`. */
  past(thread: ThreadId): Int32Array {
    return this.#threads[thread];
  }

  pastWithout(event: Event, address: Address): Int32Array {
    const past = this.#threads[event.thread].slice();
    forEachCell(event, (other, _reads, writes) => {
      if (other === address) return;
      const cell = this.#cell(other);
      mergeInto(past, writes ? cell.access : cell.write);
    });
    return past;
  }

  advance(event: Event): void {
    const clock = this.#threads[event.thread];
    forEachCell(event, (address, _reads, writes) => {
      const cell = this.#cell(address);
      mergeInto(clock, writes ? cell.access : cell.write);
    });
    if (event.kind === 'join' && event.other !== undefined) mergeInto(clock, this.#threads[event.other]);
    clock[event.thread] = event.index + 1;
    forEachCell(event, (address, _reads, writes) => {
      const cell = this.#cell(address);
      mergeInto(cell.access, clock);
      if (writes) cell.write.set(clock);
    });
    if (event.kind === 'spawn' && event.other !== undefined) mergeInto(this.#threads[event.other], clock);
  }

  #cell(address: Address): CellClocks {
    let cell = this.#cells.get(address);
    if (cell === undefined) {
      const size = this.#threads.length;
      cell = { write: new Int32Array(size), access: new Int32Array(size) };
      this.#cells.set(address, cell);
    }
    return cell;
  }
}

/** `target` becomes the componentwise maximum of both. */
export function mergeInto(target: Int32Array, source: Int32Array): void {
  for (let k = 0; k < target.length; k++) if (source[k] > target[k]) target[k] = source[k];
}
