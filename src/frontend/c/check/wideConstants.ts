// Operators on constants of 128 bits.

import type { Integer } from '../../../program/integer.js';
import { toInteger } from '../../../program/integer.js';
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
      return result === undefined ? undefined : inType(result, value.type);
    }
    default:
      return undefined;
  }
}

function applyWide(op: string, a: bigint, b: bigint): bigint | undefined {
  switch (op) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '&':
      return a & b;
    case '|':
      return a | b;
    case '^':
      return a ^ b;
    case '<<':
      return b >= 0n && b < 128n ? a << b : undefined;
    case '>>':
    case '>>u':
      return b >= 0n && b < 128n ? a >> b : undefined;
    case '/':
    case '/u':
      return b === 0n ? undefined : a / b;
    case '%':
    case '%u':
      return b === 0n ? undefined : a % b;
    default:
      return undefined;
  }
}

/** The result of a comparison of two such constants. */
export function wideComparison(op: string, left: Value, right: Value): Integer | undefined {
  const [a, b] = [wideConstant(left), wideConstant(right)];
  if (a === undefined || b === undefined) return undefined;
  const holds = new Map<string, boolean>([
    ['==', a === b],
    ['!=', a !== b],
    ['<', a < b],
    ['<=', a <= b],
    ['>', a > b],
    ['>=', a >= b],
  ]).get(op.replace('u', ''));
  return holds === undefined ? undefined : holds ? 1 : 0;
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
