// Footprints: the cells a thread may still touch, as far as executions have shown. They combine the cells that each
// instruction has touched with the instructions that are still reachable. This may be too little. So a search that
// relies on footprints records each step. It was right if nothing new contradicts what footprints have answered
// (docs/adr/0014-states-with-reduction.md).

import type { Code } from '../bytecode/compile.js';
import * as op from '../bytecode/opcodes.js';
import { BLOCK, type FastState } from '../fast/state.js';
import type { LikeThreads } from './likeThreads.js';
import { Reach } from './reach.js';

/** How a cell is touched: read, taken or given back as a lock, or written in another way. */
const LOOKS = 0;
const LOCKS = 1;
const CHANGES = 2;

/** Of more threads it is not kept whether they were joined, of more locks not whether they were held. */
const most = 31;

/** One way in which an instruction touches a cell. */
interface Touch {
  readonly pc: number;
  readonly kind: number;
  /** The threads that its thread had joined, and the locks that it held, each time: one bit each. */
  joined: number;
  held: number;
}

/** The accesses of a thread to a cell that are known. */
interface Known {
  readonly touches: Touch[];
  /** The questions that were answered with no, by their number; with the locks that were closed each time. */
  readonly denied: Map<number, number[]>;
}

/** In place of a kind of touch: whether the thread may write a lock that is closed. */
const BREAKS = 3;
const questions = 4;

export class Footprints {
  /** Grows whenever something new contradicts an answer. */
  version = 0;
  /** Grows whenever there was something new. */
  learned = 0;
  readonly #reach: readonly Reach[];
  /** By thread and cell. */
  readonly #known: readonly Map<number, Known>[];
  /** By thread and instruction, of events that touch several cells: the cells, and whether they are written. */
  readonly #blocks: readonly Map<number, Map<number, boolean>>[];
  /** The cells that were taken as locks, each with its bit. */
  readonly #locks = new Map<number, number>();
  readonly lockCells: number[] = [];
  /**
   * Cells that are taken like locks and opened by other threads, as the gate of a condition variable. A thread that
   * passed such a gate holds nothing: remembering it would only tell states apart.
   */
  readonly #gates = new Set<number>();
  /**
   * A step of one thread of a group counts for the whole group. Its private cells, which no other thread touches, do
   * not count.
   */
  readonly #like: LikeThreads | undefined;

  constructor(code: Code, like: LikeThreads | undefined) {
    this.#like = like;
    this.#reach = code.threads.map((thread) => new Reach(thread));
    this.#known = code.threads.map(() => new Map());
    this.#blocks = code.threads.map(() => new Map());
  }

  /** The cells that the event at `pc`, which may touch several, has touched. */
  ofBlock(thread: number, pc: number): Iterable<readonly [number, boolean]> {
    return this.#blocks[this.#of(thread)].get(pc) ?? [];
  }

  /**
   * Remembers what the thread, which holds these locks, has come to: something it waits for, which may never happen, or its next
   * step. Returns the locks it holds after it.
   */
  note(m: FastState, thread: number, held: number): number {
    const cell = cellOfEvent(m, thread);
    if (cell < 0 || this.#like?.isOwn(cell) === true) return held;
    const pc = m.pc[thread];
    const joined = m.joined[thread];
    const opcode = m.words[thread][pc * op.wordsPerInstruction];
    if (!this.#gates.has(cell) && takesLock(m, thread)) {
      const lock = this.#lock(cell);
      this.#touch(thread, { pc, kind: LOCKS, joined, held: held | lock }, cell);
      return held | lock;
    }
    const lock = this.#locks.get(cell) ?? 0;
    const givesBack = (opcode === op.UNLOCK || opcode === op.GIVE_BACK) && (held & lock) !== 0;
    const kind = givesBack ? LOCKS : writes(opcode) ? CHANGES : LOOKS;
    if (kind === CHANGES && m.memory[cell] !== 0) this.#noLock(cell);
    this.#touch(thread, { pc, kind, joined, held }, cell);
    return givesBack ? held & ~lock : held;
  }

  /** Records the stores that the machine's last step has put into the buffer of the thread, which holds these locks. */
  noteStores(m: FastState, thread: number, held: number): void {
    const joined = m.joined[thread];
    for (let k = m.storeCount[thread] - 1; k >= 0; k--) {
      const s = thread * m.maxStores + k;
      if (m.storeStep[s] !== m.depth - 1) return;
      const end = m.storeCell[s] + Math.max(1, m.storeFrees[s]);
      for (let cell = m.storeCell[s]; cell < end; cell++) {
        if (this.#like?.isOwn(cell) === true) continue;
        if (m.memory[cell] !== 0) this.#noLock(cell);
        this.#touch(thread, { pc: m.storePc[s], kind: CHANGES, joined, held }, cell);
      }
    }
  }

  /**
   * Records the cells of the machine's last step, if it may touch several, with the threads joined and locks held
   * before.
   */
  noteBlock(m: FastState, joined: number, held: number): void {
    const n = m.depth - 1;
    if (m.eventKind[n] !== BLOCK) return;
    const thread = m.eventProcess[n];
    const pc = m.oldPc[n];
    const blocks = this.#blocks[this.#of(thread)];
    const block = blocks.get(pc) ?? new Map<number, boolean>();
    blocks.set(pc, block);
    for (const touched of m.footprints[m.eventFootprint[n]]) {
      const [cell, written] = [touched >> 1, (touched & 1) === 1];
      if (this.#like?.isOwn(cell) === true) continue;
      if (block.get(cell) !== true && block.get(cell) !== written) {
        block.set(cell, written);
        this.version++;
      }
      if (written) this.#noLock(cell);
      this.#touch(thread, { pc, kind: written ? CHANGES : LOOKS, joined, held }, cell);
    }
  }

  #of(thread: number): number {
    return this.#like?.first[thread] ?? thread;
  }

  /** The cell was written while it was closed, and not by giving it back: from the next pass on it is no lock. */
  #noLock(cell: number): void {
    if (this.#gates.has(cell) || !this.#locks.has(cell)) return;
    this.#gates.add(cell);
    this.version++;
  }

  /** The bit of the lock; 0 if there are too many. */
  #lock(cell: number): number {
    const known = this.#locks.get(cell);
    if (known !== undefined) return known;
    const lock = this.lockCells.length < most ? 1 << this.lockCells.length : 0;
    if (lock !== 0) this.lockCells.push(cell);
    this.#locks.set(cell, lock);
    return lock;
  }

  #knownOf(thread: number, cell: number): Known {
    const all = this.#known[this.#of(thread)];
    const before = all.get(cell);
    if (before !== undefined) return before;
    const known = { touches: [], denied: new Map() };
    all.set(cell, known);
    return known;
  }

