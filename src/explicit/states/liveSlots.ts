// Which words of a thread's register file it may still read, by instruction: what tells two states apart. Backward liveness on
// bytecode. Whatever is in doubt is read; only what is certainly written first is not.

import type { Code, ThreadCode } from '../bytecode/compile.js';
import * as op from '../bytecode/opcodes.js';
import { yieldsPair } from '../bytecode/wideArithmetic.js';
import { StraightRuns } from './straightRuns.js';

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

/** The slots that are live before each instruction of a thread. */
export class LiveSlots {
  readonly #words: Int32Array;
  readonly #lists: ThreadCode['argumentLists'];
  readonly #atEnd: ReadonlySet<number>;
  readonly #slots: number;
  /** Slots that something writes: the others are the same in all states. */
  readonly #written: Uint8Array;
  readonly #runs: StraightRuns;
  /** By run, a bit for each slot: those that are live where it begins. */
  readonly #live: readonly Uint32Array[];
  readonly #known: (Int32Array | undefined)[] = [];

  constructor(code: Code, thread: number) {
    const own = code.threads[thread];
    this.#words = own.words;
    this.#lists = own.argumentLists;
    this.#slots = own.initial.length;
    this.#atEnd = observedSlots(code, thread);
    this.#written = writtenSlots(own);
    this.#runs = new StraightRuns(own);
    this.#live = Array.from({ length: this.#runs.count }, () => this.#none());
    for (let changed = true; changed; ) {
      changed = false;
      for (let run = this.#live.length - 1; run >= 0; run--) {
        const live = this.#before(this.#runs.begins[run]);
        changed ||= live.some((word, i) => word !== this.#live[run][i]);
        this.#live[run].set(live);
      }
    }
  }

  /** The slots that are live before the instruction, ascending. */
  at(pc: number): Int32Array {
    let known = this.#known[pc];
    if (known === undefined) {
      const live = this.#before(pc);
      const slots: number[] = [];
      for (let slot = 0; slot < this.#slots; slot++)
        if (this.#written[slot] === 1 && (live[slot >> 5] & (1 << (slot & 31))) !== 0) slots.push(slot);
      known = Int32Array.from(slots);
      this.#known[pc] = known;
    }
    return known;
  }

  #none(): Uint32Array {
    return new Uint32Array((this.#slots + 31) >> 5);
  }

  /** What is live before an instruction, as far as it is known of the beginnings of runs. */
  #before(pc: number): Uint32Array {
    const run = this.#runs.of[pc];
    const live = this.#after(run);
    for (let at = this.#runs.begins[run + 1] - 1; at >= pc; at--) this.#step(at, live);
    return live;
  }

  /** What is live after the last instruction of a run. */
  #after(run: number): Uint32Array {
    const live = this.#none();
    for (const next of this.#runs.after(run))
      this.#live[next].forEach((word, i) => {
        live[i] |= word;
      });
    const last = this.#runs.begins[run + 1] - 1;
    if (this.#words[last * op.wordsPerInstruction] === op.HALT)
      for (const slot of this.#atEnd) this.#use(live, slot);
    return live;
  }

  /** From what is live after the instruction to what is before it. */
  #step(pc: number, live: Uint32Array): void {
    const i = pc * op.wordsPerInstruction;
    const opcode = this.#words[i];
    const d = this.#words[i + 1];
    const a = this.#words[i + 2];
    if (opcode === op.JUMP || opcode === op.HALT) return;
    if (writes(opcode)) {
      this.#forget(live, d);
      if (opcode < 0 ? yieldsPair(opcode) : opcode === op.CHOOSE_WIDE) this.#forget(live, d + 1);
    }
    if (opcode === op.SPAWN) for (const slot of this.#lists[a] ?? []) this.#use(live, slot);
    if (opcode === op.STORE || opcode === op.ITERATE) this.#use(live, d);
    // the third operand of some is in the next instruction
    for (const slot of [a, this.#words[i + 3], this.#words[i + op.wordsPerInstruction + 2]]) {
      this.#use(live, slot);
      this.#use(live, slot + 1);
    }
  }

  #use(live: Uint32Array, slot: number): void {
    if (slot >= 0 && slot < this.#slots) live[slot >> 5] |= 1 << (slot & 31);
  }

  #forget(live: Uint32Array, slot: number): void {
    if (slot >= 0 && slot < this.#slots) live[slot >> 5] &= ~(1 << (slot & 31));
  }
}

function observedSlots({ program, threads }: Code, thread: number): ReadonlySet<number> {
  const { slotOf, wide } = threads[thread];
  const observed = new Set<number>();
  for (const o of program.observed)
    if (o.kind === 'register' && o.thread === thread) {
      const slot = slotOf.get(o.register) ?? 0;
      observed.add(slot);
      if (wide.has(o.register)) observed.add(slot + 1);
    }
  return observed;
}

function writtenSlots({ words, initial, parameters }: ThreadCode): Uint8Array {
  const written = new Uint8Array(initial.length + 1);
  for (const slot of parameters) written[slot] = 1;
  for (let i = 0; i < words.length; i += op.wordsPerInstruction) {
    const opcode = words[i];
    if (!writes(opcode) && opcode !== op.ITERATE) continue;
    written[words[i + 1]] = 1;
    written[words[i + 1] + 1] = 1;
    if (opcode === op.LOAD && words[i + 3] > 0) written[words[i + 3] - 1] = 1;
  }
  return written;
}
