// Threads that can be exchanged (symmetry/likeness.ts) in the search by states: the groups, the private cells of each
// thread, the cells that hold a thread's number. It also checks that no thread reaches these cells in another way
// than the program says.

import { globalBase } from '../../program/layout.js';
import * as op from '../bytecode/opcodes.js';
import { BLOCK, type FastState } from '../fast/state.js';
import type { Likeness } from '../symmetry/likeness.js';
import { cellOfEvent } from './footprints.js';

/** How a cell tells states apart: by what it holds; not at all; by whether it holds 0. */
export const CONTENTS = 0;
export const NOTHING = 1;
const WHETHER_TAKEN = 2;

const noCells = new Int32Array(0);

export class LikeThreads {
  readonly groups: readonly (readonly number[])[];
  /** By thread: whether it is in a group, and the first thread of that; otherwise itself. */
  readonly isIn: Uint8Array;
  readonly first: Int32Array;
  /** By thread: its own cells, in the same order for all of a group. */
  readonly own: Int32Array[];
  /** By cell. */
  readonly kind: Uint8Array;
  /** The cells that hold numbers, and by thread its number; 0 if it has none. */
  readonly locks: Int32Array;
  readonly number: Int32Array;
  readonly #owner: Int32Array;
  readonly #likeness: Likeness;
  readonly #m: FastState;

  constructor(m: FastState, likeness: Likeness) {
    const { groups, holding } = likeness;
    this.#m = m;
    this.#likeness = likeness;
    this.groups = groups.map(({ threads }) => threads);
    this.isIn = new Uint8Array(m.threads);
    this.first = Int32Array.from({ length: m.threads }, (_, t) => t);
    this.own = Array.from({ length: m.threads }, () => noCells);
    this.kind = new Uint8Array(m.cells);
    this.#owner = new Int32Array(m.cells).fill(-1);
    for (const { threads, own = [] } of groups)
      threads.forEach((t, k) => {
        this.isIn[t] = 1;
        this.first[t] = threads[0];
        this.own[t] = Int32Array.from(own[k] ?? [], (address) => address - globalBase);
        for (const cell of this.own[t]) {
          this.kind[cell] = NOTHING;
          this.#owner[cell] = t;
        }
      });
    this.locks = Int32Array.from(holding.locks, (address) => address - globalBase);
    for (const cell of this.locks) this.kind[cell] = WHETHER_TAKEN;
    this.number = Int32Array.from({ length: m.threads }, (_, t) => Number(holding.numbers.get(t) ?? 0));
  }

  get isBroken(): boolean {
    return this.#likeness.isBroken;
  }

  isOwn(cell: number): boolean {
    return this.kind[cell] === NOTHING;
  }

  /**
   * The name of a cell in the description of a thread. Private cells have the same name for all threads of a group.
   */
  nameFor(thread: number, cell: number): number {
    return this.#owner[cell] === thread ? -1 - this.own[thread].indexOf(cell) : cell;
  }

  /** Looks at what the last step of the machine has touched. */
  lookBack(): void {
    const m = this.#m;
    const n = m.depth - 1;
    const process = m.eventProcess[n];
    const thread = m.processThread[process];
    const pc = process < m.threads ? m.oldPc[n] : -1;
    if (m.eventKind[n] !== BLOCK) this.#look(thread, pc, m.eventCell[n]);
    else for (const touched of m.footprints[m.eventFootprint[n]]) this.#look(thread, pc, touched >> 1);
  }

  /** Looks at what the thread, which cannot go on, may wait for. */
  lookAt(thread: number): void {
    const m = this.#m;
    const pc = m.pc[thread];
    switch (m.words[thread][pc * op.wordsPerInstruction]) {
      case op.TAKE:
      case op.LOCK:
      case op.AWAIT:
        this.#look(thread, pc, cellOfEvent(m, thread));
    }
  }

  #look(thread: number, pc: number, cell: number): void {
    if (cell < 0 || this.kind[cell] === CONTENTS) return;
    const isMeant =
      this.kind[cell] === NOTHING
        ? this.#owner[cell] === thread
        : pc >= 0 && this.#likeness.holding.is(this.#m.code.threads[thread].statements[pc]);
    if (!isMeant) this.#likeness.isBroken = true;
  }
}
