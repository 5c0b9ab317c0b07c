// The program after type checking: names resolved, conversions explicit, every operator's signedness decided, library
// calls turned into what they mean (builtin.ts). Lowering instantiates it, once per call.

import type { BinaryOp, UnaryOp } from '../../program/expression.js';
import type { Integer } from '../../program/integer.js';
import type { SourceSpan } from '../../program/statement.js';
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
  /** The type with the elements that its initial value adds to an array at the end of it. */
  longer?: CType;
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

/** An object with an address, or a local variable's register: C's lvalue. */
export type Place = Typed &
  (
    | { readonly kind: 'variable'; readonly variable: Variable }
    | { readonly kind: 'deref'; readonly pointer: Value }
    /** `offset` in bytes; a bit-field counts its bits from there on. */
    | {
        readonly kind: 'member';
        readonly base: Place;
        readonly offset: number;
        readonly bitField?: BitField;
      }
    /** An element of an array of known length; `size` bytes each. */
    | {
        readonly kind: 'element';
        readonly base: Place;
        readonly index: Value;
        readonly length: number;
        readonly size: number;
      }
    /** A compound literal: initialised each time it is reached. */
    | { readonly kind: 'literal'; readonly variable: Variable; readonly initialiser: Initialisation }
  );

export type Value = Typed &
  (
    | { readonly kind: 'const'; readonly value: Integer }
    | { readonly kind: 'function'; readonly function: FunctionSymbol }
    | { readonly kind: 'load'; readonly place: Place }
    | { readonly kind: 'address'; readonly place: Place }
    | { readonly kind: 'unary'; readonly op: UnaryOp; readonly operand: Value }
    | { readonly kind: 'binary'; readonly op: BinaryOp; readonly left: Value; readonly right: Value }
    /** pointer + index * size */
    | { readonly kind: 'offset'; readonly pointer: Value; readonly index: Value; readonly size: number }
    /** (left - right) / size */
    | { readonly kind: 'difference'; readonly left: Value; readonly right: Value; readonly size: number }
    /** The operand's value in `type`. */
    | { readonly kind: 'convert'; readonly operand: Value }
    | { readonly kind: 'logical'; readonly op: '&&' | '||'; readonly left: Value; readonly right: Value }
    | {
        readonly kind: 'conditional';
        readonly condition: Value;
        readonly whenTrue: Value;
        readonly whenFalse: Value;
      }
    | { readonly kind: 'comma'; readonly left: Value; readonly right: Value }
    /** GNU's `({ ... })`: the last of its statements gives `result` its value. */
    | { readonly kind: 'statements'; readonly items: readonly TypedStatement[]; readonly result?: Variable }
    /** The next argument of those that `...` stands for; `list` counts them. */
    | { readonly kind: 'va-arg'; readonly list: Place }
    | { readonly kind: 'assign'; readonly place: Place; readonly value: Value }
    /** place = (type of place)((via)place op operand); `operand` already has type `via` or is a count of bytes. */
    | {
        readonly kind: 'update';
        readonly place: Place;
        readonly op: BinaryOp;
        readonly operand: Value;
        readonly via: CType;
        readonly result: 'old' | 'new';
      }
    | { readonly kind: 'call'; readonly callee: Value; readonly args: readonly Value[] }
    | { readonly kind: 'builtin'; readonly builtin: Builtin }
  );

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

export type TypedStatement = { readonly at: SourceSpan } & (
  | { readonly kind: 'expression'; readonly value: Value }
  | { readonly kind: 'declare'; readonly variable: Variable; readonly initialiser?: Initialisation }
  /** Evaluated when the block is left, after those that come later in it. */
  | { readonly kind: 'defer'; readonly value: Value }
  | { readonly kind: 'block'; readonly items: readonly TypedStatement[] }
  | {
      readonly kind: 'if';
      readonly condition: Value;
      readonly whenTrue: TypedStatement;
      readonly whenFalse?: TypedStatement;
    }
  | LoopStatement
  | { readonly kind: 'switch'; readonly value: Value; readonly items: readonly TypedStatement[] }
  | { readonly kind: 'label'; readonly name: string }
  | { readonly kind: 'case'; readonly low: Integer; readonly high: Integer }
  | { readonly kind: 'default' }
  | { readonly kind: 'goto'; readonly label: string }
  | { readonly kind: 'break' }
  | { readonly kind: 'continue' }
  | { readonly kind: 'return'; readonly value?: Value }
);

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
