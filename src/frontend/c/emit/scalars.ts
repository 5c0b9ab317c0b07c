// Scalars: the types of their values in a module, conversions, and operators.

import { requireDivisor, requireQuotient } from '../../../module/requirements.js';
import { bitsOf, type IntType, isFloat, isInt, type Type } from '../../../module/type.js';
import {
  type ArithmeticOp,
  binary,
  type CompareOp,
  compare,
  constant,
  typeOf,
  unary,
  type Value,
} from '../../../module/value.js';
import type { BinaryOp } from '../../../program/expression.js';
import { bug } from '../../../support/diagnostic.js';
import { leftToClang } from '../diagnostics.js';
import { alignmentOf, type CType, sizeOf, wideSign } from '../types.js';
import type { FunctionEmitter } from './function.js';

/** The type of a scalar's value; `at` is where it is used. */
export function scalarType(type: CType, { at }: Pick<FunctionEmitter, 'at'>): Type {
  switch (type.kind) {
    case 'integer':
      return type.size === 1 ? 'i8' : type.size === 2 ? 'i16' : type.size === 4 ? 'i32' : 'i64';
    case 'pointer':
    case 'array':
    case 'function':
      return 'ptr';
    case 'float':
      return type.size === 4 ? 'f32' : type.size === 8 ? 'f64' : leftToClang('long double', at);
    case 'struct':
      return leftToClang(wideSign(type) === undefined ? 'a struct here' : '__int128', at);
    case 'void':
      return bug('void has no value');
  }
}

export function refuseWide(type: CType, { at }: Pick<FunctionEmitter, 'at'>): void {
  if (type.kind === 'float' && type.size === 16) leftToClang('long double', at);
}

export const bytesIn = (type: CType): number => sizeOf(type) ?? 0;

export const isSigned = (type: CType): boolean => type.kind === 'integer' && type.signed;

const isBool = (type: CType): boolean => type.kind === 'integer' && type.bool;

/** gcc aligns variables of 16 bytes and more so; programs may not rely on it. */
export const alignmentIn = (type: CType): number => Math.max(alignmentOf(type), bytesIn(type) >= 16 ? 16 : 1);

/** An integer of another width. */
export function resized(value: Value, to: IntType, signed: boolean): Value {
  const [had, has] = [bitsOf(typeOf(value)), bitsOf(to)];
  if (had === has) return value;
  if (has < had) return unary('trunc', to, value);
  return unary(signed ? 'sext' : 'zext', to, value);
}

/** Whether a scalar is not 0, as an `i1`. */
export function truthOf(value: Value): Value {
  const type = typeOf(value);
  if (type === 'i1') return value;
  return compare(isFloat(type) ? 'fune' : 'ne', value, constant(0, type));
}

/** An `i1` as an integer of C. */
export const asInteger = (condition: Value, type: Type): Value =>
  unary('zext', isInt(type) ? type : bug(`${type} is no integer`), condition);

export function converted(f: FunctionEmitter, value: Value, from: CType, to: CType): Value {
  if (isBool(to) && !isBool(from)) return asInteger(truthOf(value), 'i8');
  const [source, target] = [scalarType(from, f), scalarType(to, f)];
  if (source === target) return inPrecision(value, to);
  if (target === 'ptr') {
    // A known number is an address that is known.
    const word = resized(value, 'i64', isSigned(from));
    return value.kind === 'const' && isInt(source)
      ? constant(isSigned(from) ? value.value : unsignedOf(value.value, source), 'ptr')
      : unary('inttoptr', 'ptr', word);
  }
  if (isInt(target)) {
    if (source === 'ptr') return unary('ptrtoint', target, value);
    if (isInt(source)) return inPrecision(resized(value, target, isSigned(from)), to);
    return fromFloat(value, target, isSigned(to));
  }
  if (isInt(source)) return unary(isSigned(from) ? 'sitofp' : 'uitofp', target, value);
  return unary(target === 'f64' ? 'fpext' : 'fptrunc', target, value);
}

