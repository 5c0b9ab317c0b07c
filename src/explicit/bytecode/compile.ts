// Program -> bytecode. Loops stay loops: a counter per loop is reset on entry and checked by ITERATE.

import { type Expr, type ExprWidth, forEachRegister } from '../../program/expression.js';
import { initialValue, type Layout, layOut } from '../../program/layout.js';
import type { Program, Thread } from '../../program/program.js';
import {
  expressionsOf,
  type FenceKind,
  forEachStatement,
  type Statement,
  type StatementOf,
  targetsOf,
} from '../../program/statement.js';
import { hasWideCells, registerWidth } from '../../program/widths.js';
import { bug } from '../../support/diagnostic.js';
import { Emitter } from './expressions.js';
import * as op from './opcodes.js';
import { Slots } from './slots.js';

export interface ThreadCode {
  /** Words of `wordsPerInstruction` each. */
  readonly words: Int32Array;
  /** The statement each instruction comes from. */
  readonly statements: readonly (Statement | undefined)[];
  /** The register file at the start: initial values and constants. */
  readonly initial: Int32Array;
  /** Where each named register is; of one of 64 bits the low word, the high one follows. */
  readonly slotOf: ReadonlyMap<string, number>;
  /** The named registers of 64 bits. */
  readonly wide: ReadonlySet<string>;
  /** The words of its parameters. */
  readonly parameters: readonly number[];
  /** For each SPAWN: the slots its arguments are read from. */
  readonly argumentLists: readonly (readonly number[])[];
}

export interface Code {
  readonly program: Program;
  readonly layout: Layout;
  readonly threads: readonly ThreadCode[];
  /** Whether cells have 64 bits; otherwise they hold no more than 32. */
  readonly wideCells: boolean;
  /** As it was compiled with. */
  readonly unroll: number;
}

interface CompileOptions {
  /** Bound of loops that state none. */
  readonly unroll: number;
}

