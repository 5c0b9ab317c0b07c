// Floating point: computed where everything is known. What is not known may be passed on and printed; it is refused where something
// depends on it (unknownFloats.ts).

import { constant, type Expr, register } from '../../../program/expression.js';
import type { SourceSpan } from '../../../program/statement.js';
import { floatUnary } from '../check/constants.js';
import { applyFloat, convertFloat } from '../check/floats.js';
import { unsupported } from '../diagnostics.js';
import type { ValueOf } from '../typed.js';
import { type CType, type FloatType, typeName } from '../types.js';
import type { Frame } from './frame.js';

const hint =
  'diptych computes with floating-point constants only: what the program reads from memory is none';

const arithmeticOn = (type: CType): string => `arithmetic on a ${typeName(type)} that is no constant`;

const refuse = (type: CType, at: SourceSpan): never => unsupported(arithmeticOn(type), at, hint);

/** A number that nobody knows: a register that holds anything. */
function unknown(frame: Frame, { size }: FloatType, construct: string, at: SourceSpan): Expr {
  const { emitter, program, thread } = frame;
  const width = size === 4 ? 32 : 64;
  const target = emitter.temporary(width);
  emitter.emit({ kind: 'assign', target, value: constant(0, width), at });
  program.unknownFloats.note(thread.index, target, { construct, at, hint });
  return register(target, width);
}

const truths: ReadonlySet<string> = new Set(['==', '!=', '<', '<=', '>', '>=', '!']);

const bitsAs = (bits: number | bigint, op: string, { size }: FloatType): Expr =>
  constant(bits, truths.has(op) || size === 4 ? 32 : 64);

export function lowerFloat(
  frame: Frame,
  op: string,
  left: Expr,
  right: Expr,
  type: FloatType,
  at: SourceSpan,
): Expr {
  if (type.size === 16) return unsupported('arithmetic on long double', at);
  const known = left.kind === 'const' && right.kind === 'const';
  const result = known ? applyFloat(op, left.value, right.value, type) : undefined;
  if (result !== undefined) return bitsAs(result, op, type);
  return truths.has(op) ? refuse(type, at) : unknown(frame, type, arithmeticOn(type), at);
}

export function lowerFloatUnary(
  frame: Frame,
  op: string,
  operand: Expr,
  type: FloatType,
  at: SourceSpan,
): Expr {
  if (type.size === 16) return unsupported('arithmetic on long double', at);
  const result = operand.kind === 'const' ? floatUnary(op, operand.value, type) : undefined;
  if (result !== undefined) return bitsAs(result, op, type);
  return truths.has(op) ? refuse(type, at) : unknown(frame, type, arithmeticOn(type), at);
}

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
  if ((from.kind === 'float' && from.size === 16) || (to.kind === 'float' && to.size === 16))
    return unsupported('arithmetic on long double', at);
  if (operand.kind !== 'const') {
    const construct = `a conversion from ${typeName(from)} to ${typeName(to)} of what is no constant`;
    return to.kind === 'float' ? unknown(frame, to, construct, at) : unsupported(construct, at, hint);
  }
  const result = convertFloat(operand.value, from, to);
  if (result === undefined)
    return unsupported(
      `a conversion of this ${typeName(from)} to ${typeName(to)}, which cannot hold it,`,
      at,
    );
  return constant(result, frame.program.valueWidth(to));
}

/** `x += e` where x or e is floating. */
export function floatUpdate(frame: Frame, update: ValueOf<'update'>, old: Expr, operand: Expr): Expr {
  const { via, type, op, at } = update;
  const left =
    via.kind === type.kind && via.kind === 'float' && type.kind === 'float' && via.size === type.size
      ? old
      : converted(frame, old, type, via, at);
  if (via.kind !== 'float') return refuse(type, at);
  return converted(frame, lowerFloat(frame, op, left, operand, via, at), via, type, at);
}
