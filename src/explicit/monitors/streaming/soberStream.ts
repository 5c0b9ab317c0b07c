// The corrected SOBER of sober.ts for streams, in O(P) per event instead of O(P^2). This rests on three facts.
// - Stores to a cell are ordered by mc2, so the timestamp of the last one is above those of all others. So mc1[q][a]
//   is that of the last write, or nothing if that is a store of q itself: one clock per cell, not one per thread.
// - By the same order a store's timestamp replaces mc2[a] and sc[p]; it need not be merged into them.
// - Positions of loads are never compared: a timestamp needs one entry per thread, its stores. A write is forgotten
//   when every thread has a read that comes after it in the relaxed order: the loop of Fig. 2 stops there.

import type { Event } from '../../../execution/event.js';
import type { Address, ThreadId } from '../../../program/identity.js';
import { forEachCell, type Violation } from '../monitor.js';
import { type ClockTable, copyRow, mergeRow } from './clockTable.js';
import type { StreamClocks } from './streamClocks.js';
import type { StreamMonitor } from './streamMonitor.js';

interface Cell {
  /** In coherence order, with the number of stores its thread had. */
  readonly writes: { readonly event: Event; readonly stores: number }[];
  /** The thread whose plain store the last write is, or -1. */
  owner: number;
  /** The last thread that loaded it since its last write, and what that thread knew (`#known`). */
  loader: number;
  loadedAt: number;
}

/** A load is compared with so many writes to its cell at most: a thread that learns of none holds no more. */
const mostWrites = 1024;

export class SoberStream implements StreamMonitor {
  readonly name = 'sober';
  readonly model = 'tso';
  readonly violations: Violation[] = [];
  readonly #clocks: StreamClocks;
  /** lc[p] and sc[p] of Fig. 3. */
  readonly #lc: ClockTable;
  readonly #sc: ClockTable;
  /** Two rows per cell: the timestamp of the last write, and mc2[a]. */
  readonly #cells: ClockTable;
  readonly #writes: (Cell | undefined)[] = [];
  #long: Cell[] = [];
  #timestamp = new Int32Array(0);
  /** By thread how often its lc has changed. */
  readonly #known: number[] = [];

  constructor(clocks: StreamClocks) {
    this.#clocks = clocks;
    this.#lc = clocks.table();
    this.#sc = clocks.table();
    this.#cells = clocks.table();
  }

  observe(event: Event, cell: number): void {
    switch (event.kind) {
      case 'R':
        if (cell >= 0) this.#load(event, event.reads[0].address, cell);
        else for (const { address } of event.reads) this.#load(event, address, this.#clocks.cell(address));
        return;
      case 'W':
        this.#store(event, cell);
        return;
      case 'free':
        this.#free(event);
        return;
      case 'S':
      case 'choice':
        return;
      default:
        this.#interlocked(event, cell);
    }
  }

