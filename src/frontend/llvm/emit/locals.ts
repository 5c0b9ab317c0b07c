// Stack variables. An alloca of constant size in the first block is a local of the function; any other one is allocated when it is reached
// (instructions.ts).

import { local } from '../../../module/value.js';
import type { Described } from '../debug/index.js';
import type { Block, Instruction } from '../syntax.js';
import type { Emitter } from './emitter.js';

type Alloca = Extract<Instruction, { op: 'alloca' }>;

/** How many elements an alloca has, if that is known. */
export const countOf = ({ count }: Alloca): number | undefined =>
  count === undefined ? 1 : count.kind === 'integer' ? Number(count.value) : undefined;

export function declareLocals(emitter: Emitter, blocks: readonly Block[]): void {
  const described = describedAllocas(emitter, blocks);
  const [entry] = blocks;
  for (const instruction of entry?.instructions ?? []) {
    if (instruction.op !== 'alloca') continue;
    const { result: name, type, align, at } = instruction;
    const count = countOf(instruction);
    if (name === undefined || count === undefined) continue;
    const { types } = emitter.unit;
    emitter.locals.set(name, {
      name,
      size: types.size(type, at) * count,
      align: align ?? types.align(type, at),
      ...described.get(name),
    });
    emitter.fix(name, [local(name)]);
  }
}

/** The debug information of each alloca, by its name. */
function describedAllocas(emitter: Emitter, blocks: readonly Block[]): Map<string, Described> {
  const { debug } = emitter.unit;
  const found = new Map<string, Described>();
  for (const { instructions } of blocks)
    for (const instruction of instructions) {
      const declared = declaredBy(instruction);
      if (declared !== undefined && !found.has(declared.name))
        found.set(declared.name, debug.variable(declared.variable, declared.expression));
    }
  return found;
}

interface Declared {
  readonly name: string;
  readonly variable: Extract<Instruction, { op: 'declare' }>['variable'];
  readonly expression: Extract<Instruction, { op: 'declare' }>['expression'];
}

/** A record, or a call of llvm.dbg.declare. */
function declaredBy(instruction: Instruction): Declared | undefined {
  if (instruction.op === 'declare') {
    const { address, variable, expression } = instruction;
    return address.kind === 'value' && address.value.kind === 'local'
      ? { name: address.value.name, variable, expression }
      : undefined;
  }
  if (instruction.op !== 'call' || instruction.callee.kind !== 'global') return undefined;
  if (instruction.callee.name !== 'llvm.dbg.declare') return undefined;
  const [address, variable, expression] = instruction.arguments.map(({ value }) =>
    value.kind === 'metadata' ? value.metadata : undefined,
  );
  return address?.kind === 'value' &&
    address.value.kind === 'local' &&
    variable !== undefined &&
    expression !== undefined
    ? { name: address.value.name, variable, expression }
    : undefined;
}