export function compile(program: Program, options: CompileOptions): Code {
  const layout = layOut(program);
  const wideCells = hasWideCells(program);
  const threads = program.threads.map((thread) =>
    new ThreadCompiler(program, thread, layout, options, wideCells).compile(),
  );
  return { program, layout, threads, wideCells, unroll: options.unroll };
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
  readonly #slots: Slots;
  readonly #out: Emitter;
  readonly #labels: Label[] = [];
  readonly #argumentLists: number[][] = [];

  constructor(
    private readonly program: Program,
    private readonly thread: Thread,
    layout: Layout,
    private readonly options: CompileOptions,
    wideCells: boolean,
  ) {
    this.#slots = new Slots((name) => registerWidth(thread, name));
    this.#out = new Emitter(this.#slots, layout, wideCells);
  }

  compile(): ThreadCode {
    const { thread } = this;
    const slots = this.#slots;
    for (const name of [...thread.parameters, ...thread.registers.keys()]) slots.named(name);
    forEachStatement(thread.body, (s) => {
      for (const expr of expressionsOf(s)) forEachRegister(expr, (name) => slots.named(name));
      for (const name of targetsOf(s)) slots.named(name);
    });
    for (const o of this.program.observed)
      if (o.kind === 'register' && this.program.threads[o.thread] === thread) slots.named(o.register);
    this.#body(thread.body);
    this.#out.emit(op.HALT);
    const { addressOf } = this.#out.layout;
    const values = Array.from(
      thread.registers,
      ([name, value]) => [name, initialValue(value, addressOf)] as const,
    );
    const { initial, place } = slots.lay(values);
    return {
      words: Int32Array.from(this.#out.words, place),
      statements: this.#out.statements,
      initial,
      slotOf: slots.names,
      wide: new Set([...slots.names.keys()].filter((name) => registerWidth(thread, name) === 64)),
      parameters: thread.parameters.flatMap((name) =>
        wordsOf(slots.named(name), registerWidth(thread, name)),
      ),
      argumentLists: this.#argumentLists.map((list) => list.map(place)),
    };
  }

  #body(statements: readonly Statement[]): void {
    for (const s of statements) {
      this.#out.current = s;
      this.#slots.release();
      this.#statement(s);
    }
  }

  #statement(s: Statement): void {
    const out = this.#out;
    switch (s.kind) {
      case 'assign':
        out.assign(s);
        return;
      case 'load':
        out.load(s);
        return;
      case 'store':
        out.emit(
          op.STORE,
          out.small(s.address),
          out.stored(s.value, s.width ?? 32),
          op.stored[s.lifetime ?? 'value'],
        );
        return;
      case 'rmw':
        out.rmw(s);
        return;
      case 'fence':
        out.emit(fenceOpcode[s.fence]);
        return;
      case 'atomic':
        out.emit(op.ATOMIC_BEGIN, s.loads === true ? 1 : 0);
        this.#body(s.body);
        out.current = s;
        out.emit(op.ATOMIC_END);
        return;
      case 'if':
        this.#if(s.condition, s.whenTrue, s.whenFalse);
        return;
      case 'block': {
        const label: Label = { name: s.label, exits: [], start: undefined };
        this.#labels.push(label);
        this.#body(s.body);
        this.#labels.pop();
        for (const exit of label.exits) out.patch(exit);
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
        const jump = out.emit(op.JUMP, s.kind === 'continue' ? (label.start ?? 0) : 0);
        if (s.kind === 'break') label.exits.push(jump);
        return;
      }
      case 'assume':
        out.emit(op.ASSUME, 0, out.slot(s.condition));
        return;
      case 'assert':
        out.emit(op.ASSERT, 0, out.slot(s.condition));
        return;
      case 'nondet':
        this.#nondet(s);
        return;
      case 'spawn':
        this.#spawn(s);
        return;
      case 'join':
        out.emit(op.JOIN, 0, out.small(s.thread));
        return;
      case 'lock':
        this.#lock(s);
        return;
      case 'unlock':
        if (s.holder === undefined) out.emit(op.UNLOCK, 0, out.small(s.address));
        else out.emit(op.GIVE_BACK, 0, out.small(s.address), out.slot(s.holder));
        return;
      case 'alloc': {
        const target = this.#slots.named(s.target);
        const d = s.width === 64 ? this.#slots.temporary() : target;
        out.emit(op.ALLOC, d, out.small(s.size), s.zeroed ? 1 : 0);
        if (s.width === 64) out.emit(op.ZEXT32, target, d);
        return;
      }
      case 'free':
        out.emit(op.FREE, 0, out.small(s.address));
        return;
    }
  }

  #lock({ address, until, leaves }: StatementOf<'lock'>): void {
    const out = this.#out;
    const cell = out.small(address);
    if (until === undefined && leaves === undefined) {
      out.emit(op.LOCK, 0, cell);
      return;
    }
    const value = until === undefined ? this.#slots.constant(0) : out.slot(until.value);
    const change = leaves === undefined ? this.#slots.constant(1) : out.slot(leaves.value);
    out.emit(op.TAKE, 0, cell, value);
    out.emit(0, op.takeCode(op.tests[until?.test ?? '=='], leaves?.op === '+'), change);
  }

  #nondet(s: StatementOf<'nondet'>): void {
    const width = s.width ?? 32;
    const { from = -(2n ** BigInt(width - 1)), to = 2n ** BigInt(width - 1) - 1n } = s;
    this.#out.emit(
      width === 64 ? op.CHOOSE_WIDE : op.CHOOSE,
      this.#slots.named(s.target),
      this.#slots.constant(from, width),
      this.#slots.constant(to, width),
    );
  }

  /** A parameter that its thread never mentions takes one word of its argument. */
  #spawn(s: StatementOf<'spawn'>): void {
    const child = this.program.threads[s.thread];
    const words = s.args.flatMap((arg, i) =>
      wordsOf(this.#out.slot(arg), registerWidth(child, child.parameters[i])),
    );
    const list = this.#argumentLists.push(words) - 1;
    this.#out.emit(op.SPAWN, s.thread, list);
  }

  #if(condition: Expr, whenTrue: readonly Statement[], whenFalse: readonly Statement[]): void {
    const out = this.#out;
    const otherwise = out.emit(op.JUMP_IF_ZERO, 0, out.slot(condition));
    this.#body(whenTrue);
    if (whenFalse.length === 0) {
      out.patch(otherwise);
      return;
    }
    const end = out.emit(op.JUMP);
    out.patch(otherwise);
    this.#body(whenFalse);
    out.patch(end);
  }

  #while(s: StatementOf<'while'>): void {
    const out = this.#out;
    const counter = this.#slots.counter();
    out.emit(op.MOVE, counter, this.#slots.constant(0));
    const start = out.statements.length;
    const label: Label = { name: s.label, exits: [], start };
    const always = s.condition.kind === 'const' && s.condition.value !== 0;
    if (!always) label.exits.push(out.emit(op.JUMP_IF_ZERO, 0, out.slot(s.condition)));
    out.emit(op.ITERATE, counter, this.#slots.constant(s.bound ?? this.options.unroll));
    this.#labels.push(label);
    this.#body(s.body);
    this.#labels.pop();
    out.current = s;
    out.emit(op.JUMP, start);
    for (const exit of label.exits) out.patch(exit);
  }
}

const wordsOf = (slot: number, width: ExprWidth): number[] => (width === 64 ? [slot, slot + 1] : [slot]);
