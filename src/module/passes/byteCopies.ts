// A byte that is loaded only to be stored is copied, whether or not it has a value (C11 6.2.6.1, paragraph 5). An example is
// `to[k] = from[k]` in a loop over the bytes of a struct: it does not use the bytes between the members. Nor does a load whose byte goes
// nowhere: it was stored into a local that nothing reads.

import { forEachValueIn, mapInstructions } from '../body.js';
import { type Instruction, type InstructionOf, originOf } from '../instruction.js';
import type { Body } from '../module.js';
import { constant, register } from '../value.js';

/**
 * The body with copies in place of such pairs, for the loads that are wanted. It is the same body if there are none.
 * `isPrivate`: loads that no thread can see, which may stand between the two.
 */
export function asCopies(
  body: Body,
  isWanted: (load: InstructionOf<'load'>) => boolean,
  isPrivate: (load: InstructionOf<'load'>) => boolean = () => false,
): Body {
  const pairs: { readonly load: InstructionOf<'load'>; readonly store: InstructionOf<'store'> }[] = [];
  const loaded = new Map<string, number>();
  let isAnyWanted = false;
  for (const { instructions } of body.blocks.values())
    for (const [k, load] of instructions.entries()) {
      const store = load.kind === 'load' ? storeAfter(instructions, k, load, isPrivate) : undefined;
      if (load.kind !== 'load' || store === undefined) continue;
      pairs.push({ load, store });
      loaded.set(load.result.name, (loaded.get(load.result.name) ?? 0) + 1);
      isAnyWanted ||= isWanted(load);
    }
  if (!isAnyWanted) return body;
  // The rounds of a loop that was written out set the same register: all its uses are such stores.
  const uses = usesIn(body, loaded);
  const loads = new Map<Instruction, InstructionOf<'load'>>();
  for (const { load, store } of pairs)
    if (uses.get(load.result.name) === loaded.get(load.result.name) && isWanted(load)) loads.set(store, load);
  if (loads.size === 0) return body;
  const dropped = new Set<Instruction>(loads.values());
  return mapInstructions(body, (i) => {
    if (dropped.has(i)) return [];
    const load = loads.get(i);
    if (load === undefined || i.kind !== 'store') return i;
    return { kind: 'copy', to: i.address, from: load.address, size: constant(1, 'i64'), ...originOf(i) };
  });
}

/** The body in which a wanted load of a byte that nothing uses only touches the byte. */
export function withTouches(body: Body, isWanted: (load: InstructionOf<'load'>) => boolean): Body {
  const isByte = (i: Instruction): i is InstructionOf<'load'> => i.kind === 'load' && isPlainByte(i);
  const loads = [...body.blocks.values()].flatMap(({ instructions }) => instructions.filter(isByte));
  if (loads.length === 0) return body;
  const uses = usesIn(body, new Map(loads.map(({ result }) => [result.name, true])));
  const touching = new Set<Instruction>(
    loads.filter((load) => !uses.has(load.result.name) && isWanted(load)),
  );
  if (touching.size === 0) return body;
  const touch = (i: Instruction): Instruction =>
    i.kind === 'load' && touching.has(i) ? { ...i, has: register(`?${i.result.name}`, 'i32') } : i;
  return mapInstructions(body, touch);
}

const isPlainByte = ({ result, order, has }: InstructionOf<'load'>): boolean =>
  result.type === 'i8' && order === undefined && has === undefined;

/** The plain store of the loaded byte, if only registers are set in between. */
function storeAfter(
  instructions: readonly Instruction[],
  at: number,
  load: InstructionOf<'load'>,
  isPrivate: (load: InstructionOf<'load'>) => boolean,
): InstructionOf<'store'> | undefined {
  if (!isPlainByte(load)) return undefined;
  const { result } = load;
  for (let k = at + 1; k < instructions.length; k++) {
    const i = instructions[k];
    if (i.kind === 'set' || (i.kind === 'load' && isPrivate(i))) continue;
    const isCopy =
      i.kind === 'store' &&
      i.order === undefined &&
      i.value.kind === 'register' &&
      i.value.name === result.name;
    return isCopy ? i : undefined;
  }
  return undefined;
}

/** How often the registers are used. */
function usesIn(body: Body, registers: ReadonlyMap<string, unknown>): ReadonlyMap<string, number> {
  const uses = new Map<string, number>();
  forEachValueIn(body, (v) => {
    if (v.kind === 'register' && registers.has(v.name)) uses.set(v.name, (uses.get(v.name) ?? 0) + 1);
  });
  return uses;
}
