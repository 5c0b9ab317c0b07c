// Values of all widths in registers of 32 and 64 bits.

import { binary, constant, type Expr, type ExprWidth, unary, widthOf } from '../../../program/expression.js';
import type { Width } from '../../../program/integer.js';
import { bitsOf, type Type } from '../../type.js';

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

/** A value of so many bits as an unsigned number. */
export const unsignedBits = (expr: Expr, bits: number): Expr =>
  bits === 8 ? unary('zext8', expr) : bits === 16 ? unary('zext16', expr) : expr;

export const unsignedOf = (expr: Expr, type: Type): Expr => unsignedBits(expr, bitsOf(type));

/** The same number in another width; `isUnsigned` fills with zeros. */
export function resized(expr: Expr, width: ExprWidth, isUnsigned = false): Expr {
  if (widthOf(expr) === width) return expr;
  if (expr.kind === 'const' && !isUnsigned) return constant(expr.value, width);
  if (expr.kind === 'unary' && width === 32 && (expr.op === 'sext32' || expr.op === 'zext32'))
    return expr.operand;
  return unary(width === 32 ? 'low32' : isUnsigned ? 'zext32' : 'sext32', expr);
}

export function widthOfBytes(bytes: 1 | 2 | 4 | 8): Width {
  const bits = bytes * 8;
  return bits === 8 || bits === 16 || bits === 32 ? bits : 64;
}

/** The width of registers that hold a value of so many bits. */
export const registerWidth = (bits: number): ExprWidth => (bits === 64 ? 64 : 32);

/** The width of an access as a field of its statement. */
export const sized = (width: Width): { readonly width?: Width } => (width === 32 ? {} : { width });

/** The value, shifted by so many bytes to the left or, unsigned, to the right. */
export const shiftedLeft = (value: Expr, bytes: number): Expr =>
  bytes === 0 ? value : binary('<<', value, constant(bytes * 8, widthOf(value)));
export const shiftedRight = (value: Expr, bytes: number): Expr =>
  bytes === 0 ? value : binary('>>u', value, constant(bytes * 8, widthOf(value)));
