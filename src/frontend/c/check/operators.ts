// Operators: which machine operation each is for the types at hand.

import type { BinaryOp } from '../../../program/expression.js';
import type { SourceSpan } from '../../../program/statement.js';
import type { BinaryOperator, Comparison, CompoundOperator, Expression, ExpressionOf } from '../ast.js';
import { typeError, unsupported } from '../diagnostics.js';
import type { Place, Value } from '../typed.js';
import type { CType, NumberType } from '../types.js';
import * as types from '../types.js';
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
    return { kind: 'unary', op: '!', operand: scalar(checkValue(context, operand)), type: types.intType, at };
  const value = promote(checkValue(context, operand));
  if (!types.isNumber(value.type) || (value.type.kind === 'float' && op === '~'))
    return noNumber([value.type], `${op} needs an integer, not ${types.typeName(value.type)}`, at);
  return op === '+' ? value : inPrecision({ kind: 'unary', op, operand: value, type: value.type, at });
}

export function checkBinary(context: Context, e: ExpressionOf<'binary'>): Value {
  const left = checkValue(context, e.left);
  const right = checkValue(context, e.right);
  return binaryValue(e.op, left, right, e.at);
}

function binaryValue(op: BinaryOperator, left: Value, right: Value, at: SourceSpan): Value {
  if (op === '&&' || op === '||')
    return { kind: 'logical', op, left: scalar(left), right: scalar(right), type: types.intType, at };
  const pointers = [left, right].filter(({ type }) => type.kind === 'pointer').length;
  if (isComparison(op) && pointers > 0) return comparePointers(op, left, right, at);
  if (op === '+' && pointers === 1) return pointerOffset(left, right, at);
  if (op === '-' && left.type.kind === 'pointer')
    return pointers === 2 ? pointerDifference(left, right, at) : pointerOffset(left, negated(right), at);
  if (op === '<<' || op === '>>') return shift(op, left, right, at);
  const [a, b, type] = arithmetic(left, right, op, at);
  if (type.kind === 'float') requireFloating(op, op, type, at);
  const result = isComparison(op) ? types.intType : type;
  return inPrecision({ kind: 'binary', op: machineOp(op, type), left: a, right: b, type: result, at });
}

/** `written`: the operator as the program has it. */
function requireFloating(op: string, written: string, type: CType, at: SourceSpan): void {
  if (op === '%' || op === '&' || op === '|' || op === '^')
    typeError(`${written} needs integers, not ${types.typeName(type)}`, at);
}

const isComparison = (op: string): op is Comparison => /^[=!<>]=$|^[<>]$/.test(op);

/** The operators that have a form for unsigned numbers. */
const hasSign = (op: string): op is '/' | '%' | '>>' | '<' | '<=' | '>' | '>=' =>
  /^(?:[/%]|>>|[<>]=?)$/.test(op);

/** Where the sign matters, the operation on unsigned values. */
function machineOp(op: CompoundOperator | Comparison, type: NumberType): BinaryOp {
  const signed =
    type.kind === 'struct' ? types.wideSign(type) === 'signed' : type.kind === 'float' || type.signed;
  return !signed && hasSign(op) ? `${op}u` : op;
}

function shift(op: '<<' | '>>', left: Value, right: Value, at: SourceSpan): Value {
  const value = promote(left);
  const given = promote(right);
  const count = types.wideSign(given.type) === undefined ? given : convert(given, types.unsignedLongType);
  const { type } = value;
  if (!types.isNumber(type) || type.kind === 'float' || count.type.kind !== 'integer')
    return noNumber(
      [type, count.type],
      `${op} needs integers, not ${types.typeName(type)} and ${types.typeName(count.type)}`,
      at,
    );
  return inPrecision({ kind: 'binary', op: machineOp(op, type), left: value, right: count, type, at });
}

function negated(value: Value): Value {
  const operand = promote(value);
  return inPrecision({ kind: 'unary', op: '-', operand, type: operand.type, at: value.at });
}

function comparePointers(op: Comparison, left: Value, right: Value, at: SourceSpan): Value {
  const isComparable = ({ type }: Value): boolean => type.kind === 'pointer' || type.kind === 'integer';
  if (!isComparable(left) || !isComparable(right))
    noNumber(
      [left.type, right.type],
      `${types.typeName(left.type)} cannot be compared with ${types.typeName(right.type)}`,
      at,
    );
  // gcc warns of a number beside a pointer, and takes it for an address
  const [a, b] = [left, right].map((value) =>
    value.type.kind === 'pointer' ? value : convert(value, types.voidPointer),
  );
  const ordered = op === '==' || op === '!=' ? op : (`${op}u` as const);
  return { kind: 'binary', op: ordered, left: a, right: b, type: types.intType, at };
}

function pointerDifference(left: Value, right: Value, at: SourceSpan): Value {
  const to = left.type.kind === 'pointer' ? left.type.to : undefined;
  if (to !== undefined && types.computedSize(to) !== undefined)
    return unsupported('a difference of pointers to arrays of computed length', at);
  const size = to === undefined ? undefined : steps(to);
  const isAlike = to !== undefined && right.type.kind === 'pointer' && types.compatible(to, right.type.to);
  if (size === undefined || size === 0 || !isAlike)
    return typeError(`${types.typeName(left.type)} - ${types.typeName(right.type)} has no meaning`, at);
  return { kind: 'difference', left, right, size, type: types.longType, at };
}

export function checkAssignment(context: Context, e: ExpressionOf<'assign'>): Value {
  const place = checkPlace(context, e.target);
  requireAssignable(place, e.at);
  const value = checkValue(context, e.value);
  if (e.op !== undefined) return update(place, e.op, value, 'new', e.at);
  if (place.type.kind === 'array') return typeError('an array cannot be assigned as a whole', e.at);
  const type = types.unqualified(place.type);
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
  const type = types.unqualified(place.type);
  if (type.kind === 'pointer' && (op === '+' || op === '-')) {
    if (operand.type.kind !== 'integer')
      return typeError(`${op}= on ${types.typeName(type)} needs an integer`, at);
    return { kind: 'update', place, op, operand: inBytes(operand, type, at), via: type, result, type, at };
  }
  if (!types.isNumber(type))
    return noNumber([type], `${op}= needs a number, not ${types.typeName(type)}`, at);
  const old: Value = { kind: 'load', place, type, at };
  if (op === '<<' || op === '>>') {
    const { type: shifted } = shift(op, old, operand, at);
    const via = types.isNumber(shifted) ? shifted : types.intType;
    const count =
      types.wideSign(operand.type) === undefined
        ? promote(operand)
        : convert(operand, types.unsignedLongType);
    return { kind: 'update', place, op: machineOp(op, via), operand: count, via, result, type, at };
  }
  const [, right, via] = arithmetic(old, operand, op, at);
  if (types.wideSign(via) !== undefined && place.type.atomic === true) noNumber([via], '', at);
  if (via.kind === 'float') requireFloating(op, `${op}=`, via, at);
  return { kind: 'update', place, op: machineOp(op, via), operand: right, via, result, type, at };
}
