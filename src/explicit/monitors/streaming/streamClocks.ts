// Happens-before of an SC execution that is read as a stream (clocks/hbClock.ts is the same, written to be read), and
// the part of the past that still matters. A monitor judges an event over the past of its thread, which only grows.
// Events below the pasts of all threads, the horizon, give the same answer to every later question. Threads that have
// ended ask nothing more. A thread that has done nothing during `window` events of the others does not hold the
// horizon back. Its later questions are answered from what is still known, and where that is not enough nothing is
// reported.

import type { Event } from '../../../execution/event.js';
import type { Address, ThreadId } from '../../../program/identity.js';
import { forEachCell } from '../monitor.js';
import { ClockTable, copyRow, mergeRow } from './clockTable.js';

const largestSmall = 1 << 22;

const touchesCells = ({ reads, writes }: Event): boolean => reads.length > 0 || writes.length > 0;

export class StreamClocks {
  /** Clocks of threads: a row each. */
  readonly threads: ClockTable;
  /** How many threads have been named. */
  count = 0;
  /** Entries of a row. */
  width = 8;
  /** Two rows per cell: the last write with what is before it, and all accesses so far. */
  readonly #cells: ClockTable;
  readonly #tables: ClockTable[] = [];
  /** By address, and by small address, plus one: logs count their cells, programs have addresses. */
  readonly #numbers = new Map<number, number>();
  #small = new Int32Array(64);
  #cellCount = 0;
  readonly #free: number[] = [];
  /**
   * By cell: one more than the thread that touched it last, how often that thread's clock had changed by then other than by its own
   * events (`#changes`), and whether the thread had learnt of all accesses to the cell. If nothing of this has changed, the next access
   * changes one number of a row.
   */
  #toucher = new Int32Array(64);
  #touchedAt = new Int32Array(64);
  #covered = new Uint8Array(64);
  readonly #changes: number[] = [];
  /** Per thread when it last did something, as a number of events; -1 if it has ended. */
  readonly #active: number[] = [];
  #events = 0;

  constructor() {
    this.threads = this.table();
    this.#cells = this.table();
  }

  /** A table of clocks that grows with the number of threads. */
  table(): ClockTable {
    const table = new ClockTable(this.width);
    this.#tables.push(table);
    return table;
  }

