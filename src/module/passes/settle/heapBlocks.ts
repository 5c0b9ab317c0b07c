// Blocks of the heap that main allocates. An allocation of a known size that main comes to once at most makes an object, as a local
// does. Its address is known from there on, and so are the contents that main stores. In the end the address is the register of the
// allocation again. Threads that use it get it as a parameter.

import {
  forEachValueIn,
  hasInstruction,
  instructionsIn,
  mapBlocks,
  mapInstructions,
  mapLeaves,
  withParts,
} from '../../body.js';
import { substitute } from '../../fold.js';
import { graphOf } from '../../graph.js';
import type { Instruction, InstructionOf } from '../../instruction.js';
import { set } from '../../make.js';
import type { Body } from '../../module.js';
import { constantSize, type Register, register, symbol, type Value } from '../../value.js';
import type { Settling } from './context.js';
import { hasLanding } from './landings.js';

type Allocation = InstructionOf<'intrinsic'> & { readonly result: Register };

const isAllocation = (i: Instruction): i is Allocation =>
  i.kind === 'intrinsic' && i.name === 'allocate' && i.result !== undefined;

/** A block has the alignment that was asked for, and this one at least. */
const leastAlign = 16;

/** Main's body, in which the addresses of blocks are known; itself if there is none that was not known before. */
export function withKnownBlocks(settling: Settling, body: Body): Body {
  const { follows, isApart, changed } = settling;
  if (!follows || isApart || !changed.followsBlocks) return body;
  const sizeOf = ({ result, args: [size] }: Allocation): number | undefined =>
    settling.isBlock(result.name) ? undefined : constantSize(size);
  const isNew = (i: Instruction): boolean => isAllocation(i) && sizeOf(i) !== undefined;
  if (!hasInstruction(body, isNew) || mayComeBack(body)) return body;
  const repeated = new Set([...graphOf(body).loops.values()].flatMap((loop) => [...loop]));
  return mapBlocks(body, (block, label) => {
    if (repeated.has(label)) return block;
    const instructions = block.instructions.flatMap((i): Instruction[] => {
      const size = isAllocation(i) ? sizeOf(i) : undefined;
      if (!isAllocation(i) || size === undefined) return [i];
      const name = settling.addBlock(size, Math.max(leastAlign, constantSize(i.args[1]) ?? leastAlign));
      return [{ ...i, result: addressOf(name) }, set(i.result, symbol(name), i)];
    });
    return withParts(block, instructions, block.end);
  });
}

/** Whether main may come to an instruction again that stands in no loop. */
const mayComeBack = (body: Body): boolean => graphOf(body).irreducible || hasLanding(body);

/** The bodies with registers in place of the addresses of blocks. A body that no thread starts gets none for its own. */
export function withAddresses(settling: Settling, bodies: readonly Body[]): readonly Body[] {
  if (!settling.hasBlocks) return bodies;
  const needed = bodies.map((body) => mentionedBlocks(settling, body));
  const starts = bodies.map((body) => instructionsIn(body).filter((i) => i.kind === 'start'));
  for (let changed = true; changed; ) {
    changed = false;
    starts.forEach((started, k) => {
      for (const { thread } of started)
        for (const name of needed[thread] ?? [])
          if (needed[k]?.has(name) === false) {
            needed[k]?.add(name);
            changed = true;
          }
    });
  }
  const given = needed.map((names, k) => (k === 0 ? [] : [...names].map(addressOf)));
  return bodies.map((body, k) => {
    if (needed[k]?.size === 0) return body;
    const mapped = mapInstructions(mapLeaves(body, addressIn(settling)), (i) =>
      i.kind === 'start' ? { ...i, args: [...i.args, ...(given[i.thread] ?? [])] } : i,
    );
    return { ...mapped, parameters: [...body.parameters, ...(given[k] ?? [])] };
  });
}

const addressOf = (name: string): Register => register(name, 'ptr');

const addressIn =
  (settling: Settling) =>
  (leaf: Value): Value =>
    leaf.kind === 'symbol' && settling.isBlock(leaf.name) ? addressOf(leaf.name) : leaf;

/** The value with registers in place of the addresses of blocks. */
export const withAddress = (settling: Settling, value: Value): Value =>
  substitute(value, addressIn(settling));

export const mentionsBlocks = (settling: Settling, body: Body): boolean =>
  settling.hasBlocks && mentionedBlocks(settling, body).size > 0;

function mentionedBlocks(settling: Settling, body: Body): Set<string> {
  const found = new Set<string>();
  forEachValueIn(body, (v) => {
    if (v.kind === 'symbol' && settling.isBlock(v.name)) found.add(v.name);
  });
  return found;
}
