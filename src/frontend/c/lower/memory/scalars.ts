// Scalars in memory. A scalar that is a cell takes one access. An object that the program sees in different ways has smaller
// cells, and a scalar in it takes one access per cell.

import { constant, type Expr, widthOf } from '../../../../program/expression.js';
import type { SourceSpan } from '../../../../program/statement.js';
import { refuseLongDoubleInParts } from '../../check/longDoubles.js';
import { type CType, isLongDouble, sizeOf } from '../../types.js';
import { covers, joinedMask } from '../emitter/marks.js';
import type { Look } from '../emitter.js';
import { foldBinary, foldUnary, resized } from '../fold.js';
import type { Frame } from '../frame.js';
import { bitsOf } from './staticImage.js';
import type { Grain } from './views.js';

export const sizeOfScalar = (type: CType): number => sizeOf(type) ?? 1;

/** The address `bytes` further on. */
export const further = (address: Expr, bytes: number): Expr =>
  foldBinary('+', address, constant(bytes, widthOf(address)));

/** Whether an access to the scalar is several accesses to memory. */
export const isSplit = (type: CType, grain: Grain | undefined): boolean =>
  grain !== undefined && grain.bytes < sizeOfScalar(type);

/** The bytes of a long double are not known. */
function refuseParts(type: CType, grain: Grain | undefined, at: SourceSpan): void {
  if (grain !== undefined && isLongDouble(type)) refuseLongDoubleInParts(at);
}

/** A value that was read as signed, as a value of the type. */
export function readAs(value: Expr, type: CType): Expr {
  if (type.kind !== 'integer' || type.signed || type.size >= 4) return value;
  return foldUnary(type.size === 1 ? 'zext8' : 'zext16', value);
}

export function loadScalar(
  frame: Frame,
  address: Expr,
  type: CType,
  grain: Grain | undefined,
  at: SourceSpan,
  look: Look = 'checked',
): Expr {
  const { emitter, program } = frame;
  refuseParts(type, grain, at);
  if (grain === undefined) return readAs(emitter.load(address, at, program.cellWidth(type), look), type);
  const size = sizeOfScalar(type);
  if (!isSplit(type, grain)) {
    program.divided.note(frame, grain, address, at, false);
    const whole = emitter.load(address, at, bitsOf(size), look);
    return type.kind === 'pointer' ? resized(whole, program.pointerWidth, false) : readAs(whole, type);
  }
  const isSection = emitter.bufferIsEmpty
    ? program.divided.isSection(at)
    : program.divided.isForcedSection(frame, at);
  if (isSection && !emitter.inAtomic) {
    let found: Expr = constant(0);
    emitter.atomic(() => {
      found = emitter.keep(loadScalar(frame, address, type, grain, at, look), at);
    }, at);
    return found;
  }
  program.divided.note(frame, grain, address, at, true);
  const { bytes } = grain;
  const width = size === 8 ? 64 : 32;
  let value: Expr | undefined;
  const parts = [];
  for (let i = 0; i < size / bytes; i++) {
    const raw = emitter.load(further(address, i * bytes), at, bitsOf(bytes), look);
    parts.push({ has: covers(emitter.maskOf(raw), 0, bytes), from: i * bytes, bytes });
    const part = bytes >= 4 ? raw : foldUnary(bytes === 1 ? 'zext8' : 'zext16', raw);
    const placed = foldBinary('<<', resized(part, width, true), constant(i * bytes * 8, width));
    value = value === undefined ? placed : foldBinary('|', value, placed);
  }
  const whole = emitter.marked(emitter.keep(value ?? constant(0, width), at), joinedMask(parts), at);
  if (type.kind === 'pointer') return resized(whole, program.pointerWidth, false);
  if (size >= 4) return whole;
  return foldUnary(type.kind === 'integer' && type.signed ? 'sext16' : 'zext16', whole);
}

export function storeScalar(
  frame: Frame,
  address: Expr,
  type: CType,
  grain: Grain | undefined,
  value: Expr,
  at: SourceSpan,
  mask: Expr = frame.emitter.maskOf(value),
): void {
  const { emitter, program } = frame;
  const size = sizeOfScalar(type);
  refuseParts(type, grain, at);
  if (grain === undefined) {
    emitter.store(address, value, at, program.cellWidth(type), covers(mask, 0, size));
    return;
  }
  const width = size === 8 ? 64 : 32;
  const whole = resized(value, width, false);
  if (!isSplit(type, grain)) {
    program.divided.note(frame, grain, address, at, false);
    emitter.store(address, whole, at, bitsOf(size), covers(mask, 0, size));
    return;
  }
  if (!emitter.inAtomic && program.divided.isForcedSection(frame, at)) {
    emitter.atomic(() => storeScalar(frame, address, type, grain, value, at, mask), at);
    return;
  }
  program.divided.note(frame, grain, address, at, true);
  const { bytes } = grain;
  const kept = emitter.keep(whole, at);
  for (let i = 0; i < size / bytes; i++) {
    const part = resized(foldBinary('>>u', kept, constant(i * bytes * 8, width)), 32, true);
    emitter.store(further(address, i * bytes), part, at, bitsOf(bytes), covers(mask, i * bytes, bytes));
  }
}