const unsignedOf = (value: number | bigint, type: IntType): number | bigint =>
  BigInt.asUintN(bitsOf(type), BigInt(value));

/** gcc computes narrow integers in 32 bits: what does not fit is cut off. */
function fromFloat(value: Value, target: IntType, signed: boolean): Value {
  const wide = bitsOf(target) < 32 ? 'i32' : target;
  const whole = unary(signed || wide !== target ? 'fptosi' : 'fptoui', wide, value);
  return resized(whole, target, signed);
}

/** A type of a bit-field has just its bits. */
function inPrecision(value: Value, type: CType): Value {
  if (type.kind !== 'integer' || type.precision === undefined) return value;
  return lowBits(value, type.precision, type.signed);
}

/** The low bits of an integer, as a number of its type. */
export function lowBits(value: Value, bits: number, signed: boolean): Value {
  const type = typeOf(value);
  const rest = constant(bitsOf(type) - bits, type);
  if (bits === bitsOf(type)) return value;
  return binary(signed ? 'ashr' : 'lshr', binary('shl', value, rest), rest);
}

/** The operations on integers, and on floating-point numbers. */
const arithmetic: Partial<Record<BinaryOp, readonly [ArithmeticOp, ArithmeticOp?]>> = {
  '+': ['add', 'fadd'],
  '-': ['sub', 'fsub'],
  '*': ['mul', 'fmul'],
  '/': ['sdiv', 'fdiv'],
  '/u': ['udiv'],
  '%': ['srem'],
  '%u': ['urem'],
  '&': ['and'],
  '|': ['or'],
  '^': ['xor'],
  '<<': ['shl'],
  '>>': ['ashr'],
  '>>u': ['lshr'],
};

const comparisons: Partial<Record<BinaryOp, readonly [CompareOp, CompareOp?]>> = {
  '==': ['eq', 'foeq'],
  '!=': ['ne', 'fune'],
  '<': ['slt', 'folt'],
  '<=': ['sle', 'fole'],
  '>': ['sgt', 'fogt'],
  '>=': ['sge', 'foge'],
  '<u': ['ult'],
  '<=u': ['ule'],
  '>u': ['ugt'],
  '>=u': ['uge'],
};

export const isComparison = (op: BinaryOp): boolean => comparisons[op] !== undefined;

export const comparisonOf = (op: BinaryOp): CompareOp =>
  comparisons[op]?.[0] ?? bug(`${op} compares nothing`);

export const arithmeticOf = (op: BinaryOp): ArithmeticOp =>
  arithmetic[op]?.[0] ?? bug(`${op} is no operator on values`);

/** A comparison as an `i1`. */
export function compared(op: BinaryOp, left: Value, right: Value): Value {
  const found = isFloat(typeOf(left)) ? comparisons[op]?.[1] : undefined;
  return compare(found ?? comparisonOf(op), left, right);
}

export function operated(f: FunctionEmitter, op: BinaryOp, left: Value, right: Value): Value {
  if (isComparison(op)) return asInteger(compared(op, left, right), 'i32');
  const type = typeOf(left);
  if (isFloat(type)) return binary(arithmetic[op]?.[1] ?? bug(`${op} on floats`), left, right);
  const found = arithmeticOf(op);
  switch (found) {
    case 'sdiv':
    case 'srem':
    case 'udiv':
    case 'urem': {
      const [a, b] = [f.kept(left), f.kept(right)];
      requireDivisor(f, b);
      if (found === 'sdiv' || found === 'srem') requireQuotient(f, a, b);
      return binary(found, a, b);
    }
    case 'shl':
    case 'ashr':
    case 'lshr':
      return binary(found, left, isInt(type) ? resized(right, type, false) : right);
    default:
      return binary(found, left, right);
  }
}
