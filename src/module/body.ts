// The blocks, instructions and values of a whole body.

import { type Instruction, valuesOf, valuesOfEnd } from './instruction.js';
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

export const mapBlocks = (body: Body, change: (block: Block, label: string) => Block): Body => ({
  ...body,
  blocks: new Map([...body.blocks].map(([label, block]) => [label, change(block, label)])),
});

/** The body with each instruction replaced by another, or by several. */
export const mapInstructions = (
  body: Body,
  change: (i: Instruction) => Instruction | readonly Instruction[],
): Body =>
  mapBlocks(body, (block) => ({ ...block, instructions: block.instructions.flatMap((i) => change(i)) }));

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
