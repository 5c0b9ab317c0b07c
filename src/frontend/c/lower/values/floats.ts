// Floating point: computed where everything is known. An unknown number may be passed on and printed. Where something depends on it
// (unknownFloats.ts), the program is lowered once more, with arithmetic on bits (library/floats.ts).

import { constant, type Expr, type ExprWidth, register, widthOf } from '../../../../program/expression.js';
import type { SourceSpan } from '../../../../program/statement.js';
import { bug } from '../../../../support/diagnostic.js';
import { floatUnary } from '../../check/constants.js';
import { computedFloat, convertFloat, isUnknownLong } from '../../check/floats.js';
import { unknownLongDouble } from '../../check/longDoubles.js';
import { unsupported } from '../../diagnostics.js';
import { libraryPrefix } from '../../library/index.js';
import type { ValueOf } from '../../typed.js';
import { type CType, type FloatType, type IntegerType, typeName } from '../../types.js';
import { inline } from '../calls.js';
import { foldBinary, foldUnary, resized } from '../fold.js';
import type { Frame } from '../frame.js';

const computed = (frame: Frame): boolean => frame.program.options.floats === true;

/** An unknown number: a register that stands for any value. */
function unknown({ emitter, program, thread }: Frame, width: ExprWidth, at: SourceSpan): Expr {
  const target = emitter.temporary(width);
  emitter.emit({ kind: 'assign', target, value: constant(0, width), at });
  program.unknownFloats.note(thread.index, target, at);
  return register(target, width);
}

/** Something depends on an unknown number: this lowering is thrown away. */
function needed(frame: Frame, width: ExprWidth, at: SourceSpan): Expr {
  frame.program.unknownFloats.needed = true;
  return unknown(frame, width, at);
}

function call(frame: Frame, part: string, args: readonly Expr[], at: SourceSpan): Expr {
  const symbol = frame.program.unit.functions.get(libraryPrefix + part) ?? bug(`there is no part ${part}`);
  const kept = args.map((arg) => [frame.emitter.keep(arg, at)]);
  const [result] = inline(frame, symbol, kept, at);
  return result ?? constant(0, 64);
}

/** The result of an operator on an unknown long double: another one, or a truth on which nothing may depend. */
const unknownLong = (frame: Frame, op: string, at: SourceSpan): Expr =>
  truths.has(op) ? madeOfLong(frame, 32, at) : constant(unknownLongDouble, 64);

function madeOfLong({ emitter, program, thread }: Frame, width: ExprWidth, at: SourceSpan): Expr {
  const target = emitter.temporary(width);
  emitter.emit({ kind: 'assign', target, value: constant(0, width), at });
  program.ofLongDoubles.note(thread.index, target, at);
  return register(target, width);
}

const widthIn = ({ size }: FloatType): ExprWidth => (size === 4 ? 32 : 64);

/** As a double, which holds every float. */
const widened = (frame: Frame, value: Expr, { size }: FloatType, at: SourceSpan): Expr =>
  size === 4 ? call(frame, 'i_f64_of_f32', [value], at) : value;

const narrowed = (frame: Frame, value: Expr, { size }: FloatType, at: SourceSpan): Expr =>
  size === 4 ? call(frame, 'i_f64_to_f32', [value], at) : value;

const truths: ReadonlySet<string> = new Set(['==', '!=', '<', '<=', '>', '>=', '!']);

const bitsAs = (bits: number | bigint, op: string, type: FloatType): Expr =>
  constant(bits, truths.has(op) ? 32 : widthIn(type));

export function lowerFloat(
  frame: Frame,
  op: string,
  left: Expr,
  right: Expr,
  type: FloatType,
  at: SourceSpan,
): Expr {
  const known = left.kind === 'const' && right.kind === 'const';
  const result = known ? computedFloat(op, left.value, right.value, type) : undefined;
  if (result !== undefined) return bitsAs(result, op, type);
  if (type.size === 16) return unknownLong(frame, op, at);
  if (!computed(frame)) return truths.has(op) ? needed(frame, 32, at) : unknown(frame, widthIn(type), at);
  const [a, b] = [left, right].map((value) => widened(frame, value, type, at));
  switch (op) {
    case '==':
      return call(frame, 'i_f64_eq', [a, b], at);
    case '!=':
      return foldUnary('!', call(frame, 'i_f64_eq', [a, b], at));
    case '<':
      return call(frame, 'i_f64_lt', [a, b], at);
    case '<=':
      return call(frame, 'i_f64_le', [a, b], at);
    case '>':
      return call(frame, 'i_f64_lt', [b, a], at);
    case '>=':
      return call(frame, 'i_f64_le', [b, a], at);
    case '+':
      return narrowed(frame, call(frame, 'i_f64_add', [a, b], at), type, at);
    case '-':
      return narrowed(frame, call(frame, 'i_f64_sub', [a, b], at), type, at);
    case '*':
      return narrowed(frame, call(frame, 'i_f64_mul', [a, b], at), type, at);
    case '/':
      return narrowed(frame, call(frame, 'i_f64_div', [a, b], at), type, at);
    default:
      return bug(`the operator ${op} of floating-point numbers`);
  }
}

