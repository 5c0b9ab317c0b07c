// Operators: which machine operation each is for the types at hand.

import type { BinaryOp } from '../../../program/expression.js';
import type { SourceSpan } from '../../../program/statement.js';
import type { BinaryOperator, CompoundOperator, Expression, ExpressionOf } from '../ast.js';
import { typeError, unsupported } from '../diagnostics.js';
import type { Place, Value } from '../typed.js';
import {
  compatible,
  computedSize,
  type FloatType,
  type IntegerType,
  intType,
  longType,
  typeName,
  unqualified,
  unsignedLongType,
  voidPointer,
  type WideType,
  wideSign,
} from '../types.js';
import {
  arithmetic,
  coerce,
  constantOf,
  convert,
  inPrecision,
  noNumber,
  promote,
  scalar,
} from './conversions.js';
import { checkValue } from './expressions.js';
import { checkPlace, inBytes, pointerOffset, requireAssignable, steps } from './places.js';
import type { Context } from './scope.js';

export function checkUnary(
  context: Context,
  op: '-' | '+' | '~' | '!',
  operand: Expression,
  at: SourceSpan,
): Value {
  if (op === '!')
    return { kind: 'unary', op: '!', operand: scalar(checkValue(context, operand)), type: intType, at };
  const value = promote(checkValue(context, operand));
  const hasOperator =
    value.type.kind === 'integer' ||
    wideSign(value.type) !== undefined ||
    (value.type.kind === 'float' && op !== '~');
  if (!hasOperator) return noNumber([value.type], `${op} needs an integer, not ${typeName(value.type)}`, at);
  return op === '+' ? value : inPrecision({ kind: 'unary', op, operand: value, type: value.type, at });
}

export function checkBinary(context: Context, e: ExpressionOf<'binary'>): Value {
  const left = checkValue(context, e.left);
  const right = checkValue(context, e.right);
  return binaryValue(e.op, left, right, e.at);
}

function binaryValue(op: BinaryOperator, left: Value, right: Value, at: SourceSpan): Value {
  const pointers = (left.type.kind === 'pointer' ? 1 : 0) + (right.type.kind === 'pointer' ? 1 : 0);
  switch (op) {
    case '&&':
    case '||':
      return { kind: 'logical', op, left: scalar(left), right: scalar(right), type: intType, at };
    case '==':
    case '!=':
    case '<':
    case '<=':
    case '>':
    case '>=':
      if (pointers > 0) return comparePointers(op, left, right, at);
      break;
    case '+':
      if (pointers === 1) return pointerOffset(left, right, at);
      break;
    case '-':
      if (pointers === 2) return pointerDifference(left, right, at);
      if (left.type.kind === 'pointer') return pointerOffset(left, negated(right), at);
      break;
    case '<<':
    case '>>':
      return shift(op, left, right, at);
    default:
      break;
  }
  const [a, b, type] = arithmetic(left, right, op, at);
  if (type.kind === 'float' && (op === '%' || op === '&' || op === '|' || op === '^'))
    return typeError(`${op} needs integers, not ${typeName(type)}`, at);
  const comparison = op === '==' || op === '!=' || op === '<' || op === '<=' || op === '>' || op === '>=';
  return inPrecision({
    kind: 'binary',
    op: machineOp(op, type),
    left: a,
    right: b,
    type: comparison ? intType : type,
    at,
  });
}

/** Where the sign matters, the operation on unsigned values. */
function machineOp(
  op: Exclude<BinaryOperator, '&&' | '||'>,
  type: IntegerType | FloatType | WideType,
): BinaryOp {
  const signed = type.kind === 'struct' ? wideSign(type) === 'signed' : type.kind === 'float' || type.signed;
  if (signed) return op;
  switch (op) {
    case '/':
    case '%':
    case '>>':
    case '<':
    case '<=':
    case '>':
    case '>=':
      return `${op}u`;
    default:
      return op;
  }
}

function shift(op: '<<' | '>>', left: Value, right: Value, at: SourceSpan): Value {
  const value = promote(left);
  const given = promote(right);
  const count = wideSign(given.type) === undefined ? given : convert(given, unsignedLongType);
  const { type } = value;
  const isShifted = type.kind === 'integer' || (type.kind === 'struct' && wideSign(type) !== undefined);
  if (!isShifted || count.type.kind !== 'integer')
    return noNumber(
      [type, count.type],
      `${op} needs integers, not ${typeName(type)} and ${typeName(count.type)}`,
      at,
    );
  return inPrecision({
    kind: 'binary',
    op: machineOp(op, type),
    left: value,
    right: count,
    type,
    at,
  });
}