  /** The number of a cell: they are counted as they appear. */
  cell(address: Address): number {
    if (address < 0 || address >= largestSmall) {
      const known = this.#numbers.get(address);
      if (known !== undefined) return known;
      const number = this.#free.pop() ?? this.#cellCount++;
      this.#numbers.set(address, number);
      return number;
    }
    if (address >= this.#small.length) {
      const wider = new Int32Array(2 * address);
      wider.set(this.#small);
      this.#small = wider;
    }
    const known = this.#small[address];
    if (known > 0) return known - 1;
    const number = this.#free.pop() ?? this.#cellCount++;
    this.#small[address] = number + 1;
    return number;
  }

  /** The cell begins anew: nothing that was done to it matters any more. Its number, which may be given again, or -1. */
  renew(address: Address): number {
    const small = address >= 0 && address < this.#small.length;
    const number = small ? this.#small[address] - 1 : (this.#numbers.get(address) ?? -1);
    if (number < 0) return -1;
    if (small) this.#small[address] = 0;
    else this.#numbers.delete(address);
    const from = this.#cells.offset(2 * number + 1) - this.width;
    this.#cells.data.fill(0, from, from + 2 * this.width);
    if (number < this.#toucher.length) this.#toucher[number] = 0;
    this.#free.push(number);
    return number;
  }

  /** The thread does nothing more. */
  end(thread: ThreadId): void {
    this.#know(thread);
    this.#active[thread] = -1;
  }

  /** Makes room for the threads of the event, which is about to be judged. */
  begin({ thread, kind, other }: Event): void {
    this.#know(thread);
    this.#active[thread] = ++this.#events;
    if (other === undefined) return;
    this.#know(other);
    this.#active[other] = kind === 'join' ? -1 : this.#events;
  }

  #know(thread: ThreadId): void {
    if (thread < this.count) return;
    this.count = thread + 1;
    while (this.#active.length < this.count) this.#active.push(0);
    while (this.#changes.length < this.count) this.#changes.push(0);
    if (this.count > this.width) {
      while (this.count > this.width) this.width *= 2;
      for (const table of this.#tables) table.widen(this.width);
    }
    this.threads.offset(thread);
  }

  /** The past of the thread's next event, in a new array. */
  past(thread: ThreadId): Int32Array {
    const from = this.threads.offset(thread);
    return this.threads.data.slice(from, from + this.count);
  }

  /** The events that happen before the event by program order or through cells other than `address`. */
  pastWithout(event: Event, address: Address): Int32Array {
    const past = new Int32Array(this.width);
    copyRow(past, 0, this.threads.data, this.threads.offset(event.thread), this.width);
    forEachCell(event, (other, _reads, writes) => {
      if (other !== address) this.#learn(past, 0, this.cell(other), writes);
    });
    return past;
  }

  /** Takes the event; `cell` is the one it touches, or -1 for any other number of them. */
  advance(event: Event, cell: number): void {
    const { thread, index, kind, other } = event;
    const at = this.threads.offset(thread);
    const { data } = this.threads;
    if (cell >= 0) {
      this.#touch(thread, index, cell, event.writes.length > 0);
      return;
    }
    const touches = touchesCells(event);
    if (touches)
      forEachCell(event, (address, _reads, writes) => this.#learn(data, at, this.cell(address), writes));
    if (kind === 'join' && other !== undefined)
      mergeRow(data, at, data, this.threads.offset(other), this.width);
    data[at + thread] = index + 1;
    if (touches)
      forEachCell(event, (address, _reads, writes) => {
        const number = this.cell(address);
        this.#teach(data, at, number, writes);
        if (number < this.#toucher.length) this.#toucher[number] = 0;
      });
    if (touches || kind === 'join') this.#changes[thread]++;
    if (kind === 'spawn' && other !== undefined) {
      mergeRow(data, this.threads.offset(other), data, at, this.width);
      this.#changes[other]++;
    }
  }

  /** An event that touches one cell. */
  #touch(thread: ThreadId, index: number, cell: number, writes: boolean): void {
    const at = this.threads.offset(thread);
    const { data } = this.threads;
    if (cell >= this.#toucher.length) this.#makeRoom(cell);
    const again = this.#toucher[cell] === thread + 1 && this.#touchedAt[cell] === this.#changes[thread];
    data[at + thread] = index + 1;
    if (again && (!writes || this.#covered[cell] === 1)) {
      const access = this.#cells.offset(2 * cell + 1) + thread;
      this.#cells.data[access] = index + 1;
      if (writes) this.#cells.data[access - this.width] = index + 1;
      return;
    }
    if (this.#learn(data, at, cell, writes)) this.#changes[thread]++;
    this.#teach(data, at, cell, writes);
    this.#toucher[cell] = thread + 1;
    this.#touchedAt[cell] = this.#changes[thread];
    this.#covered[cell] = writes ? 1 : 0;
  }

  #makeRoom(cell: number): void {
    const room = 2 * cell;
    const wider = <T extends Int32Array | Uint8Array>(from: T, to: T): T => {
      to.set(from);
      return to;
    };
    this.#toucher = wider(this.#toucher, new Int32Array(room));
    this.#touchedAt = wider(this.#touchedAt, new Int32Array(room));
    this.#covered = wider(this.#covered, new Uint8Array(room));
  }

  /** Whether the clock has learnt something. */
  #learn(clock: Int32Array, at: number, cell: number, writes: boolean): boolean {
    const from = this.#cells.offset(2 * cell + (writes ? 1 : 0));
    return mergeRow(clock, at, this.#cells.data, from, this.width);
  }

  #teach(clock: Int32Array, at: number, cell: number, writes: boolean): void {
    const access = this.#cells.offset(2 * cell + 1);
    const { data } = this.#cells;
    if (!writes) mergeRow(data, access, clock, at, this.width);
    else {
      // A writer has learnt of all accesses before.
      copyRow(data, access, clock, at, this.width);
      copyRow(data, access - this.width, clock, at, this.width);
    }
  }

  /** The componentwise minimum of the rows of those threads that may still ask. */
  horizon(rows: ClockTable, window: number): Int32Array {
    const least = new Int32Array(this.width).fill(0x7fff_ffff);
    for (let thread = 0; thread < this.count; thread++) {
      const active = this.#active[thread];
      if (active <= 0 || active < this.#events - window) continue;
      const from = rows.offset(thread);
      for (let k = 0; k < this.width; k++) least[k] = Math.min(least[k], rows.data[from + k]);
    }
    return least;
  }
}
