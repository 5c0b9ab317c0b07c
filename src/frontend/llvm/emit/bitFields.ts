// Stores into bit-fields. A compiler loads the bytes that hold the field, clears its bits, sets them, and stores the bytes back:
//
//   %old = load i8, ptr %s
//   %rest = and i8 %old, -8
//   %new = or i8 %rest, %value
//   store i8 %new, ptr %s
//
// The source reads nothing there. So the load is no read of bytes that may have no value yet.

import type { Block, Instruction, Value } from '../syntax.js';

type Load = Extract<Instruction, { op: 'load' }>;

/** The loads of a function whose value is stored back with some bits changed. */
export function bitFieldLoads(blocks: readonly Block[]): ReadonlySet<Instruction> {
  const found = new Set<Instruction>();
  for (const { instructions } of blocks)
    instructions.forEach((load, i) => {
      if (load.op === 'load' && mayBeField(load) && isStoredBack(load, instructions.slice(i + 1)))
        found.add(load);
    });
  return found;
}

/** clang names such a load, unless it leaves all names out: then a variable that is masked looks the same. */
const mayBeField = ({ result }: Load): boolean => result !== undefined && /^(?:bf\.load|\d)/.test(result);

function isStoredBack(load: Load, behind: readonly Instruction[]): boolean {
  const rest = behind.find((i) => i.op === 'binary' && i.operator === 'and' && isLocal(i.left, load.result));
  if (rest === undefined) return false;
  const changed = behind.find(
    (i) => i.op === 'binary' && i.operator === 'or' && isLocal(i.left, rest.result),
  );
  return behind.some(
    (i) =>
      i.op === 'store' &&
      isSame(i.address, load.address) &&
      (isLocal(i.value, rest.result) || (changed !== undefined && isLocal(i.value, changed.result))),
  );
}

const isLocal = (value: Value, name: string | undefined): boolean =>
  name !== undefined && value.kind === 'local' && value.name === name;

const isSame = (a: Value, b: Value): boolean =>
  (a.kind === 'local' || a.kind === 'global') && a.kind === b.kind && 'name' in b && a.name === b.name;
