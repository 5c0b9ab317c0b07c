// Constant expressions: integers for array lengths, cases and enumerators; addresses too for initial values of globals.

import { applyBinary, applyUnary, type ExprWidth } from '../../../program/expression.js';
import { type Integer, toInteger, toNumber, unsignedOf, wrap } from '../../../program/integer.js';
import type { Place, StaticValue, Value, ValueOf } from '../typed.js';
import { type CType, type FloatType, isLongDouble, unsignedLongType, wideSign } from '../types.js';
import { applyFloat, convertFloat, negated, numberOf } from './floats.js';
import { wideComparison, wideConstant } from './wideConstants.js';

/** The bits of a constant of the type: everything smaller than long counts as int, pointers as long. */
const constantWidth = (type: CType): ExprWidth =>
  type.kind === 'pointer' || ((type.kind === 'integer' || type.kind === 'float') && type.size >= 8) ? 64 : 32;

/** The value of type `from` as one of type `to`. A value of n bits is the signed one of its two readings, unless n < 32. */
function convertInteger(value: Integer, from: CType, to: CType): Integer {
  const meant = from.kind === 'integer' && !from.signed && from.size === 4 ? unsignedOf(value, 32) : value;
  if (to.kind !== 'integer') return wrap(meant, 64);
  if (to.bool) return value === 0 ? 0 : 1;
  switch (to.size) {
    case 1:
      return to.signed ? wrap(meant, 8) : unsignedOf(meant, 8);
    case 2:
      return to.signed ? wrap(meant, 16) : unsignedOf(meant, 16);
    case 4:
      return wrap(meant, 32);
    case 8:
      return to.precision === undefined
        ? wrap(meant, 64)
        : toInteger((to.signed ? BigInt.asIntN : BigInt.asUintN)(to.precision, BigInt(meant)));
  }
}

/** Whether a constant condition holds; -0.0 does not. */
function constantTruth(value: Value): boolean | undefined {
  if (wideSign(value.type) !== undefined) {
    const wide = wideConstant(value);
    return wide === undefined ? undefined : wide !== 0n;
  }
  const known = constantValue(value);
  if (known === undefined) return undefined;
  return value.type.kind === 'float' ? numberOf(known, value.type) !== 0 : known !== 0;
}

export function constantValue(value: Value): Integer | undefined {
  switch (value.kind) {
    case 'const':
      return isLongDouble(value.type) ? undefined : value.value;
    case 'unary': {
      if (wideSign(value.operand.type) !== undefined) {
        const wide = wideConstant(value.operand);
        return wide === undefined || value.op !== '!' ? undefined : wide === 0n ? 1 : 0;
      }
      const operand = constantValue(value.operand);
      if (operand !== undefined && value.operand.type.kind === 'float')
        return floatUnary(value.op, operand, value.operand.type);
      return operand === undefined
        ? undefined
        : applyUnary(value.op, operand, constantWidth(value.operand.type));
    }
    case 'binary': {
      if (wideSign(value.left.type) !== undefined) return wideComparison(value.op, value.left, value.right);
      const left = constantValue(value.left);
      const right = constantValue(value.right);
      if (left === undefined || right === undefined) return undefined;
      if (value.left.type.kind === 'float') return applyFloat(value.op, left, right, value.left.type);
      const division = value.op === '/' || value.op === '%' || value.op === '/u' || value.op === '%u';
      return division && right === 0
        ? undefined
        : applyBinary(value.op, left, right, constantWidth(value.left.type));
    }
    case 'convert': {
      if (wideSign(value.operand.type) !== undefined) return narrowedConstant(value);
      const operand = constantValue(value.operand);
      if (operand === undefined || value.type.kind === 'void' || isLongDouble(value.type)) return undefined;
      if (value.operand.type.kind === 'float' || value.type.kind === 'float')
        return convertFloat(operand, value.operand.type, value.type);
      return convertInteger(operand, value.operand.type, value.type);
    }
    case 'logical': {
      const left = constantTruth(value.left);
      if (left === undefined) return undefined;
      if (left === (value.op === '||')) return left ? 1 : 0;
      const right = constantTruth(value.right);
      return right === undefined ? undefined : right ? 1 : 0;
    }
    case 'conditional': {
      const condition = constantTruth(value.condition);
      if (condition === undefined) return undefined;
      return constantValue(condition ? value.whenTrue : value.whenFalse);
    }
    case 'address':
      return constantAddress(value.place);
    case 'difference': {
      const left = constantValue(value.left);
      const right = constantValue(value.right);
      if (left === undefined || right === undefined) return undefined;
      return wrap((BigInt(left) - BigInt(right)) / BigInt(value.size), 64);
    }
    case 'load':
      return value.place.kind === 'variable' ? value.place.variable.constant : undefined;
    default:
      return undefined;
  }
}

