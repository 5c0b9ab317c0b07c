// The definition of read-modify-writes on values. Front ends and the reference in the tests call it; both engines
// follow it.

import { applyBinary, applyUnary, binary, type Expr, unary } from './expression.js';
import { type Integer, type Width, wrap } from './integer.js';
import type { FetchOp } from './statement.js';

/** The result of a fetch-and-op of `width` bits on the value read and the operand. */
export function applyFetch(op: FetchOp, old: Integer, operand: Integer, width: Width = 32): Integer {
  const bits = width === 64 ? 64 : 32;
  const result =
    op === 'nand'
      ? applyUnary('~', applyBinary('&', old, operand, bits), bits)
      : applyBinary(op, old, operand, bits);
  return wrap(result, width);
}

/** The same as an expression, of 32 or 64 bits. */
export const fetchExpr = (op: FetchOp, old: Expr, operand: Expr): Expr =>
  op === 'nand' ? unary('~', binary('&', old, operand)) : binary(op, old, operand);

/** A read-modify-write whose operands have been evaluated. */
export type RmwValues =
  | { readonly kind: 'xchg'; readonly value: Integer }
  | { readonly kind: 'fetch'; readonly op: FetchOp; readonly value: Integer }
  | { readonly kind: 'cas'; readonly expected: Integer; readonly desired: Integer };

/**
 * The value that a read-modify-write of `width` bits leaves in a cell that holds `cell`. A failed cas leaves the cell
 * as it is.
 */
export function applyRmw(op: RmwValues, cell: Integer, width: Width = 32): Integer {
  switch (op.kind) {
    case 'xchg':
      return wrap(op.value, width);
    case 'fetch':
      return applyFetch(op.op, wrap(cell, width), op.value, width);
    case 'cas':
      return wrap(cell, width) === wrap(op.expected, width) ? wrap(op.desired, width) : cell;
  }
}
