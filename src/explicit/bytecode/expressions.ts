// Expressions -> bytecode, and the accesses of memory that depend on the width of values.

import { type Expr, evaluate, forEachRegister, widthOf } from '../../program/expression.js';
import type { Layout } from '../../program/layout.js';
import { fetchOps, type Statement, type StatementOf } from '../../program/statement.js';
import { bug } from '../../support/diagnostic.js';
import * as op from './opcodes.js';
import type { Slots } from './slots.js';

export class Emitter {
  readonly words: number[] = [];
  readonly statements: (Statement | undefined)[] = [];
  /** The statement that instructions come from. */
  current: Statement | undefined = undefined;

  constructor(
    readonly slots: Slots,
    readonly layout: Layout,
    /** Whether cells have 64 bits. */
    readonly wideCells: boolean,
  ) {}

  emit(opcode: number, d = 0, a = 0, b = 0): number {
    const at = this.statements.length;
    this.words.push(opcode, d, a, b);
    this.statements.push(this.current);
    return at;
  }

  patch(instruction: number): void {
    this.words[instruction * op.wordsPerInstruction + 1] = this.statements.length;
  }

  #addressOf(location: string): number {
    return this.layout.addressOf.get(location) ?? bug(`no location ${location}`);
  }

  /** The slot that holds the value of `expr`. */
  slot(expr: Expr): number {
    switch (expr.kind) {
      case 'const':
        return this.slots.constant(expr.value, expr.width);
      case 'address':
        return this.slots.constant(this.#addressOf(expr.location));
      case 'register':
        return this.slots.named(expr.name);
      default: {
        const width = widthOf(expr);
        if (width === 64 && isFixed(expr)) {
          const value = evaluate(
            expr,
            () => 0,
            (location) => this.#addressOf(location),
          );
          return this.slots.constant(value, 64);
        }
        return this.into(expr, this.slots.temporary(width));
      }
    }
  }

  /** Computes `expr` into slot `d`, which no sub-expression reads. */
  into(expr: Expr, d: number): number {
    switch (expr.kind) {
      case 'const':
      case 'address':
      case 'register':
        this.emit(widthOf(expr) === 64 ? op.MOVE_WIDE : op.MOVE, d, this.slot(expr));
        return d;
      case 'unary': {
        const opcode = op.unaryOpcode[expr.op];
        this.emit(expr.width === 64 && opcode > 0 ? -opcode : opcode, d, this.slot(expr.operand));
        return d;
      }
      case 'binary': {
        const opcode = op.binaryOpcode[expr.op];
        this.emit(expr.width === 64 ? -opcode : opcode, d, this.slot(expr.left), this.slot(expr.right));
        return d;
      }
      case 'conditional': {
        const otherwise = this.emit(op.JUMP_IF_ZERO, 0, this.slot(expr.condition));
        this.into(expr.whenTrue, d);
        const end = this.emit(op.JUMP);
        this.patch(otherwise);
        this.into(expr.whenFalse, d);
        this.patch(end);
        return d;
      }
    }
  }

  /** The slot of an address, size or thread, which is one word. */
  small(expr: Expr): number {
    if (widthOf(expr) === 32) return this.slot(expr);
    if (expr.kind === 'unary' && expr.op === 'zext32') return this.slot(expr.operand);
    const d = this.slots.temporary();
    this.emit(op.NARROW, d, this.slot(expr));
    return d;
  }

  assign(s: StatementOf<'assign'>): void {
    const d = this.slots.named(s.target);
    if (s.value.kind === 'unary' || s.value.kind === 'binary') this.into(s.value, d);
    else this.emit(widthOf(s.value) === 64 ? op.MOVE_WIDE : op.MOVE, d, this.slot(s.value));
  }

  load(s: StatementOf<'load'>): void {
    const address = this.small(s.address);
    const d = this.slots.named(s.target);
    const { width = 32, until } = s;
    const has = s.has === undefined ? 0 : this.slots.named(s.has) + 1;
    if (until !== undefined) {
      const value = this.slot(until.value);
      const whole = this.wideCells ? this.slots.temporary(64) : d;
      this.emit(op.AWAIT, whole, address, value);
      this.emit(0, op.tests[until.test]);
      if (this.wideCells) this.emit(op.MOVE, d, whole);
      return;
    }
    if (width === 64 || (width === 32 && !this.wideCells)) {
      this.emit(op.LOAD, d, address, has);
      return;
    }
    const whole = this.wideCells ? this.slots.temporary(64) : d;
    this.emit(op.LOAD, whole, address, has);
    this.emit(width === 32 ? op.MOVE : op.unaryOpcode[width === 8 ? 'sext8' : 'sext16'], d, whole);
  }

  /** The slot of the value that a store of `width` bits puts into a cell. */
  stored(value: Expr, width: number): number {
    let slot = this.slot(value);
    const convert = (opcode: number, d: number): void => {
      this.emit(opcode, d, slot);
      slot = d;
    };
    if (width < 32) convert(op.unaryOpcode[width === 8 ? 'sext8' : 'sext16'], this.slots.temporary());
    if (width < 64 && this.wideCells) convert(op.SEXT32, this.slots.temporary(64));
    return slot;
  }

  rmw(s: StatementOf<'rmw'>): void {
    const { op: update, width = 32 } = s;
    const address = this.small(s.address);
    const d =
      s.target === undefined ? this.slots.temporary(width === 64 ? 64 : 32) : this.slots.named(s.target);
    const first = this.slot(update.kind === 'cas' ? update.expected : update.value);
    const desired = update.kind === 'cas' ? this.slot(update.desired) : 0;
    if (width !== 32 || this.wideCells) {
      const kind =
        update.kind === 'fetch'
          ? fetchOps.indexOf(update.op)
          : update.kind === 'cas'
            ? op.RMW_CAS
            : op.RMW_XCHG;
      this.emit(op.RMW, d, address, first);
      this.emit(0, op.rmwCode(kind, width), desired);
    } else if (update.kind === 'cas') {
      this.emit(op.CAS, d, address, first);
      this.emit(0, 0, desired);
    } else
      this.emit(update.kind === 'xchg' ? op.XCHG : op.FETCH + fetchOps.indexOf(update.op), d, address, first);
  }
}

/** Whether the value of the expression does not depend on registers. */
function isFixed(expr: Expr): boolean {
  let fixed = true;
  forEachRegister(expr, () => {
    fixed = false;
  });
  return fixed;
}
