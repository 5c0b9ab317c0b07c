// Accesses of several cells to memory that threads share. Split into one access per cell they could show halves of a
// value that no machine shows. In three cases no thread can tell. Only one thread touches the object while others run.
// Or the access is in an atomic section. Or it is a read-modify-write, an atomic section of its own.
//
// A load while the store buffer is empty, and a store before a fence, may be atomic sections too (fences.ts). Parts at which all
// accesses begin are left whole (wholes.ts). Any other program is refused, unless the caller says which accesses are sections: so
// `check` asks (cli/mixedSizes.ts).

import type { SourceSpan } from '../../../program/statement.js';
import { InputError } from '../../../support/diagnostic.js';
import { present } from '../../../support/present.js';
import { entryOf } from '../../graph.js';
import { type Instruction, successorsOf } from '../../instruction.js';
import type { Body, Module } from '../../module.js';
import type { Division, Touch } from './divide.js';
import { betweenFences } from './fences.js';
import { Starts } from './starts.js';
import { TouchIndex } from './touchIndex.js';
import { type Wholes, wholesAt } from './wholes.js';

/** The division, and the loads and stores of several cells that have to be one step. */
interface Shared {
  readonly division: Division;
  readonly sections: ReadonlySet<Instruction>;
}

/**
 * The accesses of several cells that are atomic sections though that may change something. With all of them the program does nothing
 * that it does not do. With none of them it does all that it does, and more (docs/adr/0007).
 */
export type Indivisible = 'none' | 'atomic' | 'all';

/**
 * `divideWith` divides anew, with parts that are left whole. Refuses the program where that does not help and `indivisible` is absent.
 */
export function sharedSizes(
  module: Module,
  division: Division,
  divideWith: (wholes: Wholes) => Division,
  indivisible?: Indivisible,
): Shared {
  const { conflicts, sections } = conflictsIn(module, division);
  if (conflicts.length === 0) return { division, sections };
  const wholes = wholesAt(
    division,
    conflicts.flatMap(({ touch }) => touch.places),
  );
  const again = wholes === undefined ? division : divideWith(wholes);
  const left = wholes === undefined ? { conflicts, sections } : conflictsIn(module, again);
  const [first] = left.conflicts;
  if (first === undefined) return { division: again, sections: left.sections };
  if (indivisible === undefined) return refuse(first.touch.instruction.at, first.other.instruction.at);
  const forced = conflicts.map(({ touch }) => touch.instruction).filter((i) => isForced(i, indivisible));
  return { division, sections: new Set([...sections, ...forced]) };
}

const isForced = (i: Instruction, indivisible: Indivisible): boolean =>
  indivisible === 'all' ||
  (indivisible === 'atomic' && 'order' in i && i.order !== undefined && i.order !== 'volatile');

/** A split access, and one of another thread that may see it in halves. */
interface Conflict {
  readonly touch: Touch;
  readonly other: Touch;
}

/** Split accesses that another thread may see in halves, and those of them that may be an atomic section. */
interface Conflicts {
  readonly conflicts: readonly Conflict[];
  readonly sections: ReadonlySet<Instruction>;
}

function conflictsIn(module: Module, division: Division): Conflicts {
  const split = division.touches.filter((touch) => isSplit(division, touch));
  if (split.length === 0) return { conflicts: [], sections: new Set() };
  const starts = new Starts(module);
  const index = new TouchIndex(division.touches);
  const order = new Map(division.touches.map((touch, k) => [touch, k]));
  const inSections = new Set(module.threads.flatMap(({ body }) => [...insideSections(body)]));
  const conflicts = split.flatMap((touch) => {
    const other = inSections.has(touch.instruction) ? undefined : otherOf(index, order, starts, touch);
    return other === undefined ? [] : [{ touch, other }];
  });
  if (conflicts.length === 0) return { conflicts, sections: new Set() };
  const fenced = new Set(module.threads.flatMap(({ body }, k) => [...betweenFences(body, k, division)]));
  return {
    conflicts: conflicts.filter(({ touch }) => !fenced.has(touch.instruction)),
    sections: new Set(conflicts.map(({ touch }) => touch.instruction).filter((i) => fenced.has(i))),
  };
}

/** The first access of another thread that may see a half of this one. */
function otherOf(
  index: TouchIndex,
  order: ReadonlyMap<Touch, number>,
  starts: Starts,
  touch: Touch,
): Touch | undefined {
  let first: Touch | undefined;
  const seen = new Set<Touch>();
  const at = (one: Touch): number => order.get(one) ?? 0;
  for (const { object, offset } of touch.places) {
    for (const { touch: one } of index.overlapping(object, offset, offset + (touch.access.bytes ?? 0))) {
      if (seen.has(one)) continue;
      seen.add(one);
      if (one.thread === touch.thread || (!one.access.writes && !touch.access.writes)) continue;
      if (starts.isApart(one, touch) || starts.isApart(touch, one)) continue;
      if (first === undefined || at(one) < at(first)) first = one;
    }
    if (first !== undefined) return first;
  }
  return undefined;
}

/**
 * Whether a load or store covers several cells. A load of bytes that may have no value is part of a copy, which the language does not
 * promise to be one access.
 */
function isSplit({ wholes, bytesAt }: Division, { instruction, access, places }: Touch): boolean {
  const { bytes } = access;
  if (bytes === undefined || (instruction.kind !== 'load' && instruction.kind !== 'store')) return false;
  if (instruction.kind === 'load' && instruction.has !== undefined && instruction.order === undefined)
    return false;
  return places.some(
    (place) => bytesAt(place) !== bytes && wholes.get(place.object)?.has(place.offset) !== true,
  );
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
