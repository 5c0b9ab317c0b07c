// A persistent set of a state (Godefroid, Partial-Order Methods for the Verification of Concurrent Systems, chapter
// 4): threads such that exploring only their steps is enough. Until one of these threads has moved, the steps of all
// others are independent of the set's next steps. So every state in which nothing more can happen is still reached.
// Footprints tell what the other threads may do.

import type { Code } from '../bytecode/compile.js';
import * as op from '../bytecode/opcodes.js';
import { AT_EVENT, type FastState, NOT_SPAWNED, VALID, WAITING } from '../fast/state.js';
import { cellOfEvent, type Footprints, writes } from './footprints.js';

export class PersistentSets {
  readonly #m: FastState;
  readonly #footprints: Footprints;
  /** By thread: the threads that may start it. */
  readonly #starters: readonly (readonly number[])[];
  readonly #in: Uint8Array;
  readonly #enabled: Uint8Array;
  /** By thread: the locks it holds, one bit each. */
  readonly #held: Int32Array;

  constructor(m: FastState, footprints: Footprints, held: Int32Array) {
    this.#held = held;
    this.#m = m;
    this.#footprints = footprints;
    this.#starters = startersOf(m.code);
    this.#in = new Uint8Array(m.threads);
    this.#enabled = new Uint8Array(m.threads);
  }

  /** Leaves a smallest set of the threads that `options` names from `first` on, all of which can go on. */
  reduce(options: number[], first: number): void {
    const count = options.length - first;
    if (count < 2) return;
    this.#enabled.fill(0);
    for (let i = first; i < options.length; i++) this.#enabled[options[i]] = 1;
    let best: readonly number[] | undefined;
    for (let i = first; i < options.length && best?.length !== 1; i++) {
      const set = this.#closure(options[i], best?.length ?? count);
      if (set !== undefined) best = set;
    }
    if (best === undefined) return;
    options.length = first;
    for (const t of best) options.push(t);
  }

  /** The smallest set with this thread; undefined if it is not smaller than that. */
  #closure(start: number, below: number): readonly number[] | undefined {
    const m = this.#m;
    const within = this.#in;
    within.fill(0);
    within[start] = 1;
    const set = [start];
    for (let known = 0; known < set.length; known++) {
      const locks = this.#closedTo(set[known]);
      for (let t = 0; t < m.threads; t++) {
        if (within[t] === 1 || !this.#mayMove(t) || !this.#meets(t, set[known], locks)) continue;
        if (this.#enabled[t] === 0 || set.length + 1 >= below) return undefined;
        within[t] = 1;
        set.push(t);
      }
    }
    return set.length < below ? set : undefined;
  }

  /** Whether the thread may take a step before one of the set does. */
  #mayMove(t: number): boolean {
    const m = this.#m;
    const status = m.status[t];
    if (status === AT_EVENT) return true;
    if (status === WAITING) {
      const i = m.pc[t] * op.wordsPerInstruction;
      if (m.words[t][i] !== op.JOIN) return true;
      return this.#in[m.registers[m.registerBase[t] + m.words[t][i + 2]]] !== 1;
    }
    return status === NOT_SPAWNED && this.#mayStart(t);
  }

  #mayStart(t: number): boolean {
    for (const starter of this.#starters[t]) {
      if (starter === t || this.#in[starter] === 1) continue;
      const status = this.#m.status[starter];
      if (status === AT_EVENT || status === WAITING || status === NOT_SPAWNED) return true;
    }
    return false;
  }

  /** The locks of the thread that no thread outside of the set can take before the thread has moved. */
  #closedTo(thread: number): number {
    const m = this.#m;
    let locks = 0;
    this.#footprints.lockCells.forEach((cell, i) => {
      const lock = 1 << i;
      if ((this.#held[thread] & lock) === 0 || m.memory[cell] === 0 || m.cellState[cell] !== VALID) return;
      for (let t = 0; t < m.threads; t++) {
        if (t === thread) continue;
        if ((this.#held[t] & lock) !== 0) return;
        if (
          this.#in[t] === 0 &&
          this.#mayMove(t) &&
          this.#footprints.mayBreak(t, this.#from(t), thread, cell)
        )
          return;
      }
      locks |= lock;
    });
    return locks;
  }

  /** Whether something that `t` may do has to do with the next step of `next`, which keeps these locks closed. */
  #meets(t: number, next: number, locks: number): boolean {
    const m = this.#m;
    const footprints = this.#footprints;
    const pc = m.pc[next];
    const from = this.#from(t);
    const cell = cellOfEvent(m, next);
    if (cell >= 0) {
      const changes = writes(m.words[next][pc * op.wordsPerInstruction]);
      return footprints.mayMeet(t, from, next, locks, cell, changes);
    }
    for (const [touched, written] of footprints.ofBlock(next, pc))
      if (footprints.mayMeet(t, from, next, locks, touched, written)) return true;
    return false;
  }

  #from(t: number): number {
    return this.#m.status[t] === NOT_SPAWNED ? 0 : this.#m.pc[t];
  }
}

const known = new WeakMap<Code, readonly (readonly number[])[]>();

function startersOf(code: Code): readonly (readonly number[])[] {
  const before = known.get(code);
  if (before !== undefined) return before;
  const starters: number[][] = code.threads.map(() => []);
  code.threads.forEach(({ words }, t) => {
    for (let i = 0; i < words.length; i += op.wordsPerInstruction)
      if (words[i] === op.SPAWN && !starters[words[i + 1]].includes(t)) starters[words[i + 1]].push(t);
  });
  known.set(code, starters);
  return starters;
}