function negated(value: Value): Value {
  const operand = promote(value);
  return inPrecision({ kind: 'unary', op: '-', operand, type: operand.type, at: value.at });
}

function comparePointers(
  op: '==' | '!=' | '<' | '<=' | '>' | '>=',
  left: Value,
  right: Value,
  at: SourceSpan,
): Value {
  const isComparable = ({ type }: Value): boolean => type.kind === 'pointer' || type.kind === 'integer';
  if (!isComparable(left) || !isComparable(right))
    noNumber(
      [left.type, right.type],
      `${typeName(left.type)} cannot be compared with ${typeName(right.type)}`,
      at,
    );
  // gcc warns of a number beside a pointer, and takes it for an address
  const [a, b] = [left, right].map((value) =>
    value.type.kind === 'pointer' ? value : convert(value, voidPointer),
  );
  const ordered = op === '==' || op === '!=' ? op : (`${op}u` as const);
  return { kind: 'binary', op: ordered, left: a, right: b, type: intType, at };
}

function pointerDifference(left: Value, right: Value, at: SourceSpan): Value {
  const to = left.type.kind === 'pointer' ? left.type.to : undefined;
  if (to !== undefined && computedSize(to) !== undefined)
    return unsupported('a difference of pointers to arrays of computed length', at);
  const size = to === undefined ? undefined : steps(to);
  const isAlike = to !== undefined && right.type.kind === 'pointer' && compatible(to, right.type.to);
  if (size === undefined || size === 0 || !isAlike)
    return typeError(`${typeName(left.type)} - ${typeName(right.type)} has no meaning`, at);
  return { kind: 'difference', left, right, size, type: longType, at };
}

export function checkAssignment(context: Context, e: ExpressionOf<'assign'>): Value {
  const place = checkPlace(context, e.target);
  requireAssignable(place, e.at);
  const value = checkValue(context, e.value);
  if (e.op !== undefined) return update(place, e.op, value, 'new', e.at);
  if (place.type.kind === 'array') return typeError('an array cannot be assigned as a whole', e.at);
  const type = unqualified(place.type);
  const given = coerce(value, type, e.value.at);
  return { kind: 'assign', place, value: given, type, at: e.at };
}

export function checkUpdate(context: Context, e: ExpressionOf<'update'>): Value {
  const place = checkPlace(context, e.operand);
  requireAssignable(place, e.at);
  const one = constantOf(1, e.at);
  return update(place, e.delta === 1 ? '+' : '-', one, e.prefix ? 'new' : 'old', e.at);
}

function update(
  place: Place,
  op: CompoundOperator,
  operand: Value,
  result: 'old' | 'new',
  at: SourceSpan,
): Value {
  const type = unqualified(place.type);
  if (type.kind === 'pointer' && (op === '+' || op === '-')) {
    if (operand.type.kind !== 'integer') return typeError(`${op}= on ${typeName(type)} needs an integer`, at);
    return { kind: 'update', place, op, operand: inBytes(operand, type, at), via: type, result, type, at };
  }
  const isNumber = type.kind === 'integer' || type.kind === 'float' || wideSign(type) !== undefined;
  if (!isNumber) return noNumber([type], `${op}= needs a number, not ${typeName(type)}`, at);
  const old: Value = { kind: 'load', place, type, at };
  if (op === '<<' || op === '>>') {
    const value = shift(op, old, operand, at);
    const via = value.type.kind === 'integer' || value.type.kind === 'struct' ? value.type : intType;
    return {
      kind: 'update',
      place,
      op: machineOp(op, via),
      operand: wideSign(operand.type) === undefined ? promote(operand) : convert(operand, unsignedLongType),
      via,
      result,
      type,
      at,
    };
  }
  const [, right, via] = arithmetic(old, operand, op, at);
  if (wideSign(via) !== undefined && place.type.atomic === true) noNumber([via], '', at);
  if (via.kind === 'float' && (op === '%' || op === '&' || op === '|' || op === '^'))
    return typeError(`${op}= needs integers, not ${typeName(via)}`, at);
  return {
    kind: 'update',
    place,
    op: machineOp(op, via),
    operand: convert(right, via),
    via,
    result,
    type,
    at,
  };
}
