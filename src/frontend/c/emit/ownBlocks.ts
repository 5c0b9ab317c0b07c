// Blocks that end without a call of free. An array of computed length ends with its scope, and also where control goes back before its
// declaration. A block of alloca ends with the call of its function.

import type { Instruction } from '../../../module/instruction.js';
import { constant, register, type Value } from '../../../module/value.js';
import type { SourceSpan } from '../../../program/statement.js';
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

const noBlock = constant(0, 'ptr');

/** Areas of the function hold the addresses of its blocks, the newest first; 0 where there is none. */
const areasOf = new WeakMap<FunctionEmitter, Value[]>();

export function leaveWithFunction(f: FunctionEmitter, block: Value, at: SourceSpan): void {
  if (outlives(f)) return;
  const count = f.scopes.mayRepeat ? mostInLoop : 1;
  const areas = Array.from({ length: count }, () => f.area('block', voidPointer));
  for (let k = count - 1; k > 0; k--) f.store(areas[k], f.load(areas[k - 1], 'ptr', at), at);
  f.store(areas[0], block, at);
  areasOf.set(f, [...(areasOf.get(f) ?? []), ...areas]);
}

/** Behind the body: the areas hold 0 where the function begins, and the blocks end where it returns. */
export function leaveBlocks(f: FunctionEmitter): void {
  const areas = areasOf.get(f);
  if (areas === undefined) return;
  const begins = areas.map((address): Instruction => ({ kind: 'store', address, value: noBlock }));
  for (const [label, { instructions, end }] of f.blocks) {
    const before = label === 'entry' ? begins : [];
    const { at } = end;
    const placed = at === undefined ? {} : { at };
    const after = areas.flatMap((address): Instruction[] => {
      const block = register(f.fresh('$block'), 'ptr');
      return [
        { kind: 'load', result: block, address, ...placed },
        { kind: 'intrinsic', name: 'leave', args: [block], ...placed },
      ];
    });
    f.blocks.set(label, {
      instructions: [...before, ...instructions, ...(end.kind === 'return' ? after : [])],
      end,
    });
  }
}
