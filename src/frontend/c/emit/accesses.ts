// Loads and stores of scalars. The address of a place is computed once, however often it is used.

import { folded } from '../../../module/fold.js';
import { constant, type Value as Result } from '../../../module/value.js';
import type { AccessOrder } from '../../../program/memoryOrder.js';
import type { SourceSpan } from '../../../program/statement.js';
import { present } from '../../../support/present.js';
import type { Place } from '../typed.js';
import { type CType, unqualified } from '../types.js';
import { isBitField, loadBits, storeBits } from './bitFields.js';
import type { FunctionEmitter } from './function.js';
import { emitAddress } from './places.js';
import { scalarType } from './types.js';

interface Target {
  load(): Result;
  /** Yields what the place holds then. */
  store(value: Result): Result;
}

export function targetOf(f: FunctionEmitter, place: Place, at: SourceSpan): Target {
  const address = f.kept(emitAddress(f, place), at);
  const { type } = place;
  if (isBitField(place)) {
    const bits = { base: address, field: place.bitField, struct: place.base.type, type };
    return {
      load: () => loadBits(f, bits, at),
      store: (value) => storeBits(f, bits, value, at),
    };
  }
  const access = present({ order: orderOf(type) });
  return {
    load: () => {
      const result = f.temporary(scalarType(type, at));
      f.push({ kind: 'load', result, address, ...access }, at);
      return result;
    },
    store: (value) => {
      const kept = f.kept(value, at);
      f.push({ kind: 'store', address, value: kept, ...access }, at);
      return kept;
    },
  };
}

export const orderOf = ({ atomic, volatile }: CType): AccessOrder | undefined =>
  atomic === true ? 'seq_cst' : volatile === true ? 'volatile' : undefined;

export function loadPlace(f: FunctionEmitter, place: Place, at: SourceSpan): Result {
  const { type } = place;
  if (place.kind === 'variable' && place.variable.constant !== undefined)
    return constant(place.variable.constant, scalarType(type, at));
  return targetOf(f, place, at).load();
}

/** Stores a value of the place's type. */
export const storePlace = (f: FunctionEmitter, place: Place, value: Result, at: SourceSpan): Result => {
  const kept = f.kept(folded(value), at);
  return targetOf(f, place, at).store(kept);
};

/** The scalar that an atomic operation works on: that of an atomic_flag is its first member. */
export function scalarIn(place: Place): CType {
  const type = unqualified(place.type);
  return (type.kind === 'struct' ? type.struct.layout?.fields[0]?.type : undefined) ?? type;
}
