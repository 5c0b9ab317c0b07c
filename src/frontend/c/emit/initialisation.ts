// The values that an object begins with; what no value covers is 0.

import { type Value as Address, constant, offset } from '../../../module/value.js';
import type { Initialisation, Part } from '../typed.js';
import { isAtomicStruct, isScalar } from '../types.js';
import { wordOf } from './atomicObjects.js';
import { storeBits } from './bitFields.js';
import type { FunctionEmitter } from './function.js';
import { bytesIn } from './scalars.js';
import { emitValue } from './values.js';

export function emitInitialisation(
  f: FunctionEmitter,
  address: Address,
  { type, parts }: Initialisation,
): void {
  const size = bytesIn(type);
  if (!isCovered(parts, size))
    f.push({ kind: 'fill', to: address, value: constant(0, 'i8'), size: constant(size, 'i64') });
  for (const { offset: from, value, bitField } of parts) {
    const bytes = bytesIn(value.type);
    const to = from === 0 && bytes === size ? address : offset(address, from, bytes);
    if (bitField !== undefined) {
      const bits = { base: address, field: bitField, struct: type, type: value.type };
      storeBits(f, bits, emitValue(f, value));
    } else if (isScalar(value.type)) f.store(to, emitValue(f, value));
    else {
      const source = emitValue(f, value);
      const word = isAtomicStruct(value.type) ? wordOf(value.type) : undefined;
      if (word === undefined) f.copy(to, source, value.type);
      else f.store(to, f.load(source, word));
    }
  }
}

/** Whether every byte gets a value. */
const isCovered = (parts: readonly Part[], size: number): boolean =>
  parts.every(({ bitField }) => bitField === undefined) &&
  parts.reduce((covered, { value }) => covered + bytesIn(value.type), 0) >= size;
