// C's implicit conversions (C11 6.3, 6.5.16.1).

import type { Integer } from '../../../program/integer.js';
import type { SourceSpan } from '../../../program/statement.js';
import { leftToClang, typeError, unsupported } from '../diagnostics.js';
import type { Initialisation, TypedStatement, Value, Variable } from '../typed.js';
import type { CType, IntegerType, NumberType } from '../types.js';
import * as types from '../types.js';

export const constantOf = (value: Integer, at: SourceSpan, type: CType = types.intType): Value => ({
  kind: 'const',
  value,
  type,
  at,
});

/** The value in another type, without asking whether C allows it implicitly. */
export function convert(value: Value, type: CType): Value {
  const target = types.unqualified(type);
  if (types.sameType(value.type, target)) return value.type === target ? value : { ...value, type: target };
  if (
    value.kind === 'builtin' &&
    value.builtin.op === 'alloc' &&
    target.kind === 'pointer' &&
    target.to.kind !== 'void'
  )
    return { ...value, type: target, builtin: { ...value.builtin, of: types.madeOf(target.to) } };
  return { kind: 'convert', operand: value, type: target, at: value.at };
}

/** How many bits the bit-field has whose value this is. */
export function bitsOf(value: Value): number | undefined {
  switch (value.kind) {
    case 'load':
    case 'assign':
    case 'update':
      return value.place.kind === 'member' ? value.place.bitField?.bits : undefined;
    case 'comma':
      return bitsOf(value.right);
    default:
      return undefined;
  }
}

/**
 * Integers narrower than int become int, and so do bit-fields whose values int holds, for any type of theirs (C11
 * 6.3.1.1). To gcc a wider bit-field has a type with just its bits.
 */
export function promote(value: Value): Value {
  const bits = bitsOf(value);
  const { type } = value;
  if (bits !== undefined && type.kind === 'integer') {
    if (bits < 32) return convert(value, types.intType);
    if (bits === 32) return convert(value, type.signed ? types.intType : types.unsignedType);
    if (bits < 64) return convert(value, { ...type, precision: bits, rank: types.intType.rank + bits / 64 });
  }
  return value.type.kind === 'integer' && value.type.rank < types.intType.rank
    ? convert(value, types.intType)
    : value;
}

/** The common type of two promoted integers. */
function commonInteger(a: IntegerType, b: IntegerType): IntegerType {
  if (a.signed === b.signed) return a.rank >= b.rank ? a : b;
  const [signed, unsigned] = a.signed ? [a, b] : [b, a];
  if (unsigned.rank >= signed.rank) return unsigned;
  // Of the same width are only long long and unsigned long.
  return types.precisionOf(signed) > types.precisionOf(unsigned) ? signed : types.unsignedLongLongType;
}

/** The common type of two promoted numbers (C11 6.3.1.8). */
function commonType(a: CType, b: CType): NumberType | undefined {
  if (a.kind === 'integer' && b.kind === 'integer') return commonInteger(a, b);
  if (!types.isNumber(a) || !types.isNumber(b)) return undefined;
  const signs = [types.wideSign(a), types.wideSign(b)];
  const isWide = signs.some((sign) => sign !== undefined);
  if (a.kind !== 'float' && b.kind !== 'float')
    return signs.includes('unsigned') ? types.unsigned128Type : types.int128Type;
  if (isWide) return undefined;
  return a.kind === 'float' && (b.kind !== 'float' || a.size >= b.size) ? a : b;
}

/** The result of an operator in the precision of its type: a bit-field's type has just its bits. */
export function inPrecision(value: Value): Value {
  const { type } = value;
  if (type.kind !== 'integer' || type.precision === undefined) return value;
  const wide = type.signed ? types.longType : types.unsignedLongType;
  return { kind: 'convert', operand: { ...value, type: wide }, type, at: value.at };
}

/** A number is needed, and not of every kind. */
export function noNumber(given: readonly CType[], message: string, at: SourceSpan): never {
  const wide = given.some((type) => types.wideSign(type) !== undefined);
  return wide ? unsupported('such a use of __int128', at) : typeError(message, at);
}

/** Both operands in their common type. */
export function arithmetic(
  left: Value,
  right: Value,
  what: string,
  at: SourceSpan,
): [Value, Value, NumberType] {
  const [a, b] = [promote(left), promote(right)];
  const type = commonType(a.type, b.type);
  if (type !== undefined) return [convert(a, type), convert(b, type), type];
  const wrong = a.type.kind !== 'integer' ? a : b;
  return noNumber([a.type, b.type], `${what} needs numbers, not ${types.typeName(wrong.type)}`, at);
}

/** The value as an initialiser, argument or right-hand side for `target`. */
export function coerce(value: Value, target: CType, at: SourceSpan, how = 'used as'): Value {
  const from = value.type;
  if (types.sameType(from, target)) return convert(value, target);
  const isWide = types.wideSign(from) !== undefined || types.wideSign(target) !== undefined;
  if (types.isNumber(from) && types.isNumber(target)) {
    if (isWide && (from.kind === 'float' || target.kind === 'float'))
      return unsupported('a conversion between __int128 and a floating-point number', at);
    return convert(value, target);
  }
  // pointers to something else and numbers without a cast: gcc warns of them, and goes on
  if (isWord(from) && isWord(target))
    return convert(isWide ? convert(value, types.unsignedLongType) : value, target);
  // gcc casts values to unions that have a member of their type, and passes them for transparent unions
  if (target.kind === 'struct' && target.struct.union) return leftToClang('a value as a union', at);
  return noNumber([from, target], `${types.typeName(from)} cannot be ${how} ${types.typeName(target)}`, at);
}

const isWord = (type: CType): boolean =>
  type.kind === 'pointer' || type.kind === 'integer' || types.wideSign(type) !== undefined;

/** An explicit cast. */
export function cast(value: Value, target: CType, at: SourceSpan): Value {
  if (target.kind === 'void') return { kind: 'convert', operand: value, type: target, at };
  // of the type that is written, and no longer a bit-field, which would be promoted
  if (bitsOf(value) !== undefined && types.isScalar(target))
    return { kind: 'convert', operand: value, type: types.unqualified(target), at };
  return coerce(value, target, at, 'cast to');
}

/** An operand of a condition, ! && ||. */
export function scalar(value: Value): Value {
  if (!types.isScalar(value.type) && types.wideSign(value.type) === undefined)
    return noNumber(
      [value.type],
      `a number or pointer is needed, not ${types.typeName(value.type)}`,
      value.at,
    );
  return value;
}

export const whole = (type: CType, value: Value): Initialisation => ({ type, parts: [{ offset: 0, value }] });

export const loadOf = (variable: Variable, at: SourceSpan): Value => ({
  kind: 'load',
  place: { kind: 'variable', variable, type: variable.type, at },
  type: variable.type,
  at,
});

/** The value after the statements, which are done once. */
export function after(items: readonly TypedStatement[], value: Value, result: Variable): Value {
  const { type, at } = value;
  const last: TypedStatement = { kind: 'declare', variable: result, initialiser: whole(type, value), at };
  return { kind: 'statements', items: [...items, last], result, type, at };
}
