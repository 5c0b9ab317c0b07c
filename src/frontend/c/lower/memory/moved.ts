// Values that are moved: assigned, passed, returned. Of words (words.ts) some bytes may have no value, which goes with them.

import { constant, type Expr, widthOf } from '../../../../program/expression.js';
import { bug } from '../../../../support/diagnostic.js';
import type { Place, Value } from '../../typed.js';
import type { CType } from '../../types.js';
import { lowerCall } from '../calls.js';
import { foldBinary, foldUnary, resized } from '../fold.js';
import type { Frame } from '../frame.js';
import { lowerCells, lowerValue } from '../values.js';
import { asType, type LoweredPlace, lowerPlace, readScalar } from './places.js';
import { isSplit } from './scalars.js';
import { isByteType, isShift } from './words.js';

/** The scalars of a value that is moved. */
export const lowerMoved = (frame: Frame, value: Value): readonly Expr[] =>
  frame.program.words.isWord(value) && !frame.emitter.dead
    ? [lowerWord(frame, value)]
    : lowerCells(frame, value);

/** An integer with the mask of its bytes. */
export function lowerWord(frame: Frame, value: Value): Expr {
  const { emitter, program } = frame;
  if (!program.words.isWord(value) || emitter.dead) return lowerValue(frame, value);
  switch (value.kind) {
    case 'load':
      return readScalar(frame, lowerPlace(frame, value.place), value.type, value.at, 'copied');
    case 'convert':
      return asType(frame, lowerWord(frame, value.operand), value.operand.type, value.type);
    case 'unary':
      return foldUnary(value.op, lowerWord(frame, value.operand));
    case 'binary': {
      const left = lowerWord(frame, value.left);
      const right = isShift(value.op) ? lowerValue(frame, value.right) : lowerWord(frame, value.right);
      return foldBinary(value.op, left, resized(right, widthOf(left), true));
    }
    case 'call':
      return lowerCall(frame, value, 'copied')[0] ?? constant(0, program.valueWidth(value.type));
    default:
      return bug(`${value.kind} is no word`);
  }
}

/** The scalars of a value that is assigned to a place. */
export function lowerAssigned(frame: Frame, place: Place, value: Value): readonly Expr[] {
  if (place.type.atomic === true || isBits(place)) return lowerCells(frame, value);
  if (frame.program.words.isWord(value)) return lowerMoved(frame, value);
  const byte = isIndirect(place) && isByteType(place.type) ? lowerByte(frame, value) : undefined;
  const copied = byte ?? lowerParts(frame, value);
  return copied === undefined ? lowerCells(frame, value) : [copied];
}

const isBits = (place: Place): boolean => place.kind === 'member' && place.bitField !== undefined;

/** Whether it is what a pointer leads to, or a part of it. */
const isIndirect = (place: Place): boolean =>
  place.kind === 'deref' ||
  (place.kind === 'member' || place.kind === 'element' ? isIndirect(place.base) : false);

/**
 * A byte from memory, with the mark that says whether it was written: those may be copied whether or not they were (C11 6.2.6.1).
 * Undefined for any other value.
 */
function lowerByte(frame: Frame, value: Value): Expr | undefined {
  if (value.kind === 'convert' && isByteType(value.type)) {
    const inner = lowerByte(frame, value.operand);
    return inner === undefined ? undefined : asType(frame, inner, value.operand.type, value.type);
  }
  if (value.kind !== 'load' || !isByteType(value.type) || value.place.type.atomic === true) return undefined;
  if (!isIndirect(value.place)) return undefined;
  return readScalar(frame, lowerPlace(frame, value.place), value.type, value.at, 'copied');
}

/**
 * Reads an integer through a pointer, member or element. It may be in several cells (`*(long *)&pair`, a union). Then its bytes
 * may be copied like those of the struct, whether or not they were written. Undefined for any other value.
 */
function lowerParts(frame: Frame, value: Value): Expr | undefined {
  const { program } = frame;
  if (value.kind !== 'load' || value.type.kind !== 'integer' || isByteType(value.type)) return undefined;
  const { place } = value;
  if (place.kind === 'variable' || place.type.atomic === true || program.options.unsetIsAny === true)
    return undefined;
  const source = lowerPlace(frame, place);
  const look = isInParts(source, value.type) ? 'copied' : 'checked';
  return readScalar(frame, source, value.type, value.at, look);
}

const isInParts = (place: LoweredPlace, type: CType): boolean =>
  place.kind === 'memory' && place.bits === undefined && isSplit(type, place.grain);
