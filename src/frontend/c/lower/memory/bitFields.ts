// Bit-fields: some bits of the integers that a struct has for them. Storing one reads, changes and writes those.

import { constant, type Expr } from '../../../../program/expression.js';
import { type Integer, toInteger } from '../../../../program/integer.js';
import type { SourceSpan } from '../../../../program/statement.js';
import { type BitField, type CType, type ScalarCell, sizeOf } from '../../types.js';
import { convertExpr, foldBinary, foldUnary, resized } from '../fold.js';

/** An integer that holds some of the bits, and how to read and write it. */
export interface Unit {
  readonly cell: ScalarCell;
  read(): Expr;
  write(value: Expr): void;
}

const bitsIn = (cell: ScalarCell): number => (sizeOf(cell.type) ?? 1) * 8;

/** The cells of a struct that hold bits of the field. */
export const unitsOf = (cells: readonly ScalarCell[], { position, bits }: BitField): ScalarCell[] =>
  cells.filter((cell) => {
    const start = cell.offset * 8;
    return start < position + bits && position < start + bitsIn(cell);
  });

const wide = (value: Integer): Expr => constant(toInteger(BigInt.asIntN(64, BigInt(value))), 64);

export function readBits(units: readonly Unit[], field: BitField, type: CType, pointers: 32 | 64): Expr {
  const first = Math.min(...units.map(({ cell }) => cell.offset * 8));
  const end = Math.max(...units.map(({ cell }) => cell.offset * 8 + bitsIn(cell)));
  const [only] = units;
  const narrow = units.length === 1 && bitsIn(only.cell) <= 32;
  const width = narrow ? 32 : 64;
  // Bits before the field are left out if there would be more than 64 bits (a packed field in nine bytes).
  const start = end - first > 64 ? field.position : first;
  const whole = units
    .map(({ cell, read }) => {
      const bits = resized(convertExpr(read(), cell.type, cell.type, pointers), width, true);
      const by = cell.offset * 8 - start;
      return foldBinary(by < 0 ? '>>u' : '<<', bits, constant(Math.abs(by), width));
    })
    .reduce((a, b) => foldBinary('|', a, b));
  return truncated(whole, field.position - start, field.bits, type, width);
}

/** The bits from `shift` on as a value of the type. */
function truncated(whole: Expr, shift: number, bits: number, type: CType, width: 32 | 64): Expr {
  const signed = type.kind === 'integer' && type.signed;
  const left = foldBinary('<<', whole, constant(width - shift - bits, width));
  const value = foldBinary(signed ? '>>' : '>>u', left, constant(width - bits, width));
  return resized(value, type.kind === 'integer' && type.size === 8 ? 64 : 32, !signed);
}

/** The value of the field after a value of its type was stored. */
export function keptBits(value: Expr, field: BitField, type: CType): Expr {
  const width = type.kind === 'integer' && type.size === 8 ? 64 : 32;
  return truncated(value, 0, field.bits, type, width);
}

export function writeBits(
  units: readonly Unit[],
  { position, bits }: BitField,
  value: Expr,
  _at: SourceSpan,
): void {
  const all = resized(value, 64, false);
  for (const { cell, read, write } of units) {
    const start = cell.offset * 8;
    const size = bitsIn(cell);
    const from = Math.max(start, position);
    const to = Math.min(start + size, position + bits);
    const mask = ((1n << BigInt(to - from)) - 1n) << BigInt(from - start);
    const part = foldBinary('<<', foldBinary('>>u', all, wide(from - position)), wide(from - start));
    const width = size === 64 ? 64 : 32;
    const mine = foldBinary('&', part, wide(mask));
    if (to - from === size) {
      write(resized(mine, width, true));
      continue;
    }
    const rest = foldBinary('&', read(), constant(toInteger(BigInt.asIntN(width, ~mask)), width));
    write(foldBinary('|', rest, foldUnaryTo(mine, width)));
  }
}

const foldUnaryTo = (value: Expr, width: 32 | 64): Expr => (width === 32 ? foldUnary('low32', value) : value);
