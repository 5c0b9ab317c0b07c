// The words of a thread's register file that it may still read, by instruction: only these tell two states apart.
// Backward liveness on bytecode. A word counts as read unless it is certainly written first.

import type { Code, ThreadCode } from '../bytecode/compile.js';
import * as op from '../bytecode/opcodes.js';
import { yieldsPair } from '../bytecode/wideArithmetic.js';
import { STOPPED_ASSUME } from '../fast/state.js';
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

/** Of words; of pairs it is not worth knowing. */
const isUnary = (opcode: number): boolean => opcode >= op.firstExpression && opcode < op.binaryOpcode['+'];

/** The slots that are live before each instruction of a thread. */
export class LiveSlots {
  readonly #words: Int32Array;
  readonly #wideCells: boolean;
  readonly #statements: ThreadCode['statements'];
  readonly #all: Int32Array;
  readonly #observed: Int32Array;
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
    this.#wideCells = code.wideCells;
    this.#statements = own.statements;
    this.#lists = own.argumentLists;
    this.#slots = own.initial.length;
    this.#atEnd = observedSlots(code, thread);
    this.#written = this.#writtenSlots(own);
    this.#all = Int32Array.from(own.initial.keys());
    this.#observed = Int32Array.from(this.#atEnd);
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

  /**
   * The words that tell states apart in which the thread was stopped before instruction `pc`. At an assume that
   * stands for a loop, they are the words that the loop would read when it looks again (fast/hangs.ts); else the
   * words that final states show.
   */
  ofStopped(pc: number, status: number): Int32Array {
    return status === STOPPED_ASSUME && this.#awaits(pc) ? this.#all : this.#observed;
  }

  #awaits(pc: number): boolean {
    const s = this.#statements[pc - 1];
    return s?.kind === 'assume' && s.awaits !== undefined;
  }

  #none(): Uint32Array {
    return new Uint32Array((this.#slots + 31) >> 5);
  }

  /** The words live before an instruction, as far as known at the beginnings of runs. */
  #before(pc: number): Uint32Array {
    const run = this.#runs.of[pc];
    const live = this.#after(run);
    for (let at = this.#runs.begins[run + 1] - 1; at >= pc; at--) this.#step(at, live);
    return live;
  }

  /** The words live after the last instruction of a run. */
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
    if (opcode === op.JUMP || opcode === op.HALT) return;
    if (writes(opcode)) {
      this.#forget(live, d);
      if (this.#writesPair(opcode, pc)) this.#forget(live, d + 1);
    }
    this.#read(pc, (slot, pair) => {
      this.#use(live, slot);
      if (pair) this.#use(live, slot + 1);
    });
  }

  #writesPair(opcode: number, pc: number): boolean {
    if (opcode < 0) return yieldsPair(opcode);
    if (opcode === op.LOAD || opcode === op.AWAIT) return this.#wideCells;
    return opcode === op.CHOOSE_WIDE || (opcode === op.RMW && this.#rmwIsWide(pc));
  }

  #writtenSlots({ words, initial, parameters }: ThreadCode): Uint8Array {
    const written = new Uint8Array(initial.length);
    for (const slot of parameters) written[slot] = 1;
    for (let pc = 0; pc * op.wordsPerInstruction < words.length; pc++) {
      const i = pc * op.wordsPerInstruction;
      const opcode = words[i];
      if (!writes(opcode) && opcode !== op.ITERATE) continue;
      written[words[i + 1]] = 1;
      if (this.#writesPair(opcode, pc)) written[words[i + 1] + 1] = 1;
      if (opcode === op.LOAD && words[i + 3] > 0) written[words[i + 3] - 1] = 1;
    }
    return written;
  }

  #rmwIsWide(pc: number): boolean {
    return op.rmwWidth(this.#words[(pc + 1) * op.wordsPerInstruction + 1]) === 64;
  }

  /** Names the slots that the instruction reads, and whether they are the first of a pair. */
  #read(pc: number, use: (slot: number, pair: boolean) => void): void {
    const i = pc * op.wordsPerInstruction;
    const [opcode, d, a, b] = this.#words.subarray(i, i + op.wordsPerInstruction);
    // the third operand of some is in the next instruction
    const further = this.#words[i + op.wordsPerInstruction + 2];
    switch (opcode) {
      // the second half of another
      case 0:
      case op.FENCE:
      case op.STORE_FENCE:
      case op.LOAD_FENCE:
      case op.ATOMIC_BEGIN:
      case op.ATOMIC_END:
        return;
      case op.SPAWN:
        for (const slot of this.#lists[a] ?? []) use(slot, false);
        return;
      case op.MOVE:
      case op.JUMP_IF_ZERO:
      case op.ASSUME:
      case op.ASSERT:
      case op.ALLOC:
      case op.LOAD:
      case op.LOCK:
      case op.UNLOCK:
      case op.FREE:
      case op.JOIN:
        use(a, false);
        return;
      // its bound is a constant
      case op.ITERATE:
        use(d, false);
        return;
      case op.STORE:
        use(d, false);
        use(a, this.#wideCells);
        return;
      case op.RMW:
        use(a, false);
        use(b, this.#rmwIsWide(pc));
        use(further, this.#rmwIsWide(pc));
        return;
      case op.CAS:
      case op.TAKE:
        use(a, false);
        use(b, false);
        use(further, false);
        return;
      default: {
        const pairs = opcode < 0 || opcode === op.CHOOSE_WIDE;
        use(a, pairs);
        if (!isUnary(opcode)) use(b, pairs);
      }
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
