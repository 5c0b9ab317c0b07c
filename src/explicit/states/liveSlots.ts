// Which words of a thread's register file it may still read, by instruction: what tells two states apart. Backward liveness on
// bytecode. Whatever is in doubt is read; only what is certainly written first is not.

import type { Code, ThreadCode } from '../bytecode/compile.js';
import * as op from '../bytecode/opcodes.js';
import { yieldsPair } from '../bytecode/wideArithmetic.js';

/** By instruction: the slots that are live before it, ascending. */
export function liveSlots(code: Code, thread: number): readonly Int32Array[] {
  const { program, threads } = code;
  const { slotOf, wide } = threads[thread];
  const atEnd = new Set<number>();
  for (const o of program.observed)
    if (o.kind === 'register' && o.thread === thread) {
      const slot = slotOf.get(o.register) ?? 0;
      atEnd.add(slot);
      if (wide.has(o.register)) atEnd.add(slot + 1);
    }
  return new Liveness(threads[thread], atEnd).solve();
}

const writes = (opcode: number): boolean => {
  switch (opcode) {
    case op.MOVE:
    case op.LOAD:
    case op.XCHG:
    case op.CAS:
    case op.CHOOSE:
    case op.CHOOSE_WIDE:
    case op.RMW:
    case op.AWAIT:
    case op.ALLOC:
      return true;
    default:
      return opcode < 0 || opcode >= op.firstExpression || (opcode >= op.FETCH && opcode < op.RMW);
  }
};

class Liveness {
  readonly #words: Int32Array;
  readonly #lists: ThreadCode['argumentLists'];
  readonly #atEnd: ReadonlySet<number>;
  readonly #slots: number;
  readonly #parameters: readonly number[];
  readonly #live: Uint8Array[];

  constructor({ words, argumentLists, initial, parameters }: ThreadCode, atEnd: ReadonlySet<number>) {
    this.#words = words;
    this.#parameters = parameters;
    this.#lists = argumentLists;
    this.#atEnd = atEnd;
    this.#slots = initial.length;
    this.#live = Array.from(
      { length: words.length / op.wordsPerInstruction },
      () => new Uint8Array(this.#slots),
    );
  }

  solve(): readonly Int32Array[] {
    for (let changed = true; changed; ) {
      changed = false;
      for (let pc = this.#live.length - 1; pc >= 0; pc--) if (this.#visit(pc)) changed = true;
    }
    const written = this.#written();
    return this.#live.map((live) => Int32Array.from(slotsIn(live, written)));
  }

  /** Slots that something writes: the others are the same in all states. */
  #written(): Uint8Array {
    const written = new Uint8Array(this.#slots + 1);
    for (const slot of this.#parameters) written[slot] = 1;
    for (let i = 0; i < this.#words.length; i += op.wordsPerInstruction) {
      const opcode = this.#words[i];
      if (!writes(opcode) && opcode !== op.ITERATE) continue;
      written[this.#words[i + 1]] = 1;
      written[this.#words[i + 1] + 1] = 1;
      if (opcode === op.LOAD && this.#words[i + 3] > 0) written[this.#words[i + 3] - 1] = 1;
    }
    return written;
  }

  /** Whether more is live before the instruction than was known. */
  #visit(pc: number): boolean {
    const i = pc * op.wordsPerInstruction;
    const [opcode, d, a, b] = this.#words.subarray(i, i + op.wordsPerInstruction);
    const own = this.#live[pc];
    let changed = false;
    const use = (slot: number): void => {
      if (slot < 0 || slot >= this.#slots || own[slot] === 1) return;
      own[slot] = 1;
      changed = true;
    };
    const useAfter = (next: number, kills: boolean): void => {
      const after = this.#live[next];
      if (after === undefined) return;
      const pair = kills && (opcode < 0 ? yieldsPair(opcode) : opcode === op.CHOOSE_WIDE);
      for (let slot = 0; slot < after.length; slot++)
        if (after[slot] === 1 && !(kills && (slot === d || (pair && slot === d + 1)))) use(slot);
    };
    if (opcode === op.HALT) for (const slot of this.#atEnd) use(slot);
    else if (opcode === op.JUMP) useAfter(d, false);
    else useAfter(pc + 1, writes(opcode));
    if (opcode === op.JUMP_IF_ZERO) useAfter(d, false);
    if (opcode === op.SPAWN) for (const slot of this.#lists[a] ?? []) use(slot);
    if (opcode === op.STORE || opcode === op.ITERATE) use(d);
    if (opcode !== op.JUMP && opcode !== op.HALT) {
      // the third operand of some is in the next instruction
      for (const slot of [a, b, this.#words[i + op.wordsPerInstruction + 2]]) {
        use(slot);
        use(slot + 1);
      }
    }
    return changed;
  }
}

function* slotsIn(live: Uint8Array, written: Uint8Array): Iterable<number> {
  for (let slot = 0; slot < live.length; slot++) if (live[slot] === 1 && written[slot] === 1) yield slot;
}
