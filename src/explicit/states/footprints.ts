// Which cells a thread may still touch, as far as executions have shown: what each of its instructions has touched, and what can be
// reached from where it is. That may be too little: whoever relies on it notes each step, and was right if there was nothing new
// (docs/adr/0014-states-with-reduction.md).

import type { Code } from '../bytecode/compile.js';
import * as op from '../bytecode/opcodes.js';
import { BLOCK, type FastState } from '../fast/state.js';

/** Of those beyond it is not kept whether they were joined. */
const mostThreads = 31;

/** Cells that an instruction, or all that a thread may come to, reads and writes: bit sets of numbers that cells are given. */
interface Table {
  /** For each instruction `words` words of cells that are touched, and as many of those that are written. */
  readonly bits: Int32Array;
  readonly words: number;
}

export class Footprints {
  /** Grows whenever something new was touched. */
  version = 0;
  readonly #code: Code;
  readonly #numbers = new Map<number, number>();
  /**
   * By thread and instruction: twice the number of a cell, and one more if it is written; with the threads that it had joined each
   * time (`joined` of the machine).
   */
  readonly #own: Map<number, Map<number, number>>[];
  /** By thread, and the thread that has not ended yet. */
  #tables: Map<number, Table>[] = [];
  #tablesOf = -1;
  /** Of the thread of which is told. */
  #joined = 0;

  constructor(code: Code) {
    this.#code = code;
    this.#own = code.threads.map(() => new Map());
  }

  /** The number of a cell; -1 if nobody has touched it. */
  numberOf(cell: number): number {
    return this.#numbers.get(cell) ?? -1;
  }

  /** What the instruction has touched. */
  of(thread: number, pc: number): Iterable<number> {
    return (this.#own[thread].get(pc) ?? nothing).keys();
  }

  /** Remembers what the thread has come to, which may never happen: something it waits for, or its next step. */
  note(m: FastState, thread: number): void {
    const pc = m.pc[thread];
    this.#joined = m.joined[thread];
    const cell = cellOfEvent(m, thread);
    if (cell >= 0)
      this.#note(this.#ofInstruction(thread, pc), cell, writes(m.words[thread][pc * op.wordsPerInstruction]));
  }

  /** Remembers what the last step of the machine has touched, of whose thread `note` was told before it. */
  noteStep(m: FastState): void {
    const n = m.depth - 1;
    if (m.eventKind[n] !== BLOCK) return;
    const own = this.#ofInstruction(m.eventProcess[n], m.oldPc[n]);
    for (const touched of m.footprints[m.eventFootprint[n]])
      this.#note(own, touched >> 1, (touched & 1) === 1);
  }

  #ofInstruction(thread: number, pc: number): Map<number, number> {
    const own = this.#own[thread].get(pc) ?? new Map<number, number>();
    this.#own[thread].set(pc, own);
    return own;
  }

  #note(own: Map<number, number>, cell: number, writes: boolean): void {
    let number = this.#numbers.get(cell);
    if (number === undefined) {
      number = this.#numbers.size;
      this.#numbers.set(cell, number);
    }
    const entry = number * 2 + (writes ? 1 : 0);
    const before = own.get(entry);
    const always = before === undefined ? this.#joined : before & this.#joined;
    if (always === before) return;
    own.set(entry, always);
    this.version++;
  }

  /** Takes what is known now for all that is asked from now on. */
  settle(): void {
    if (this.#tablesOf === this.version) return;
    this.#tablesOf = this.version;
    this.#tables = this.#code.threads.map(() => new Map());
  }

  /** Whether what `thread` may do from `pc` on, while `running` has not ended, has to do with an access to the cell of that number. */
  mayMeet(thread: number, pc: number, running: number, number: number, writes: boolean): boolean {
    const { bits, words } = this.#table(thread, running);
    if (number < 0 || number >> 5 >= words) return false;
    const row = pc * 2 * words + (writes ? 0 : words);
    return (bits[row + (number >> 5)] & (1 << (number & 31))) !== 0;
  }

  #table(thread: number, running: number): Table {
    const tables = this.#tables[thread];
    const known = tables.get(running);
    if (known !== undefined) return known;
    const table = this.#solved(thread, running);
    tables.set(running, table);
    return table;
  }

  #solved(thread: number, running: number): Table {
    const { words: code } = this.#code.threads[thread];
    const length = code.length / op.wordsPerInstruction;
    const words = (this.#numbers.size >> 5) + 1;
    const width = 2 * words;
    const bits = new Int32Array(length * width);
    for (const [pc, own] of this.#own[thread])
      for (const [entry, joined] of own) {
        if (running < mostThreads && (joined & (1 << running)) !== 0) continue;
        const at = pc * width + (entry >> 6);
        const bit = 1 << ((entry >> 1) & 31);
        bits[at] |= bit;
        if ((entry & 1) === 1) bits[at + words] |= bit;
      }
    const include = (pc: number, next: number): boolean => {
      if (next >= length) return false;
      let changed = false;
      for (let w = 0; w < width; w++) {
        const all = bits[pc * width + w] | bits[next * width + w];
        if (all === bits[pc * width + w]) continue;
        bits[pc * width + w] = all;
        changed = true;
      }
      return changed;
    };
    for (let changed = true; changed; ) {
      changed = false;
      for (let pc = length - 1; pc >= 0; pc--) {
        const i = pc * op.wordsPerInstruction;
        const opcode = code[i];
        if (opcode === op.HALT) continue;
        if ((opcode === op.JUMP || opcode === op.JUMP_IF_ZERO) && include(pc, code[i + 1])) changed = true;
        if (opcode !== op.JUMP && include(pc, pc + 1)) changed = true;
      }
    }
    return { bits, words };
  }
}

const nothing: ReadonlyMap<number, number> = new Map();

/** The cell that the next event of the thread touches; -1 if it is an event that may touch several. */
export function cellOfEvent(m: FastState, thread: number): number {
  const words = m.words[thread];
  const i = m.pc[thread] * op.wordsPerInstruction;
  if (words[i] === op.ATOMIC_BEGIN || words[i] === op.FREE) return -1;
  return m.cellAt(m.registers[m.registerBase[thread] + words[i + (words[i] === op.STORE ? 1 : 2)]]);
}

/** Whether an event that touches one cell may change it. */
export const writes = (opcode: number): boolean => opcode !== op.LOAD && opcode !== op.AWAIT;
