// Atomic objects of struct types and numbers of 128 bits. One of 1, 2, 4 or 8 bytes is an integer to the machine, which reads and writes it in
// one step: so it is here. On a larger one every operation is an atomic section: libatomic's cmpxchg16b, or its lock. Values are
// addresses of areas.

import { type IntType, intOf } from '../../../module/type.js';
import { binary, compare, offset, type Value as Result } from '../../../module/value.js';
import type { Place, Value } from '../typed.js';
import { type CType, unqualified } from '../types.js';
import { scalarIn } from './accesses.js';
import type { FunctionEmitter } from './function.js';
import { keptAddress } from './places.js';
import { bytesIn, converted } from './scalars.js';
import { emitValue } from './values.js';

/** The integer that an object of the type is to the machine; undefined for a larger one. */
export const wordOf = (type: CType): IntType | undefined => {
  const size = bytesIn(type);
  return size === 1 || size === 2 || size === 4 || size === 8 ? intOf(8 * size) : undefined;
};

/** Whether the machine has no atomic operations on the type. */
export const isLarge = (type: CType): boolean => type.kind === 'struct' && wordOf(type) === undefined;

/** The bits of the value, in the type of the object. */
export function emitWord(f: FunctionEmitter, value: Value, place: Place): Result {
  const word = value.type.kind === 'struct' ? wordOf(value.type) : undefined;
  if (word !== undefined) return f.load(emitValue(f, value), word);
  return f.kept(converted(f, emitValue(f, value), value.type, scalarIn(place)));
}

/** The value of the type that has the bits: of a struct, an area that holds it. */
export function fromWord(f: FunctionEmitter, word: Result, type: CType): Result {
  if (type.kind !== 'struct') return word;
  const area = f.area('held', unqualified(type));
  f.store(area, word);
  return area;
}

/** A plain read of an atomic struct. */
export function loadAtomic(f: FunctionEmitter, place: Place): Result {
  const word = wordOf(place.type);
  if (word === undefined) return loadLarge(f, place);
  return fromWord(f, f.load(keptAddress(f, place), word, 'seq_cst'), place.type);
}

/** A plain write of an atomic struct. Yields what the object holds then. */
export function storeAtomic(f: FunctionEmitter, place: Place, given: Value): Result {
  const word = wordOf(place.type);
  if (word === undefined) return storeLarge(f, place, given);
  const value = f.load(emitValue(f, given), word);
  f.store(keptAddress(f, place), value, 'seq_cst');
  return fromWord(f, value, place.type);
}

/** A copy that nothing else can change. */
const ownCopy = (f: FunctionEmitter, value: Value): Result =>
  f.within(value.at, () => copyOf(f, emitValue(f, value), value.type, 'given'));

function copyOf(f: FunctionEmitter, from: Result, type: CType, name: string): Result {
  const area = f.area(name, unqualified(type));
  f.copy(area, from, type);
  return area;
}

/** A section that only loads is a load, and no fence. */
export function loadLarge(f: FunctionEmitter, place: Place): Result {
  const address = keptAddress(f, place);
  return f.section(() => {
    f.intrinsic('only_loads', []);
    return copyOf(f, address, place.type, 'found');
  });
}

/** Yields what the object holds then. */
export function storeLarge(f: FunctionEmitter, place: Place, value: Value): Result {
  const given = ownCopy(f, value);
  const address = keptAddress(f, place);
  f.section(() => f.copy(address, given, place.type));
  return given;
}

/** Yields what the object held. */
export function exchangeLarge(f: FunctionEmitter, place: Place, value: Value): Result {
  const given = ownCopy(f, value);
  const address = keptAddress(f, place);
  return f.section(() => {
    const found = copyOf(f, address, place.type, 'found');
    f.copy(address, given, place.type);
    return found;
  });
}

/** The value that was found, and whether it is the expected one, as an `i1`. */
export function compareExchangeLarge(
  f: FunctionEmitter,
  place: Place,
  expected: Result,
  desired: Value,
): { readonly found: Result; readonly equal: Result } {
  const wanted = copyOf(f, expected, place.type, 'wanted');
  const given = ownCopy(f, desired);
  const address = keptAddress(f, place);
  return f.section(() => {
    const found = copyOf(f, address, place.type, 'found');
    const equal = f.kept(isSame(f, found, wanted, place.type));
    f.when(equal, () => f.copy(address, given, place.type));
    return { found, equal };
  });
}

/** Padding takes part in the comparison, as in gcc's program. */
function isSame(f: FunctionEmitter, a: Result, b: Result, type: CType): Result {
  const bytes = bytesIn(type);
  const size = [8, 4, 2].find((word) => bytes % word === 0) ?? 1;
  const word = intOf(8 * size) ?? 'i8';
  return Array.from({ length: bytes / size }, (_, i) => {
    const [left, right] = [a, b].map((area) => f.load(offset(area, i * size), word));
    return compare('eq', left, right);
  }).reduce((all, one) => binary('and', all, one));
}
