// The values of a whole body.

import { type Instruction, valuesOf, valuesOfEnd } from './instruction.js';
import type { Body } from './module.js';
import { forEachValue, type Value } from './value.js';

/** Visits the values that instructions and ends of blocks use, and their parts. */
export function forEachValueIn({ blocks }: Body, visit: (value: Value) => void): void {
  const see = (value: Value): void => forEachValue(value, visit);
  for (const { instructions, end } of blocks.values()) {
    for (const i of instructions) valuesOf(i).forEach(see);
    valuesOfEnd(end).forEach(see);
  }
}

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
