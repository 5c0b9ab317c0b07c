// The body of a function while it is emitted: its locals, its blocks, and the block that instructions are added to. Every variable is a byte
// area, as in what clang -O0 makes; passes turn it into registers.

import { folded } from '../../../module/fold.js';
import {
  type Instruction,
  successorsOf,
  type Terminator,
  type Unplaced,
} from '../../../module/instruction.js';
import type { IntrinsicName } from '../../../module/intrinsics.js';
import type { Block, Local } from '../../../module/module.js';
import type { Type } from '../../../module/type.js';
import {
  constant,
  local,
  type Register,
  register,
  textValue,
  typeOf,
  type Value,
} from '../../../module/value.js';
import type { AccessOrder } from '../../../program/memoryOrder.js';
import type { SourceSpan } from '../../../program/statement.js';
import { bug, type Diagnostic } from '../../../support/diagnostic.js';
import { present } from '../../../support/present.js';
import type { FunctionSymbol, Variable } from '../typed.js';
import type { CType } from '../types.js';
import type { ModuleEmitter } from './index.js';
import { alignmentIn, bytesIn } from './scalars.js';
import { Scopes } from './scopes.js';

export class FunctionEmitter {
  readonly locals = new Map<string, Local>();
  readonly blocks = new Map<string, Block>();
  readonly scopes = new Scopes();
  /** Where the node that is emitted stands: its instructions get this place. */
  at: SourceSpan;
  /** Where the value goes if the function returns a struct. */
  structResult: Register | undefined;
  /** Areas that hold the addresses of blocks which end with the function, 0 where there is none. */
  readonly blockAreas: Value[] = [];
  /** Yields the address of a variable of the function around this one. */
  foreign: (variable: Variable) => Value | undefined = () => undefined;
  readonly #variables = new Map<Variable, Value>();
  readonly #labels = new Map<string, string>();
  #numbers = 0;
  /** The label of the open block; undefined behind a jump, where instructions are dropped. */
  #label: string | undefined = 'entry';
  #instructions: Instruction[] = [];
  /** Stands where a statement that is not supported would have begun a block. */
  #refused: Instruction | undefined;

  constructor(
    readonly unit: ModuleEmitter,
    readonly symbol: FunctionSymbol,
  ) {
    this.at = symbol.at;
  }

  /** Instructions that `emit` adds stand at this place. */
  within<T>(at: SourceSpan, emit: () => T): T {
    const around = this.at;
    this.at = at;
    const result = emit();
    this.at = around;
    return result;
  }

  push(instruction: Unplaced<Instruction>): void {
    if (this.#label !== undefined) this.#instructions.push({ ...instruction, at: this.at });
  }

  /** Ends the block. */
  end(terminator: Unplaced<Terminator>): void {
    if (this.#label === undefined) return;
    this.blocks.set(this.#label, { instructions: this.#instructions, end: { ...terminator, at: this.at } });
    this.#instructions = [];
    this.#label = undefined;
  }

  jump(to: string): void {
    this.end({ kind: 'jump', to });
  }

  branch(condition: Value, whenTrue: string, whenFalse: string): void {
    const known = folded(condition);
    if (known.kind === 'const') this.jump(known.value !== 0 ? whenTrue : whenFalse);
    else this.end({ kind: 'branch', condition: known, whenTrue, whenFalse });
  }

  /** Begins a block; control that comes from above goes on in it. */
  begin(label: string): void {
    this.jump(label);
    this.#label = label;
  }

  /** Two ways that meet again. `decide` goes to one of their blocks. */
  ways(decide: (yes: string, no: string) => void, whenTrue: () => void, whenFalse?: () => void): void {
    const [yes, no, end] = ['then', 'else', 'end'].map((name) => this.fresh(name));
    decide(yes, whenFalse === undefined ? end : no);
    this.begin(yes);
    whenTrue();
    if (whenFalse !== undefined) {
      this.jump(end);
      this.begin(no);
      whenFalse();
    }
    this.begin(end);
  }

  /** The same where the condition is an `i1`. */
  when(condition: Value, whenTrue: () => void, whenFalse?: () => void): void {
    this.ways((yes, no) => this.branch(condition, yes, no), whenTrue, whenFalse);
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

  set(result: Register, value: Value): void {
    this.push({ kind: 'set', result, value });
  }

  /** The value in a register, so that it is computed once. */
  kept(value: Value): Value {
    const known = folded(value);
    if (isFixed(known)) return known;
    const result = this.temporary(typeOf(known));
    this.set(result, known);
    return result;
  }

  load(address: Value, type: Type, order?: AccessOrder): Register {
    const result = this.temporary(type);
    this.push({ kind: 'load', result, address: folded(address), ...present({ order }) });
    return result;
  }

  store(address: Value, value: Value, order?: AccessOrder): void {
    this.push({ kind: 'store', address: folded(address), value: folded(value), ...present({ order }) });
  }

  /** Copies an object of the type. */
  copy(to: Value, from: Value, type: CType): void {
    this.push({ kind: 'copy', to, from, size: constant(bytesIn(type), 'i64') });
  }

  intrinsic(name: IntrinsicName, args: readonly Value[], result?: Register): void {
    this.push({ kind: 'intrinsic', name, args, ...present({ result }) });
  }

  /** The result of an intrinsic. */
  asked(name: IntrinsicName, args: readonly Value[], type: Type): Register {
    const result = this.temporary(type);
    this.intrinsic(name, args, result);
    return result;
  }

  any(type: Type): Value {
    return this.asked('choose', [constant(0, 'i32')], type);
  }

  /** Nothing else runs while this does. */
  section<T>(inside: () => T): T {
    this.intrinsic('atomic_begin', []);
    const result = inside();
    this.intrinsic('atomic_end', []);
    return result;
  }

  /** Where control comes here, the program is refused. */
  refuse(mistake: Diagnostic): void {
    const { message, line = 1, column = 1, file } = mistake;
    this.unit.refused.push(mistake);
    this.within({ line, column, ...present({ file }) }, () => {
      const args = [textValue(message)];
      this.#refused = { kind: 'intrinsic', name: 'refuse', args, at: this.at };
      this.intrinsic('refuse', args);
    });
  }

  /** The address of a local variable. */
  variable(variable: Variable): Value {
    const known = this.#variables.get(variable);
    if (known !== undefined) return known;
    const address = this.foreign(variable) ?? this.#declare(variable);
    this.#variables.set(variable, address);
    return address;
  }

  /** Whether the variable has been declared, in this function or in one around it. */
  knows(variable: Variable): boolean {
    return this.#variables.has(variable) || this.foreign(variable) !== undefined;
  }

  #declare({ name, type, at }: Variable): Value {
    return local(this.#add(name, type, present({ label: name, layout: this.unit.layouts.name(type), at })));
  }

  /** A byte area that the program does not name. */
  area(name: string, type: CType): Value {
    return local(this.#add(this.fresh(name), type, present({ layout: this.unit.layouts.name(type) })));
  }

  #add(name: string, type: CType, described: Omit<Local, 'name' | 'size' | 'align'>): string {
    const own = freshIn(this.locals, name);
    this.locals.set(own, { name: own, size: bytesIn(type), align: alignmentIn(type), ...described });
    return own;
  }
}

/** The name, or with a number where it is taken. */
export function freshIn(taken: { has(name: string): boolean }, name: string): string {
  let own = name;
  for (let n = 2; taken.has(own); n++) own = `${name}.${n}`;
  return own;
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
