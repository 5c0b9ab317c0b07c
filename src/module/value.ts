// Values are expression trees over registers: readers may write one operation per instruction, passes may nest them. A value has no
// effect and touches no memory. Registers are mutable, belong to one function and hold 0 at first; a tree means what they hold when the
// instruction that contains it runs.

import type { Integer } from '../program/integer.js';
import { canonical, type Type } from './type.js';

/** Division by zero and an overflowing division yield 0: a reader puts a `require` before where the language says more. */
export const arithmeticOps = [
  'add',
  'sub',
  'mul',
  'sdiv',
  'udiv',
  'srem',
  'urem',
  'and',
  'or',
  'xor',
  'shl',
  'lshr',
  'ashr',
  'fadd',
  'fsub',
  'fmul',
  'fdiv',
  'frem',
] as const;
export type ArithmeticOp = (typeof arithmeticOps)[number];

/** The result is an `i1`. Those that begin with `fo` are false and those with `fu` true where an operand is not a number. */
export const compareOps = [
  'eq',
  'ne',
  'slt',
  'sle',
  'sgt',
  'sge',
  'ult',
  'ule',
  'ugt',
  'uge',
  'foeq',
  'fone',
  'folt',
  'fole',
  'fogt',
  'foge',
  'ford',
  'fueq',
  'fune',
  'fult',
  'fule',
  'fugt',
  'fuge',
  'funo',
] as const;
export type CompareOp = (typeof compareOps)[number];

export const unaryOps = [
  /** between integers */
  'trunc',
  'zext',
  'sext',
  /** between `ptr` and integers; a narrower integer is the low part of an address, a wider one extended by zeros */
  'ptrtoint',
  'inttoptr',
  /** the same bits as another type of the same width */
  'bitcast',
  'fptosi',
  'fptoui',
  'sitofp',
  'uitofp',
  'fpext',
  'fptrunc',
  'fneg',
  'fabs',
  'fsqrt',
  'ffloor',
  'fceil',
  'ftrunc',
  'fround',
  /** counts of bits; of 0 `clz` and `ctz` are the number of bits of the type */
  'popcount',
  'clz',
  'ctz',
  'bswap',
] as const;
export type UnaryOp = (typeof unaryOps)[number];

export interface Register {
  readonly kind: 'register';
  readonly type: Type;
  readonly name: string;
}

export type Value =
  | { readonly kind: 'const'; readonly type: Type; readonly value: Integer }
  | Register
  /** The address of a global object or of a function. */
  | { readonly kind: 'symbol'; readonly name: string }
  /** The address of a local of the function. A settled thread has none: its locals are global objects. */
  | { readonly kind: 'local'; readonly name: string }
  /** Any value of the type, another one each time (LLVM's undef). Reading it is no finding. */
  | { readonly kind: 'undef'; readonly type: Type }
  /** A string literal, as an argument of an intrinsic that asks for one. */
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'unary'; readonly op: UnaryOp; readonly type: Type; readonly operand: Value }
  | {
      readonly kind: 'binary';
      readonly op: ArithmeticOp;
      readonly type: Type;
      readonly left: Value;
      readonly right: Value;
    }
  | { readonly kind: 'compare'; readonly op: CompareOp; readonly left: Value; readonly right: Value }
  /** `condition` is an `i1`. */
  | {
      readonly kind: 'select';
      readonly condition: Value;
      readonly whenTrue: Value;
      readonly whenFalse: Value;
    }
  /**
   * The address `offset` bytes after `base`. With `extent` it is the start of a member of that many bytes. An address that is
   * computed from it by an index that is not known stays within them.
   */
  | { readonly kind: 'offset'; readonly base: Value; readonly offset: number; readonly extent?: number }
  /**
   * The address `index` (an `i64`) times `stride` bytes after `base`. With `count`, `base` is the start of an array of that many
   * elements; without it the index stays within the extent that `base` comes from. The address of the end is none of an `accessed` element.
   */
  | {
      readonly kind: 'element';
      readonly base: Value;
      readonly index: Value;
      readonly stride: number;
      readonly count?: number;
      readonly accessed?: true;
    };

export type ValueOf<K extends Value['kind']> = Extract<Value, { kind: K }>;
export type Const = ValueOf<'const'>;

export const constant = (value: Integer, type: Type): Const => ({
  kind: 'const',
  type,
  value: canonical(value, type),
});
export const register = (name: string, type: Type): Register => ({ kind: 'register', type, name });
export const symbol = (name: string): Value => ({ kind: 'symbol', name });
export const local = (name: string): Value => ({ kind: 'local', name });
export const undef = (type: Type): Value => ({ kind: 'undef', type });
export const textValue = (text: string): Value => ({ kind: 'text', text });
export const unary = (op: UnaryOp, type: Type, operand: Value): Value => ({
  kind: 'unary',
  op,
  type,
  operand,
});
export const binary = (op: ArithmeticOp, left: Value, right: Value): Value => ({
  kind: 'binary',
  op,
  type: typeOf(left),
  left,
  right,
});
export const compare = (op: CompareOp, left: Value, right: Value): Value => ({
  kind: 'compare',
  op,
  left,
  right,
});
export const select = (condition: Value, whenTrue: Value, whenFalse: Value): Value => ({
  kind: 'select',
  condition,
  whenTrue,
  whenFalse,
});
export const offset = (base: Value, bytes: number, extent?: number): Value =>
  extent === undefined
    ? { kind: 'offset', base, offset: bytes }
    : { kind: 'offset', base, offset: bytes, extent };
