// The library's C calls `__diptych_NAME`: that becomes the intrinsic NAME.

import { mapInstructions } from './body.js';
import type { Instruction, InstructionOf } from './instruction.js';
import { intrinsicPrefix, isIntrinsic } from './intrinsics.js';
import type { Body } from './module.js';
import { typeOf, unary } from './value.js';

/** Calls of `__diptych_NAME` as intrinsics; `model`: the instructions belong to the library. */
export const withIntrinsics = (body: Body, model: boolean): Body =>
  mapInstructions(body, (i) => {
    const linked = i.kind === 'call' ? intrinsicOf(i) : i;
    return model ? { ...linked, model: true as const } : linked;
  });

function intrinsicOf(call: InstructionOf<'call'>): Instruction {
  const { target, args, results } = call;
  if (target.kind !== 'symbol' || !target.name.startsWith(intrinsicPrefix)) return call;
  const name = target.name.slice(intrinsicPrefix.length);
  if (!isIntrinsic(name)) return call;
  const placed = { ...(call.at === undefined ? {} : { at: call.at }) };
  if (name === 'copy') {
    const [to, from, size] = args;
    return { kind: 'copy', to, from, size, ...placed };
  }
  if (name === 'fill') {
    const [to, byte, size] = args;
    const value = typeOf(byte) === 'i8' ? byte : unary('trunc', 'i8', byte);
    return { kind: 'fill', to, value, size, ...placed };
  }
  const [result] = results;
  return { kind: 'intrinsic', name, ...(result === undefined ? {} : { result }), args, ...placed };
}
