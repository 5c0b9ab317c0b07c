// Blocks and bodies that a pass leaves as they are stay the same objects: what is known of them (graphs, liveness) is kept, and a
// fixpoint is seen without comparing.

import { entryOf } from '../../graph.js';
import type { Instruction, Terminator } from '../../instruction.js';
import type { Block, Body } from '../../module.js';

/** The block with these parts: itself if they are its own. */
export const withParts = (block: Block, instructions: readonly Instruction[], end: Terminator): Block =>
  end === block.end && isSameList(instructions, block.instructions) ? block : { instructions, end };

/** The body with these blocks: itself if they are its own. The first one is its entry, the order of the others means nothing. */
export function withBlocks(body: Body, blocks: ReadonlyMap<string, Block>): Body {
  const [first] = blocks.keys();
  if (blocks.size !== body.blocks.size || first !== entryOf(body)) return { ...body, blocks };
  for (const [label, block] of blocks) if (body.blocks.get(label) !== block) return { ...body, blocks };
  return body;
}

const isSameList = (a: readonly Instruction[], b: readonly Instruction[]): boolean =>
  a.length === b.length && a.every((i, k) => i === b[k]);