export const element = (base: Value, index: Value, stride: number, count?: number): Value =>
  count === undefined
    ? { kind: 'element', base, index, stride }
    : { kind: 'element', base, index, stride, count };
/** The address as one of an element that is loaded or stored. */
export const accessed = (address: Value): Value =>
  address.kind === 'element' && address.count !== undefined ? { ...address, accessed: true } : address;
export const not = (condition: Value): Value => binary('xor', condition, constant(1, 'i1'));

export function typeOf(value: Value): Type {
  switch (value.kind) {
    case 'const':
    case 'register':
    case 'undef':
    case 'unary':
    case 'binary':
      return value.type;
    case 'compare':
      return 'i1';
    case 'select':
      return typeOf(value.whenTrue);
    case 'symbol':
    case 'local':
    case 'text':
    case 'offset':
    case 'element':
      return 'ptr';
  }
}

const none: readonly Value[] = [];

export function operandsOf(value: Value): readonly Value[] {
  switch (value.kind) {
    case 'const':
    case 'register':
    case 'symbol':
    case 'local':
    case 'undef':
    case 'text':
      return none;
    case 'unary':
      return [value.operand];
    case 'binary':
    case 'compare':
      return [value.left, value.right];
    case 'select':
      return [value.condition, value.whenTrue, value.whenFalse];
    case 'offset':
      return [value.base];
    case 'element':
      return [value.base, value.index];
  }
}

/** Calls `visit` on every node, outermost first. */
export function forEachValue(value: Value, visit: (node: Value) => void): void {
  visit(value);
  for (const operand of operandsOf(value)) forEachValue(operand, visit);
}

/** The same operation on other operands; the value itself if `change` leaves all of them as they are. */
export function mapOperands(value: Value, change: (operand: Value) => Value): Value {
  switch (value.kind) {
    case 'const':
    case 'register':
    case 'symbol':
    case 'local':
    case 'undef':
    case 'text':
      return value;
    case 'unary': {
      const operand = change(value.operand);
      return operand === value.operand ? value : { ...value, operand };
    }
    case 'binary':
    case 'compare': {
      const [left, right] = [change(value.left), change(value.right)];
      return left === value.left && right === value.right ? value : { ...value, left, right };
    }
    case 'select': {
      const condition = change(value.condition);
      const [whenTrue, whenFalse] = [change(value.whenTrue), change(value.whenFalse)];
      return condition === value.condition && whenTrue === value.whenTrue && whenFalse === value.whenFalse
        ? value
        : { ...value, condition, whenTrue, whenFalse };
    }
    case 'offset': {
      const base = change(value.base);
      return base === value.base ? value : { ...value, base };
    }
    case 'element': {
      const [base, index] = [change(value.base), change(value.index)];
      return base === value.base && index === value.index ? value : { ...value, base, index };
    }
  }
}

/** A constant, an address that is known when the program starts, or that of a local, each with a constant offset. */
export function isKnown(value: Value): boolean {
  switch (value.kind) {
    case 'const':
    case 'symbol':
    case 'local':
    case 'text':
      return true;
    case 'offset':
      return isKnown(value.base);
    case 'unary':
      return value.op === 'ptrtoint' && value.type === 'i64' && isKnown(value.operand);
    default:
      return false;
  }
}

/** A known address as an object and a number of bytes; undefined for any other value. */
export function knownAddress(
  value: Value,
): { readonly object: ValueOf<'symbol'> | ValueOf<'local'>; readonly offset: number } | undefined {
  switch (value.kind) {
    case 'symbol':
    case 'local':
      return { object: value, offset: 0 };
    case 'offset': {
      const base = knownAddress(value.base);
      return base === undefined ? undefined : { object: base.object, offset: base.offset + value.offset };
    }
    default:
      return undefined;
  }
}

/** A place in a global object. */
export interface Place {
  readonly object: string;
  readonly offset: number;
}

/** The place that an address is known to be, if it is in a global object. */
export function placeOf(address: Value | undefined): Place | undefined {
  const known = address === undefined ? undefined : knownAddress(address);
  return known?.object.kind === 'symbol' ? { object: known.object.name, offset: known.offset } : undefined;
}

/** A known number of bytes. */
export const constantSize = (value: Value | undefined): number | undefined =>
  value?.kind === 'const' && typeof value.value === 'number' ? value.value : undefined;
