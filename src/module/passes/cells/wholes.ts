// Parts of objects that stay one cell although accesses of several sizes begin there, as in `union { int i; char *s; double d; }`. A store of
// a smaller size writes a mark into the bytes behind it. A load of a larger size that finds the mark gives no answer
// (program/unionMarks.ts).
//
// Until then such a cell behaves like bytes. A store of any size writes the first bytes, so a load finds the last store in them. Copies and
// fills of the whole part take the mark with them. Only parts that threads share need it: others are divided.

import { Copies, Places } from './alike.js';
import type { Division, Place, Touch } from './divide.js';
import { TouchIndex } from './touchIndex.js';

/** A part that is left whole, by its first byte. */
export interface Whole {
  readonly bytes: 1 | 2 | 4 | 8;
  /** The sizes of the stores in it that are smaller: those that leave a mark. */
  readonly smaller: readonly number[];
}

/** By object and first byte. */
export type Wholes = ReadonlyMap<string, ReadonlyMap<number, Whole>>;

export const noWholes: Wholes = new Map();

/** Whether a cut at this byte would divide a whole part. */
export function isInWhole(wholes: Wholes, object: string, at: number): boolean {
  const own = wholes.get(object);
  if (own === undefined) return false;
  for (let back = 1; back < 8; back++) if (at - back + (own.get(at - back)?.bytes ?? 0) > at) return true;
  return false;
}

/**
 * The parts at which the split accesses begin, as whole ones, together with the parts that a pointer or a copy makes alike. Undefined
 * if some access begins or ends within one of them, or if its bytes are compared.
 */
export function wholesAt(division: Division, split: readonly Place[]): Wholes | undefined {
  const index = new TouchIndex(division.touches);
  const copies = new Copies(index, division);
  const found = new Places();
  for (const { object, offset } of split) found.add(object, offset);
  /** The largest size of an access that begins there. */
  let bytes = 0;
  const stored = new Set<number>();
  /** A read-modify-write would compute with the mark. */
  let isChanged = false;
  const seen = new Set<Touch>();
  for (let part = found.next(); part !== undefined; part = found.next()) {
    const { object, offset } = part;
    // Copies of any distance reach every byte: there is no need to follow them all.
    if (offset % Math.max(2, bytes) !== 0) return undefined;
    for (const touch of index.beginningAt(object, offset)) {
      if (seen.has(touch)) continue;
      seen.add(touch);
      const { bytes: size = 0 } = touch.access;
      bytes = Math.max(bytes, size);
      if (touch.instruction.kind === 'store') stored.add(size);
      else if (touch.instruction.kind !== 'load') isChanged = true;
      for (const place of touch.places) found.add(place.object, place.offset);
    }
    copies.spread(part, found);
  }
  if (bytes !== 8 && bytes !== 4 && bytes !== 2) return undefined;
  const smaller = [...stored].filter((size) => size < bytes);
  if (isChanged && smaller.length > 0) return undefined;
  const wholes = new Map<string, Map<number, Whole>>();
  for (const { object, offset } of found.all) {
    if (offset % bytes !== 0 || isDivided(index, object, offset, bytes)) return undefined;
    const own = wholes.get(object) ?? new Map<number, Whole>();
    wholes.set(object, own.set(offset, { bytes, smaller }));
  }
  return wholes;
}

/** Whether an access begins or ends within the part, or looks at its bytes. */
function isDivided(index: TouchIndex, object: string, at: number, bytes: number): boolean {
  for (const { touch, offset } of index.overlapping(object, at, at + bytes))
    if (divides(touch, offset, at, bytes)) return true;
  return false;
}

/** The same of an access that begins at `from` and overlaps the part. */
function divides(touch: Touch, from: number, at: number, bytes: number): boolean {
  const { instruction: i, access } = touch;
  if (access.bytes === undefined) return endsWithin(touch, from, at, bytes);
  const isSimple = i.kind === 'load' || i.kind === 'store';
  return from !== at || from + access.bytes > at + bytes || (!isSimple && access.bytes < bytes);
}

/** Whether a range that begins at `from` may begin or end within the part, or is of bytes that are compared one by one. */
function endsWithin({ instruction: i, access }: Touch, from: number, at: number, bytes: number): boolean {
  if (access.size?.kind !== 'const' || (i.kind === 'intrinsic' && i.name !== 'reads')) return true;
  return from > at || from + Number(access.size.value) < at + bytes;
}
