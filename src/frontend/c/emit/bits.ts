// Counting and turning bits, and arithmetic that says whether it overflowed.

import { bitsOf, type IntType } from '../../../module/type.js';
import {
  binary,
  compare,
  constant,
  not,
  type Value as Result,
  select,
  typeOf,
  unary,
} from '../../../module/value.js';
import type { SourceSpan } from '../../../program/statement.js';
import type { BuiltinOf } from '../builtin.js';
import { type CType, unqualified } from '../types.js';
import { storePlace } from './accesses.js';
import { asInteger, converted, resized } from './conversions.js';
import type { FunctionEmitter } from './function.js';
import { requireTrue } from './operators.js';
import { isSigned, scalarType } from './types.js';
import { emitValue } from './values.js';
import { operatedOn, widened } from './wide.js';

export function emitBits(f: FunctionEmitter, { what, operand }: BuiltinOf<'bits'>, at: SourceSpan): Result {
  const value = f.kept(emitValue(f, operand), at);
  const type = typeOf(value);
  const count = (number: Result): Result => resized(number, 'i32', false);
  const isNotZero = compare('ne', value, constant(0, type));
  switch (what) {
    case 'popcount':
      return count(unary('popcount', type, value));
    case 'parity':
      return count(binary('and', unary('popcount', type, value), constant(1, type)));
    case 'ctz':
    case 'clz':
      requireTrue(f, isNotZero, 'assertion', `__builtin_${what}(0) has no value`, at);
      return count(unary(what, type, value));
    case 'ffs': {
      const first = binary('add', unary('ctz', type, value), constant(1, type));
      return count(select(isNotZero, first, constant(0, type)));
    }
    case 'clrsb': {
      const sign = binary('ashr', value, constant(bitsOf(type) - 1, type));
      const same = unary('clz', type, binary('xor', value, sign));
      return count(binary('sub', same, constant(1, type)));
    }
    case 'bswap':
      return unary('bswap', type, value);
  }
}

const operators = { '+': 'add', '-': 'sub', '*': 'mul' } as const;

/** The exact result of operands of at most 32 bits fits 64; of wider ones it is tested for. */
export function emitOverflow(f: FunctionEmitter, builtin: BuiltinOf<'overflow'>, at: SourceSpan): Result {
  const { operator, left, right, place } = builtin;
  const type = unqualified(place.type);
  const own = scalarType(type, at);
  const isSmall = (t: CType): boolean =>
    t.kind === 'integer' && (t.size < 4 || (t.size === 4 && (t.signed || operator !== '*')));
  const fits = isSmall(left.type) && isSmall(right.type) && own !== 'i64';
  const isAlike = [left.type, right.type].every(
    (t) => t.kind === 'integer' && (t.signed === isSigned(type) || (t.size < 8 && !t.signed)),
  );
  if (!fits && !(isAlike && own === 'i64')) return overflowInWords(f, builtin, at);
  const wide = (v: typeof left): Result => f.kept(resized(emitValue(f, v), 'i64', isSigned(v.type)), at);
  const [a, b] = [wide(left), wide(right)];
  const exact = f.kept(binary(operators[operator], a, b), at);
  const kept = f.kept(own === 'i64' ? exact : unary('trunc', own, exact), at);
  storePlace(f, place, kept, at);
  if (fits) return asInteger(compare('ne', resized(kept, 'i64', isSigned(type)), exact), 'i32');
  return asInteger(overflows(operator, a, b, exact, isSigned(type)), 'i32');
}

/** The exact result of any two operands fits 128 bits. Its upper word is that of the part that is kept, unless the result overflows. */
function overflowInWords(f: FunctionEmitter, builtin: BuiltinOf<'overflow'>, at: SourceSpan): Result {
  const { operator, left, right, place } = builtin;
  const type = unqualified(place.type);
  const first = widened(f, emitValue(f, left), left.type, at);
  const second = widened(f, emitValue(f, right), right.type, at);
  const [low, high] = operatedOn(f, operator, first, second, at);
  const exact = [f.kept(low, at), f.kept(high, at)];
  const own = scalarType(type, at);
  const kept = f.kept(own === 'i64' ? exact[0] : unary('trunc', own, exact[0]), at);
  storePlace(f, place, kept, at);
  const [keptLow, keptHigh] = widened(f, kept, type, at);
  const isOther = binary('or', compare('ne', exact[0], keptLow), compare('ne', exact[1], keptHigh));
  return asInteger(isOther, 'i32');
}

/** On 64 bits of one type: as the usual tests have it. */
function overflows(operator: '+' | '-' | '*', a: Result, b: Result, result: Result, signed: boolean): Result {
  const type: IntType = 'i64';
  const zero = constant(0, type);
  if (operator === '*') {
    const isNotZero = compare('ne', a, zero);
    const divisor = select(isNotZero, a, constant(1, type));
    const back = binary(signed ? 'sdiv' : 'udiv', result, divisor);
    const isWrong = binary('and', isNotZero, compare('ne', back, b));
    if (!signed) return isWrong;
    const least = constant(-(2n ** 63n), type);
    const special = binary('and', compare('eq', a, constant(-1, type)), compare('eq', b, least));
    return binary('or', isWrong, special);
  }
  if (!signed) return operator === '+' ? compare('ult', result, a) : compare('ult', a, b);
  const mixed = operator === '+' ? binary('xor', b, result) : binary('xor', a, b);
  return not(compare('sge', binary('and', mixed, binary('xor', a, result)), zero));
}

/** The bits of a floating-point number as an integer, or the other way round. */
export function emitSameBits(
  f: FunctionEmitter,
  { value }: BuiltinOf<'same-bits'>,
  to: CType,
  at: SourceSpan,
): Result {
  const given = emitValue(f, value);
  const type = scalarType(to, at);
  return typeOf(given) === type ? converted(given, value.type, to, at) : unary('bitcast', type, given);
}
