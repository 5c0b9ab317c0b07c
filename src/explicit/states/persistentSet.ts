// A persistent set of a state (Godefroid, Partial-Order Methods for the Verification of Concurrent Systems, chapter
// 4): threads such that exploring only their steps is enough. Until one of these threads has moved, the steps of all
// others are independent of the set's next steps. So every state in which nothing more can happen is still reached.
// Footprints tell what the other threads may do. A thread and its store buffer are in the set together, except that
// a commit to a cell that no other thread may touch is a set of its own.

import type { Code } from '../bytecode/compile.js';
import * as op from '../bytecode/opcodes.js';
import { AT_EVENT, type FastState, FREED, NOT_SPAWNED, VALID, WAITING } from '../fast/state.js';
import { enabled } from '../fast/steps.js';
import { cellOfEvent, type Footprints, writes } from './footprints.js';

export class PersistentSets {
  readonly #m: FastState;
  readonly #footprints: Footprints;
  /** By thread: the threads that may start it. */
  readonly #starters: readonly (readonly number[])[];
  readonly #in: Uint8Array;
  readonly #enabled: Uint8Array;
  /** The next accesses of the thread that is looked at (`#listAccesses`). */
  readonly #accesses: number[] = [];
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

  /** Leaves a smallest set of the processes that `options` names from `first` on, all of which can go on. */
  reduce(options: number[], first: number): void {
    if (options.length - first < 2) return;
    const m = this.#m;
    if (m.buffered)
      for (let i = first; i < options.length; i++)
        if (options[i] >= m.threads && this.#isAlone(options[i])) {
          options[first] = options[i];
          options.length = first + 1;
          return;
        }
    this.#enabled.fill(0);
    for (let i = first; i < options.length; i++) this.#enabled[m.processThread[options[i]]] = 1;
    let count = 0;
    for (let t = 0; t < m.threads; t++) count += this.#enabled[t];
    let best: readonly number[] | undefined;
    for (let t = 0; t < m.threads && best?.length !== 1; t++)
      if (this.#enabled[t] === 1) best = this.#closure(t, best?.length ?? count) ?? best;
    if (best === undefined) return;
    this.#in.fill(0);
    for (const t of best) this.#in[t] = 1;
    let kept = first;
    for (let i = first; i < options.length; i++)
      if (this.#in[m.processThread[options[i]]] === 1) options[kept++] = options[i];
    options.length = kept;
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
      this.#listAccesses(set[known]);
      for (let t = 0; t < m.threads; t++) {
        if (within[t] === 1 || !this.#meets(t, set[known], locks)) continue;
        if (this.#enabled[t] === 0 || set.length + 1 >= below) return undefined;
        within[t] = 1;
        set.push(t);
      }
    }
    return set.length < below ? set : undefined;
  }

  /**
   * Whether the next commit of the process is a persistent set of its own. No other thread may touch the cell before
   * it. The commit is independent of all that its own thread can do first: the thread reads the value from its buffer
   * until then, and waits for the commit before it ends, fences, joins, starts a thread or gives a lock back.
   */
  #isAlone(process: number): boolean {
    const m = this.#m;
    const thread = m.processThread[process];
    const s = thread * m.maxStores + m.queueHead[process];
    const cell = m.storeCell[s];
    // a free touches more cells, and a store to a block that was freed stops its thread
    if (m.storeFrees[s] > 0 || m.cellState[cell] === FREED) return false;
    this.#in.fill(0);
    this.#in[thread] = 1;
    this.#accesses.length = 0;
    this.#accesses.push(cell * 2 + 1);
    const locks = this.#closedTo(thread, true);
    for (let t = 0; t < m.threads; t++) if (t !== thread && this.#meets(t, thread, locks)) return false;
    return true;
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

  /**
   * The locks of the thread that no thread outside of the set can take before the thread has moved. `byItself`: the
   * thread may take steps too, and must not open them either.
   */
  #closedTo(thread: number, byItself = false): number {
    const m = this.#m;
    let locks = 0;
    this.#footprints.lockCells.forEach((cell, i) => {
      const lock = 1 << i;
      if ((this.#held[thread] & lock) === 0 || m.memory[cell] === 0 || m.cellState[cell] !== VALID) return;
      for (let t = 0; t < m.threads; t++) {
        if (t !== thread && (this.#held[t] & lock) !== 0) return;
        if (t === thread ? !byItself : this.#in[t] === 1) continue;
        if (this.#hasPending(t, cell)) return;
        if (this.#mayMove(t) && this.#footprints.mayBreak(t, this.#from(t), thread, cell)) return;
      }
      locks |= lock;
    });
    return locks;
  }

  /** Lists what the thread and its buffer may do next: each cell twice, and one more if it is written. */
  #listAccesses(thread: number): void {
    const m = this.#m;
    const accesses = this.#accesses;
    accesses.length = 0;
    const pc = m.pc[thread];
    const opcode = m.words[thread][pc * op.wordsPerInstruction];
    // An event that waits for commits of its own thread cannot come first. A load that waits for a value can.
    if (m.status[thread] === AT_EVENT && (!m.buffered || opcode === op.AWAIT || enabled(m, thread))) {
      const cell = cellOfEvent(m, thread);
      if (cell >= 0) accesses.push(cell * 2 + (writes(opcode) ? 1 : 0));
      else
        for (const [touched, written] of this.#footprints.ofBlock(thread, pc))
          accesses.push(touched * 2 + (written ? 1 : 0));
    }
    for (let p = m.threads; p < m.processes; p++) {
      if (m.processThread[p] !== thread || !enabled(m, p)) continue;
      const s = thread * m.maxStores + m.queueHead[p];
      const end = m.storeCell[s] + Math.max(1, m.storeFrees[s]);
      for (let cell = m.storeCell[s]; cell < end; cell++) accesses.push(cell * 2 + 1);
    }
  }

  /** Whether something that `t` may do conflicts with the listed accesses of `next`, which keeps these locks closed. */
  #meets(t: number, next: number, locks: number): boolean {
    const footprints = this.#footprints;
    const from = this.#from(t);
    const mayMove = this.#mayMove(t);
    for (const access of this.#accesses) {
      const cell = access >> 1;
      if (this.#hasPending(t, cell)) return true;
      if (mayMove && footprints.mayMeet(t, from, next, locks, cell, (access & 1) === 1)) return true;
    }
    return false;
  }

  /** Whether the thread has a store to the cell, or a free of its block, in its buffer. */
  #hasPending(t: number, cell: number): boolean {
    const m = this.#m;
    let left = m.pending[t];
    for (let s = t * m.maxStores + m.storeCount[t] - 1; left > 0; s--) {
      if (m.storeCommit[s] >= 0) continue;
      left--;
      if (m.storeCell[s] <= cell && cell < m.storeCell[s] + Math.max(1, m.storeFrees[s])) return true;
    }
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
