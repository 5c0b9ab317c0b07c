// Which instructions a thread may come to from which: bit sets over those that are events.

import type { ThreadCode } from '../bytecode/compile.js';
import * as op from '../bytecode/opcodes.js';

export class Reach {
  readonly #bits: Int32Array;
  readonly #words: number;
  /** The number of each event among them, by instruction; -1 for others. */
  readonly #number: Int32Array;

  constructor({ words: code }: ThreadCode) {
    const length = code.length / op.wordsPerInstruction;
    const opcode = (pc: number): number => code[pc * op.wordsPerInstruction];
    this.#number = new Int32Array(length).fill(-1);
    let events = 0;
    for (let pc = 0; pc < length; pc++)
      if (opcode(pc) >= op.firstEvent && opcode(pc) < op.firstExpression) this.#number[pc] = events++;
    this.#words = (events >> 5) + 1;
    const bits = new Int32Array(length * this.#words);
    this.#bits = bits;
    for (let pc = 0; pc < length; pc++) {
      const n = this.#number[pc];
      if (n >= 0) bits[pc * this.#words + (n >> 5)] |= 1 << (n & 31);
    }
    for (let changed = true; changed; ) {
      changed = false;
      for (let pc = length - 1; pc >= 0; pc--) {
        if (opcode(pc) === op.HALT) continue;
        const target = code[pc * op.wordsPerInstruction + 1];
        const jumps = opcode(pc) === op.JUMP || opcode(pc) === op.JUMP_IF_ZERO;
        if (jumps && this.#include(pc, target)) changed = true;
        if (opcode(pc) !== op.JUMP && pc + 1 < length && this.#include(pc, pc + 1)) changed = true;
      }
    }
  }

  /** Whether more can be reached than was known. */
  #include(pc: number, next: number): boolean {
    const bits = this.#bits;
    const words = this.#words;
    let changed = false;
    for (let w = 0; w < words; w++) {
      const all = bits[pc * words + w] | bits[next * words + w];
      if (all === bits[pc * words + w]) continue;
      bits[pc * words + w] = all;
      changed = true;
    }
    return changed;
  }

  /** Whether a thread that is at `from` may come to the event at `pc`, or is there. */
  reaches(from: number, pc: number): boolean {
    const n = this.#number[pc];
    return (this.#bits[from * this.#words + (n >> 5)] & (1 << (n & 31))) !== 0;
  }
}
