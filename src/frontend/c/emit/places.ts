// Addresses of places. A member and an array keep their extent, so that passes know how far an index that is not known may go.

import { folded } from '../../../module/fold.js';
import { cutArguments } from '../../../module/passes/cuts.js';
import {
  type Value as Address,
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
import { resized } from './conversions.js';
import type { FunctionEmitter } from './function.js';
import { emitInitialisation } from './initialisers.js';
import { beginLife } from './lives.js';
import { bytesIn, isSigned } from './types.js';
import { emitValue } from './values.js';

export function emitAddress(f: FunctionEmitter, place: Place): Address {
  const { at } = place;
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
      const isEndless = place.base.type.kind === 'array' && place.base.type.unbounded === true;
      const index = isEndless ? cutBeyond(f, place) : emitIndex(f, place.index);
      // A member without a length is as long as its block.
      const length = place.base.kind === 'variable' ? place.length : place.length || undefined;
      if (index.kind !== 'const') return element(base, index, place.size, length);
      const bytes = Number(index.value) * place.size;
      // An element that the array has not is reported by its index. The end of the array has an address.
      if (length !== undefined && (Number(index.value) < 0 || Number(index.value) > length))
        return element(base, index, place.size, length);
      // An index into a row of a two-dimensional array stays within the row.
      if (place.type.kind === 'array' && place.size > 0) return offset(base, bytes, place.size);
      return bytes === 0 ? base : offset(base, bytes);
    }
    case 'literal': {
      const address = f.variable(place.variable);
      if (f.scopes.isTimed) beginLife(f, place.variable, at);
      emitInitialisation(f, address, place.initialiser, at);
      return address;
    }
  }
}

/** The index into an array without an end, of which the beginning is looked at. */
function cutBeyond(f: FunctionEmitter, place: Extract<Place, { kind: 'element' }>): Address {
  const { at, length, size } = place;
  const index = f.kept(emitIndex(f, place.index), at);
  const [beyond, inside] = [f.fresh('beyond'), f.fresh('inside')];
  f.branch(compare('ult', index, constant(length, 'i64')), inside, beyond, at);
  f.begin(beyond, at);
  f.intrinsic('cut', cutArguments({ kind: 'block-size', bytes: length * size }), at);
  f.end({ kind: 'unreachable' }, at);
  f.begin(inside, at);
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
function emitIndex(f: FunctionEmitter, index: Value): Address {
  // An unsigned index is widened before it is negated: its own negation would be a large number.
  if (index.kind === 'unary' && index.op === '-')
    return folded(binary('sub', constant(0, 'i64'), emitIndex(f, index.operand)));
  const value = emitValue(f, index);
  return folded(typeOf(value) === 'ptr' ? value : resized(value, 'i64', isSigned(index.type)));
}

/** The address so many times `size` bytes behind a pointer. */
export function emitOffset(f: FunctionEmitter, pointer: Address, index: Value, size: number): Address {
  return moved(pointer, emitIndex(f, index), size);
}

export function moved(pointer: Address, by: Address, size: number): Address {
  if (by.kind !== 'const') return element(pointer, by, size);
  const bytes = Number(by.value) * size;
  return bytes === 0 ? pointer : offset(pointer, bytes);
}
