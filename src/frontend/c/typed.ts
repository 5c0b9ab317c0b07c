// The program after type checking: names resolved, conversions explicit, every operator's signedness decided, library
// calls turned into what they mean (builtin.ts). Lowering instantiates it, once per call.

import type { BinaryOp, UnaryOp } from '../../program/expression.js';
import type { Integer } from '../../program/integer.js';
import type { SourceSpan } from '../../program/statement.js';
import type { Variants } from '../../support/variants.js';
import type { Builtin } from './builtin.js';
import type { BitField, CType, FunctionType } from './types.js';

export interface Variable {
  readonly name: string;
  /** An array that is declared without its length, `extern int a[];`, gets it where it is defined. */
  type: CType;
  /** `global` also for static locals, whose name is then `function.name`. */
  readonly storage: 'global' | 'local';
  readonly threadLocal: boolean;
  readonly at: SourceSpan;
  /** Its address is used other than to read or write it at once: it lives in memory. */
  addressed: boolean;
  /** The value of a const integer that is initialised with a constant. */
  constant?: Integer;
  /** Of a global: the values its parts start with; the rest is 0. */
  initial?: readonly StaticPart[];
  /** Made for a string literal. */
  readonly literal?: boolean;
  /** The library that the program is linked with defines it. */
  ofLibrary?: boolean;
}

/** The initial value of a cell of a global: a number, the address of a cell, a function. */
export type StaticValue =
  | Integer
  | { readonly kind: 'address'; readonly variable: Variable; readonly offset: number }
  | { readonly kind: 'function'; readonly function: FunctionSymbol };

/** A scalar or bit-field of a global and what it starts with; `offset` in bytes. */
export interface StaticPart {
  readonly offset: number;
  readonly type: CType;
  readonly bitField?: BitField;
  readonly value: StaticValue;
}

export interface FunctionSymbol {
  readonly name: string;
  /** A later declaration may say more than `f()`. */
  type: FunctionType;
  readonly at: SourceSpan;
  /** Absent for a function that is only declared. */
  definition?: { readonly parameters: readonly Variable[]; readonly body: readonly TypedStatement[] };
  /** Used other than by calling it. */
  addressed: boolean;
  /** Called before any declaration: as `int f()`. */
  implicit?: boolean;
  /** It runs before main, or after it: the smaller the number, the farther from main. */
  beforeMain?: number;
  afterMain?: number;
}

interface Typed {
  readonly type: CType;
  readonly at: SourceSpan;
}

interface Places {
  variable: { variable: Variable };
  deref: { pointer: Value };
  /** `offset` in bytes; a bit-field counts its bits from there on. */
  member: { base: Place; offset: number; bitField?: BitField };
  /** An element of an array of known length; `size` bytes each. */
  element: { base: Place; index: Value; length: number; size: number };
  /** A compound literal: initialised each time it is reached. */
  literal: { variable: Variable; initialiser: Initialisation };
}

/** An object with an address, or a local variable's register: C's lvalue. */
export type Place = Variants<Places, Typed>;

interface Values {
  const: { value: Integer };
  function: { function: FunctionSymbol };
  load: { place: Place };
  address: { place: Place };
  unary: { op: UnaryOp; operand: Value };
  binary: { op: BinaryOp; left: Value; right: Value };
  /** pointer + index * size */
  offset: { pointer: Value; index: Value; size: number };
  /** (left - right) / size */
  difference: { left: Value; right: Value; size: number };
  /** The operand's value in `type`. */
  convert: { operand: Value };
  logical: { op: '&&' | '||'; left: Value; right: Value };
  conditional: { condition: Value; whenTrue: Value; whenFalse: Value };
  comma: { left: Value; right: Value };
  /** GNU's `({ ... })`: the last of its statements gives `result` its value. */
  statements: { items: readonly TypedStatement[]; result?: Variable };
  /** The next argument of those that `...` stands for; `list` counts them. */
  'va-arg': { list: Place };
  assign: { place: Place; value: Value };
  /** place = (type of place)((via)place op operand); `operand` already has type `via` or is a count of bytes. */
  update: { place: Place; op: BinaryOp; operand: Value; via: CType; result: 'old' | 'new' };
  call: { callee: Value; args: readonly Value[] };
  builtin: { builtin: Builtin };
}

export type Value = Variants<Values, Typed>;

export type ValueOf<K extends Value['kind']> = Extract<Value, { kind: K }>;

/** Values for parts of an object. Parts without a value become 0. */
export interface Initialisation {
  readonly type: CType;
  readonly parts: readonly Part[];
}

/** `offset` in bytes. */
export interface Part {
  readonly offset: number;
  readonly value: Value;
  readonly bitField?: BitField;
}

interface TypedStatements {
  expression: { value: Value };
  declare: { variable: Variable; initialiser?: Initialisation };
  /** Evaluated when the block is left, after those that come later in it. */
  defer: { value: Value };
  block: { items: readonly TypedStatement[] };
  if: { condition: Value; whenTrue: TypedStatement; whenFalse?: TypedStatement };
  switch: { value: Value; items: readonly TypedStatement[] };
  label: { name: string };
  case: { low: Integer; high: Integer };
  default: unknown;
  goto: { label: string };
  break: unknown;
  continue: unknown;
  return: { value?: Value };
}

export type TypedStatement = LoopStatement | Variants<TypedStatements, { at: SourceSpan }>;

export interface LoopStatement {
  readonly kind: 'loop';
  readonly at: SourceSpan;
  readonly initialiser?: TypedStatement;
  /** Absent: forever. */
  readonly condition?: Value;
  /** The bound of a preceding `__VERIFIER_loop_bound`. */
  readonly bound?: number;
  /** The condition is first looked at after the body. */
  readonly testAfter: boolean;
  readonly step?: Value;
  readonly body: TypedStatement;
}

/** A checked translation unit. */
export interface Unit {
  readonly globals: readonly Variable[];
  readonly functions: ReadonlyMap<string, FunctionSymbol>;
  /** Functions that run before main and after it, in this order. */
  readonly beforeMain: readonly FunctionSymbol[];
  readonly afterMain: readonly FunctionSymbol[];
}
