// Blocks that end without a call of free. An array of computed length ends with its scope, and also where control goes back before its
// declaration. A block of alloca ends with the call of its function.

import type { Instruction } from '../../../module/instruction.js';
import { constant, register, type Value } from '../../../module/value.js';
import { present } from '../../../support/present.js';
import type { Variable } from '../typed.js';
import { voidPointer } from '../types.js';
import type { FunctionEmitter } from './function.js';

/** Of the blocks that a loop gets by alloca, so many end: the last ones. */
const mostInLoop = 8;

/** The process ends with main, and the blocks of main with it. */
const outlives = ({ symbol }: FunctionEmitter): boolean => symbol.name === 'main';

export function leaveWithScope(f: FunctionEmitter, array: Variable): void {
  f.scopes.defer({ leaves: array, stays: outlives(f) && f.scopes.depth === 1 });
}

export function leaveWithFunction(f: FunctionEmitter, block: Value): void {
  if (outlives(f)) return;
  const count = f.scopes.mayRepeat ? mostInLoop : 1;
  const areas = Array.from({ length: count }, () => f.area('block', voidPointer));
  for (let k = count - 1; k > 0; k--) f.store(areas[k], f.load(areas[k - 1], 'ptr'));
  f.store(areas[0], block);
  f.blockAreas.push(...areas);
}

/** Behind the body: the areas hold 0 where the function begins, and the blocks end where it returns. */
export function leaveBlocks(f: FunctionEmitter): void {
  const value = constant(0, 'ptr');
  for (const [label, { instructions, end }] of f.blocks) {
    const isFirst = label === 'entry';
    const before = isFirst ? f.blockAreas.map((address) => ({ kind: 'store', address, value }) as const) : [];
    const at = present({ at: end.at });
    const after = f.blockAreas.flatMap((address): Instruction[] => {
      const block = register(f.fresh('$block'), 'ptr');
      return [
        { kind: 'load', result: block, address, ...at },
        { kind: 'intrinsic', name: 'leave', args: [block], ...at },
      ];
    });
    const whole = [...before, ...instructions, ...(end.kind === 'return' ? after : [])];
    if (f.blockAreas.length > 0) f.blocks.set(label, { instructions: whole, end });
  }
}
