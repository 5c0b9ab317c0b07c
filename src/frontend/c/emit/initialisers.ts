// The values that an object begins with; what no value covers is 0.

import { constant, offset, type Value } from '../../../module/value.js';
import type { SourceSpan } from '../../../program/statement.js';
import type { Initialisation, Part } from '../typed.js';
import { isAtomicStruct, isScalar } from '../types.js';
import { emitStruct } from './aggregates.js';
import { copyStruct, wordOf } from './atomicStructs.js';
import { storeBits } from './bitFields.js';
import type { FunctionEmitter } from './function.js';
import { bytesIn } from './types.js';
import { emitValue } from './values.js';

export function emitInitialisation(
  f: FunctionEmitter,
  address: Value,
  { type, parts }: Initialisation,
  at: SourceSpan,
): void {
  const size = bytesIn(type);
  if (!isCovered(parts, size))
    f.push({ kind: 'fill', to: address, value: constant(0, 'i8'), size: constant(size, 'i64') }, at);
  for (const { offset: from, value, bitField } of parts) {
    const to =
      from === 0 && bytesIn(value.type) === size ? address : offset(address, from, bytesIn(value.type));
    if (bitField !== undefined) {
      const bits = { base: address, field: bitField, struct: type, type: value.type };
      storeBits(f, bits, emitValue(f, value), at);
    } else if (isScalar(value.type)) f.store(to, emitValue(f, value), at);
    else {
      const source = emitStruct(f, value);
      const word = isAtomicStruct(value.type) ? wordOf(value.type) : undefined;
      if (word === undefined) copyStruct(f, to, source, value.type, at);
      else f.store(to, f.load(source, word, at), at);
    }
  }
}

/** Whether every byte gets a value. */
function isCovered(parts: readonly Part[], size: number): boolean {
  let covered = 0;
  for (const { value, bitField } of parts) {
    if (bitField !== undefined) return false;
    covered += bytesIn(value.type);
  }
  return covered >= size;
}
