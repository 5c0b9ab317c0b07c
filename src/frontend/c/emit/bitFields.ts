// Bit-fields: some bits of the integers that a struct has for them. Storing one reads, changes and writes those.

import { bitsOf, bytesOf, type IntType, intOf } from '../../../module/type.js';
import { binary, constant, offset, unary, type Value } from '../../../module/value.js';
import { bug } from '../../../support/diagnostic.js';
import type { Place } from '../typed.js';
import type { BitField, CType } from '../types.js';
import type { FunctionEmitter } from './function.js';
import { isSigned, lowBits, resized, scalarType } from './scalars.js';

/** An integer of the struct that holds some of the bits. */
interface Unit {
  readonly offset: number;
  readonly type: IntType;
}

/** The place of a bit-field: the struct that the bits are counted in. */
type BitPlace = Extract<Place, { kind: 'member' }> & { readonly bitField: BitField };

export const isBitField = (place: Place): place is BitPlace =>
  place.kind === 'member' && place.bitField !== undefined;

/** The bytes of a struct in which bit-fields are. Members of a union share none. */
function bitBytes(type: CType): number[] {
  const fields = type.kind === 'struct' && !type.struct.union ? (type.struct.layout?.fields ?? []) : [];
  return fields.flatMap(({ name, type: own, offset: start, bitField }) => {
    if (bitField === undefined) return name === '' ? bitBytes(own).map((byte) => byte + start) : [];
    const [first, last] = endsOf(bitField);
    return Array.from({ length: last - first + 1 }, (_, i) => first + i);
  });
}

const endsOf = ({ position, bits }: BitField): [number, number] => [
  position >> 3,
  (position + bits - 1) >> 3,
];

/** Neighbouring bit-fields share integers: as few as their bytes make that are aligned. */
function unitsOf(field: BitField, struct: CType): Unit[] {
  const [first, last] = endsOf(field);
  const shared = new Set(bitBytes(struct));
  let [from, to] = [first, last];
  while (shared.has(from - 1)) from--;
  while (shared.has(to + 1)) to++;
  return chunks(from, to - from + 1)
    .map(({ offset: start, size }) => ({
      offset: start,
      type: intOf(8 * size) ?? bug('a bit-field in no integer'),
    }))
    .filter(({ offset: start, type }) => start <= last && first < start + bytesOf(type));
}

/** `length` bytes from `start` on, as aligned integers. */
function chunks(start: number, length: number): { offset: number; size: number }[] {
  const found: { offset: number; size: number }[] = [];
  for (let at = start; at < start + length; at += found.at(-1)?.size ?? 1) {
    const size = [8, 4, 2].find((s) => s <= start + length - at && at % s === 0) ?? 1;
    found.push({ offset: at, size });
  }
  return found;
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

export function loadBits(f: FunctionEmitter, { base, field, struct, type }: Bits): Value {
  const { position, bits } = field;
  const parts = unitsOf(field, struct).map((unit): Value => {
    const from = 8 * unit.offset;
    const word = resized(f.load(addressOf(base, unit), unit.type), 'i64', false);
    const by = constant(Math.abs(from - position), 'i64');
    return binary(from < position ? 'lshr' : 'shl', word, by);
  });
  const own = scalarType(type, f);
  const whole = lowBits(
    parts.reduce((a, b) => binary('or', a, b)),
    bits,
    isSigned(type),
  );
  return f.kept(own === 'i64' ? whole : unary('trunc', own, whole));
}

/** Yields what the field holds then. */
export function storeBits(f: FunctionEmitter, into: Bits, given: Value): Value {
  const { base, field, struct, type } = into;
  const { position, bits } = field;
  const value = f.kept(given);
  const word = f.kept(resized(value, 'i64', false));
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
      f.store(address, mine);
      continue;
    }
    // The other bits may have no value yet, which is no finding here.
    const old = f.temporary(unit.type);
    f.push({ kind: 'load', result: old, has: f.temporary('i32'), address });
    const rest = binary('and', old, constant(~mask, unit.type));
    f.store(address, binary('or', rest, mine));
  }
  return f.kept(lowBits(value, bits, isSigned(type)));
}
