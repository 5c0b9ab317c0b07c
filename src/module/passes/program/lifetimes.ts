// The life of locals in memory: each of their cells begins without a value and ends. A location has no
// value at first, so the first beginning of a local needs no statement.

import { addressOf, constant } from '../../../program/expression.js';
import { present } from '../../../support/present.js';
import { type Instruction, type InstructionOf, successorsOf } from '../../instruction.js';
import type { Body } from '../../module.js';
import { knownAddress } from '../../value.js';
import { sum } from './expressions.js';
import type { ThreadCode } from './threadCode.js';

export function emitLife(code: ThreadCode, i: InstructionOf<'life'>): void {
  const object = knownAddress(i.object)?.object.name;
  if (object === undefined || code.inSection) return;
  if (i.phase === 'begins' && !code.beginsAgain(i)) return;
  const cells = code.parts.cellsOf(object);
  const location = cells.length === 0 ? undefined : code.parts.locationName(object);
  if (location === undefined) return;
  for (const { delta, width } of cells)
    code.add({
      kind: 'store',
      address: sum(addressOf(location), constant(delta)),
      value: constant(0, width === 64 ? 64 : 32),
      ...(width === 32 ? {} : { width }),
      lifetime: i.phase,
      ...present({ at: i.at }),
    });
}

/** The `life` instructions that begin an object which may have lived before. */
export function repeatedBeginnings(body: Body): ReadonlySet<Instruction> {
  const lives = new Map<string, { label: string; index: number; i: InstructionOf<'life'> }[]>();
  for (const [label, { instructions }] of body.blocks)
    for (const [index, i] of instructions.entries()) {
      if (i.kind !== 'life') continue;
      const object = knownAddress(i.object)?.object.name ?? '';
      const known = lives.get(object);
      if (known === undefined) lives.set(object, [{ label, index, i }]);
      else known.push({ label, index, i });
    }
  const reached = new Map<string, ReadonlySet<string>>();
  const reachedFrom = (label: string): ReadonlySet<string> => {
    const known = reached.get(label) ?? reachable(body, label);
    reached.set(label, known);
    return known;
  };
  const repeated = new Set<Instruction>();
  for (const all of lives.values())
    for (const { label, index, i } of all)
      if (
        i.phase === 'begins' &&
        all.some(
          (other) => reachedFrom(other.label).has(label) || (other.label === label && other.index < index),
        )
      )
        repeated.add(i);
  return repeated;
}

/** The blocks that come after a block; the block itself if it is part of a cycle. */
function reachable(body: Body, from: string): ReadonlySet<string> {
  const start = body.blocks.get(from);
  const seen = new Set(start === undefined ? [] : successorsOf(start.end));
  for (const label of seen) {
    const block = body.blocks.get(label);
    if (block !== undefined) for (const next of successorsOf(block.end)) seen.add(next);
  }
  return seen;
}
