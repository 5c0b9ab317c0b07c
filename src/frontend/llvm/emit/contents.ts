// The content of heap blocks. The functions that allocate return addresses without a type. The debug information of their uses says more:
// that of a variable, of a parameter such as `this`, or of the function's result.

import type { LayoutName } from '../../../module/layout.js';
import type { Block, Call, FunctionSyntax, Instruction, Metadata, Value } from '../syntax.js';
import type { Unit } from './unit.js';

interface Use {
  readonly name: string;
  readonly type: Metadata | undefined;
}

/** The contents by the results of calls. Only functions without bodies that return an address are looked at. */
export function contentsIn(
  unit: Unit,
  f: FunctionSyntax,
  blocks: readonly Block[],
): ReadonlyMap<string, LayoutName> {
  const instructions = blocks.flatMap((block) => block.instructions);
  const sizes = new Map<string, bigint | undefined>();
  for (const i of instructions) {
    if (i.op !== 'call' || i.result === undefined || !isForeign(unit, i)) continue;
    const size = i.arguments[0]?.value;
    sizes.set(i.result, size?.kind === 'integer' ? size.value : undefined);
  }
  const found = new Map<string, LayoutName>();
  if (sizes.size === 0 || !unit.debug.exists) return found;
  const called = new Map([...sizes.keys()].map((name) => [name, name]));
  // Where pointers have types, the address is cast before it is used.
  for (const i of instructions)
    if (i.op === 'cast' && i.operand.kind === 'local' && i.result !== undefined) {
      const from = called.get(i.operand.name);
      if (from !== undefined) called.set(i.result, from);
    }
  const variables = variablesIn(instructions);
  for (const i of instructions)
    for (const { name, type } of usesIn(unit, f, variables, i)) {
      const from = called.get(name);
      if (from === undefined || found.has(from)) continue;
      const content = unit.debug.content(type);
      if (content === undefined || content.size === 0) continue;
      // The type of a first member says less.
      const size = sizes.get(from);
      if (size === undefined || size === BigInt(content.size)) found.set(from, content.layout);
    }
  return found;
}

const isForeign = (unit: Unit, { callee, type }: Call): boolean =>
  type.kind === 'pointer' && callee.kind === 'global' && !unit.file.functions.get(callee.name)?.body;

/** The variables that live in memory, by the names of their places. */
function variablesIn(instructions: readonly Instruction[]): ReadonlyMap<string, Metadata> {
  const found = new Map<string, Metadata>();
  for (const i of instructions) {
    const declared = recordOf(i, 'llvm.dbg.declare');
    if (declared !== undefined) found.set(declared.name, declared.variable);
  }
  return found;
}

function usesIn(
  unit: Unit,
  f: FunctionSyntax,
  variables: ReadonlyMap<string, Metadata>,
  i: Instruction,
): readonly Use[] {
  const { debug } = unit;
  const typeOf = (variable: Metadata | undefined): Metadata | undefined =>
    variable === undefined ? undefined : debug.typeOf(variable);
  const use = (value: Value | undefined, type: () => Metadata | undefined): readonly Use[] =>
    value?.kind === 'local' ? [{ name: value.name, type: type() }] : [];
  if (i.op === 'ret') return use(i.value, () => debug.typesOf(f)[0]);
  if (i.op === 'store') {
    const { address } = i;
    return use(i.value, () => (address.kind === 'local' ? typeOf(variables.get(address.name)) : undefined));
  }
  const value = recordOf(i, 'llvm.dbg.value');
  if (value !== undefined) return [{ name: value.name, type: typeOf(value.variable) }];
  const callee =
    i.op === 'call' && i.callee.kind === 'global' ? unit.file.functions.get(i.callee.name) : undefined;
  if (i.op !== 'call' || callee === undefined) return [];
  return i.arguments.flatMap((argument, k) => use(argument.value, () => debug.typesOf(callee)[k + 1]));
}

/** A debug record about a local value: the record itself, or a call in its place. */
function recordOf(
  i: Instruction,
  name: 'llvm.dbg.declare' | 'llvm.dbg.value',
): { readonly name: string; readonly variable: Metadata } | undefined {
  let [about, variable]: readonly (Metadata | undefined)[] = [];
  if (i.op === 'declare') [about, variable] = [name === 'llvm.dbg.declare' ? i.address : i.value, i.variable];
  else if (i.op === 'call' && i.callee.kind === 'global' && i.callee.name === name)
    [about, variable] = i.arguments.map((a) => (a.value.kind === 'metadata' ? a.value.metadata : undefined));
  if (about?.kind !== 'value' || about.value.kind !== 'local' || variable === undefined) return undefined;
  return { name: about.value.name, variable };
}
