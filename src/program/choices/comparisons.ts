// The tests of a chosen value: comparisons of a register with a constant.

import type { BinaryOp, Expr } from '../expression.js';
import { toNumber } from '../integer.js';
import type { StatementOf } from '../statement.js';

export interface Comparison {
  readonly register: string;
  readonly op: BinaryOp;
  readonly value: number;
}

/** The expression as a register compared with a constant, whichever stands on the left; undefined for others. */
export function comparisonOf(e: Expr): Comparison | undefined {
  if (e.kind !== 'binary') return undefined;
  const { op, left, right } = e;
  const mirrored = mirrors.get(op);
  if (mirrored === undefined) return undefined;
  if (left.kind === 'register' && right.kind === 'const')
    return { register: left.name, op, value: toNumber(right.value) };
  if (left.kind === 'const' && right.kind === 'register')
    return { register: right.name, op: mirrored, value: toNumber(left.value) };
  return undefined;
}

/** The expression as the remainder of a register by a positive constant: `r % 3`, `r & 7`; undefined for others. */
export function remainderOf(e: Expr): { readonly register: string; readonly divisor: number } | undefined {
  if (e.kind !== 'binary' || e.left.kind !== 'register' || e.left.width === 64 || e.right.kind !== 'const')
    return undefined;
  const value = toNumber(e.right.value);
  const isRemainder = e.op === '%' || e.op === '%u';
  // low bits
  const divisor = isRemainder ? value : e.op === '&' && (value & (value + 1)) === 0 ? value + 1 : 0;
  return divisor < 1 ? undefined : { register: e.left.name, divisor };
}

/** Each comparison with the one that says the same with its sides exchanged. */
const mirrors: ReadonlyMap<BinaryOp, BinaryOp> = new Map<BinaryOp, BinaryOp>([
  ['==', '=='],
  ['!=', '!='],
  ['<', '>'],
  ['<=', '>='],
  ['>', '<'],
  ['>=', '<='],
  ['<u', '>u'],
  ['<=u', '>=u'],
  ['>u', '<u'],
  ['>=u', '<=u'],
]);

const least = -0x8000_0000;
const greatest = 0x7fff_ffff;

/** The range of a choice of 32 bits or fewer. */
export const rangeOf = ({
  from = least,
  to = greatest,
}: StatementOf<'nondet'>): { from: number; to: number } => ({
  from: toNumber(from),
  to: toNumber(to),
});
