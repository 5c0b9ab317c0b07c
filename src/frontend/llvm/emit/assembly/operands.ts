// The operands of inline assembly by their numbers: outputs first, then inputs. An operand is memory whose address is
// an argument, or a register. A register holds an argument or becomes a result.

import type { Type as ModuleType } from '../../../../module/type.js';
import { undef, type Value } from '../../../../module/value.js';
import type { Call } from '../../syntax.js';
import type { Emitter } from '../emitter.js';

export interface AssemblyOperand {
  readonly constraint: string;
  readonly isOutput: boolean;
  /** Of memory. */
  readonly address?: Value;
  /** Of memory, its element type; of a register, its own type. */
  readonly type: ModuleType | undefined;
  /** The present value of a register. */
  value?: Value;
}

/** The condition that a flag output is set to, such as z of `={@ccz}`. */
export const conditionOf = ({ constraint }: AssemblyOperand): string | undefined =>
  /^=\{@cc(\w+)\}$/.exec(constraint)?.[1];

export function operandsOf(emitter: Emitter, call: Call, constraints: string): AssemblyOperand[] {
  const all = constraints
    .split(/,(?![^{]*\})/)
    .filter((constraint) => constraint !== '' && !constraint.startsWith('~'));
  const results = call.type.kind === 'void' ? [] : emitter.pieces(call.type);
  let argument = 0;
  let result = 0;
  const operands: AssemblyOperand[] = [];
  for (const constraint of all) {
    const isOutput = constraint.startsWith('=');
    if (constraint.startsWith('!')) emitter.refuse('assembly that jumps');
    if (isOutput && !constraint.includes('*')) {
      const { type } = results[result++] ?? emitter.refuse('this assembly');
      operands.push({ constraint, isOutput, type, value: undef(type) });
      continue;
    }
    const given = call.arguments[argument++] ?? emitter.refuse('this assembly');
    const value = emitter.kept(emitter.value(given.value));
    if (constraint.includes('*')) {
      const { element } = given.attributes;
      const pieces = element === undefined ? [] : emitter.pieces(element);
      operands.push({
        constraint,
        isOutput,
        address: value,
        type: pieces.length === 1 ? pieces[0].type : undefined,
      });
      continue;
    }
    const { type } = emitter.piece(given.value.type);
    operands.push({ constraint, isOutput, type, value });
    // An input in the place of an output is what that register holds at first.
    const place = placeOf(constraint, operands);
    if (place !== undefined && operands[place].address === undefined) operands[place].value = value;
  }
  return operands;
}

/** The output that an input shares its register with: by its number, or by a register that both name. */
function placeOf(constraint: string, operands: readonly AssemblyOperand[]): number | undefined {
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
