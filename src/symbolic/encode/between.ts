// Accesses of one thread to one cell, in program order: whether between two of them there always is a third. Then what
// coherence says of the two follows from what it says of each with the third, because co is transitive.

import type { EventId } from '../../execution/event.js';
import type { ThreadId } from '../../program/identity.js';
import { type Cnf, type Lit, no } from '../formula/cnf.js';
import type { Memory } from './memory.js';

interface Access {
  readonly place: number;
  readonly guard: Lit;
  readonly writes: boolean;
}

/** An access under its guard. */
interface End {
  readonly event: EventId;
  readonly guard: Lit;
}

/** The accesses of one thread to one cell, in program order. */
class Accesses {
  readonly #cnf: Cnf;
  readonly #list: Access[] = [];
  /** By guard and place of the access asked about: the place of the nearest that its guard implies. */
  readonly #later = [new Map<number, number>(), new Map<number, number>()];
  readonly #earlier = [new Map<number, number>(), new Map<number, number>()];

  constructor(cnf: Cnf) {
    this.#cnf = cnf;
  }

  add(access: Access): void {
    this.#list.push(access);
  }

  after(place: number, guard: Lit, reads: boolean): number {
    return this.#nearest(this.#later[Number(reads)], place, guard, () => {
      const found = this.#list.find((a) => a.place > place && this.#counts(a, guard, reads));
      return found?.place ?? Number.POSITIVE_INFINITY;
    });
  }

  before(place: number, guard: Lit, reads: boolean): number {
    return this.#nearest(this.#earlier[Number(reads)], place, guard, () => {
      const found = this.#list.findLast((a) => a.place < place && this.#counts(a, guard, reads));
      return found?.place ?? Number.NEGATIVE_INFINITY;
    });
  }

  #counts({ guard, writes }: Access, given: Lit, reads: boolean): boolean {
    return (writes || reads) && this.#cnf.implies(given, guard);
  }

  #nearest(known: Map<number, number>, place: number, guard: Lit, find: () => number): number {
    const key = place * guards + guard;
    const nearest = known.get(key) ?? find();
    known.set(key, nearest);
    return nearest;
  }
}

/** More than there are literals. */
const guards = 2 ** 27;

export class Between {
  readonly #memory: Memory;
  /** By thread and cell. Only accesses that can touch no other cell. */
  readonly #accesses = new Map<string, Accesses>();
  readonly #place: number[] = [];

  constructor(memory: Memory) {
    this.#memory = memory;
    const { unrolled, analysis } = memory;
    unrolled.threads.forEach(({ events }, thread) => {
      events.forEach((event, place) => {
        this.#place[event] = place;
        for (const w of unrolled.events[event].writes)
          this.#add(thread, analysis.writeCells[w], { place, guard: memory.writeGuard[w], writes: true });
        for (const r of unrolled.events[event].reads)
          this.#add(thread, analysis.readCells[r], { place, guard: memory.readGuard[r], writes: false });
      });
    });
  }

  #add(thread: ThreadId, cells: readonly number[], access: Access): void {
    if (cells.length !== 1 || access.guard === no) return;
    const key = `${thread} ${cells[0]}`;
    const known = this.#accesses.get(key) ?? new Accesses(this.#memory.cnf);
    known.add(access);
    this.#accesses.set(key, known);
  }

  /** Whether a write (or any access, if `reads`) to `cell` is executed between two events of a thread whenever both are. */
  always(a: End, b: End, cell: number, reads: boolean): boolean {
    const { unrolled } = this.#memory;
    const { thread } = unrolled.events[a.event];
    if (unrolled.events[b.event].thread !== thread) return false;
    const accesses = this.#accesses.get(`${thread} ${cell}`);
    if (accesses === undefined) return false;
    const [first, last] = [this.#place[a.event], this.#place[b.event]];
    return accesses.after(first, a.guard, reads) < last || accesses.before(last, b.guard, reads) > first;
  }
}
