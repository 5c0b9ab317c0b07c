// The life of locals in memory: each of their cells begins without a value and ends. A location has no
// value at first, so the first beginning of a local needs no statement.

import { addressOf, constant } from '../../../program/expression.js';
import { pushed } from '../../../support/pushed.js';
import type { Instruction, InstructionOf } from '../../instruction.js';
import type { Body } from '../../module.js';
import { Order } from '../../order.js';
import { knownAddress } from '../../value.js';
import { sum } from './expressions.js';
import type { ThreadCode } from './threadCode.js';
import { registerWidth } from './widths.js';

export function emitLife(code: ThreadCode, i: InstructionOf<'life'>): void {
  const object = knownAddress(i.object)?.object.name;
  if (object === undefined || code.inSection) return;
  if (i.phase === 'begins' && !code.beginsAgain(i)) return;
  const cells = code.parts.cellsOf(object);
  const location = cells.length === 0 ? undefined : code.parts.locationName(object);
  if (location === undefined) return;
  for (const { delta, width } of cells)
    code.store(sum(addressOf(location), constant(delta)), constant(0, registerWidth(width)), width, {
      lifetime: i.phase,
    });
}

/** The `life` instructions that begin an object which may have lived before. */
export function repeatedBeginnings(body: Body): ReadonlySet<Instruction> {
  const lives = new Map<string, { label: string; index: number; i: InstructionOf<'life'> }[]>();
  for (const [label, { instructions }] of body.blocks)
    for (const [index, i] of instructions.entries())
      if (i.kind === 'life') pushed(lives, knownAddress(i.object)?.object.name ?? '', { label, index, i });
  const order = new Order(body);
  const repeated = new Set<Instruction>();
  for (const all of lives.values())
    for (const life of all)
      if (life.i.phase === 'begins' && all.some((other) => order.mayFollow(other, life)))
        repeated.add(life.i);
  return repeated;
}
