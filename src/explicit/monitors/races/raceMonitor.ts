// Data races on one SC execution, event by event, by vector clocks: one per thread, per thread's last release fence and pending
// acquires, and per cell for the release sequences in progress. Component q of a thread's clock is the number of q's
// events that happen before what the thread does next; a thread that was joined counts one more, its end.
// O(P) per event, and per access one comparison for each place of the program that touched the cell.

import type { Event, EventAt } from '../../../execution/event.js';
import type { Allocation } from '../../../execution/execution.js';
import { type Race, race } from '../../../execution/race.js';
import type { Address, ThreadId } from '../../../program/identity.js';
import { present } from '../../../support/present.js';
import { mergeInto } from '../clocks/hbClock.js';
import { RaceCell, type Touch } from './cell.js';
import { accessBits, acquireBit, atomicBit, fenceBits, isSection, releaseBit } from './order.js';

export class RaceMonitor {
  readonly races: Race[] = [];
  readonly #threads: Int32Array[];
  /** By thread: its clock at its last release fence. */
  readonly #fences: (Int32Array | undefined)[];
  /** By thread: the clock that an acquire fence would learn. */
  readonly #pending: Int32Array[];
  /** By address: those below `#counted`, and all others. */
  readonly #dense: (RaceCell | undefined)[] = [];
  readonly #cells = new Map<number, RaceCell>();
  readonly #counted: number;
  readonly #blocks: readonly Allocation[];

  readonly #onRace: ((first: EventAt, second: EventAt, address: Address) => void) | undefined;

  /**
   * `blocks` are the heap blocks of the execution, in any order. `onRace` is told of races between accesses with
   * their events; then they are not gathered. Addresses below `counted` lie close together, as numbers that a log gives its cells.
   */
  constructor(
    threads: number,
    blocks: readonly Allocation[] = [],
    onRace?: (first: EventAt, second: EventAt, address: Address) => void,
    counted = 0,
  ) {
    const clock = (): Int32Array => new Int32Array(threads);
    this.#threads = Array.from({ length: threads }, clock);
    this.#pending = Array.from({ length: threads }, clock);
    this.#fences = Array.from({ length: threads }, () => undefined);
    this.#blocks = blocks;
    this.#onRace = onRace;
    this.#counted = counted;
  }