/** A constant of 128 bits in another type. */
function narrowedConstant({ operand, type }: ValueOf<'convert'>): Integer | undefined {
  const known = type.kind === 'integer' ? wideConstant(operand) : undefined;
  if (known === undefined || type.kind !== 'integer') return undefined;
  if (type.bool) return known === 0n ? 0 : 1;
  return convertInteger(toInteger(BigInt.asIntN(64, known)), unsignedLongType, type);
}

/** `-x` and `!x`; undefined for operators that floating types do not have. */
function floatUnary(op: string, operand: Integer, type: FloatType): Integer | undefined {
  const number = numberOf(operand, type);
  if (op === '-') return negated(operand, type);
  return op === '!' ? (number === 0 ? 1 : 0) : undefined;
}

/** The address of a member of an object at a constant address, as offsetof computes it. */
function constantAddress(place: Place): Integer | undefined {
  switch (place.kind) {
    case 'deref':
      return constantValue(place.pointer);
    case 'member': {
      const base = constantAddress(place.base);
      return base === undefined ? undefined : wrap(BigInt(base) + BigInt(place.offset), 64);
    }
    case 'element': {
      const base = constantAddress(place.base);
      const index = base === undefined ? undefined : constantValue(place.index);
      if (base === undefined || index === undefined) return undefined;
      return wrap(BigInt(base) + BigInt(index) * BigInt(place.size), 64);
    }
    default:
      return undefined;
  }
}

/** The value where a small number is meant: lengths, sizes, positions. */
export function smallConstant(value: Value): number | undefined {
  const known = constantValue(value);
  return known === undefined ? undefined : toNumber(known);
}

/** The value as the initial value of a global. */
export function staticValue(value: Value): StaticValue | undefined {
  const number = constantValue(value);
  if (number !== undefined) return number;
  switch (value.kind) {
    case 'function':
      return { kind: 'function', function: value.function };
    case 'address':
      return staticAddress(value.place);
    case 'convert':
      return value.type.kind === 'pointer' || (value.type.kind === 'integer' && value.type.size === 8)
        ? staticValue(value.operand)
        : undefined;
    case 'offset': {
      const base = staticValue(value.pointer);
      const index = constantValue(value.index);
      if (index === undefined || typeof base !== 'object' || base.kind !== 'address') return undefined;
      return { ...base, offset: base.offset + toNumber(index) * value.size };
    }
    default:
      return undefined;
  }
}

function staticAddress(place: Place): StaticValue | undefined {
  switch (place.kind) {
    case 'variable':
      if (place.variable.storage !== 'global' || place.variable.threadLocal) return undefined;
      return { kind: 'address', variable: place.variable, offset: 0 };
    case 'deref':
      return staticValue(place.pointer);
    case 'member': {
      if (place.bitField !== undefined) return undefined;
      const base = staticAddress(place.base);
      if (typeof base !== 'object' || base.kind !== 'address') return undefined;
      return { ...base, offset: base.offset + place.offset };
    }
    case 'element': {
      const base = staticAddress(place.base);
      const index = constantValue(place.index);
      if (index === undefined || typeof base !== 'object' || base.kind !== 'address') return undefined;
      return { ...base, offset: base.offset + toNumber(index) * place.size };
    }
    case 'literal':
      return place.variable.storage === 'global'
        ? { kind: 'address', variable: place.variable, offset: 0 }
        : undefined;
  }
}
