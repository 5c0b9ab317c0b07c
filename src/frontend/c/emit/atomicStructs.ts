// Atomic objects of struct types and numbers of 128 bits. One of 1, 2, 4 or 8 bytes is an integer to the machine, which reads and writes it in
// one step: so it is here. On a larger one every operation is an atomic section: libatomic's cmpxchg16b, or its lock. Values are
// addresses of areas.

import { type IntType, intOf } from '../../../module/type.js';
import { binary, compare, constant, offset, type Value as Result } from '../../../module/value.js';
import type { SourceSpan } from '../../../program/statement.js';
import type { Place, Value } from '../typed.js';
import { type CType, unqualified } from '../types.js';
import { emitStruct } from './aggregates.js';
import type { FunctionEmitter } from './function.js';
import { emitAddress } from './places.js';
import { bytesIn } from './types.js';

/** The integer that an object of the type is to the machine; undefined for a larger one. */
export const wordOf = (type: CType): IntType | undefined => {
  const size = bytesIn(type);
  return size === 1 || size === 2 || size === 4 || size === 8 ? intOf(8 * size) : undefined;
};

export function copyStruct(f: FunctionEmitter, to: Result, from: Result, type: CType, at: SourceSpan): void {
  f.push({ kind: 'copy', to, from, size: constant(bytesIn(type), 'i64') }, at);
}

/** A struct in the bits of an integer. */
export function areaOf(f: FunctionEmitter, word: Result, type: CType, at: SourceSpan): Result {
  const area = f.area('held', type);
  f.store(area, word, at);
  return area;
}

/** A copy that nothing else can change. */
function ownCopy(f: FunctionEmitter, value: Value): Result {
  const area = f.area('given', unqualified(value.type));
  copyStruct(f, area, emitStruct(f, value), value.type, value.at);
  return area;
}

function section(f: FunctionEmitter, at: SourceSpan, inside: () => void): void {
  f.intrinsic('atomic_begin', [], at);
  inside();
  f.intrinsic('atomic_end', [], at);
}

/** A section that only loads is a load, and no fence. */
export function loadLarge(f: FunctionEmitter, place: Place, at: SourceSpan): Result {
  const address = f.kept(emitAddress(f, place), at);
  const found = f.area('found', unqualified(place.type));
  section(f, at, () => {
    f.intrinsic('only_loads', [], at);
    copyStruct(f, found, address, place.type, at);
  });
  return found;
}

/** Yields what the object holds then. */
export function storeLarge(f: FunctionEmitter, place: Place, value: Value, at: SourceSpan): Result {
  const given = ownCopy(f, value);
  const address = f.kept(emitAddress(f, place), at);
  section(f, at, () => copyStruct(f, address, given, place.type, at));
  return given;
}

/** Yields what the object held. */
export function exchangeLarge(f: FunctionEmitter, place: Place, value: Value, at: SourceSpan): Result {
  const given = ownCopy(f, value);
  const address = f.kept(emitAddress(f, place), at);
  const found = f.area('found', unqualified(place.type));
  section(f, at, () => {
    copyStruct(f, found, address, place.type, at);
    copyStruct(f, address, given, place.type, at);
  });
  return found;
}

/** The value that was found, and whether it is the expected one, as an `i1`. */
export function compareExchangeLarge(
  f: FunctionEmitter,
  place: Place,
  wanted: Result,
  desired: Value,
  at: SourceSpan,
): { readonly found: Result; readonly equal: Result } {
  const given = ownCopy(f, desired);
  const address = f.kept(emitAddress(f, place), at);
  const found = f.area('found', unqualified(place.type));
  const [replaced, kept] = [f.fresh('replaced'), f.fresh('kept')];
  f.intrinsic('atomic_begin', [], at);
  copyStruct(f, found, address, place.type, at);
  const equal = f.kept(isSame(f, found, wanted, place.type, at), at);
  f.branch(equal, replaced, kept, at);
  f.begin(replaced, at);
  copyStruct(f, address, given, place.type, at);
  f.begin(kept, at);
  f.intrinsic('atomic_end', [], at);
  return { found, equal };
}

/** Padding takes part in the comparison, as in gcc's program. */
function isSame(f: FunctionEmitter, a: Result, b: Result, type: CType, at: SourceSpan): Result {
  const bytes = bytesIn(type);
  const size = [8, 4, 2].find((word) => bytes % word === 0) ?? 1;
  const word = intOf(8 * size) ?? 'i8';
  return Array.from({ length: bytes / size }, (_, i) => {
    const [left, right] = [a, b].map((area) => f.load(offset(area, i * size), word, at));
    return compare('eq', left, right);
  }).reduce((all, one) => binary('and', all, one));
}
