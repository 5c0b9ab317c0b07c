// Unions with members of different sizes that begin together are one cell of the size of the largest. An example is `union {
// int i; char *s; double d; }`. A store of a smaller member writes a mark into the bytes behind it. A load of a larger member
// that finds the mark gives no answer (mixed-size).
//
// Until then such a cell behaves like bytes. A store of any member writes the first bytes, so a load finds the last store in
// them. If that store was as wide as the load, the load reads bytes of that store only. Copies of the whole union take the mark
// with them. A value that happens to look like a mark costs an answer, and makes no wrong one.

import { constant, type Expr, type ExprWidth, widthOf } from '../../../../program/expression.js';
import { toInteger } from '../../../../program/integer.js';
import type { SourceSpan } from '../../../../program/statement.js';
import { markBehind, markedSizes } from '../../../../program/unionMarks.js';
import { type CType, isMixed, type StructReference, sameType, scalarsOf, sizeOf } from '../../types.js';
import { covers } from '../emitter/marks.js';
import type { Look } from '../emitter.js';
import { foldBinary, foldUnary, resized } from '../fold.js';
import type { Frame } from '../frame.js';
import { bitsOf } from './staticImage.js';

/** How many bytes each cell of a union has, and the smaller members that may be in one. */
export interface UnionCell {
  readonly bytes: number;
  readonly smaller: readonly number[];
}

const byteSize = (type: CType): number => sizeOf(type) ?? 1;

/** The outermost unions in objects of the type that have members which overlap in different ways. */
export function mixedUnionsIn(type: CType): readonly StructReference[] {
  if (type.kind === 'array') return mixedUnionsIn(type.of);
  if (type.kind !== 'struct' || !isMixed(type)) return [];
  if (type.struct.union) return [type];
  return (type.struct.layout?.fields ?? []).flatMap((field) => mixedUnionsIn(field.type));
}

/** Whether its cells are as long, and every scalar of its members begins one. */
export function hasWholeCells(union: StructReference): boolean {
  const cell = cellBytes(union);
  return (
    scalarsOf(union).every(({ type }) => byteSize(type) === cell) &&
    (union.struct.layout?.fields ?? []).every(
      ({ type, bitField }) =>
        bitField === undefined &&
        !isMixed(type) &&
        scalarsOf(type).every((scalar) => scalar.offset % cell === 0 && byteSize(scalar.type) <= cell),
    )
  );
}

function cellOf(union: StructReference): UnionCell {
  const bytes = cellBytes(union);
  const scalars = (union.struct.layout?.fields ?? []).flatMap(({ type }) => scalarsOf(type));
  const sizes = new Set(scalars.map(({ type }) => byteSize(type)));
  return { bytes, smaller: markedSizes(bytes).filter((size) => sizes.has(size)) };
}

const cellBytes = (union: StructReference): number => byteSize(scalarsOf(union)[0]?.type ?? union);

/** The cells of the one of these unions that has the byte at `offset` in it. */
export function cellInUnion(
  type: CType,
  offset: number,
  unions: readonly StructReference[],
): UnionCell | undefined {
  if (type.kind === 'array') {
    const size = byteSize(type.of);
    return size === 0 ? undefined : cellInUnion(type.of, offset % size, unions);
  }
  if (type.kind !== 'struct' || !isMixed(type)) return undefined;
  if (type.struct.union) return unions.some((one) => sameType(one, type)) ? cellOf(type) : undefined;
  const field = type.struct.layout?.fields.find(
    (f) => f.offset <= offset && offset < f.offset + byteSize(f.type),
  );
  return field === undefined ? undefined : cellInUnion(field.type, offset - field.offset, unions);
}

/** As what is read from the cell: those of 16 bits as signed numbers of 32. */
const markOf = (size: number, cell: number): Expr =>
  constant(toInteger(markBehind(size, cell)), widthFor(cell));

const widthFor = (bytes: number): ExprWidth => (bytes === 8 ? 64 : 32);

const lowBytes = (size: number, width: ExprWidth): Expr =>
  constant(toInteger(BigInt.asIntN(width, (1n << BigInt(size * 8)) - 1n)), width);

/** Reads a member of that type from the cell it begins. */
export function loadMember(
  frame: Frame,
  address: Expr,
  type: CType,
  { bytes: cell, smaller }: UnionCell,
  at: SourceSpan,
  look: Look,
): Expr {
  const { emitter, program } = frame;
  const size = byteSize(type);
  const width = widthFor(cell);
  const whole = emitter.keep(emitter.load(address, at, bitsOf(cell), look), at);
  for (const narrow of smaller.filter((other) => other < size)) {
    const behind = foldBinary('&', whole, foldUnary('~', lowBytes(narrow, width)));
    const other = foldBinary('!=', behind, markOf(narrow, cell));
    emitter.assert(other, readOfOther, at, 'mixed-size');
  }
  if (type.kind === 'pointer') {
    const pointer = resized(whole, program.pointerWidth, false);
    if (widthOf(pointer) < width)
      emitter.assert(foldBinary('==', resized(pointer, 64, false), whole), readOfOther, at, 'mixed-size');
    return pointer;
  }
  if (size >= 4) return resized(whole, widthFor(size), true);
  const signed = type.kind === 'integer' && type.signed;
  const low = resized(whole, 32, true);
  if (size === 1) return foldUnary(signed ? 'sext8' : 'zext8', low);
  return foldUnary(signed ? 'sext16' : 'zext16', low);
}

const readOfOther = 'read of a member of a union that another, smaller member may have been stored to';

export function storeMember(
  { emitter }: Frame,
  address: Expr,
  type: CType,
  { bytes: cell }: UnionCell,
  value: Expr,
  at: SourceSpan,
): void {
  const size = byteSize(type);
  const width = widthFor(cell);
  const has = covers(emitter.maskOf(value), 0, size);
  const fitting = resized(value, width, false);
  const whole =
    size === cell
      ? fitting
      : foldBinary('|', foldBinary('&', fitting, lowBytes(size, width)), markOf(size, cell));
  emitter.store(address, whole, at, bitsOf(cell), has);
}