export function lowerFloatUnary(
  frame: Frame,
  op: string,
  operand: Expr,
  type: FloatType,
  at: SourceSpan,
): Expr {
  const result = operand.kind === 'const' ? floatUnary(op, operand.value, type) : undefined;
  if (result !== undefined) return bitsAs(result, op, type);
  if (type.size === 16) return unknownLong(frame, op, at);
  const width = widthIn(type);
  if (!computed(frame)) return truths.has(op) ? needed(frame, 32, at) : unknown(frame, width, at);
  switch (op) {
    case '!':
      return foldUnary('!', isNotZero(operand));
    case '-':
      return foldBinary('^', operand, constant(width === 32 ? -0x8000_0000 : -(2n ** 63n), width));
    default:
      return bug(`the operator ${op} of a floating-point number`);
  }
}

/** 0 and -0 are the numbers whose other bits are all 0. */
const isNotZero = (bits: Expr): Expr =>
  foldBinary('!=', foldBinary('<<', bits, constant(1, widthOf(bits))), constant(0, widthOf(bits)));

export function lowerFloatConversion(
  frame: Frame,
  operand: Expr,
  { operand: { type: from }, type: to }: ValueOf<'convert'>,
  at: SourceSpan,
): Expr {
  if (to.kind === 'void') return constant(0);
  return converted(frame, operand, from, to, at);
}

function converted(frame: Frame, operand: Expr, from: CType, to: CType, at: SourceSpan): Expr {
  if (from.kind === 'float' && to.kind === 'float' && from.size === to.size) return operand;
  const width = frame.program.valueWidth(to);
  if (operand.kind !== 'const' || isUnknownLong(operand.value, from)) {
    if (to.kind === 'float' && to.size === 16) return unknownLong(frame, '', at);
    if (from.kind === 'float' && from.size === 16) return madeOfLong(frame, width, at);
    if (!computed(frame)) return to.kind === 'float' ? unknown(frame, width, at) : needed(frame, width, at);
    if (from.kind === 'float' && to.kind === 'float')
      return narrowed(frame, widened(frame, operand, from, at), to, at);
    if (from.kind === 'float' && to.kind === 'integer') return toInteger(frame, operand, from, to, at);
    if (from.kind === 'integer' && to.kind === 'float') return fromInteger(frame, operand, from, to, at);
    return bug(`a conversion from ${typeName(from)} to ${typeName(to)}`);
  }
  const result = convertFloat(operand.value, from, to);
  if (result === undefined)
    return unsupported(
      `a conversion of this ${typeName(from)} to ${typeName(to)}, which cannot hold it,`,
      at,
    );
  return constant(result, width);
}

/** As gcc converts on x86-64, also what does not fit: narrow types by way of int, unsigned int by way of long. */
function toInteger(frame: Frame, operand: Expr, from: FloatType, to: IntegerType, at: SourceSpan): Expr {
  if (to.bool) return isNotZero(operand);
  const double = widened(frame, operand, from, at);
  if (to.size === 8) return call(frame, to.signed ? 'i_f64_to_long' : 'i_f64_to_ulong', [double], at);
  if (to.size === 4 && !to.signed) return resized(call(frame, 'i_f64_to_long', [double], at), 32, true);
  const whole = call(frame, 'i_f64_to_int', [double], at);
  if (to.size === 4) return whole;
  const unused = constant(32 - to.size * 8);
  return foldBinary(to.signed ? '>>' : '>>u', foldBinary('<<', whole, unused), unused);
}

function fromInteger(frame: Frame, operand: Expr, from: IntegerType, to: FloatType, at: SourceSpan): Expr {
  const whole = resized(operand, 64, from.size === 4 && !from.signed);
  const kind = from.size === 8 && !from.signed ? 'ulong' : 'long';
  return call(frame, `${to.size === 4 ? 'i_f32' : 'i_f64'}_of_${kind}`, [whole], at);
}

/** `x += e` where x or e is floating. */
export function floatUpdate(frame: Frame, update: ValueOf<'update'>, old: Expr, operand: Expr): Expr {
  const { via, type, op, at } = update;
  const left =
    via.kind === type.kind && via.kind === 'float' && type.kind === 'float' && via.size === type.size
      ? old
      : converted(frame, old, type, via, at);
  if (via.kind !== 'float') return bug('an update of a floating-point number by way of an integer');
  return converted(frame, lowerFloat(frame, op, left, operand, via, at), via, type, at);
}
