// C's implicit conversions (C11 6.3, 6.5.16.1).

import type { SourceSpan } from '../../../program/statement.js';
import { typeError, unsupported } from '../diagnostics.js';
import type { Value } from '../typed.js';
import {
  boolType,
  type CType,
  cellsOf,
  type IntegerType,
  intType,
  isScalar,
  isVoidPointer,
  longType,
  samePointee,
  sameType,
  sizeOf,
  typeName,
  unqualified,
  unsignedLongLongType,
  unsignedLongType,
  unsignedType,
} from '../types.js';
import { constantValue } from './constants.js';

export const constantOf = (value: number, at: SourceSpan, type: CType = intType): Value => ({
  kind: 'const',
  value: value | 0,
  type,
  at,
});

/** The value in another type, without asking whether C allows it implicitly. */
export function convert(value: Value, type: CType): Value {
  const target = unqualified(type);
  if (sameType(value.type, target)) return value.type === target ? value : { ...value, type: target };
  if (value.kind === 'builtin' && value.builtin.op === 'alloc' && target.kind === 'pointer') {
    const cells = value.builtin.cells ?? allocated(value.builtin.bytes, target.to);
    if (cells !== undefined) return { ...value, type: target, builtin: { ...value.builtin, cells } };
  }
  return { kind: 'convert', operand: value, type: target, at: value.at };
}

/** How many cells `bytes` bytes of `type` are. */
function allocated(bytes: Value, type: CType): Value | undefined {
  const size = sizeOf(type);
  const cells = cellsOf(type);
  if (size === undefined || cells === undefined) return undefined;
  const { at } = bytes;
  const count: Value = {
    kind: 'binary',
    op: '/u',
    left: bytes,
    right: constantOf(size, at),
    type: unsignedType,
    at,
  };
  return { kind: 'binary', op: '*', left: count, right: constantOf(cells, at), type: unsignedType, at };
}

/** Integers narrower than int become int. */
export function promote(value: Value): Value {
  return value.type.kind === 'integer' && value.type.rank < intType.rank ? convert(value, intType) : value;
}

function unsignedOf(type: IntegerType): IntegerType {
  if (type.rank === intType.rank) return unsignedType;
  return type.rank === longType.rank ? unsignedLongType : unsignedLongLongType;
}

/** The common type of two promoted integers. */
function commonType(a: IntegerType, b: IntegerType): IntegerType {
  if (a.signed === b.signed) return a.rank >= b.rank ? a : b;
  const [signed, unsigned] = a.signed ? [a, b] : [b, a];
  if (unsigned.rank >= signed.rank) return unsigned;
  return signed.size > unsigned.size ? signed : unsignedOf(signed);
}

export function arithmetic(
  left: Value,
  right: Value,
  what: string,
  at: SourceSpan,
): [Value, Value, IntegerType] {
  const a = promote(left);
  const b = promote(right);
  if (a.type.kind !== 'integer' || b.type.kind !== 'integer')
    return typeError(`${what} needs integers, not ${typeName((a.type.kind !== 'integer' ? a : b).type)}`, at);
  const type = commonType(a.type, b.type);
  return [convert(a, type), convert(b, type), type];
}

const isNullConstant = (value: Value): boolean =>
  (value.type.kind === 'integer' || isVoidPointer(value.type)) && constantValue(value) === 0;

/** The value as an initialiser, argument or right-hand side for `target`. */
export function coerce(value: Value, target: CType, at: SourceSpan): Value {
  const from = value.type;
  if (sameType(from, target)) return convert(value, target);
  if (target.kind === 'integer') {
    if (from.kind === 'integer') return convert(value, target);
    if (from.kind === 'pointer' && target.bool) return convert(value, boolType);
  }
  if (target.kind === 'pointer') {
    if (isNullConstant(value)) return convert(value, target);
    if (
      from.kind === 'pointer' &&
      (isVoidPointer(from) || isVoidPointer(target) || sameType(from.to, target.to))
    )
      return convert(value, target);
  }
  return typeError(
    `${typeName(from)} cannot be used as ${typeName(target)}`,
    at,
    isScalar(from) && isScalar(target) ? `write a cast: (${typeName(target)})` : undefined,
  );
}

/** An explicit cast. */
export function cast(value: Value, target: CType, at: SourceSpan): Value {
  const from = value.type;
  if (target.kind === 'void') return { kind: 'convert', operand: value, type: target, at };
  if (!isScalar(from) || !isScalar(target)) {
    if (sameType(from, target)) return value;
    return typeError(`${typeName(from)} cannot be cast to ${typeName(target)}`, at);
  }
  if (from.kind === 'pointer' && target.kind === 'pointer' && !samePointee(from.to, target.to))
    return unsupported(
      `using ${typeName(from)} as ${typeName(target)}`,
      at,
      'a memory cell holds one value of its own type; pointers may be cast to void * and back',
    );
  return convert(value, target);
}

/** An operand of a condition, ! && ||. */
export function scalar(value: Value): Value {
  if (!isScalar(value.type))
    return typeError(`a number or pointer is needed, not ${typeName(value.type)}`, value.at);
  return value;
}
