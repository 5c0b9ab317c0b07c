// Values of all widths in registers of 32 and 64 bits.

import { binary, constant, type Expr, type ExprWidth, unary, widthOf } from '../../../program/expression.js';
import type { Type } from '../../type.js';

/** The low bits of an expression as a value of the type. */
export function normal(expr: Expr, type: Type): Expr {
  switch (type) {
    case 'i1':
      return binary('&', expr, constant(1));
    case 'i8':
      return unary('sext8', expr);
    case 'i16':
      return unary('sext16', expr);
    default:
      return expr;
  }
}

/** A value of the type as an unsigned number. */
export function unsignedOf(expr: Expr, type: Type): Expr {
  switch (type) {
    case 'i8':
      return unary('zext8', expr);
    case 'i16':
      return unary('zext16', expr);
    default:
      return expr;
  }
}

/** The same number in another width; `isUnsigned` fills with zeros. */
export function resized(expr: Expr, width: ExprWidth, isUnsigned = false): Expr {
  if (widthOf(expr) === width) return expr;
  if (expr.kind === 'const' && !isUnsigned) return constant(expr.value, width);
  if (expr.kind === 'unary' && width === 32 && (expr.op === 'sext32' || expr.op === 'zext32'))
    return expr.operand;
  return unary(width === 32 ? 'low32' : isUnsigned ? 'zext32' : 'sext32', expr);
}
