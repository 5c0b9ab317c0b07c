// Operators on scalars.

import { bitsOf, isFloat, isInt } from '../../../module/type.js';
import {
  type ArithmeticOp,
  binary,
  type CompareOp,
  compare,
  constant,
  not,
  textValue,
  typeOf,
  unary,
  type Value,
} from '../../../module/value.js';
import type { BinaryOp } from '../../../program/expression.js';
import type { SourceSpan } from '../../../program/statement.js';
import { bug } from '../../../support/diagnostic.js';
import { asInteger, resized } from './conversions.js';
import type { FunctionEmitter } from './function.js';

const arithmetic: Partial<Record<BinaryOp, ArithmeticOp>> = {
  '+': 'add',
  '-': 'sub',
  '*': 'mul',
  '/': 'sdiv',
  '/u': 'udiv',
  '%': 'srem',
  '%u': 'urem',
  '&': 'and',
  '|': 'or',
  '^': 'xor',
  '<<': 'shl',
  '>>': 'ashr',
  '>>u': 'lshr',
};

const floating: Partial<Record<BinaryOp, ArithmeticOp>> = {
  '+': 'fadd',
  '-': 'fsub',
  '*': 'fmul',
  '/': 'fdiv',
};

const comparisons: Partial<Record<BinaryOp, CompareOp>> = {
  '==': 'eq',
  '!=': 'ne',
  '<': 'slt',
  '<=': 'sle',
  '>': 'sgt',
  '>=': 'sge',
  '<u': 'ult',
  '<=u': 'ule',
  '>u': 'ugt',
  '>=u': 'uge',
};

const floatComparisons: Partial<Record<BinaryOp, CompareOp>> = {
  '==': 'foeq',
  '!=': 'fune',
  '<': 'folt',
  '<=': 'fole',
  '>': 'fogt',
  '>=': 'foge',
};

export const isComparison = (op: BinaryOp): boolean => comparisons[op] !== undefined;

export const comparisonOf = (op: BinaryOp): CompareOp => comparisons[op] ?? bug(`${op} compares nothing`);

export const arithmeticOf = (op: BinaryOp): ArithmeticOp =>
  arithmetic[op] ?? bug(`${op} is no operator on values`);

/** A comparison as an `i1`. */
export function compared(op: BinaryOp, left: Value, right: Value): Value {
  const found = isFloat(typeOf(left)) ? floatComparisons[op] : undefined;
  return compare(found ?? comparisonOf(op), left, right);
}

export function operated(f: FunctionEmitter, op: BinaryOp, left: Value, right: Value, at: SourceSpan): Value {
  if (isComparison(op)) return asInteger(compared(op, left, right), 'i32');
  const type = typeOf(left);
  if (isFloat(type)) return binary(floating[op] ?? bug(`${op} on floats`), left, right);
  const found = arithmeticOf(op);
  switch (found) {
    case 'sdiv':
    case 'srem':
    case 'udiv':
    case 'urem': {
      const [a, b] = [f.kept(left, at), f.kept(right, at)];
      requireDivisor(f, b, at);
      if (found === 'sdiv' || found === 'srem') requireQuotient(f, a, b, at);
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

export function requireDivisor(f: FunctionEmitter, divisor: Value, at: SourceSpan): void {
  if (divisor.kind === 'const' && divisor.value !== 0) return;
  const isNotZero = compare('ne', divisor, constant(0, typeOf(divisor)));
  requireTrue(f, isNotZero, 'division-by-zero', 'division by zero', at);
}

/** The least number divided by -1 does not fit: C leaves it open (C11 6.5.5), x86 traps. */
function requireQuotient(f: FunctionEmitter, left: Value, right: Value, at: SourceSpan): void {
  if (right.kind === 'const' && right.value !== -1) return;
  const type = typeOf(left);
  const least = constant(-(1n << BigInt(bitsOf(type) - 1)), type);
  if (left.kind === 'const' && left.value !== least.value) return;
  const overflows = binary('and', compare('eq', left, least), compare('eq', right, constant(-1, type)));
  requireTrue(f, not(overflows), 'division-overflow', 'the result of this division does not fit', at);
}

/** A finding of that kind where the condition, an `i1`, is false. */
export function requireTrue(
  f: FunctionEmitter,
  condition: Value,
  finding: string,
  message: string,
  at: SourceSpan,
): void {
  f.intrinsic('require', [unary('zext', 'i32', condition), textValue(finding), textValue(message)], at);
}
