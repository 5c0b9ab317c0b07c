// Inline assembly of C programs. The instructions are those of every reader (frontend/assembly); cmpxchg16b is understood here alone.

import type { Type } from '../../../module/type.js';
import { constant, type Value as Result } from '../../../module/value.js';
import type { SourceSpan } from '../../../program/statement.js';
import { present } from '../../../support/present.js';
import { emitAssembly as emitLines, understoodAssembly } from '../../assembly/index.js';
import { type Assembler, type AssemblyOperand, sharedOutput } from '../../assembly/operand.js';
import type { AssemblyValue, BuiltinOf } from '../builtin.js';
import { type CType, isScalar } from '../types.js';
import { orderOf, targetOf } from './accesses.js';
import type { FunctionEmitter } from './function.js';
import { emitAddress } from './places.js';
import { scalarType } from './types.js';
import { emitValue } from './values.js';
import { emitWideExchange } from './wideAssembly.js';

export function emitAssembly(
  f: FunctionEmitter,
  { text, lines, operands: given }: BuiltinOf<'assembly'>,
  at: SourceSpan,
): void {
  const assembler: Assembler = {
    push: (instruction) => f.push(instruction, at),
    kept: (value) => f.kept(value, at),
    temporary: (type) => f.temporary(type),
    intrinsic: (name, args) => f.intrinsic(name, args, at),
    any: (type) => {
      const result = f.temporary(type);
      f.intrinsic('choose', [constant(0, 'i32')], at, result);
      return result;
    },
  };
  const operands: AssemblyOperand[] = [];
  /** The first values of the registers. */
  const before: (Result | undefined)[] = [];
  const stores: ((value: Result) => void)[] = [];
  for (const one of given) {
    const operand = emitOperand(f, one, at, (store) => {
      stores[operands.length] = store;
    });
    const shared = operand.isOutput ? undefined : sharedOutput(operand.constraint, operands);
    if (shared !== undefined && operands[shared]?.address === undefined && operand.value !== undefined)
      operands[shared].value = operand.value;
    else before[operands.length] = operand.value;
    operands.push(operand);
  }
  const isUnderstood =
    emitWideExchange(f, assembler, operands, lines, at) ?? emitLines(assembler, operands, lines);
  if (!isUnderstood)
    f.refuse({
      code: 'c-unsupported',
      message: `the assembly "${text}" is not supported`,
      hint: understoodAssembly,
      line: at.line,
      column: at.column,
      ...present({ file: at.file }),
    });
  operands.forEach(({ value }, i) => {
    if (value !== undefined && value !== before[i]) stores[i]?.(value);
  });
}

const typeIn = (type: CType, at: SourceSpan): Type | undefined =>
  isScalar(type) ? scalarType(type, at) : undefined;

/** `onRegister` is given the way to set the output behind a register. */
function emitOperand(
  f: FunctionEmitter,
  operand: AssemblyValue,
  at: SourceSpan,
  onRegister: (store: (value: Result) => void) => void,
): AssemblyOperand {
  const { constraint } = operand;
  if (operand.place === undefined) {
    const { type } = operand.value;
    const to = type.kind === 'pointer' ? typeIn(type.to, at) : undefined;
    const value = f.kept(emitValue(f, operand.value), at);
    return { constraint, isOutput: false, type: scalarType(type, at), value, ...present({ to }) };
  }
  const { place, isOutput } = operand;
  const type = typeIn(place.type, at);
  if (operand.isMemory) {
    const address = f.kept(emitAddress(f, place), at);
    return { constraint, isOutput, type, address, ...present({ order: orderOf(place.type) }) };
  }
  const target = targetOf(f, place, at);
  onRegister((value) => target.store(value));
  return { constraint, isOutput, type, ...(operand.reads ? { value: target.load() } : {}) };
}
