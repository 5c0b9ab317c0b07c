// Loads that find the thread's store buffer empty, and stores that a fence follows at once. An atomic section is a full fence, so only such
// accesses may be one without a change of what the machine does.

import { entryOf } from '../../graph.js';
import { type Instruction, successorsOf } from '../../instruction.js';
import type { Body } from '../../module.js';
import { accessesOf } from '../points/accesses.js';
import type { Division } from './divide.js';

export function betweenFences(body: Body, thread: number, division: Division): ReadonlySet<Instruction> {
  const own = ownObjects(thread, division);
  const isHidden = (i: Instruction): boolean =>
    (division.of.get(i) ?? []).every(
      ({ access, places }) => !access.writes || (places.length > 0 && places.every((p) => own.has(p.object))),
    );
  const full = new Map<string, boolean>();
  const open = [{ label: entryOf(body), isFull: false }];
  const found = new Set<Instruction>();
  const filled = new Set<Instruction>();
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const block = body.blocks.get(at.label);
    const before = full.get(at.label);
    if (block === undefined || before === true || before === at.isFull) continue;
    full.set(at.label, at.isFull);
    let { isFull } = at;
    for (const i of block.instructions) {
      if (i.kind === 'load') (isFull ? filled : found).add(i);
      if (i.kind === 'store' && i.order === 'seq_cst') {
        found.add(i);
        isFull = false;
      } else if (isFence(i)) isFull = false;
      else if (accessesOf(i).some(({ writes }) => writes) && !isHidden(i)) isFull = true;
    }
    for (const label of successorsOf(block.end)) open.push({ label, isFull });
  }
  for (const i of filled) found.delete(i);
  return found;
}

/** Whether the buffer is empty behind the instruction. */
function isFence(i: Instruction): boolean {
  switch (i.kind) {
    case 'rmw':
    case 'cmpxchg':
    case 'start':
      return true;
    case 'fence':
      return i.fence === undefined ? i.order === 'seq_cst' : i.fence === 'full';
    case 'intrinsic':
      return i.name === 'take' || i.name === 'join';
    default:
      return false;
  }
}

/** The objects that no other thread touches. */
function ownObjects(thread: number, { touches }: Division): ReadonlySet<string> {
  const mine = new Set<string>();
  const others = new Set<string>();
  for (const touch of touches)
    for (const { object } of touch.places) (touch.thread === thread ? mine : others).add(object);
  for (const object of others) mine.delete(object);
  return mine;
}
