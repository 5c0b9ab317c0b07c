// Accesses of several cells to memory that threads share. Split into one access per cell they could show halves of a
// value that no machine shows, so such a program is refused. In three cases no thread can tell. Only one thread
// touches the object while others run. Or the access is in an atomic section. Or it is a read-modify-write, an atomic
// section of its own.

import type { SourceSpan } from '../../../program/statement.js';
import { InputError } from '../../../support/diagnostic.js';
import { present } from '../../../support/present.js';
import { entryOf } from '../../graph.js';
import { type Instruction, successorsOf } from '../../instruction.js';
import type { Body, Module } from '../../module.js';
import type { Division, Touch } from './divide.js';

export function refuseMixedSizes(module: Module, division: Division): void {
  const split = division.touches.filter((touch) => isSplit(division, touch));
  if (split.length === 0) return;
  const [main] = module.threads;
  const alone = main === undefined ? new Set<Instruction>() : beforeThreads(main.body);
  const inSections = new Set(module.threads.flatMap(({ body }) => [...insideSections(body)]));
  const counts = ({ instruction }: Touch): boolean => !alone.has(instruction);
  for (const touch of split) {
    if (!counts(touch) || inSections.has(touch.instruction)) continue;
    for (const { object, offset } of touch.places) {
      const end = offset + (touch.access.bytes ?? 0);
      const other = division.touches.find(
        (one) =>
          one.thread !== touch.thread &&
          counts(one) &&
          (one.access.writes || touch.access.writes) &&
          one.places.some(
            (place) =>
              place.object === object &&
              place.offset < end &&
              offset < place.offset + (one.access.bytes ?? Number.POSITIVE_INFINITY),
          ),
      );
      if (other !== undefined) refuse(touch.instruction.at, other.instruction.at);
    }
  }
}

/** Whether a load or store covers several cells. */
function isSplit({ cells }: Division, { instruction, access, places }: Touch): boolean {
  const { bytes } = access;
  if (bytes === undefined || (instruction.kind !== 'load' && instruction.kind !== 'store')) return false;
  return places.some(
    ({ object, offset }) =>
      !cells.get(object)?.some((cell) => cell.offset === offset && cell.bytes === bytes),
  );
}

/** The instructions of main that no thread is started before. */
function beforeThreads(body: Body): ReadonlySet<Instruction> {
  const before = new Set<Instruction>();
  const later = new Set<string>();
  const open: string[] = [];
  for (const [, { instructions, end }] of body.blocks)
    if (instructions.some((i) => i.kind === 'start')) open.push(...successorsOf(end));
  for (let label = open.pop(); label !== undefined; label = open.pop()) {
    if (later.has(label)) continue;
    later.add(label);
    const block = body.blocks.get(label);
    if (block !== undefined) open.push(...successorsOf(block.end));
  }
  for (const [label, { instructions }] of body.blocks) {
    if (later.has(label)) continue;
    for (const i of instructions) {
      if (i.kind === 'start') break;
      before.add(i);
    }
  }
  return before;
}

const isMark = (i: Instruction, name: 'atomic_begin' | 'atomic_end'): boolean =>
  i.kind === 'intrinsic' && i.name === name;

function insideSections(body: Body): ReadonlySet<Instruction> {
  const inside = new Set<Instruction>();
  const seen = new Set<string>();
  const open = [{ label: entryOf(body), depth: 0 }];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const block = body.blocks.get(at.label);
    if (block === undefined || seen.has(at.label)) continue;
    seen.add(at.label);
    let { depth } = at;
    for (const i of block.instructions) {
      if (isMark(i, 'atomic_begin')) depth++;
      else if (isMark(i, 'atomic_end')) depth--;
      else if (depth > 0) inside.add(i);
    }
    for (const label of successorsOf(block.end)) open.push({ label, depth });
  }
  return inside;
}

function refuse(at: SourceSpan | undefined, other: SourceSpan | undefined): never {
  const also = other === undefined ? '' : ` (see also line ${other.line})`;
  throw new InputError({
    code: 'c-mixed-size',
    message: `an access to memory that threads share and use with different sizes${also} is not supported`,
    ...(at === undefined ? {} : { line: at.line, column: at.column, ...present({ file: at.file }) }),
    hint: 'only atomic read-modify-writes may cover several of the smallest parts',
  });
}
