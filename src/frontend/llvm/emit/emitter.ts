// The body of a function while it is emitted: its locals, and the block that instructions are added to.

import type { Instruction, Terminator, Unplaced } from '../../../module/instruction.js';
import type { IntrinsicName } from '../../../module/intrinsics.js';
import type { LayoutName } from '../../../module/layout.js';
import type { Block, Local } from '../../../module/module.js';
import type { Type as ModuleType } from '../../../module/type.js';
import { type Register, register, symbol, typeOf, type Value } from '../../../module/value.js';
import type { SourceSpan } from '../../../program/statement.js';
import { bug } from '../../../support/diagnostic.js';
import { present } from '../../../support/present.js';
import type { Piece } from '../layout.js';
import type { FunctionSyntax, Value as Operand, Instruction as Syntax, Type } from '../syntax.js';
import { type Locals, oneValue, valuesOf } from './operands.js';
import { placeOf, type Unit, unsupported } from './unit.js';

export class Emitter implements Locals {
  readonly unit: Unit;
  readonly function: FunctionSyntax;
  readonly locals = new Map<string, Local>();
  readonly blocks = new Map<string, Block>();
  /** Names whose value is an address that is the same wherever it is used. They need no register. */
  readonly #fixed = new Map<string, readonly Value[]>();
  /** Names that were used before they got a value: a block may stand before the one that always comes before it. */
  readonly #usedEarly = new Set<string>();
  readonly #taken: ReadonlySet<string>;
  #instructions: Instruction[] = [];
  #syntax: Syntax | undefined;
  #place: SourceSpan | undefined;
  #temporaries = 0;

  /** `taken`: the names of the function's values. `storedBack`: loads of bytes that are stored back with some bits changed. */
  constructor(
    unit: Unit,
    syntax: FunctionSyntax,
    taken: ReadonlySet<string>,
    readonly storedBack: ReadonlySet<Syntax>,
    /** The contents of blocks that calls of the library make, by the names of the results. */
    readonly contents: ReadonlyMap<string, LayoutName>,
  ) {
    this.unit = unit;
    this.function = syntax;
    this.#taken = taken;
  }

  /** Instructions that follow belong to this one. */
  begin(syntax: Syntax): void {
    this.#syntax = syntax;
    this.#place = placeOf(this.unit, syntax);
  }

  push(instruction: Unplaced<Instruction>): void {
    this.#instructions.push({ ...instruction, ...present({ at: this.#place }) });
  }

  /** Ends the block. */
  end(label: string, terminator: Unplaced<Terminator>): void {
    const end: Terminator = { ...terminator, ...present({ at: this.#place }) };
    this.blocks.set(label, { instructions: this.#instructions, end });
    this.#instructions = [];
  }

  set(target: Register, value: Value): void {
    this.push({ kind: 'set', result: target, value });
  }

  /** The result of the instruction, one value for each piece. */
  result(values: readonly Value[]): void {
    const { result } = this.#current();
    if (result === undefined) return;
    if (values.every(isFixed) && !this.#usedEarly.has(result)) this.fix(result, values);
    else
      values.forEach((value, i) => {
        this.set(register(this.nameOf(result, i, values.length), typeOf(value)), value);
      });
  }

  /** The registers of the result, for what sets them itself. */
  results(pieces: readonly Piece[]): Register[] {
    const { result } = this.#current();
    return pieces.map((piece, i) =>
      result === undefined
        ? this.temporary(piece.type)
        : register(this.nameOf(result, i, pieces.length), piece.type),
    );
  }

  fix(name: string, values: readonly Value[]): void {
    this.#fixed.set(name, values);
  }

  local(name: string, pieces: readonly Piece[]): readonly Value[] {
    const fixed = this.#fixed.get(name);
    if (fixed !== undefined) return fixed;
    this.#usedEarly.add(name);
    return pieces.map((piece, i) => register(this.nameOf(name, i, pieces.length), piece.type));
  }

  /** The register that holds one of several pieces of a value. */
  nameOf(name: string, piece: number, pieces: number): string {
    // Reports take registers that begin with a letter for variables of the source.
    const first = /^\d/.test(name) ? name : `$${name}`;
    if (pieces === 1) return first;
    let own = `${name}.${piece}`;
    while (this.#taken.has(own)) own += '_';
    return `${first}${own.slice(name.length)}`;
  }

  temporary(type: ModuleType): Register {
    return register(this.fresh('t'), type);
  }

  /** The value in a register, so that it is computed once. */
  kept(value: Value): Value {
    if (value.kind === 'register' || isFixed(value)) return value;
    const target = this.temporary(typeOf(value));
    this.set(target, value);
    return target;
  }

  fresh(name: string): string {
    return `$${name}$${++this.#temporaries}`;
  }

  value(operand: Operand): Value {
    return oneValue(this.unit, operand, this);
  }

  values(operand: Operand): readonly Value[] {
    return valuesOf(this.unit, operand, this);
  }

  pieces(type: Type): readonly Piece[] {
    return this.unit.types.pieces(type, this.#current().at);
  }

  /** The one piece of a type that has no more. */
  piece(type: Type): Piece {
    const pieces = this.pieces(type);
    return pieces.length === 1 ? pieces[0] : this.refuse('a value of several parts here');
  }

  size(type: Type): number {
    return this.unit.types.size(type, this.#current().at);
  }

  align(type: Type): number {
    return this.unit.types.align(type, this.#current().at);
  }

  /** A call of a function of the library's model. */
  call(name: string): void {
    this.push({ kind: 'call', results: [], target: symbol(name), args: [] });
  }

  intrinsic(name: IntrinsicName, args: readonly Value[], result?: Register): void {
    this.push({ kind: 'intrinsic', name, args, ...present({ result }) });
  }

  /** A construct that has no meaning here. */
  refuse(what: string, hint?: string): never {
    return unsupported(this.unit, this.#current().at, what, this.#place, hint);
  }

  #current(): Syntax {
    return this.#syntax ?? bug('no instruction is being emitted');
  }
}

/** Known addresses and constants mean the same in every block. */
function isFixed(value: Value): boolean {
  switch (value.kind) {
    case 'const':
    case 'symbol':
    case 'local':
      return true;
    case 'offset':
      return isFixed(value.base);
    default:
      return false;
  }
}
