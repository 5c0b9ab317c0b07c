// Floating point: computed where everything is known, refused where it is not.

import { constant, type Expr } from '../../../program/expression.js';
import type { SourceSpan } from '../../../program/statement.js';
import { floatUnary } from '../check/constants.js';
import { applyFloat, convertFloat } from '../check/floats.js';
import { unsupported } from '../diagnostics.js';
import type { ValueOf } from '../typed.js';
import { type CType, type FloatType, typeName } from '../types.js';
import type { Frame } from './frame.js';

const hint =
  'diptych computes with floating-point constants only: what the program reads from memory is none';

const refuse = (type: CType, at: SourceSpan): never =>
  unsupported(`arithmetic on a ${typeName(type)} that is no constant`, at, hint);

const truths: ReadonlySet<string> = new Set(['==', '!=', '<', '<=', '>', '>=', '!']);

const bitsAs = (bits: number | bigint, op: string, { size }: FloatType): Expr =>
  constant(bits, truths.has(op) || size === 4 ? 32 : 64);

export function lowerFloat(op: string, left: Expr, right: Expr, type: FloatType, at: SourceSpan): Expr {
  if (type.size === 16) return unsupported('arithmetic on long double', at);
  const known = left.kind === 'const' && right.kind === 'const';
  const result = known ? applyFloat(op, left.value, right.value, type) : undefined;
  return result === undefined ? refuse(type, at) : bitsAs(result, op, type);
}

export function lowerFloatUnary(op: string, operand: Expr, type: FloatType, at: SourceSpan): Expr {
  if (type.size === 16) return unsupported('arithmetic on long double', at);
  const result = operand.kind === 'const' ? floatUnary(op, operand.value, type) : undefined;
  return result === undefined ? refuse(type, at) : bitsAs(result, op, type);
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
  if (operand.kind !== 'const')
    return unsupported(
      `a conversion from ${typeName(from)} to ${typeName(to)} of what is no constant`,
      at,
      hint,
    );
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
  return converted(frame, lowerFloat(op, left, operand, via, at), via, type, at);
}
