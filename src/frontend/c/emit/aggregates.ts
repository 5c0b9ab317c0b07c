// Values of struct type: where they lie in memory. The address is good until something else is evaluated.

import type { Value as Address } from '../../../module/value.js';
import type { SourceSpan } from '../../../program/statement.js';
import { bug } from '../../../support/diagnostic.js';
import { leftToClang } from '../diagnostics.js';
import type { Place, Value } from '../typed.js';
import { isAtomicStruct, unqualified } from '../types.js';
import { areaOf, copyStruct, loadLarge, storeLarge, wordOf } from './atomicStructs.js';
import { emitBuiltin } from './builtins.js';
import { emitCall } from './calls.js';
import type { FunctionEmitter } from './function.js';
import { emitAddress } from './places.js';
import { emitList } from './statements.js';
import { refuseWide } from './types.js';
import { emitBranches, emitEffect } from './values.js';
import { vaArgOfStruct } from './variadic.js';
import { emitWide, isComputed, isWide } from './wide.js';

export function emitStruct(f: FunctionEmitter, value: Value): Address {
  const { at, type } = value;
  refuseWide(type, at);
  if (isWide(type) && isComputed(value)) return emitWide(f, value);
  switch (value.kind) {
    case 'load':
      return isAtomicStruct(value.place.type)
        ? loadAtomicStruct(f, value.place, at)
        : emitAddress(f, value.place);
    case 'builtin':
      return emitBuiltin(f, value.builtin, value);
    case 'assign': {
      if (isAtomicStruct(value.place.type)) return storeAtomicStruct(f, value.place, value.value, at);
      const from = emitStruct(f, value.value);
      const to = f.kept(emitAddress(f, value.place), at);
      copyStruct(f, to, from, type, at);
      return to;
    }
    case 'comma':
      emitEffect(f, value.left);
      return emitStruct(f, value.right);
    case 'call':
      return emitCall(f, value).address ?? bug('a call returns no struct');
    case 'conditional': {
      const result = f.area('chosen', type);
      emitBranches(f, value, (chosen) => copyStruct(f, result, emitStruct(f, chosen), type, at));
      return result;
    }
    case 'statements': {
      const { result } = value;
      if (result === undefined) return bug('statements without a value');
      emitList(f, value.items);
      return f.variable(result);
    }
    case 'va-arg':
      return vaArgOfStruct(f, value);
    case 'convert':
      return emitStruct(f, value.operand);
    default:
      return leftToClang('this value of a struct', at);
  }
}

function loadAtomicStruct(f: FunctionEmitter, place: Place, at: SourceSpan): Address {
  const word = wordOf(place.type);
  if (word === undefined) return loadLarge(f, place, at);
  const result = f.temporary(word);
  f.push({ kind: 'load', result, address: f.kept(emitAddress(f, place), at), order: 'seq_cst' }, at);
  return areaOf(f, result, unqualified(place.type), at);
}

/** Yields what the object holds then. */
function storeAtomicStruct(f: FunctionEmitter, place: Place, given: Value, at: SourceSpan): Address {
  const word = wordOf(place.type);
  if (word === undefined) return storeLarge(f, place, given, at);
  const value = f.load(emitStruct(f, given), word, at);
  f.push({ kind: 'store', address: f.kept(emitAddress(f, place), at), value, order: 'seq_cst' }, at);
  return areaOf(f, value, unqualified(place.type), at);
}
