// SOBER (Burckhardt and Musuvathi, CAV 2008): is_store_buffer_safe of Fig. 2 with the relaxed happens-before of Fig.
// 3. A load by p that could read an older value is a violation under two conditions. The write it would overtake
// happens before p's last event. In the relaxed order of TSO, that write does not happen before p's last read.
//
// There are two versions. The published one orders every earlier foreign store before a load of the same cell, also
// when the load is forwarded from an own store that is still buffered. That makes it incomplete (the test known as
// n6). The corrected one keeps, of store -> load conflicts, only those of rfe: an own store to a cell empties
// mc1[p][a].
//
// Beyond the paper: fences, spawn, join, locks and atomic blocks are interlocked operations without a cell or with
// several. Store-store fences do nothing under TSO. All violations are reported, not only the first.

import type { Event } from '../../execution/event.js';
import type { Address, ThreadId } from '../../program/identity.js';
import type { Integer } from '../../program/integer.js';
import { GeneralVectorClock, type Timestamp } from './clocks/generalVectorClock.js';
import {
  canHappenOn,
  forEachCell,
  type HappensBefore,
  isPast,
  type Monitor,
  type Past,
  type Violation,
  valueWritten,
} from './monitor.js';

interface Cell {
  /** mc1[q][a]: the clock that precedes a load of q. */
  readonly mc1: readonly Timestamp[];
  /** mc2[a]: the clock that precedes a write. */
  readonly mc2: Timestamp;
  /** write(E, a, 1), write(E, a, 2), ... with their timestamps. */
  readonly writes: { readonly event: Event; readonly timestamp: Timestamp }[];
}

export class Sober implements Monitor {
  readonly name: 'sober' | 'sober-published';
  readonly model = 'tso';
  readonly violations: Violation[] = [];
  readonly #clock: GeneralVectorClock;
  /** lc[p]: the clock that precedes a load of p. It is the timestamp of lastR(E, p). */
  readonly #lc: readonly Timestamp[];
  /** sc[p]: the clock that precedes a store of p, beside lc[p]. */
  readonly #sc: readonly Timestamp[];
  readonly #cells = new Map<number, Cell>();

  readonly #initial: (address: Address) => Integer;

  constructor(name: 'sober' | 'sober-published', threads: number, initial: (address: Address) => Integer) {
    this.name = name;
    this.#initial = initial;
    this.#clock = new GeneralVectorClock(2 * threads);
    this.#lc = Array.from({ length: threads }, () => this.#clock.clock());
    this.#sc = Array.from({ length: threads }, () => this.#clock.clock());
  }

  observe(event: Event, hb: HappensBefore): void {
    switch (event.kind) {
      case 'R':
        this.#check(event, hb.past(event.thread));
        this.#load(event);
        return;
      case 'W':
      case 'free':
        this.#store(event);
        return;
      case 'S':
      case 'choice':
        return;
      default:
        this.#interlocked(event);
    }
  }

  /** Lines 6 to 17 of Fig. 2. */
  #check(event: Event, past: Past): void {
    for (const { address } of event.reads) this.#checkCell(event, address, past);
  }

  #checkCell(event: Event, address: Address, past: Past): void {
    const { writes } = this.#cell(address);
    const lastRead = this.#lc[event.thread];
    for (let c = writes.length - 1; c >= 0; c--) {
      const { event: write, timestamp } = writes[c];
      if (write.thread === event.thread) return;
      const group = storeGroup(write.thread);
      if (timestamp[group] <= lastRead[group]) return;
      const before = writes[c - 1]?.event;
      const value = before === undefined ? this.#initial(address) : valueWritten(before, address);
      if (isPast(write, past) && canHappenOn(event, value ?? 0))
        this.violations.push({ event, overtaken: write, address, past: past.slice(), ifSameCells: false });
    }
  }

  #load(event: Event): void {
    const { thread } = event;
    const cells = event.reads.map(({ address }) => this.#cell(address));
    const lc = this.#lc[thread];
    const read = cells.map(({ mc1 }) => mc1[thread]);
    this.#clock.process([lc, ...read], [loadGroup(thread)], [lc, ...cells.map(({ mc2 }) => mc2)]);
  }

  #store(event: Event): void {
    const { thread } = event;
    const cells = event.writes.map(({ address }) => this.#cell(address));
    const sc = this.#sc[thread];
    const last = cells.map(({ mc2 }) => mc2);
    const foreign = cells.flatMap(({ mc1 }) => mc1.filter((_, q) => q !== thread));
    const timestamp = this.#clock.process(
      [sc, this.#lc[thread], ...last],
      [storeGroup(thread)],
      [...foreign, ...last, sc],
    );
    for (const { mc1, writes } of cells) {
      if (this.name === 'sober') mc1[thread].fill(0);
      writes.push({ event, timestamp });
    }
  }

  /** An event that waits for the own buffer: il of Fig. 3, with any number of cells. */
  #interlocked(event: Event): void {
    const { thread, other } = event;
    const lc = this.#lc[thread];
    const sc = this.#sc[thread];
    const inClocks = [sc, lc];
    const outClocks = [sc, lc];
    const written: Cell[] = [];
    forEachCell(event, (address, _reads, writes) => {
      const cell = this.#cell(address);
      inClocks.push(writes ? cell.mc2 : cell.mc1[thread]);
      outClocks.push(cell.mc2);
      if (writes) {
        outClocks.push(...cell.mc1);
        written.push(cell);
      }
    });
    if (other !== undefined) {
      const ofOther = [this.#lc[other], this.#sc[other]];
      if (event.kind === 'join') inClocks.push(...ofOther);
      if (event.kind === 'spawn') outClocks.push(...ofOther);
    }
    const timestamp = this.#clock.process(inClocks, [loadGroup(thread), storeGroup(thread)], outClocks);
    for (const cell of written) cell.writes.push({ event, timestamp });
  }

  #cell(address: Address): Cell {
    let cell = this.#cells.get(address);
    if (cell === undefined) {
      cell = { mc1: this.#lc.map(() => this.#clock.clock()), mc2: this.#clock.clock(), writes: [] };
      this.#cells.set(address, cell);
    }
    return cell;
  }
}

/** The groups r_p and w_p. */
const loadGroup = (thread: ThreadId): number => 2 * thread;
const storeGroup = (thread: ThreadId): number => 2 * thread + 1;
