// Operands of statements: conditions, addresses and widths in the form that a statement takes.

import { type Expr, widthOf } from '../../../../program/expression.js';
import type { Width } from '../../../../program/integer.js';
import { truth } from '../fold.js';

/** Conditions have 32 bits. */
export const asCondition = (value: Expr): Expr => (widthOf(value) === 64 ? truth(value) : value);

export const sized = (width: Width): { readonly width?: Width } => (width === 32 ? {} : { width });

/** Addresses are below 2^31: of one that only has zeros in front, the low bits are all. */
export const narrow = (address: Expr): Expr =>
  address.kind === 'unary' && address.op === 'zext32' ? address.operand : address;
