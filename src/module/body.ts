// The blocks, instructions and values of a whole body. What a pass leaves as it is stays the same object: what is known of a block or a
// body (graphs, liveness) is kept, and a fixpoint is seen without comparing.

import { substitute } from './fold.js';
import { entryOf } from './graph.js';
import {
  type Instruction,
  mapEndValues,
  mapValues,
  type Terminator,
  valuesOf,
  valuesOfEnd,
} from './instruction.js';
import type { Block, Body } from './module.js';
import { forEachValue, type Value } from './value.js';

/** Visits the values that instructions and ends of blocks use, and their parts. */
export function forEachValueIn({ blocks }: Body, visit: (value: Value) => void): void {
  const see = (value: Value): void => forEachValue(value, visit);
  for (const { instructions, end } of blocks.values()) {
    for (const i of instructions) valuesOf(i).forEach(see);
    valuesOfEnd(end).forEach(see);
  }
}

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

export function mapBlocks(body: Body, change: (block: Block, label: string) => Block): Body {
  const blocks = new Map<string, Block>();
  let isSame = true;
  for (const [label, block] of body.blocks) {
    const now = change(block, label);
    if (now !== block) isSame = false;
    blocks.set(label, now);
  }
  return isSame ? body : { ...body, blocks };
}

/** The body with each instruction replaced by another, or by several. */
export const mapInstructions = (
  body: Body,
  change: (i: Instruction) => Instruction | readonly Instruction[],
): Body =>
  mapBlocks(body, (block) => {
    const instructions = block.instructions.flatMap((i) => change(i));
    return withParts(block, instructions, block.end);
  });

/** The body with registers and addresses replaced by other values. */
export function mapLeaves(body: Body, change: (leaf: Value) => Value): Body {
  const value = (v: Value): Value => substitute(v, change);
  return mapBlocks(body, (block) => {
    const instructions = block.instructions.map((i) => mapValues(i, value));
    return withParts(block, instructions, mapEndValues(block.end, value));
  });
}

/** The body with instructions before all others, and with instructions before each return. */
export function wrapped(body: Body, first: readonly Instruction[], last: readonly Instruction[] = []): Body {
  const entry = entryOf(body);
  return mapBlocks(body, (block, label) => {
    const instructions = [
      ...(label === entry ? first : []),
      ...block.instructions,
      ...(block.end.kind === 'return' ? last : []),
    ];
    return withParts(block, instructions, block.end);
  });
}

/** A body of one block. */
export const oneBlock = (instructions: readonly Instruction[], end: Terminator = returning()): Body => ({
  parameters: [],
  locals: new Map(),
  blocks: new Map([['start', { instructions, end }]]),
});

export const returning = (...values: readonly Value[]): Terminator => ({ kind: 'return', values });

/** The registers that are read somewhere. */
export function registersReadIn(body: Body): ReadonlySet<string> {
  const read = new Set<string>();
  forEachValueIn(body, (v) => {
    if (v.kind === 'register') read.add(v.name);
  });
  return read;
}

export const instructionsIn = ({ blocks }: Body): readonly Instruction[] =>
  [...blocks.values()].flatMap((block) => block.instructions);

/** Whether some instruction passes the test. */
export function hasInstruction({ blocks }: Body, test: (i: Instruction) => boolean): boolean {
  for (const { instructions } of blocks.values()) if (instructions.some(test)) return true;
  return false;
}
