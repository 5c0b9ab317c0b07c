// Operators on constants of 128 bits.

import type { BinaryOp } from '../../../program/expression.js';
import type { Integer } from '../../../program/integer.js';
import { toInteger } from '../../../program/integer.js';
import { operations, precedence } from '../binaryOperators.js';
import type { StaticPart, Value } from '../typed.js';
import { type CType, unsignedLongType, wideSign } from '../types.js';
import { constantValue } from './constants.js';

const inType = (value: bigint, type: CType): bigint =>
  wideSign(type) === 'unsigned' ? BigInt.asUintN(128, value) : BigInt.asIntN(128, value);

/** A narrower constant as the number it means: an unsigned one is kept as the signed one of its two readings. */
const meant = (value: Integer, type: CType): bigint =>
  type.kind === 'integer' && !type.signed ? BigInt.asUintN(type.size * 8, BigInt(value)) : BigInt(value);

/** The number that a value of 128 bits, or of fewer, is; undefined if it is not known. */
export function wideConstant(value: Value): bigint | undefined {
  if (wideSign(value.type) === undefined) {
    const known = value.type.kind === 'integer' ? constantValue(value) : undefined;
    return known === undefined ? undefined : meant(known, value.type);
  }
  switch (value.kind) {
    case 'convert': {
      const operand = wideConstant(value.operand);
      return operand === undefined ? undefined : inType(operand, value.type);
    }
    case 'unary': {
      const operand = wideConstant(value.operand);
      return operand === undefined ? undefined : inType(value.op === '-' ? -operand : ~operand, value.type);
    }
    case 'binary': {
      const [left, right] = [wideConstant(value.left), wideConstant(value.right)];
      if (left === undefined || right === undefined) return undefined;
      const result = applyWide(value.op, left, right);
      return typeof result === 'bigint' ? inType(result, value.type) : undefined;
    }
    default:
      return undefined;
  }
}

/** The count of a shift is less than the bits. */
function applyWide(op: BinaryOp, a: bigint, b: bigint): bigint | boolean | undefined {
  const [, own] = precedence.get(op.replace('u', '')) ?? [];
  if (own === undefined || ((own === '<<' || own === '>>') && (b < 0n || b >= 128n))) return undefined;
  return operations[own](a, b);
}

/** The result of a comparison of two such constants. */
export function wideComparison(op: BinaryOp, left: Value, right: Value): Integer | undefined {
  const [a, b] = [wideConstant(left), wideConstant(right)];
  const result = a === undefined || b === undefined ? undefined : applyWide(op, a, b);
  return typeof result === 'boolean' ? Number(result) : undefined;
}

/** The words that a global of this value starts with. */
export function wideInitial(value: Value, offset: number): StaticPart[] | undefined {
  const known = wideSign(value.type) === undefined ? undefined : wideConstant(value);
  if (known === undefined) return undefined;
  return [0, 8].map((at) => ({
    offset: offset + at,
    type: unsignedLongType,
    value: toInteger(BigInt.asIntN(64, known >> BigInt(at * 8))),
  }));
}
