// Straight runs of instructions: control comes in at their first one and goes on elsewhere after their last.

import type { ThreadCode } from '../bytecode/compile.js';
import * as op from '../bytecode/opcodes.js';

export class StraightRuns {
  readonly count: number;
  /** Where they begin, ascending, and the end of the last one. */
  readonly begins: readonly number[];
  /** By instruction the run it is in. */
  readonly of: Int32Array;
  readonly #words: Int32Array;

  constructor({ words }: Pick<ThreadCode, 'words'>) {
    const length = words.length / op.wordsPerInstruction;
    const begins = new Set([0, length]);
    for (let pc = 0; pc < length; pc++) {
      const opcode = words[pc * op.wordsPerInstruction];
      if (opcode !== op.JUMP && opcode !== op.JUMP_IF_ZERO && opcode !== op.HALT) continue;
      begins.add(pc + 1);
      if (opcode !== op.HALT) begins.add(words[pc * op.wordsPerInstruction + 1]);
    }
    this.#words = words;
    this.begins = [...begins].sort((a, b) => a - b);
    this.count = this.begins.length - 1;
    this.of = new Int32Array(length);
    for (let run = 0; run < this.count; run++) this.of.fill(run, this.begins[run], this.begins[run + 1]);
  }

  /** The runs that may come after it. */
  after(run: number): readonly number[] {
    const last = this.begins[run + 1] - 1;
    const opcode = this.#words[last * op.wordsPerInstruction];
    const target = this.#words[last * op.wordsPerInstruction + 1];
    const next = [
      ...(opcode === op.JUMP || opcode === op.JUMP_IF_ZERO ? [target] : []),
      ...(opcode === op.JUMP || opcode === op.HALT ? [] : [last + 1]),
    ];
    return next.filter((pc) => pc < this.of.length).map((pc) => this.of[pc]);
  }
}
