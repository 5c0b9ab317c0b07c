// The common part of the trace-level monitors for TSO and PSO. The published monitors (TACAS 2011) simulate commits
// in the order of the interleaving they see. There, an event that is concurrent with e may commit the very store that
// e could have overtaken. Here e is judged at its earliest position, over the causal past of prev[p(e)] alone. A
// store e' of another thread to a cell of e, in that past, is pending unless an event of that past forces its commit.
// So a report depends on the trace only, and one interleaving per trace, as partial order reduction gives, is enough.
//
// Of the writes to a cell only the last one in the past can be pending. The next write forced the commit of those
// before it, unless it is of the same thread, whose stores to a cell commit in order.
//
// An event with several cells can also come after e' through another of its cells. Then the past is that of prev and
// of those cells, and the values that the event finds in them must have been committed.

import { type Event, isStore } from '../../execution/event.js';
import type { Address } from '../../program/identity.js';
import type { Integer } from '../../program/integer.js';
import { CellWrites } from './clocks/cellWrites.js';
import {
  canHappenOn,
  forEachCell,
  type HappensBefore,
  isPast,
  type Monitor,
  type MonitorName,
  type Past,
  touchesSeveral,
  type Violation,
  type WeakModel,
} from './monitor.js';

export abstract class BssTrace implements Monitor {
  abstract readonly name: MonitorName;
  abstract readonly model: WeakModel;
  readonly violations: Violation[] = [];
  readonly #cells = new Map<number, CellWrites>();
  readonly #initial: (address: Address) => Integer;

  constructor(initial: (address: Address) => Integer) {
    this.#initial = initial;
  }

  /** Whether a plain store in the past, the last write to its cell there, may still be in its buffer. */
  protected abstract isPending(store: Event, past: Past): boolean;

  /** Whether `store` commits no later than `other`, a store of the same thread to another cell. */
  protected abstract commitsWith(store: Event, other: Event): boolean;

  /** Notes which commits the event forces; `lastWrite` gives the last write to a cell before it. */
  protected abstract note(event: Event, lastWrite: (address: Address) => Event | undefined): void;

  observe(event: Event, hb: HappensBefore): void {
    const past = hb.past(event.thread);
    if (touchesSeveral(event)) this.#judgeSeveral(event, past, hb);
    else if (event.reads.length > 0) this.#judge(event, event.reads[0].address, past, false);
    else if (event.writes.length > 0) this.#judge(event, event.writes[0].address, past, false);
    this.note(event, (address) => this.#cell(address).last);
    for (const { address } of event.writes) this.#cell(address).push(event);
  }

  /** Whether the event could overtake the last store of the past to the cell; notes it if so. */
  #judge(event: Event, address: Address, past: Past, ifSameCells: boolean): boolean {
    const writes = this.#cell(address);
    for (let i = writes.lastInPast(past); i >= 0; i--) {
      const store = writes.at(i);
      if (!isStore(store.kind) || store.thread === event.thread || !this.isPending(store, past)) return false;
      // A lock that cannot be taken just before this store may be free before an older one of the same thread.
      if (!canHappenOn(event, writes.valueBefore(i))) continue;
      this.violations.push({ event, overtaken: store, address, past: past.slice(), ifSameCells });
      return true;
    }
    return false;
  }

  /**
   * The reads of an atomic block decide which cells it touches. If all of them are of the past, the first cell that
   * holds an older value there closes a cycle.
   */
  #judgeSeveral(event: Event, past: Past, hb: HappensBefore): void {
    const known = event.reads.every(({ address }) => {
      const { last } = this.#cell(address);
      return last === undefined || isPast(last, past);
    });
    forEachCell(event, (address) => {
      if (known && this.#judge(event, address, past, false)) return;
      const wider = hb.pastWithout(event, address);
      if (!this.#commitsForOtherCells(event, address, wider))
        this.#judge(event, address, wider, event.kind !== 'free');
    });
  }

  /** Whether what the event finds in its other cells takes the last store to this one to memory. */
  #commitsForOtherCells(event: Event, address: Address, past: Past): boolean {
    const writes = this.#cell(address);
    const i = writes.lastInPast(past);
    let commits = false;
    if (i >= 0)
      forEachCell(event, (other) => {
        const { last } = this.#cell(other);
        if (
          other === address ||
          last === undefined ||
          !isStore(last.kind) ||
          last.thread !== writes.at(i).thread
        )
          return;
        commits ||= this.commitsWith(writes.at(i), last);
      });
    return commits;
  }

  #cell(address: Address): CellWrites {
    let cell = this.#cells.get(address);
    if (cell === undefined) {
      cell = new CellWrites(address, this.#initial(address));
      this.#cells.set(address, cell);
    }
    return cell;
  }
}
