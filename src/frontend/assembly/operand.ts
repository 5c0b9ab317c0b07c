// The operands of inline assembly by their numbers, as both readers give them: outputs first, then inputs. Constraints are spelt as in LLVM
// IR: `{ax}` is a register, `={@ccz}` an output for a flag.

import type { Instruction, Unplaced } from '../../module/instruction.js';
import type { IntrinsicName } from '../../module/intrinsics.js';
import type { Type } from '../../module/type.js';
import type { Register, Value } from '../../module/value.js';
import type { AccessOrder } from '../../program/memoryOrder.js';

export interface AssemblyOperand {
  readonly constraint: string;
  readonly isOutput: boolean;
  /** Of memory. */
  readonly address?: Value;
  /** Of memory: a plain access that is volatile or atomic to C. */
  readonly order?: AccessOrder;
  /** Of memory, its element type; of a register, its own type. */
  readonly type: Type | undefined;
  /** Of an address in a register: the type of the memory there. */
  readonly to?: Type;
  /** The present value of a register. */
  value?: Value;
}

/** Where instructions go: the function that a reader emits. */
export interface Assembler {
  push(instruction: Unplaced<Instruction>): void;
  kept(value: Value): Value;
  temporary(type: Type): Register;
  intrinsic(name: IntrinsicName, args: readonly Value[]): void;
  /** Any value of the type. */
  any(type: Type): Value;
}

/** The condition that a flag output is set to, such as z of `={@ccz}`. */
export const conditionOf = ({ constraint }: AssemblyOperand): string | undefined =>
  /^=\{@cc(\w+)\}$/.exec(constraint)?.[1];

/** The output that an input shares its register with: by its number, or by a register that both name. */
export function sharedOutput(constraint: string, operands: readonly AssemblyOperand[]): number | undefined {
  if (/^\d+$/.test(constraint)) return Number(constraint);
  const name = /^\{(\w+)\}$/.exec(constraint)?.[1];
  const place = operands.findIndex(
    (o) => o.isOutput && name !== undefined && o.constraint.includes(`{${name}}`),
  );
  return place < 0 ? undefined : place;
}

/** The accumulator: an output, which then has what the input in its place held, or an input. */
export const accumulator = (operands: readonly AssemblyOperand[]): AssemblyOperand | undefined =>
  operands.find(({ constraint }) => /\{[re]?a[xl]\}/.test(constraint));
