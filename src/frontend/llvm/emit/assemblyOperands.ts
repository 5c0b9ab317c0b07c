// The operands of inline assembly in LLVM IR. An operand is memory whose address is an argument, or a register. A register holds an argument or
// becomes a result.

import { undef } from '../../../module/value.js';
import { type AssemblyOperand, sharedOutput } from '../../assembly/operand.js';
import type { Call } from '../syntax.js';
import type { Emitter } from './emitter.js';

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
    const place = sharedOutput(constraint, operands);
    if (place !== undefined && operands[place].address === undefined) operands[place].value = value;
  }
  return operands;
}
