// C's implicit conversions (C11 6.3, 6.5.16.1).

import type { Integer } from '../../../program/integer.js';
import type { SourceSpan } from '../../../program/statement.js';
import { bug } from '../../../support/diagnostic.js';
import { typeError, unsupported } from '../diagnostics.js';
import type { Value } from '../typed.js';
import {
  boolType,
  type CType,
  type FloatType,
  type IntegerType,
  int128Type,
  intType,
  isScalar,
  longType,
  madeOf,
  sameType,
  typeName,
  unqualified,
  unsigned128Type,
  unsignedLongLongType,
  unsignedLongType,
  unsignedType,
  type WideType,
  wideSign,
} from '../types.js';

export const constantOf = (value: Integer, at: SourceSpan, type: CType = intType): Value => ({
  kind: 'const',
  value,
  type,
  at,
});

/** The value in another type, without asking whether C allows it implicitly. */
export function convert(value: Value, type: CType): Value {
  const target = unqualified(type);
  if (sameType(value.type, target)) return value.type === target ? value : { ...value, type: target };
  if (
    value.kind === 'builtin' &&
    value.builtin.op === 'alloc' &&
    target.kind === 'pointer' &&
    target.to.kind !== 'void'
  )
    return { ...value, type: target, builtin: { ...value.builtin, of: madeOf(target.to) } };
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
    if (bits < 32) return convert(value, intType);
    if (bits === 32) return convert(value, type.signed ? intType : unsignedType);
    if (bits < 64) return convert(value, { ...type, precision: bits, rank: intType.rank + bits / 64 });
  }
  return value.type.kind === 'integer' && value.type.rank < intType.rank ? convert(value, intType) : value;
}

/** The common type of two promoted integers. */
function commonType(a: IntegerType, b: IntegerType): IntegerType {
  if (a.signed === b.signed) return a.rank >= b.rank ? a : b;
  const [signed, unsigned] = a.signed ? [a, b] : [b, a];
  if (unsigned.rank >= signed.rank) return unsigned;
  // Of the same width are only long long and unsigned long.
  return precisionOf(signed) > precisionOf(unsigned) ? signed : unsignedLongLongType;
}

const precisionOf = ({ size, precision = size * 8 }: IntegerType): number => precision;

/** The result of an operator in the precision of its type: a bit-field's type has just its bits. */
export function inPrecision(value: Value): Value {
  const { type } = value;
  if (type.kind !== 'integer' || type.precision === undefined) return value;
  const wide = type.signed ? longType : unsignedLongType;
  return { kind: 'convert', operand: { ...value, type: wide }, type, at: value.at };
}

/** The wider of the floating types, if one operand has one. */
function commonFloat(a: CType, b: CType): FloatType | undefined {
  if (a.kind !== 'float') return b.kind === 'float' && a.kind === 'integer' ? b : undefined;
  if (b.kind === 'float') return a.size >= b.size ? a : b;
  return b.kind === 'integer' ? a : undefined;
}

/** A number is needed, and not of every kind. */
export function noNumber(given: readonly CType[], message: string, at: SourceSpan): never {
  const wide = given.some((type) => wideSign(type) !== undefined);
  return wide ? unsupported('such a use of __int128', at) : typeError(message, at);
}

/** The common type of two promoted numbers, one of them of 128 bits. */
function commonWide(a: CType, b: CType): WideType | undefined {
  const [first, second] = [wideSign(a), wideSign(b)];
  if (first === undefined && second === undefined) return undefined;
  if (a.kind !== 'integer' && first === undefined) return undefined;
  if (b.kind !== 'integer' && second === undefined) return undefined;
  return first === 'unsigned' || second === 'unsigned' ? unsigned128Type : int128Type;
}

/** The value as one of 128 bits, or one of 128 bits as something else; undefined if it is neither. */
function convertWide(value: Value, target: CType, at: SourceSpan): Value | undefined {
  const from = value.type;
  const given = wideSign(from) !== undefined;
  const wanted = wideSign(target) !== undefined;
  if (given && wanted) return convert(value, target);
  if (!given && !wanted) return undefined;
  const other = given ? target : from;
  if (other.kind === 'integer') return convert(value, target);
  if (other.kind === 'pointer') return convert(convert(value, unsignedLongType), target);
  if (other.kind === 'float')
    return unsupported('a conversion between __int128 and a floating-point number', at);
  return undefined;
}

/** Both operands in their common type (C11 6.3.1.8). */
export function arithmetic(
  left: Value,
  right: Value,
  what: string,
  at: SourceSpan,
): [Value, Value, IntegerType | FloatType | WideType] {
  const a = promote(left);
  const b = promote(right);
  const float = commonFloat(a.type, b.type);
  if (float !== undefined) {
    const type = unqualified(float);
    return type.kind === 'float' ? [convert(a, type), convert(b, type), type] : bug('a float is one');
  }
  const wide = commonWide(a.type, b.type);
  if (wide !== undefined) return [convert(a, wide), convert(b, wide), wide];
  if (a.type.kind !== 'integer' || b.type.kind !== 'integer')
    return noNumber(
      [a.type, b.type],
      `${what} needs numbers, not ${typeName((a.type.kind !== 'integer' ? a : b).type)}`,
      at,
    );
  const type = commonType(a.type, b.type);
  return [convert(a, type), convert(b, type), type];
}

/** The value as an initialiser, argument or right-hand side for `target`. */
export function coerce(value: Value, target: CType, at: SourceSpan): Value {
  const from = value.type;
  if (sameType(from, target)) return convert(value, target);
  const wide = convertWide(value, target, at);
  if (wide !== undefined) return wide;
  if (target.kind === 'integer') {
    if (from.kind === 'integer' || from.kind === 'float') return convert(value, target);
    if (from.kind === 'pointer') return convert(value, target.bool ? boolType : target);
  }
  if (target.kind === 'float' && (from.kind === 'integer' || from.kind === 'float'))
    return convert(value, target);
  // pointers to something else and numbers without a cast: gcc warns of them, and goes on
  if (target.kind === 'pointer' && (from.kind === 'pointer' || from.kind === 'integer'))
    return convert(value, target);
  return noNumber([from, target], `${typeName(from)} cannot be used as ${typeName(target)}`, at);
}

/** An explicit cast. */
export function cast(value: Value, target: CType, at: SourceSpan): Value {
  const from = value.type;
  if (target.kind === 'void') return { kind: 'convert', operand: value, type: target, at };
  if (!isScalar(from) || !isScalar(target)) {
    if (sameType(from, target)) return value;
    const wide = convertWide(value, target, at);
    if (wide !== undefined) return wide;
    return noNumber([from, target], `${typeName(from)} cannot be cast to ${typeName(target)}`, at);
  }
  if (
    (from.kind === 'float' && target.kind === 'pointer') ||
    (from.kind === 'pointer' && target.kind === 'float')
  )
    return typeError(`${typeName(from)} cannot be cast to ${typeName(target)}`, at);
  // of the type that is written, and no longer a bit-field, which would be promoted
  if (bitsOf(value) !== undefined) return { kind: 'convert', operand: value, type: unqualified(target), at };
  return convert(value, target);
}

/** An operand of a condition, ! && ||. */
export function scalar(value: Value): Value {
  if (!isScalar(value.type) && wideSign(value.type) === undefined)
    return noNumber([value.type], `a number or pointer is needed, not ${typeName(value.type)}`, value.at);
  return value;
}
