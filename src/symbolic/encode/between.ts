// Accesses of one thread to one cell, in program order: whether between two of them there always is a third. Then what
// coherence says of the two follows from what it says of each with the third, because co is transitive.

import { type Lit, no } from '../formula/cnf.js';
import type { Memory } from './memory.js';

interface Access {
  readonly event: number;
  readonly guard: Lit;
  readonly writes: boolean;
}

export class Between {
  readonly #memory: Memory;
  /** By thread and cell. Only accesses that can touch no other cell. */
  readonly #accesses = new Map<string, Access[]>();
  readonly #place: number[] = [];

  constructor(memory: Memory) {
    this.#memory = memory;
    const { unrolled, analysis } = memory;
    unrolled.threads.forEach(({ events }, thread) => {
      events.forEach((event, place) => {
        this.#place[event] = place;
        for (const w of unrolled.events[event].writes)
          this.#add(thread, analysis.writeCells[w], { event, guard: memory.writeGuard[w], writes: true });
        for (const r of unrolled.events[event].reads)
          this.#add(thread, analysis.readCells[r], { event, guard: memory.readGuard[r], writes: false });
      });
    });
  }

  #add(thread: number, cells: readonly number[], access: Access): void {
    if (cells.length !== 1 || access.guard === no) return;
    const key = `${thread} ${cells[0]}`;
    const list = this.#accesses.get(key);
    if (list === undefined) this.#accesses.set(key, [access]);
    else list.push(access);
  }

  /** Whether a write (or any access, if `reads`) to `cell` is executed between two events of a thread whenever both are. */
  always(
    a: { event: number; guard: Lit },
    b: { event: number; guard: Lit },
    cell: number,
    reads: boolean,
  ): boolean {
    const { unrolled, cnf } = this.#memory;
    const { thread } = unrolled.events[a.event];
    if (unrolled.events[b.event].thread !== thread) return false;
    const [first, last] = [this.#place[a.event], this.#place[b.event]];
    return (this.#accesses.get(`${thread} ${cell}`) ?? []).some(
      ({ event, guard, writes }) =>
        (writes || reads) &&
        this.#place[event] > first &&
        this.#place[event] < last &&
        (cnf.implies(a.guard, guard) || cnf.implies(b.guard, guard)),
    );
  }
}
