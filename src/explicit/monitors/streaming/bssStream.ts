// The trace-level monitors of bssTrace.ts for streams: they say the same of every event, and forget what is below the horizon.
// Of the writes to a cell that are in every past to come only the last one matters.

import { type Event, isStore } from '../../../execution/event.js';
import type { Address } from '../../../program/identity.js';
import type { Integer } from '../../../program/integer.js';
import {
  canHappenOn,
  forEachCell,
  type MonitorName,
  touchesSeveral,
  type Violation,
  type WeakModel,
} from '../monitor.js';
import type { ForcedSteps } from './forcedSteps.js';
import { noReaders, type RecentWrite, RecentWrites } from './recentWrites.js';
import type { StreamClocks } from './streamClocks.js';
import type { StreamMonitor } from './streamMonitor.js';

export abstract class BssStream implements StreamMonitor {
  abstract readonly name: MonitorName;
  abstract readonly model: WeakModel;
  readonly violations: Violation[] = [];
  protected abstract readonly forced: ForcedSteps;
  readonly #clocks: StreamClocks;
  readonly #cells: (RecentWrites | undefined)[] = [];
  /** Cells with more than one write. */
  #long: RecentWrites[] = [];
  readonly #initial: (address: Address) => Integer;

  constructor(clocks: StreamClocks, initial: (address: Address) => Integer) {
    this.#clocks = clocks;
    this.#initial = initial;
  }

  /** Where a plain store of the thread stands among its stores, as `ForcedSteps` counts. */
  protected abstract levelOf(event: Event): number;

  /** Whether a plain store of the past, the last write to its cell there, may still be in its buffer. */
  protected abstract isPending(store: RecentWrite, past: Int32Array, from: number): boolean;

  /** Whether `store` commits no later than `other`, a store of the same thread to another cell. */
  protected abstract commitsWith(store: RecentWrite, other: RecentWrite): boolean;

  /** Notes what the event forces by what it is, */
  protected abstract note(event: Event): void;

  /** and, before that, by touching a cell whose last write is a plain store of another thread. */
  protected abstract noteTouch(event: Event, store: RecentWrite): void;

  observe(event: Event, cell: number): void {
    if (cell >= 0) this.#one(event, cell);
    else if (touchesSeveral(event)) this.#several(event);
    else this.note(event);
  }

  #one(event: Event, cell: number): void {
    const { thread, writes } = event;
    const address = writes.length > 0 ? writes[0].address : event.reads[0].address;
    const known = this.#cell(cell, address);
    if (event.kind === 'lock') known.locked = true;
    // The thread has touched the cell since its last write, which forced that write to commit.
    if (writes.length === 0 && known.settled === thread) {
      this.note(event);
      return;
    }
    const { threads } = this.#clocks;
    if (known.length > 0) this.#judge(event, known, threads.data, threads.offset(thread), false);
    this.#touch(event, known);
    this.note(event);
    if (writes.length > 0) this.#write(event, known);
    known.settled = thread;
  }

  #touch(event: Event, cell: RecentWrites): void {
    const { last } = cell;
    if (last !== undefined && isStore(last.event.kind) && last.event.thread !== event.thread)
      this.noteTouch(event, last);
  }

  #write(event: Event, cell: RecentWrites, readers = noReaders): void {
    const level = isStore(event.kind) ? this.levelOf(event) : 0;
    cell.push({ event, level, readers });
    if (cell.length === 2) this.#long.push(cell);
  }

  /** Whether the event could overtake the last store of the past to the cell; notes it if so. */
  #judge(event: Event, cell: RecentWrites, past: Int32Array, from: number, ifSameCells: boolean): boolean {
    for (let i = cell.lastInPast(past, from); i >= 0; i--) {
      const store = cell.at(i);
      if (!isStore(store.event.kind) || store.event.thread === event.thread) return false;
      if (!this.isPending(store, past, from)) return false;
      // A lock that cannot be taken just before this store may be free before an older one of the same thread.
      if (!canHappenOn(event, cell.valueBefore(i))) continue;
      this.violations.push({
        event,
        overtaken: store.event,
        address: cell.address,
        past: past.slice(from, from + this.#clocks.count),
        ifSameCells,
      });
      return true;
    }
    return false;
  }

  /** An atomic block, as `BssTrace` judges it. */
  #several(event: Event): void {
    const { threads } = this.#clocks;
    const from = threads.offset(event.thread);
    const known = event.reads.every(({ address }) => {
      const last = this.#cellAt(address).last?.event;
      return last === undefined || last.index < threads.data[from + last.thread];
    });
    forEachCell(event, (address) => {
      const cell = this.#cellAt(address);
      if (known && this.#judge(event, cell, threads.data, from, false)) return;
      const wider = this.#clocks.pastWithout(event, address);
      if (!this.#commitsForOtherCells(event, cell, wider))
        this.#judge(event, cell, wider, 0, event.kind !== 'free');
    });
    forEachCell(event, (address) => this.#touch(event, this.#cellAt(address)));
    this.note(event);
    // a reader of one cell of a freed block commits the free for all cells of the block
    const readers: number[] = [];
    for (const { address } of event.writes) this.#write(event, this.#cellAt(address), readers);
  }

  #commitsForOtherCells(event: Event, cell: RecentWrites, past: Int32Array): boolean {
    const i = cell.lastInPast(past, 0);
    let commits = false;
    if (i >= 0)
      forEachCell(event, (other) => {
        const { last } = this.#cellAt(other);
        if (other === cell.address || last === undefined || !isStore(last.event.kind)) return;
        if (last.event.thread === cell.at(i).event.thread) commits ||= this.commitsWith(cell.at(i), last);
      });
    return commits;
  }

  #cellAt = (address: Address): RecentWrites => this.#cell(this.#clocks.cell(address), address);

  #cell(number: number, address: Address): RecentWrites {
    const known = this.#cells[number];
    if (known !== undefined) return known;
    const cell = new RecentWrites(address, this.#initial(address));
    while (this.#cells.length < number) this.#cells.push(undefined);
    this.#cells[number] = cell;
    return cell;
  }

  renew(cell: number): void {
    const known = this.#cells[cell];
    if (known === undefined) return;
    known.drop(known.length);
    this.#cells[cell] = undefined;
  }

  prune(window: number): number {
    const horizon = this.#clocks.horizon(this.#clocks.threads, window);
    let left = 0;
    for (const cell of this.#long) {
      let first = cell.lastInPast(horizon, 0);
      if (cell.locked) while (first > 0 && this.#reachedByLocks(cell, first, horizon)) first--;
      cell.drop(first);
      left += cell.length;
    }
    this.#long = this.#long.filter(({ length }) => length > 1);
    return left + this.forced.prune(horizon);
  }

  /** Whether a lock that cannot be taken before the write at `position` is judged against the one before it. */
  #reachedByLocks(cell: RecentWrites, position: number, horizon: Int32Array): boolean {
    const write = cell.at(position);
    return isStore(write.event.kind) && this.isPending(write, horizon, 0);
  }
}
