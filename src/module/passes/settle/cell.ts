// The known contents of a part of an object.

import { folded, sameValue } from '../../fold.js';
import type { Type } from '../../type.js';
import { offset, type Value } from '../../value.js';

export interface Cell {
  readonly from: number;
  readonly to: number;
  /** Absent: a copy of bytes that never change, or zeros, which may be read in parts. */
  readonly type?: Type;
  /** The value; for a copy the address of the bytes, 0 for zeros. */
  readonly value: Value;
  /** A copy of the first values of these bytes, which may change. */
  readonly isFirst?: true;
}

/** The part of a cell that lies between two places, if it has one. */
export function parted(cell: Cell, from: number, to: number): Cell[] {
  if (cell.from >= from && cell.to <= to) return [cell];
  const [first, end] = [Math.max(cell.from, from), Math.min(cell.to, to)];
  if (cell.type !== undefined || first >= end) return [];
  const value = cell.value.kind === 'const' ? cell.value : folded(offset(cell.value, first - cell.from));
  return [{ ...cell, from: first, to: end, value }];
}

/** The parts of a copy that other cells hold alike. */
export function common(cell: Cell, others: readonly Cell[]): Cell[] {
  if (cell.type !== undefined) return [];
  return others.flatMap((other) => {
    const [from, to] = [Math.max(cell.from, other.from), Math.min(cell.to, other.to)];
    if (other.type !== undefined || from >= to || cell.isFirst !== other.isFirst) return [];
    const [[a], [b]] = [parted(cell, from, to), parted(other, from, to)];
    return a !== undefined && b !== undefined && sameValue(a.value, b.value) ? [a] : [];
  });
}

export const holds = (cells: readonly Cell[], { from, to, type, value, isFirst }: Cell): boolean =>
  cells.some(
    (c) =>
      c.from === from && c.to === to && c.type === type && c.isFirst === isFirst && sameValue(c.value, value),
  );
