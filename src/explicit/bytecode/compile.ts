// Program -> bytecode. Loops stay loops: a counter per loop is reset on entry and checked by ITERATE.

import { type Expr, forEachRegister } from '../../program/expression.js';
import { lowWord } from '../../program/integer.js';
import { initialValue, type Layout, layOut } from '../../program/layout.js';
import type { Program, Thread } from '../../program/program.js';
import { type FenceKind, fetchOps, forEachStatement, type Statement } from '../../program/statement.js';
import { expressionsOf } from '../../program/validate.js';
import { usesWidths } from '../../program/widths.js';
import { bug, InputError } from '../../support/diagnostic.js';
import * as op from './opcodes.js';

export interface ThreadCode {
  /** Words of `wordsPerInstruction` each. */
  readonly words: Int32Array;
  /** The statement each instruction comes from. */
  readonly statements: readonly (Statement | undefined)[];
  /** The register file at the start: initial values and constants. */
  readonly initial: Int32Array;
  readonly slotOf: ReadonlyMap<string, number>;
  readonly parameters: readonly number[];
  /** For each SPAWN: the slots its arguments are read from. */
  readonly argumentLists: readonly (readonly number[])[];
}

export interface Code {
  readonly program: Program;
  readonly layout: Layout;
  readonly threads: readonly ThreadCode[];
}

export interface CompileOptions {
  /** Bound of loops that state none. */
  readonly unroll: number;
  /** For a run whose choices are given: a nondeterministic value without a range is any value, not a mistake. */
  readonly anyChoice?: boolean;
}

export function compile(program: Program, options: CompileOptions): Code {
  if (usesWidths(program))
    throw new InputError({
      code: 'unsupported-width',
      message: 'the explicit engine computes with 32 bits only',
    });
  const layout = layOut(program);
  const threads = program.threads.map((thread) =>
    new ThreadCompiler(program, thread, layout, options).compile(),
  );
  return { program, layout, threads };
}

const fenceOpcode: Readonly<Record<FenceKind, number>> = {
  full: op.FENCE,
  'store-store': op.STORE_FENCE,
  'load-load': op.LOAD_FENCE,
};

interface Label {
  readonly name: string;
  /** Jumps that leave the block, to be patched with its end. */
  readonly exits: number[];
  /** Where `continue` goes; undefined for a block. */
  readonly start: number | undefined;
}

class ThreadCompiler {
  readonly #words: number[] = [];
  readonly #statements: (Statement | undefined)[] = [];
  readonly #slots = new Map<string, number>();
  readonly #constants = new Map<number, number>();
  readonly #labels: Label[] = [];
  readonly #argumentLists: number[][] = [];
  #counters = 0;
  #temporaries = 0;
  #maxTemporaries = 0;
  #current: Statement | undefined;

  constructor(
    private readonly program: Program,
    private readonly thread: Thread,
    private readonly layout: Layout,
    private readonly options: CompileOptions,
  ) {}

