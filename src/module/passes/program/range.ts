// A range of bytes as cells. Where the length is only known when the program runs, each cell is touched if the range reaches over it,
// up to the end of the object. A range that goes further touches what lies behind the object: the engines report that.

import { cutAt } from '../../../program/cut.js';
import { binary, constant, type Expr } from '../../../program/expression.js';
import type { Instruction } from '../../instruction.js';
import type { Value } from '../../value.js';
import { type Part, touchByte } from './access.js';
import { sum } from './expressions.js';
import type { ThreadCode } from './threadCode.js';
import { resized, unsignedOf } from './widths.js';

/** How far a range of unknown length is followed. */
const mostBytes = 1024;

export interface RangePart extends Part {
  /** Absent: always. */
  readonly within?: Expr;
}

/** One address of a range: which access of the instruction it is, and its value. */
export interface Side {
  readonly access: number;
  readonly base: Expr;
  readonly kind: 'load' | 'store';
}

/** The cells of the range that all sides have, after the statements that check its length. */
export function rangeOf(
  code: ThreadCode,
  i: Instruction,
  sides: readonly Side[],
  size: Value,
): readonly RangePart[] {
  const rooms = sides.map((side) => ({ side, ...code.parts.roomIn(i, side.access) }));
  const least = rooms.reduce((a, b) => (b.bytes < a.bytes ? b : a));
  const cells = (most: number): readonly Part[] =>
    code.parts.cellsIn(i, least.side.access, Math.min(least.bytes, most));
  const touchBehind = ({ side, bytes }: (typeof rooms)[number]): void =>
    touchByte(code, side.kind, sum(side.base, constant(bytes)));
  if (size.kind === 'const') {
    const length = Number(size.value);
    for (const room of rooms) if (room.isExact && length > room.bytes) touchBehind(room);
    return cells(length);
  }
  const length = code.kept(resized(unsignedOf(code.expressions.of(size), 'i64'), 64, true));
  const isOver = (bytes: number): Expr => binary('>u', length, constant(bytes, 64));
  const cutIf = (condition: Expr, most: string): void =>
    code.when(condition, () => code.add(cutAt(code.label('cut'), { kind: 'limit', most })));
  const isNear = ({ isExact, bytes }: (typeof rooms)[number]): boolean => isExact && bytes <= mostBytes;
  for (const room of rooms) if (isNear(room)) code.when(isOver(room.bytes), () => touchBehind(room));
  if (!rooms.every(isNear)) cutIf(isOver(Math.min(least.bytes, mostBytes)), `ranges of ${mostBytes} bytes`);
  const parts = cells(mostBytes);
  const divisor = divisorOf(size);
  const endsInside = parts
    .filter(({ delta, bytes }) => bytes > 1 && (divisor % bytes !== 0 || delta % bytes !== 0))
    .map(({ delta, bytes }) =>
      binary('&&', isOver(delta), binary('<u', length, constant(delta + bytes, 64))),
    );
  if (endsInside.length > 0)
    cutIf(
      endsInside.reduce((a, b) => binary('||', a, b)),
      'ranges that end between numbers',
    );
  return parts.map((part) => ({
    ...part,
    within: binary('>=u', length, constant(part.delta + part.bytes, 64)),
  }));
}

/** Adds what `fill` adds, where the range reaches over the cell. */
export function addWithin(code: ThreadCode, { within }: RangePart, fill: () => void): void {
  if (within === undefined) fill();
  else code.when(within, fill);
}

/** A number that divides the value, whatever its registers hold. */
function divisorOf(value: Value): number {
  if (value.kind === 'unary' && (value.op === 'sext' || value.op === 'zext')) return divisorOf(value.operand);
  if (value.kind !== 'binary' || value.right.kind !== 'const') return 1;
  const by = Number(value.right.value);
  if (value.op === 'mul') return by > 0 ? (by & -by) * divisorOf(value.left) : 1;
  if (value.op === 'shl') return by >= 0 && by < 16 ? 2 ** by * divisorOf(value.left) : 1;
  return 1;
}
