// Where the members of structs and unions are, as the x86-64 ABI says (System V psABI 3.1.2; gcc's bit-fields).

import {
  alignmentOf,
  type CType,
  type Field,
  isMixed,
  type ScalarCell,
  type StructLayout,
  scalarsOf,
  sizeOf,
  unsignedCharType,
  unsignedLongType,
  unsignedShortType,
  unsignedType,
} from './types.js';

export interface Member {
  readonly name: string;
  readonly type: CType;
  /** Bits of a bit-field; 0 (without a name) ends the unit. */
  readonly bits?: number;
  /** Aligned to bytes, or to bits for a bit-field, unless its type asks for more. */
  readonly packed: boolean;
}

interface StructAlignment {
  /** The alignment that an attribute asks for. */
  readonly alignment?: number;
  /** The most that a member is aligned to; a bit-field then begins at the next bit (gcc's stor-layout.cc). */
  readonly pack?: number;
}

const roundUp = (value: number, to: number): number => Math.ceil(value / to) * to;

/** An unsigned integer of so many bytes. */
export function bytesType(size: number): CType {
  return size === 8
    ? unsignedLongType
    : size === 4
      ? unsignedType
      : size === 2
        ? unsignedShortType
        : unsignedCharType;
}

/** All members must be complete, but for an array without length at the end. */
export function layOutStruct(
  members: readonly Member[],
  union: boolean,
  asked: StructAlignment,
): StructLayout {
  const fields: Field[] = [];
  /** In bits: the next free one, and the end of the farthest member. */
  let next = 0;
  let end = 0;
  let alignment = asked.alignment ?? 1;
  for (const { name, type, bits, packed } of members) {
    if (union) next = 0;
    const size = sizeOf(type) ?? 0;
    const natural = Math.min(alignmentOf(type), asked.pack ?? Number.POSITIVE_INFINITY);
    const own = packed && (bits === undefined || asked.pack === undefined) ? 1 : natural;
    if (bits !== undefined) {
      const unit = size * 8;
      if (bits === 0) {
        next = roundUp(next, alignmentOf(type) * 8);
        end = Math.max(end, next);
        continue;
      }
      if (type.aligned !== undefined) next = roundUp(next, own * 8);
      const dense = packed || asked.pack !== undefined;
      if (!dense && Math.floor(next / unit) !== Math.floor((next + bits - 1) / unit))
        next = roundUp(next, unit);
      if (name !== '') {
        alignment = Math.max(alignment, own);
        fields.push({ name, type, offset: Math.floor(next / 8), bitField: { position: next, bits } });
      }
      next += bits;
    } else {
      const offset = roundUp(Math.ceil(next / 8), own);
      alignment = Math.max(alignment, own);
      fields.push({ name, type, offset });
      next = (offset + size) * 8;
    }
    end = Math.max(end, next);
  }
  const size = roundUp(Math.ceil(end / 8), alignment);
  return { fields, size, alignment, ...cellsOfFields(fields, size, union) };
}

function cellsOfFields(
  fields: readonly Field[],
  size: number,
  union: boolean,
): Pick<StructLayout, 'cells' | 'mixed'> {
  const plain = fields
    .filter(({ bitField }) => bitField === undefined)
    .map(({ type, offset }) => scalarsOf(type).map((cell) => ({ ...cell, offset: cell.offset + offset })));
  const mixed = fields.some(({ type }) => isMixed(type));
  if (!union) {
    const cells = [...plain.flat(), ...bitCells(fields)].sort((a, b) => a.offset - b.offset);
    return { cells, mixed };
  }
  const members = [...plain, ...fields.filter((f) => f.bitField !== undefined).map((f) => bitCells([f]))];
  const merged = mergeCells(members);
  return merged === undefined || mixed
    ? { cells: chunks(0, size), mixed: true }
    : { cells: merged, mixed: false };
}

/** The bytes of neighbouring bit-fields, as few integers as are aligned. */
function bitCells(fields: readonly Field[]): ScalarCell[] {
  const used = new Set<number>();
  for (const { bitField } of fields)
    if (bitField !== undefined)
      for (let bit = bitField.position; bit < bitField.position + bitField.bits; bit++) used.add(bit >> 3);
  const bytes = [...used].sort((a, b) => a - b);
  const cells: ScalarCell[] = [];
  for (let i = 0; i < bytes.length; ) {
    let run = 1;
    while (bytes[i + run] === bytes[i] + run) run++;
    cells.push(...chunks(bytes[i], run));
    i += run;
  }
  return cells;
}

/** `length` bytes from `start` on, as aligned integers. */
export function chunks(start: number, length: number): ScalarCell[] {
  const cells: ScalarCell[] = [];
  for (let at = start, left = length; left > 0; ) {
    const size = [8, 4, 2, 1].find((s) => s <= left && at % s === 0) ?? 1;
    cells.push({ offset: at, type: bytesType(size) });
    at += size;
    left -= size;
  }
  return cells;
}

/** The cells of overlapping members, if every two of them are as long or apart. */
function mergeCells(members: readonly (readonly ScalarCell[])[]): ScalarCell[] | undefined {
  const cells = new Map<number, ScalarCell>();
  /** Of each byte: where the cell starts that it is part of. */
  const starts = new Map<number, number>();
  for (const member of members)
    for (const cell of member) {
      const size = sizeOf(cell.type) ?? 1;
      const there = cells.get(cell.offset);
      if (there !== undefined && sizeOf(there.type) !== size) return undefined;
      for (let byte = cell.offset; byte < cell.offset + size; byte++) {
        if ((starts.get(byte) ?? cell.offset) !== cell.offset) return undefined;
        starts.set(byte, cell.offset);
      }
      cells.set(cell.offset, there === undefined ? cell : overlay(there, cell));
    }
  return [...cells.values()].sort((a, b) => a.offset - b.offset);
}

function overlay(a: ScalarCell, b: ScalarCell): ScalarCell {
  if (a.type.kind === b.type.kind) return a.overlaid === undefined && b.overlaid !== undefined ? b : a;
  const pointers = [a, b].some((cell) => cell.overlaid === 'pointers' || cell.type.kind === 'pointer');
  const type = bytesType(sizeOf(a.type) ?? 1);
  return { offset: a.offset, type, overlaid: pointers ? 'pointers' : 'numbers' };
}
