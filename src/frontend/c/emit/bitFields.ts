// Bit-fields: some bits of the integers that a struct has for them. Storing one reads, changes and writes those.

import { bitsOf, bytesOf, type IntType, intOf } from '../../../module/type.js';
import { binary, constant, offset, unary, type Value } from '../../../module/value.js';
import type { SourceSpan } from '../../../program/statement.js';
import { bug } from '../../../support/diagnostic.js';
import { chunks } from '../structLayout.js';
import type { Place } from '../typed.js';
import { type BitField, type CType, sizeOf } from '../types.js';
import { lowBits, resized } from './conversions.js';
import type { FunctionEmitter } from './function.js';
import { isSigned, scalarType } from './types.js';

/** An integer of the struct that holds some of the bits. */
interface Unit {
  readonly offset: number;
  readonly type: IntType;
}

/** The place of a bit-field: the struct that the bits are counted in. */
type BitPlace = Extract<Place, { kind: 'member' }> & { readonly bitField: BitField };

export const isBitField = (place: Place): place is BitPlace =>
  place.kind === 'member' && place.bitField !== undefined;

/** The cells that neighbouring bit-fields share, as the layout of the struct has them. */
function unitsOf({ position, bits }: BitField, struct: CType): Unit[] {
  const cells = struct.kind === 'struct' && !struct.struct.union ? (struct.struct.layout?.cells ?? []) : [];
  const holds = (from: number, size: number): boolean =>
    8 * from < position + bits && position < 8 * (from + size);
  const found = cells.filter(
    (cell) => cell.type.kind === 'integer' && holds(cell.offset, sizeOf(cell.type) ?? 1),
  );
  const first = position >> 3;
  const last = (position + bits - 1) >> 3;
  const isWhole =
    found.length > 0 &&
    found[0].offset <= first &&
    last < (found.at(-1)?.offset ?? 0) + (sizeOf(found.at(-1)?.type ?? struct) ?? 0);
  const used = isWhole ? found : chunks(first, last - first + 1);
  return used.map((cell) => ({
    offset: cell.offset,
    type: intOf(8 * (sizeOf(cell.type) ?? 1)) ?? bug('a bit-field in no integer'),
  }));
}

const addressOf = (base: Value, unit: Unit): Value =>
  unit.offset === 0 ? base : offset(base, unit.offset, bytesOf(unit.type));

/** A field of the struct at `base`. */
interface Bits {
  readonly base: Value;
  readonly field: BitField;
  readonly struct: CType;
  readonly type: CType;
}

export function loadBits(f: FunctionEmitter, { base, field, struct, type }: Bits, at: SourceSpan): Value {
  const { position, bits } = field;
  const parts = unitsOf(field, struct).map((unit): Value => {
    const from = 8 * unit.offset;
    const word = resized(f.load(addressOf(base, unit), unit.type, at), 'i64', false);
    const by = constant(Math.abs(from - position), 'i64');
    return binary(from < position ? 'lshr' : 'shl', word, by);
  });
  const own = scalarType(type, at);
  const whole = lowBits(
    parts.reduce((a, b) => binary('or', a, b)),
    bits,
    isSigned(type),
  );
  return f.kept(own === 'i64' ? whole : unary('trunc', own, whole), at);
}

/** Yields what the field holds then. */
export function storeBits(f: FunctionEmitter, into: Bits, given: Value, at: SourceSpan): Value {
  const { base, field, struct, type } = into;
  const { position, bits } = field;
  const value = f.kept(given, at);
  const word = f.kept(resized(value, 'i64', false), at);
  for (const unit of unitsOf(field, struct)) {
    const start = 8 * unit.offset;
    const size = bitsOf(unit.type);
    const from = Math.max(start, position);
    const to = Math.min(start + size, position + bits);
    const mask = ((1n << BigInt(to - from)) - 1n) << BigInt(from - start);
    const low = binary('lshr', word, constant(from - position, 'i64'));
    const moved = binary('shl', low, constant(from - start, 'i64'));
    const mine = resized(binary('and', moved, constant(mask, 'i64')), unit.type, false);
    const address = addressOf(base, unit);
    if (to - from === size) {
      f.store(address, mine, at);
      continue;
    }
    // The other bits may have no value yet, which is no finding here.
    const old = f.temporary(unit.type);
    f.push({ kind: 'load', result: old, has: f.temporary('i32'), address }, at);
    const rest = binary('and', old, constant(~mask, unit.type));
    f.store(address, binary('or', rest, mine), at);
  }
  return f.kept(lowBits(value, bits, isSigned(type)), at);
}