  /** Lines 6 to 17 of Fig. 2, and `ld` of Fig. 3. */
  #load(event: Event, address: Address, number: number): void {
    const { thread } = event;
    const { width } = this.#clocks;
    const cell = this.#cell(number);
    // A second load learns and teaches nothing more.
    if (cell.loader === thread && cell.loadedAt === this.#known[thread]) return;
    const lc = this.#lc.offset(thread);
    if (cell.writes.length > 0) this.#check(event, address, cell, lc);
    const last = this.#cells.offset(2 * number);
    if (cell.owner !== thread && mergeRow(this.#lc.data, lc, this.#cells.data, last, width))
      this.#learnt(thread);
    mergeRow(this.#cells.data, this.#cells.offset(2 * number + 1), this.#lc.data, lc, width);
    cell.loader = thread;
    cell.loadedAt = this.#known[thread] ?? this.#learnt(thread);
  }

  #learnt(thread: ThreadId): number {
    while (this.#known.length <= thread) this.#known.push(0);
    return ++this.#known[thread];
  }

  #check(event: Event, address: Address, { writes }: Cell, lc: number): void {
    const { threads } = this.#clocks;
    const past = threads.offset(event.thread);
    for (let c = writes.length - 1; c >= 0; c--) {
      const { event: write, stores } = writes[c];
      if (write.thread === event.thread || stores <= this.#lc.data[lc + write.thread]) return;
      if (write.index < threads.data[past + write.thread])
        this.violations.push({
          event,
          overtaken: write,
          address,
          past: this.#clocks.past(event.thread),
          ifSameCells: false,
        });
    }
  }

  #store(event: Event, cell: number): void {
    const { thread } = event;
    const { width } = this.#clocks;
    const sc = this.#sc.offset(thread);
    const { data } = this.#sc;
    mergeRow(data, sc, this.#lc.data, this.#lc.offset(thread), width);
    const mc2 = this.#cells.offset(2 * cell + 1);
    mergeRow(data, sc, this.#cells.data, mc2, width);
    const stores = ++data[sc + thread];
    copyRow(this.#cells.data, mc2, data, sc, width);
    copyRow(this.#cells.data, mc2 - width, data, sc, width);
    this.#push(this.#cell(cell), event, stores, thread);
  }

  /** A store to all cells of a block at once. */
  #free(event: Event): void {
    const { thread } = event;
    const { width } = this.#clocks;
    const cells = event.writes.map(({ address }) => this.#clocks.cell(address));
    const sc = this.#sc.offset(thread);
    const { data } = this.#sc;
    mergeRow(data, sc, this.#lc.data, this.#lc.offset(thread), width);
    for (const cell of cells) mergeRow(data, sc, this.#cells.data, this.#cells.offset(2 * cell + 1), width);
    const stores = ++data[sc + thread];
    for (const cell of cells) {
      const mc2 = this.#cells.offset(2 * cell + 1);
      copyRow(this.#cells.data, mc2, data, sc, width);
      copyRow(this.#cells.data, mc2 - width, data, sc, width);
      this.#push(this.#cell(cell), event, stores, thread);
    }
  }

  /** An event that waits for the own buffer: il of Fig. 3, with any number of cells. */
  #interlocked(event: Event, cell: number): void {
    const { thread, kind, other } = event;
    const touches = event.reads.length > 0 || event.writes.length > 0;
    const { width } = this.#clocks;
    if (this.#timestamp.length < width) this.#timestamp = new Int32Array(width);
    const timestamp = this.#timestamp;
    copyRow(timestamp, 0, this.#sc.data, this.#sc.offset(thread), width);
    mergeRow(timestamp, 0, this.#lc.data, this.#lc.offset(thread), width);
    if (cell >= 0) this.#gather(timestamp, cell, event.writes.length > 0, thread);
    else if (touches)
      forEachCell(event, (address, _reads, writes) =>
        this.#gather(timestamp, this.#clocks.cell(address), writes, thread),
      );
    if (kind === 'join' && other !== undefined) {
      mergeRow(timestamp, 0, this.#lc.data, this.#lc.offset(other), width);
      mergeRow(timestamp, 0, this.#sc.data, this.#sc.offset(other), width);
    }
    const stores = ++timestamp[thread];
    copyRow(this.#sc.data, this.#sc.offset(thread), timestamp, 0, width);
    copyRow(this.#lc.data, this.#lc.offset(thread), timestamp, 0, width);
    this.#learnt(thread);
    if (cell >= 0) this.#spread(event, stores, cell, event.writes.length > 0);
    else if (touches)
      forEachCell(event, (address, _reads, writes) =>
        this.#spread(event, stores, this.#clocks.cell(address), writes),
      );
    if (kind === 'spawn' && other !== undefined) {
      this.#learnt(other);
      mergeRow(this.#lc.data, this.#lc.offset(other), timestamp, 0, width);
      mergeRow(this.#sc.data, this.#sc.offset(other), timestamp, 0, width);
    }
  }

  /** Adds what an interlocked event learns from a cell. */
  #gather(timestamp: Int32Array, number: number, writes: boolean, thread: ThreadId): void {
    if (!writes && this.#cell(number).owner === thread) return;
    const row = this.#cells.offset(2 * number + (writes ? 1 : 0));
    mergeRow(timestamp, 0, this.#cells.data, row, this.#clocks.width);
  }

  /** Puts its timestamp into a cell. */
  #spread(event: Event, stores: number, number: number, writes: boolean): void {
    const { width } = this.#clocks;
    const mc2 = this.#cells.offset(2 * number + 1);
    mergeRow(this.#cells.data, mc2, this.#timestamp, 0, width);
    if (!writes) return;
    copyRow(this.#cells.data, mc2 - width, this.#timestamp, 0, width);
    this.#push(this.#cell(number), event, stores, -1);
  }

  #push(cell: Cell, event: Event, stores: number, owner: number): void {
    cell.owner = owner;
    cell.loader = -1;
    cell.writes.push({ event, stores });
    if (cell.writes.length === 2) this.#long.push(cell);
    if (cell.writes.length >= 2 * mostWrites) cell.writes.splice(0, mostWrites);
  }

  #cell(number: number): Cell {
    const known = this.#writes[number];
    if (known !== undefined) return known;
    while (this.#writes.length < number) this.#writes.push(undefined);
    const cell: Cell = { writes: [], owner: -1, loader: -1, loadedAt: 0 };
    this.#writes[number] = cell;
    return cell;
  }

  renew(cell: number): void {
    const known = this.#writes[cell];
    if (known === undefined) return;
    known.writes.length = 0;
    this.#writes[cell] = undefined;
    const from = this.#cells.offset(2 * cell + 1) - this.#clocks.width;
    this.#cells.data.fill(0, from, from + 2 * this.#clocks.width);
  }

  prune(window: number): number {
    const horizon = this.#clocks.horizon(this.#lc, window);
    let left = 0;
    for (const { writes } of this.#long) {
      let first = writes.length;
      while (first > 0 && writes[first - 1].stores > horizon[writes[first - 1].event.thread]) first--;
      // The newest write that all threads have read past stays: one write is no burden.
      writes.splice(0, first - 1);
      left += writes.length;
    }
    this.#long = this.#long.filter(({ writes }) => writes.length > 1);
    return left;
  }
}