  compile(): ThreadCode {
    const { thread } = this;
    for (const name of [...thread.parameters, ...thread.registers.keys()]) this.#named(name);
    forEachStatement(thread.body, (s) => {
      for (const expr of expressionsOf(s)) forEachRegister(expr, (name) => this.#named(name));
      if ('target' in s && s.target !== undefined) this.#named(s.target);
      if (s.kind === 'while') this.#counters++;
    });
    for (const o of this.program.observed)
      if (o.kind === 'register' && this.program.threads[o.thread] === thread) this.#named(o.register);
    const counters = this.#counters;
    this.#counters = 0;
    this.#body(thread.body);
    this.#emit(op.HALT);

    // Temporaries and constants were numbered from -1 downwards: place them after the counters.
    const firstTemporary = this.#slots.size + counters;
    const firstConstant = firstTemporary + this.#maxTemporaries;
    const initial = new Int32Array(firstConstant + this.#constants.size);
    for (const [name, value] of thread.registers)
      initial[this.#named(name)] = lowWord(initialValue(value, this.layout.addressOf));
    for (const [value, index] of this.#constants) initial[firstConstant + index] = value;
    const place = (word: number): number => {
      if (word >= counterMark) return this.#slots.size + (word - counterMark);
      if (word >= temporaryMark) return firstTemporary + (word - temporaryMark);
      return word >= constantMark ? firstConstant + (word - constantMark) : word;
    };
    return {
      words: Int32Array.from(this.#words, place),
      statements: this.#statements,
      initial,
      slotOf: this.#slots,
      parameters: thread.parameters.map((name) => this.#named(name)),
      argumentLists: this.#argumentLists.map((slots) => slots.map(place)),
    };
  }

  #named(name: string): number {
    const slot = this.#slots.get(name) ?? this.#slots.size;
    this.#slots.set(name, slot);
    return slot;
  }

  #emit(opcode: number, d = 0, a = 0, b = 0): number {
    const at = this.#statements.length;
    this.#words.push(opcode, d, a, b);
    this.#statements.push(this.#current);
    return at;
  }

  #patch(instruction: number): void {
    this.#words[instruction * op.wordsPerInstruction + 1] = this.#statements.length;
  }

  #constant(value: number): number {
    const index = this.#constants.get(value) ?? this.#constants.size;
    this.#constants.set(value, index);
    return constantMark + index;
  }

  #temporary(): number {
    const slot = this.#temporaries++;
    this.#maxTemporaries = Math.max(this.#maxTemporaries, this.#temporaries);
    return temporaryMark + slot;
  }

  /** The slot that holds the value of `expr`. */
  #slot(expr: Expr): number {
    switch (expr.kind) {
      case 'const':
        return this.#constant(lowWord(expr.value));
      case 'address':
        return this.#constant(
          this.layout.addressOf.get(expr.location) ?? bug(`no location ${expr.location}`),
        );
      case 'register':
        return this.#named(expr.name);
      default:
        return this.#into(expr, this.#temporary());
    }
  }

  /** Computes `expr` into slot `d`, which no sub-expression reads. */
  #into(expr: Expr, d: number): number {
    switch (expr.kind) {
      case 'const':
      case 'address':
      case 'register':
        this.#emit(op.MOVE, d, this.#slot(expr));
        return d;
      case 'unary':
        this.#emit(op.unaryOpcode[expr.op] ?? bug(`no opcode for ${expr.op}`), d, this.#slot(expr.operand));
        return d;
      case 'binary':
        this.#emit(op.binaryOpcode[expr.op], d, this.#slot(expr.left), this.#slot(expr.right));
        return d;
      case 'conditional': {
        const otherwise = this.#emit(op.JUMP_IF_ZERO, 0, this.#slot(expr.condition));
        this.#into(expr.whenTrue, d);
        const end = this.#emit(op.JUMP);
        this.#patch(otherwise);
        this.#into(expr.whenFalse, d);
        this.#patch(end);
        return d;
      }
    }
  }

  #body(statements: readonly Statement[]): void {
    for (const s of statements) {
      this.#current = s;
      this.#temporaries = 0;
      this.#statement(s);
    }
  }

  #statement(s: Statement): void {
    switch (s.kind) {
      case 'assign': {
        if (s.value.kind === 'unary' || s.value.kind === 'binary') this.#into(s.value, this.#named(s.target));
        else this.#emit(op.MOVE, this.#named(s.target), this.#slot(s.value));
        return;
      }
      case 'load':
        this.#emit(op.LOAD, this.#named(s.target), this.#slot(s.address));
        return;
      case 'store':
        this.#emit(op.STORE, this.#slot(s.address), this.#slot(s.value), op.stored[s.lifetime ?? 'value']);
        return;
      case 'rmw':
        this.#rmw(s);
        return;
      case 'fence':
        this.#emit(fenceOpcode[s.fence]);
        return;
      case 'atomic':
        this.#emit(op.ATOMIC_BEGIN);
        this.#body(s.body);
        this.#current = s;
        this.#emit(op.ATOMIC_END);
        return;
      case 'if':
        this.#if(s.condition, s.whenTrue, s.whenFalse);
        return;
      case 'block': {
        const label: Label = { name: s.label, exits: [], start: undefined };
        this.#labels.push(label);
        this.#body(s.body);
        this.#labels.pop();
        for (const exit of label.exits) this.#patch(exit);
        return;
      }
      case 'while':
        this.#while(s);
        return;
      case 'break':
      case 'continue': {
        const label = this.#labels.findLast(
          (l) => l.name === s.label && (s.kind === 'break' || l.start !== undefined),
        );
        if (label === undefined) bug(`no label ${s.label}`);
        const jump = this.#emit(op.JUMP, s.kind === 'continue' ? (label.start ?? 0) : 0);
        if (s.kind === 'break') label.exits.push(jump);
        return;
      }
      case 'assume':
        this.#emit(op.ASSUME, 0, this.#slot(s.condition));
        return;
      case 'assert':
        this.#emit(op.ASSERT, 0, this.#slot(s.condition));
        return;
      case 'nondet': {
        const { from = -0x8000_0000, to = 0x7fff_ffff } = s;
        if ((s.from === undefined || s.to === undefined) && this.options.anyChoice !== true)
          throw new InputError({
            code: 'unbounded-nondet',
            message: 'the explicit engine can only enumerate a nondeterministic value whose range is known',
            ...(s.at === undefined ? {} : { line: s.at.line, column: s.at.column }),
            hint: 'state a range, or use --engine symbolic',
          });
        this.#emit(
          op.CHOOSE,
          this.#named(s.target),
          this.#constant(lowWord(from)),
          this.#constant(lowWord(to)),
        );
        return;
      }
      case 'spawn': {
        const list = this.#argumentLists.push(s.args.map((arg) => this.#slot(arg))) - 1;
        this.#emit(op.SPAWN, s.thread, list);
        return;
      }
      case 'join':
        this.#emit(op.JOIN, 0, this.#slot(s.thread));
        return;
      case 'lock':
        this.#emit(op.LOCK, 0, this.#slot(s.address));
        return;
      case 'unlock':
        this.#emit(op.UNLOCK, 0, this.#slot(s.address));
        return;
      case 'alloc':
        this.#emit(op.ALLOC, this.#named(s.target), this.#slot(s.size), s.zeroed ? 1 : 0);
        return;
      case 'free':
        this.#emit(op.FREE, 0, this.#slot(s.address));
        return;
    }
  }

  #rmw(s: Extract<Statement, { kind: 'rmw' }>): void {
    const address = this.#slot(s.address);
    const d = s.target === undefined ? this.#temporary() : this.#named(s.target);
    switch (s.op.kind) {
      case 'xchg':
        this.#emit(op.XCHG, d, address, this.#slot(s.op.value));
        return;
      case 'fetch': {
        const value = this.#slot(s.op.value);
        this.#emit(op.FETCH + fetchOps.indexOf(s.op.op), d, address, value);
        return;
      }
      case 'cas': {
        const expected = this.#slot(s.op.expected);
        const desired = this.#slot(s.op.desired);
        this.#emit(op.CAS, d, address, expected);
        this.#emit(0, 0, desired);
        return;
      }
    }
  }

  #if(condition: Expr, whenTrue: readonly Statement[], whenFalse: readonly Statement[]): void {
    const otherwise = this.#emit(op.JUMP_IF_ZERO, 0, this.#slot(condition));
    this.#body(whenTrue);
    if (whenFalse.length === 0) {
      this.#patch(otherwise);
      return;
    }
    const end = this.#emit(op.JUMP);
    this.#patch(otherwise);
    this.#body(whenFalse);
    this.#patch(end);
  }

  #while(s: Extract<Statement, { kind: 'while' }>): void {
    const counter = counterMark + this.#counters++;
    this.#emit(op.MOVE, counter, this.#constant(0));
    const start = this.#statements.length;
    const label: Label = { name: s.label, exits: [], start };
    const always = s.condition.kind === 'const' && s.condition.value !== 0;
    if (!always) label.exits.push(this.#emit(op.JUMP_IF_ZERO, 0, this.#slot(s.condition)));
    this.#emit(op.ITERATE, counter, this.#constant(s.bound ?? this.options.unroll));
    this.#labels.push(label);
    this.#body(s.body);
    this.#labels.pop();
    this.#current = s;
    this.#emit(op.JUMP, start);
    for (const exit of label.exits) this.#patch(exit);
  }
}

// Slots whose place is only known at the end are numbered from these marks; no opcode, jump or slot is that large.
const constantMark = 1 << 26;
const temporaryMark = 1 << 27;
const counterMark = 1 << 28;
