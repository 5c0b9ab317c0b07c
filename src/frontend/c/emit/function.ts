// The body of a function while it is emitted: its locals, its blocks, and the block that instructions are added to. Every variable is a byte
// area, as in what clang -O0 makes; passes turn it into registers.

import { folded } from '../../../module/fold.js';
import { type Instruction, successorsOf, type Terminator } from '../../../module/instruction.js';
import type { IntrinsicName } from '../../../module/intrinsics.js';
import type { Block, Local } from '../../../module/module.js';
import type { Type } from '../../../module/type.js';
import { local, type Register, register, textValue, typeOf, type Value } from '../../../module/value.js';
import type { SourceSpan } from '../../../program/statement.js';
import { bug, type Diagnostic } from '../../../support/diagnostic.js';
import { present } from '../../../support/present.js';
import type { FunctionSymbol, Variable } from '../typed.js';
import type { CType } from '../types.js';
import { Scopes } from './scopes.js';
import { alignmentIn, bytesIn } from './types.js';
import type { UnitEmitter } from './unit.js';

/** An instruction without its place. */
type Unplaced<T> = T extends unknown ? Omit<T, 'at'> : never;

export class FunctionEmitter {
  readonly locals = new Map<string, Local>();
  readonly blocks = new Map<string, Block>();
  readonly scopes = new Scopes();
  /** Where the value goes if the function returns a struct. */
  structResult: Register | undefined;
  readonly #variables = new Map<Variable, Value>();
  #foreign: (variable: Variable) => Value | undefined = () => undefined;
  readonly #labels = new Map<string, string>();
  #numbers = 0;
  /** The label of the open block; undefined behind a jump, where instructions are dropped. */
  #label: string | undefined = 'entry';
  #instructions: Instruction[] = [];
  /** Stands where a statement that is not supported would have begun a block. */
  #refused: Instruction | undefined;

  constructor(
    readonly unit: UnitEmitter,
    readonly symbol: FunctionSymbol,
  ) {}

  /** Whether control comes here. */
  get isOpen(): boolean {
    return this.#label !== undefined;
  }

  push(instruction: Unplaced<Instruction>, at: SourceSpan): void {
    if (this.isOpen) this.#instructions.push({ ...instruction, at });
  }

  /** Ends the block. */
  end(terminator: Unplaced<Terminator>, at: SourceSpan): void {
    if (this.#label === undefined) return;
    this.blocks.set(this.#label, { instructions: this.#instructions, end: { ...terminator, at } });
    this.#instructions = [];
    this.#label = undefined;
  }

  jump(to: string, at: SourceSpan): void {
    this.end({ kind: 'jump', to }, at);
  }

  branch(condition: Value, whenTrue: string, whenFalse: string, at: SourceSpan): void {
    const known = folded(condition);
    if (known.kind === 'const') this.jump(known.value !== 0 ? whenTrue : whenFalse, at);
    else this.end({ kind: 'branch', condition: known, whenTrue, whenFalse }, at);
  }

  /** Begins a block; control that comes from above goes on in it. */
  begin(label: string, at: SourceSpan): void {
    this.jump(label, at);
    this.#label = label;
  }

  /** The blocks that control reaches, in the order of the text. */
  reachable(): Map<string, Block> {
    const found = new Set(['entry']);
    for (const label of found) {
      const block = this.blocks.get(label) ?? this.#refusedBlock(label);
      this.blocks.set(label, block);
      for (const next of successorsOf(block.end)) found.add(next);
    }
    return new Map([...this.blocks].filter(([label]) => found.has(label)));
  }

  #refusedBlock(label: string): Block {
    const refused = this.#refused ?? bug(`there is no block ${label}`);
    return { instructions: [refused], end: { kind: 'unreachable' } };
  }

  fresh(name: string): string {
    return `${name}.${++this.#numbers}`;
  }

  /** The block of a label of the program. */
  labelled(name: string): string {
    const known = this.#labels.get(name) ?? this.fresh(`label.${name}`);
    this.#labels.set(name, known);
    return known;
  }

  temporary(type: Type): Register {
    return register(`${++this.#numbers}`, type);
  }

  /** The value in a register, so that it is computed once. */
  kept(value: Value, at: SourceSpan): Value {
    const known = folded(value);
    if (isFixed(known)) return known;
    const result = this.temporary(typeOf(known));
    this.push({ kind: 'set', result, value: known }, at);
    return result;
  }

  load(address: Value, type: Type, at: SourceSpan): Register {
    const result = this.temporary(type);
    this.push({ kind: 'load', result, address: folded(address) }, at);
    return result;
  }

  store(address: Value, value: Value, at: SourceSpan): void {
    this.push({ kind: 'store', address: folded(address), value: folded(value) }, at);
  }

  intrinsic(name: IntrinsicName, args: readonly Value[], at: SourceSpan, result?: Register): void {
    this.push({ kind: 'intrinsic', name, args, ...present({ result }) }, at);
  }

  /** Where control comes here, the program is refused. */
  refuse(mistake: Diagnostic): void {
    const { message, line = 1, column = 1, file } = mistake;
    this.unit.refused(mistake);
    const at = { line, column, ...present({ file }) };
    const args = [textValue(message)];
    this.#refused = { kind: 'intrinsic', name: 'refuse', args, at };
    this.intrinsic('refuse', args, at);
  }

  /** The address of a local variable. */
  variable(variable: Variable): Value {
    const known = this.#variables.get(variable);
    if (known !== undefined) return known;
    const address = this.#foreign(variable) ?? this.#declare(variable);
    this.#variables.set(variable, address);
    return address;
  }

  /** Whether the variable has been declared, in this function or in one around it. */
  knows(variable: Variable): boolean {
    return this.#variables.has(variable) || this.#foreign(variable) !== undefined;
  }

  /** `find` yields the address of a variable of the function around this one. */
  onForeign(find: (variable: Variable) => Value | undefined): void {
    this.#foreign = find;
  }

  #declare({ name, type, at }: Variable): Value {
    return local(this.#add(name, type, present({ label: name, layout: this.unit.layout(type), at })));
  }

  /** A byte area that the program does not name. */
  area(name: string, type: CType): Value {
    return local(this.#add(this.fresh(name), type, present({ layout: this.unit.layout(type) })));
  }

  #add(name: string, type: CType, described: Omit<Local, 'name' | 'size' | 'align'>): string {
    let own = name;
    for (let n = 2; this.locals.has(own); n++) own = `${name}.${n}`;
    this.locals.set(own, { name: own, size: bytesIn(type), align: alignmentIn(type), ...described });
    return own;
  }
}

/** Values that are the same wherever they are used, and registers, which are set once. */
function isFixed(value: Value): boolean {
  switch (value.kind) {
    case 'const':
    case 'symbol':
    case 'local':
    case 'register':
      return true;
    case 'offset':
      return isFixed(value.base);
    default:
      return false;
  }
}
