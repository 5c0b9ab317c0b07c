// Global variables: initial bytes, with the addresses in them as relocations.

import type { Global, Relocation } from '../../../module/module.js';
import { present } from '../../../support/present.js';
import type { StaticPart, Variable } from '../typed.js';
import { isConst } from '../types.js';
import type { ModuleEmitter } from './index.js';
import { alignmentIn, bytesIn, refuseWide } from './scalars.js';

export function emitGlobal(unit: ModuleEmitter, variable: Variable): Global {
  const { name, type, threadLocal, literal, ofLibrary, at } = variable;
  const size = bytesIn(type);
  const bytes = new Uint8Array(size);
  const relocations: Relocation[] = [];
  for (const part of variable.initial ?? []) {
    if (part.value !== 0) refuseWide(part.type, variable);
    place(unit, part, bytes, relocations);
  }
  // A compound literal outside of functions may be written.
  const isString = literal === true && !name.startsWith('literal');
  return {
    name,
    size,
    align: alignmentIn(type),
    ...(ofLibrary === true ? {} : { bytes: withoutZeros(bytes) }),
    relocations,
    storage: { kind: threadLocal ? 'thread' : 'static' },
    ...(isConst(type) || isString ? { constant: true } : {}),
    ...present({ layout: unit.layouts.name(type), at: isString ? undefined : at }),
  };
}

function place(unit: ModuleEmitter, part: StaticPart, bytes: Uint8Array, relocations: Relocation[]): void {
  const { offset, type, value, bitField } = part;
  if (typeof value === 'object') {
    const target = value.kind === 'function' ? unit.function(value.function) : unit.global(value.variable);
    relocations.push({ offset, target, addend: value.kind === 'function' ? 0 : value.offset });
    return;
  }
  const position = bitField?.position ?? 8 * offset;
  const bits = bitField?.bits ?? 8 * bytesIn(type);
  let rest = BigInt.asUintN(bits, BigInt(value));
  for (let bit = position; bit < position + bits && rest > 0n; bit++, rest >>= 1n)
    if ((rest & 1n) === 1n) bytes[bit >> 3] |= 1 << (bit & 7);
}

/** Bytes that follow are 0. */
function withoutZeros(bytes: Uint8Array): Uint8Array {
  let length = bytes.length;
  while (length > 0 && bytes[length - 1] === 0) length--;
  return bytes.subarray(0, length);
}