  /** Takes the next event. */
  observe(event: Event): void {
    const t = event.thread;
    const clock = this.#threads[t];
    if (isPlain(event)) {
      clock[t] = event.index + 1;
      const writes = event.kind === 'W';
      const { address } = writes ? event.writes[0] : event.reads[0];
      this.#touch(event, address, writes, false, clock, false);
      if (writes) this.#cell(address).write(t, false);
      return;
    }
    const fence = fenceBits(event);
    if ((fence & acquireBit) !== 0) mergeInto(clock, this.#pending[t]);
    for (const read of event.reads) {
      const bits = accessBits(event, read);
      if ((bits & atomicBit) === 0) continue;
      const cell = this.#cell(read.address);
      cell.acquired(this.#pending[t]);
      if ((bits & acquireBit) !== 0) cell.acquired(clock);
    }
    const section = isSection(event);
    if (section) this.#enterSection(event, clock);
    if (event.kind === 'join' && event.other !== undefined) this.#join(clock, event.other);
    clock[t] = event.index + 1;
    if ((fence & releaseBit) !== 0) this.#fences[t] = clock.slice();
    this.#compare(event, clock, section);
    if (event.failed !== true) for (const write of event.writes) this.#write(event, write, clock);
    if (section) this.#leaveSection(event, clock);
    if (event.kind === 'spawn' && event.other !== undefined) mergeInto(this.#threads[event.other], clock);
  }

  /** The cell is part of a new block of memory: earlier accesses do not race with later ones. */
  renew(address: Address): void {
    if (this.#dense[address] !== undefined) this.#dense[address] = undefined;
    else this.#cells.delete(address);
  }

  /** Makes room for more threads than were announced. */
  grow(threads: number): void {
    const wider = (clock: Int32Array): Int32Array => {
      const grown = new Int32Array(threads);
      grown.set(clock);
      return grown;
    };
    for (const [t, clock] of this.#threads.entries()) this.#threads[t] = wider(clock);
    for (const [t, clock] of this.#pending.entries()) this.#pending[t] = wider(clock);
    for (const [t, clock] of this.#fences.entries()) this.#fences[t] = clock && wider(clock);
    for (const cell of this.#cells.values()) cell.grow(threads, wider);
    for (const cell of this.#dense) cell?.grow(threads, wider);
    while (this.#threads.length < threads) {
      this.#threads.push(new Int32Array(threads));
      this.#pending.push(new Int32Array(threads));
      this.#fences.push(undefined);
    }
  }

  #join(clock: Int32Array, other: number): void {
    const ended = this.#threads[other];
    mergeInto(clock, ended);
    clock[other] = ended[other] + 1;
  }

  #write(event: Event, write: Event['writes'][number], clock: Int32Array): void {
    const t = event.thread;
    const cell = this.#cell(write.address);
    cell.write(
      t,
      event.reads.some(({ address }) => address === write.address),
    );
    const bits = accessBits(event, write);
    if ((bits & atomicBit) === 0) return;
    const fence = this.#fences[t];
    if ((bits & releaseBit) !== 0) cell.head(t, clock);
    else if (fence !== undefined) cell.head(t, fence);
  }

  #compare(event: Event, clock: Int32Array, section: boolean): void {
    const isAtomic = (access: Event['reads'][number]): boolean =>
      (accessBits(event, access) & atomicBit) !== 0;
    for (const read of event.reads) this.#touch(event, read.address, false, isAtomic(read), clock, section);
    if (event.failed !== true)
      for (const write of event.writes)
        this.#touch(event, write.address, true, isAtomic(write), clock, section);
  }

  #touch(
    event: Event,
    address: Address,
    writes: boolean,
    atomic: boolean,
    clock: Int32Array,
    section: boolean,
  ): void {
    const cell = this.#cell(address);
    const much = writes ? 2 : 1;
    if (cell.quietThread !== event.thread || cell.quiet < much) {
      let found = false;
      const touches = cell.isOrdered(event.thread, writes, clock) ? none : cell.touches();
      for (const other of touches) {
        if (!racing(event, writes, atomic, section, other, clock)) continue;
        this.#found(other, event, address);
        found = true;
      }
      const isPlain = !atomic && !section;
      const before = cell.quietThread === event.thread ? cell.quiet : 0;
      cell.quietThread = event.thread;
      cell.quiet = found ? 0 : isPlain ? much : before;
    }
    cell.add(event, writes, atomic, section);
    if (this.#blocks.length > 0) this.#compareBlock(event, address, clock);
  }

  #found(other: Touch, mine: Event, address: Address): void {
    if (this.#onRace !== undefined) this.#onRace(accessOf(other), accessOf(mine), address);
    else this.races.push(race(sideOf(other), sideOf(mine), address));
  }

  #compareBlock(event: Event, address: Address, clock: Int32Array): void {
    for (const { thread, index, address: start, size } of this.#blocks) {
      if (address < start || address >= start + size) continue;
      if (thread === event.thread || clock[thread] > index) continue;
      this.races.push(race({ thread, index, allocation: true }, sideOf(event), address));
    }
  }

  #enterSection(event: Event, clock: Int32Array): void {
    for (const { address } of event.reads) this.#cell(address).enterSection(clock, false);
    for (const { address } of event.writes) this.#cell(address).enterSection(clock, true);
  }

  #leaveSection(event: Event, clock: Int32Array): void {
    for (const { address } of event.reads) this.#cell(address).leaveSection(clock, false);
    for (const { address } of event.writes) this.#cell(address).leaveSection(clock, true);
  }

  #cell(address: Address): RaceCell {
    const known = this.#dense[address] ?? this.#cells.get(address);
    if (known !== undefined) return known;
    const cell = new RaceCell(this.#threads.length);
    if (address < this.#counted) {
      while (this.#dense.length < address) this.#dense.push(undefined);
      this.#dense[address] = cell;
    } else this.#cells.set(address, cell);
    return cell;
  }
}

const none: readonly Touch[] = [];

/** Most events are such: an ordinary load or store of one cell, which synchronises with nothing. */
const isPlain = ({ kind, order, reads, writes, acquireFence, failed }: Event): boolean =>
  (order === undefined || order === 'volatile') &&
  acquireFence !== true &&
  failed !== true &&
  (kind === 'R'
    ? reads.length === 1 && writes.length === 0
    : kind === 'W' && writes.length === 1 && reads.length === 0);

const accessOf = ({ thread, index, kind, at }: Touch | Event): EventAt => ({
  thread,
  index,
  kind,
  ...present({ at }),
});

const sideOf = ({ thread, index }: Touch | Event): { thread: ThreadId; index: number } => ({ thread, index });

function racing(
  event: Event,
  writes: boolean,
  atomic: boolean,
  section: boolean,
  other: Touch,
  clock: Int32Array,
): boolean {
  const { thread, index } = other;
  if (thread === event.thread || clock[thread] > index) return false;
  if (!(writes || other.writes) || (atomic && other.atomic)) return false;
  return !(section && other.section);
}
