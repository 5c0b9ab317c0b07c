// Conversions between scalars.

import { bitsOf, type IntType, isInt, type Type } from '../../../module/type.js';
import { binary, compare, constant, typeOf, unary, type Value } from '../../../module/value.js';
import type { SourceSpan } from '../../../program/statement.js';
import { bug } from '../../../support/diagnostic.js';
import type { CType } from '../types.js';
import { isSigned, scalarType } from './types.js';

/** An integer of another width. */
export function resized(value: Value, to: IntType, signed: boolean): Value {
  const from = typeOf(value);
  const [had, has] = [bitsOf(from), bitsOf(to)];
  if (had === has) return value;
  if (has < had) return unary('trunc', to, value);
  return unary(signed ? 'sext' : 'zext', to, value);
}

/** Whether a scalar is not 0, as an `i1`. */
export function truthOf(value: Value): Value {
  const type = typeOf(value);
  if (type === 'i1') return value;
  return compare(type.startsWith('f') ? 'fune' : 'ne', value, constant(0, type));
}

/** An `i1` as an integer of C. */
export const asInteger = (condition: Value, type: Type): Value =>
  unary('zext', isInt(type) ? type : bug(`${type} is no integer`), condition);

export function converted(value: Value, from: CType, to: CType, at: SourceSpan): Value {
  if (to.kind === 'integer' && to.bool && !(from.kind === 'integer' && from.bool))
    return asInteger(truthOf(value), 'i8');
  const [source, target] = [scalarType(from, at), scalarType(to, at)];
  const cut = (result: Value): Value => inPrecision(result, to);
  if (source === target) return cut(value);
  if (target === 'ptr') {
    // A known number is an address that is known.
    const word = resized(value, 'i64', isSigned(from));
    return value.kind === 'const' && isInt(source)
      ? constant(isSigned(from) ? value.value : unsignedOf(value.value, source), 'ptr')
      : unary('inttoptr', 'ptr', word);
  }
  if (isInt(target)) {
    if (source === 'ptr') return unary('ptrtoint', target, value);
    if (isInt(source)) return cut(resized(value, target, isSigned(from)));
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
