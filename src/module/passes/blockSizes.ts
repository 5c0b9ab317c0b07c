// The sizes of blocks that the library asks for, as `realloc` does: known where all blocks that an address may mean have the same size.

import type { Instruction } from '../instruction.js';
import type { Module } from '../module.js';
import { constant, type Value } from '../value.js';
import { PointsTo } from './points/solve.js';
import { settleThreads } from './settle/index.js';

const asksSize = (i: Instruction) => i.kind === 'intrinsic' && i.name === 'block_size';

export function knownBlockSizes(module: Module): Module {
  const asks = module.threads.some(({ body }) =>
    [...body.blocks.values()].some(({ instructions }) => instructions.some(asksSize)),
  );
  if (!asks) return module;
  const points = new PointsTo(module);
  const threads = module.threads.map((thread, k) => {
    const blocks = new Map(
      [...thread.body.blocks].map(([label, block]) => [
        label,
        { ...block, instructions: block.instructions.map((i) => answered(i, k, points)) },
      ]),
    );
    return { ...thread, body: { ...thread.body, blocks } };
  });
  return settleThreads({ ...module, threads });
}

function answered(i: Instruction, thread: number, points: PointsTo): Instruction {
  if (i.kind !== 'intrinsic' || i.name !== 'block_size' || i.result === undefined) return i;
  const size = sizeOf(thread, i.args[0], points);
  if (size === undefined) return i;
  const { name: _, args: __, ...rest } = i;
  return { ...rest, kind: 'set', result: i.result, value: constant(size, 'i64') };
}

function sizeOf(thread: number, address: Value | undefined, points: PointsTo): number | undefined {
  if (address === undefined) return undefined;
  const sizes = new Set(
    [...points.of(thread, address).values()].map(({ object }) => points.objects.byName.get(object)?.size),
  );
  const [size] = sizes;
  return sizes.size === 1 ? size : undefined;
}
