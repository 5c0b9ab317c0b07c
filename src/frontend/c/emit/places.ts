// Addresses of places. A member and an array keep their extent, so that passes know how far an index that is not known may go.

import { folded } from '../../../module/fold.js';
import { cutArguments } from '../../../module/passes/cuts.js';
import { requireTrue } from '../../../module/requirements.js';
import {
  type Value as Address,
  accessed,
  binary,
  compare,
  constant,
  element,
  offset,
  symbol,
  typeOf,
} from '../../../module/value.js';
import type { Place, Value } from '../typed.js';
import type { CType } from '../types.js';
import type { FunctionEmitter } from './function.js';
import { emitInitialisation } from './initialisation.js';
import { bytesIn, isSigned, resized } from './scalars.js';
import { beginLife } from './scopes.js';
import { emitValue } from './values.js';

type Element = Extract<Place, { kind: 'element' }>;

/** The address in a register, so that it is computed once. */
export const keptAddress = (f: FunctionEmitter, place: Place): Address => f.kept(emitAddress(f, place));

export const emitAddress = (f: FunctionEmitter, place: Place): Address =>
  f.within(place.at, () => addressOf(f, place));

function addressOf(f: FunctionEmitter, place: Place): Address {
  switch (place.kind) {
    case 'variable':
      return place.variable.storage === 'global'
        ? symbol(f.unit.global(place.variable))
        : f.variable(place.variable);
    case 'deref':
      return emitValue(f, place.pointer);
    case 'member':
      return memberAddress(f, place);
    case 'element': {
      const base = emitAddress(f, place.base);
      const index = isEndless(place) ? cutBeyond(f, place) : emitIndex(f, place.index);
      return accessed(elementAddress(place, base, index, lengthOf(place)));
    }
    case 'literal': {
      const address = f.variable(place.variable);
      if (f.scopes.isTimed) beginLife(f, place.variable);
      emitInitialisation(f, address, place.initialiser);
      return address;
    }
  }
}

/** The address that a program takes. That of an element may also be the end of the array. */
export function emitAddressOf(f: FunctionEmitter, place: Place): Address {
  const length = place.kind === 'element' && !isEndless(place) ? lengthOf(place) : undefined;
  if (place.kind !== 'element' || length === undefined) return emitAddress(f, place);
  const base = emitAddress(f, place.base);
  const index = emitIndex(f, place.index);
  if (!isAtMost(index, length)) f.within(place.at, () => requireAtMost(f, place.base, index, length));
  // As `array + index`.
  const isElement = index.kind === 'const' && Number(index.value) !== length;
  return isElement ? elementAddress(place, base, index, length) : moved(base, index, place.size);
}

const isAtMost = (index: Address, length: number): boolean =>
  index.kind === 'const' && index.value >= 0 && index.value <= length;

function requireAtMost(f: FunctionEmitter, array: Place, index: Address, length: number): void {
  const elements = `${length} element${length === 1 ? '' : 's'}`;
  const known = index.kind === 'const' ? `, the index is ${index.value}` : '';
  const message = `index out of bounds: ${nameOfArray(array)} has ${elements}${known}`;
  requireTrue(f, compare('ule', index, constant(length, 'i64')), 'out-of-bounds', message);
}

/** The array as the program writes it, as far as it has a name. */
function nameOfArray(array: Place): string {
  if (array.kind === 'variable') return array.variable.name;
  if (array.kind === 'element') return `${nameOfArray(array.base)}[]`;
  const struct =
    array.kind === 'member' && array.base.type.kind === 'struct' ? array.base.type.struct : undefined;
  if (array.kind !== 'member' || struct === undefined) return 'the array';
  const field = struct.layout?.fields.find(({ offset: start }) => start === array.offset)?.name;
  if (field === undefined) return 'the array';
  return array.base.kind === 'deref' ? `the array ${field}` : `${nameOfArray(array.base)}.${field}`;
}

const isEndless = ({ base }: Element): boolean => base.type.kind === 'array' && base.type.unbounded === true;

/** A member without a length is as long as its block. */
const lengthOf = ({ base, length }: Element): number | undefined =>
  base.kind === 'variable' ? length : length || undefined;

function elementAddress(place: Element, base: Address, index: Address, length: number | undefined): Address {
  if (index.kind !== 'const') return element(base, index, place.size, length);
  const bytes = Number(index.value) * place.size;
  // An element that the array has not is reported by its index.
  if (length !== undefined && (Number(index.value) < 0 || Number(index.value) >= length))
    return element(base, index, place.size, length);
  // An index into a row of a two-dimensional array stays within the row.
  if (place.type.kind === 'array' && place.size > 0) return offset(base, bytes, place.size);
  return bytes === 0 ? base : offset(base, bytes);
}

/** The index into an array without an end, of which the beginning is looked at. */
function cutBeyond(f: FunctionEmitter, { index: given, length, size }: Element): Address {
  const index = f.kept(emitIndex(f, given));
  f.when(compare('uge', index, constant(length, 'i64')), () => {
    f.intrinsic('cut', cutArguments({ kind: 'block-size', bytes: length * size }));
    f.end({ kind: 'unreachable' });
  });
  return index;
}

function memberAddress(f: FunctionEmitter, place: Extract<Place, { kind: 'member' }>): Address {
  const base = emitAddress(f, place.base);
  if (place.bitField !== undefined) return base;
  // Members of a union overlap, so each keeps the extent of the union.
  if (isUnion(place.base.type) && place.offset === 0) return base;
  return offset(base, place.offset, bytesIn(place.type) || undefined);
}

const isUnion = (type: CType): boolean => type.kind === 'struct' && type.struct.union;

/** An index as a number of 64 bits. */
export function emitIndex(f: FunctionEmitter, index: Value): Address {
  // An unsigned index is widened before it is negated: its own negation would be a large number.
  if (index.kind === 'unary' && index.op === '-')
    return folded(binary('sub', constant(0, 'i64'), emitIndex(f, index.operand)));
  const value = emitValue(f, index);
  return folded(typeOf(value) === 'ptr' ? value : resized(value, 'i64', isSigned(index.type)));
}

/** The address so many times `size` bytes behind a pointer. */
export function moved(pointer: Address, by: Address, size: number): Address {
  if (by.kind !== 'const') return element(pointer, by, size);
  const bytes = Number(by.value) * size;
  return bytes === 0 ? pointer : offset(pointer, bytes);
}
