// How a function llvm.* is emitted.

import type { Value } from '../../../../module/value.js';
import type { Call, Instruction, Value as Operand } from '../../syntax.js';
import type { Emitter } from '../emitter.js';

export type Builtin = (emitter: Emitter, call: Call & Instruction) => void;

export const operand = (call: Call, i: number): Operand => call.arguments[i].value;

export const argument = (emitter: Emitter, call: Call, i: number): Value => emitter.value(operand(call, i));

/** Says nothing that matters here. */
export const nothing: Builtin = () => {};

/** Its result is its first argument. */
export const same: Builtin = (emitter, call) => emitter.result(emitter.values(operand(call, 0)));

/** Its result may be anything. */
export const anything: Builtin = (emitter, call) =>
  emitter.result(emitter.pieces(call.type).map((piece) => ({ kind: 'undef', type: piece.type })));
