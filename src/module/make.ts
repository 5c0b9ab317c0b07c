// Instructions and ends of blocks that stand for another one, `from`: they have its place, and are the model's where it is.

import {
  type Instruction,
  type InstructionOf,
  originOf,
  type Placed,
  type Terminator,
} from './instruction.js';
import type { IntrinsicName } from './intrinsics.js';
import { type Register, textValue, type Value } from './value.js';

export const set = (result: Register, value: Value, from: Placed = {}): Instruction => ({
  kind: 'set',
  result,
  value,
  ...originOf(from),
});

export const load = (result: Register, address: Value, from: Placed = {}): InstructionOf<'load'> => ({
  kind: 'load',
  result,
  address,
  ...originOf(from),
});

export const store = (address: Value, value: Value, from: Placed = {}): InstructionOf<'store'> => ({
  kind: 'store',
  address,
  value,
  ...originOf(from),
});

export const intrinsic = (
  name: IntrinsicName,
  args: readonly Value[],
  from: Placed = {},
  result?: Register,
): InstructionOf<'intrinsic'> => ({
  kind: 'intrinsic',
  name,
  ...(result === undefined ? {} : { result }),
  args,
  ...originOf(from),
});

/** A finding where the condition does not hold. */
export const required = (condition: Value, kind: string, text: string, from: Placed): Instruction =>
  intrinsic('require', [condition, textValue(kind), textValue(text)], from);

export const jump = (to: string, from: Placed = {}): Terminator => ({ kind: 'jump', to, ...originOf(from) });

export const branch = (
  condition: Value,
  whenTrue: string,
  whenFalse: string,
  from: Placed = {},
): Terminator => ({ kind: 'branch', condition, whenTrue, whenFalse, ...originOf(from) });
