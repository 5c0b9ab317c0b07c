// A range of bytes as cells. Where the length is only known when the program runs, each cell is touched if the range reaches over it,
// up to the end of the object. A range that goes further touches what lies behind the object: the engines report that.

import { cutAt } from '../../../program/cut.js';
import { binary, constant, type Expr } from '../../../program/expression.js';
import type { SourceSpan, Statement } from '../../../program/statement.js';
import { present } from '../../../support/present.js';
import type { Instruction } from '../../instruction.js';
import type { Value } from '../../value.js';
import type { Part } from './access.js';
import { sum } from './expressions.js';
import type { ThreadCode } from './threadCode.js';
import { resized, unsignedOf } from './widths.js';

/** How far a range of unknown length is followed. */
const mostBytes = 1024;

interface RangePart extends Part {
  /** Absent: always. */
  readonly within?: Expr;
}

/** One address of a range: which access of the instruction it is, and its value. */
export interface Side {
  readonly access: number;
  readonly base: Expr;
  readonly touches: 'loads' | 'stores';
}

/** The cells of the range that all sides have, after the statements that check its length. */
export function rangeOf(
  code: ThreadCode,
  i: Instruction,
  sides: readonly Side[],
  size: Value,
): readonly RangePart[] {
  const rooms = sides.map(({ access }) => code.parts.roomIn(i, access));
  const least = Math.min(...rooms.map((room) => room?.bytes ?? 0));
  const narrow = sides[rooms.findIndex((room) => (room?.bytes ?? 0) === least)];
  const cells = (most: number): readonly Part[] =>
    narrow === undefined ? [] : code.parts.cellsIn(i, narrow.access, Math.min(least, most));
  if (size.kind === 'const') {
    const length = Number(size.value);
    sides.forEach((side, k) => {
      const room = rooms[k] ?? noRoom;
      if (room.isExact && length > room.bytes) code.add(behind(code, side, room.bytes, i.at));
    });
    return cells(length);
  }
  const length = code.kept(resized(unsignedOf(code.expressions.of(size), 'i64'), 64, true), i.at);
  const isOver = (bytes: number): Expr => binary('>u', length, constant(bytes, 64));
  const stop = (condition: Expr, whenTrue: Statement): void =>
    code.add({ kind: 'if', condition, whenTrue: [whenTrue], whenFalse: [], ...present({ at: i.at }) });
  sides.forEach((side, k) => {
    const room = rooms[k] ?? noRoom;
    if (room.isExact && room.bytes <= mostBytes)
      stop(isOver(room.bytes), behind(code, side, room.bytes, i.at));
  });
  if (rooms.some((room) => room !== undefined && (!room.isExact || room.bytes > mostBytes)))
    stop(isOver(Math.min(least, mostBytes)), limit(code, `ranges of ${mostBytes} bytes`, i.at));
  const parts = cells(mostBytes);
  const divisor = divisorOf(size);
  const endsInside = parts
    .filter(({ delta, bytes }) => divisor % bytes !== 0 || delta % bytes !== 0)
    .filter(({ bytes }) => bytes > 1)
    .map(({ delta, bytes }) =>
      binary('&&', isOver(delta), binary('<u', length, constant(delta + bytes, 64))),
    );
  if (endsInside.length > 0)
    stop(
      endsInside.reduce((a, b) => binary('||', a, b)),
      limit(code, 'ranges that end between numbers', i.at),
    );
  return parts.map((part) => ({
    ...part,
    within: binary('>=u', length, constant(part.delta + part.bytes, 64)),
  }));
}

const noRoom = { bytes: 0, isExact: true } as const;

const limit = (code: ThreadCode, most: string, at: SourceSpan | undefined): Statement =>
  cutAt(code.label('cut'), { kind: 'limit', most }, at);

/** The access to the first byte behind an object. */
function behind(
  code: ThreadCode,
  { base, touches }: Side,
  bytes: number,
  at: SourceSpan | undefined,
): Statement {
  const cell = { address: sum(base, constant(bytes)), width: 8, ...present({ at }) } as const;
  return touches === 'stores'
    ? { kind: 'store', value: constant(0), ...cell }
    : { kind: 'load', target: code.temporary(32).name, ...cell };
}

/** Adds what `fill` adds, where the range reaches over the cell. */
export function addWithin(
  code: ThreadCode,
  { within }: RangePart,
  at: SourceSpan | undefined,
  fill: () => void,
): void {
  if (within === undefined) {
    fill();
    return;
  }
  code.add({
    kind: 'if',
    condition: within,
    whenTrue: code.collect(fill),
    whenFalse: [],
    ...present({ at }),
  });
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