  #touch(thread: number, touch: Touch, cell: number): void {
    const known = this.#knownOf(thread, cell);
    const same = known.touches.find(({ pc, kind }) => pc === touch.pc && kind === touch.kind);
    if (same === undefined) known.touches.push(touch);
    else if ((same.joined & ~touch.joined) === 0 && (same.held & ~touch.held) === 0) return;
    else {
      same.joined &= touch.joined;
      same.held &= touch.held;
    }
    this.learned++;
    if (this.#contradicts(thread, same ?? touch, known.denied)) this.version++;
  }

  /** Whether an answer was wrong; forgets those that were. */
  #contradicts(thread: number, touch: Touch, denied: Map<number, number[]>): boolean {
    let found = false;
    for (const [key, closed] of denied) {
      const question = key % questions;
      const place = (key - question) / questions;
      const running = place % this.#reach.length;
      const from = (place - running) / this.#reach.length;
      if (!closed.some((locks) => this.#meets(thread, touch, from, running, locks, question))) continue;
      denied.delete(key);
      found = true;
    }
    return found;
  }

  /** Whether this touch lies ahead of `from`, while `running` has not ended, and is one that was asked about. */
  #meets(
    thread: number,
    { pc, kind, joined, held }: Touch,
    from: number,
    running: number,
    locks: number,
    question: number,
  ): boolean {
    const isMeant =
      question === BREAKS
        ? kind === CHANGES
        : (question === CHANGES || kind !== LOOKS) && (held & locks) === 0;
    const bit = running < most ? 1 << running : 0;
    return isMeant && (joined & bit) === 0 && this.#reach[thread].reaches(from, pc);
  }

  #ask(
    thread: number,
    from: number,
    running: number,
    locks: number,
    cell: number,
    question: number,
  ): boolean {
    const { touches, denied } = this.#knownOf(thread, cell);
    const key = (from * this.#reach.length + running) * questions + question;
    const closed = denied.get(key);
    if (closed?.includes(locks) === true) return false;
    for (const touch of touches) if (this.#meets(thread, touch, from, running, locks, question)) return true;
    if (closed === undefined) denied.set(key, [locks]);
    else closed.push(locks);
    return false;
  }

  /**
   * Whether the thread may conflict with an access to the cell from `from` on, while `running` has not ended and no
   * other thread can take the locks.
   */
  mayMeet(
    thread: number,
    from: number,
    running: number,
    locks: number,
    cell: number,
    written: boolean,
  ): boolean {
    return this.#ask(thread, from, running, locks, cell, written ? CHANGES : LOOKS);
  }

  /**
   * Whether the thread may write the lock otherwise than by taking it or giving it back, while `running` has not
   * ended.
   */
  mayBreak(thread: number, from: number, running: number, cell: number): boolean {
    return this.#ask(thread, from, running, 0, cell, BREAKS);
  }
}

/** The cell that the next event of the thread touches; -1 if it is an event that may touch several. */
export function cellOfEvent(m: FastState, thread: number): number {
  const words = m.words[thread];
  const i = m.pc[thread] * op.wordsPerInstruction;
  if (words[i] === op.ATOMIC_BEGIN || words[i] === op.FREE) return -1;
  return m.cellAt(m.registers[m.registerBase[thread] + words[i + (words[i] === op.STORE ? 1 : 2)]]);
}

/** Whether an event that touches one cell may change it. */
export const writes = (opcode: number): boolean => opcode !== op.LOAD && opcode !== op.AWAIT;

/** Whether the next event of the thread waits until its cell is 0, and leaves something else there. */
function takesLock(m: FastState, thread: number): boolean {
  const words = m.words[thread];
  const i = m.pc[thread] * op.wordsPerInstruction;
  if (words[i] !== op.TAKE) return words[i] === op.LOCK;
  const code = words[i + op.wordsPerInstruction + 1];
  const base = m.registerBase[thread];
  return (
    op.takeTest(code) === op.tests['=='] &&
    !op.takeAdds(code) &&
    m.registers[base + words[i + 3]] === 0 &&
    m.registers[base + words[i + op.wordsPerInstruction + 2]] !== 0
  );
}
