// Parts of objects that stay one cell although accesses of several sizes begin there, as in `union { int i; char *s; double d; }`. A store of
// a smaller size writes a mark into the bytes behind it. A load of a larger size that finds the mark gives no answer
// (program/unionMarks.ts).
//
// Until then such a cell behaves like bytes. A store of any size writes the first bytes, so a load finds the last store in them. Copies and
// fills of the whole part take the mark with them. Only parts that threads share need it: others are divided.

import type { Instruction } from '../../instruction.js';
import type { Place, Touch } from './divide.js';

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
export function wholesAt(
  touches: readonly Touch[],
  of: ReadonlyMap<Instruction, readonly Touch[]>,
  split: readonly Place[],
): Wholes | undefined {
  const index = new Map<string, Touch[]>();
  for (const touch of touches)
    for (const { object } of touch.places) {
      const known = index.get(object);
      if (known === undefined) index.set(object, [touch]);
      else if (known.at(-1) !== touch) known.push(touch);
    }
  const parts = new Set<string>();
  const open: Place[] = [];
  const add = (place: Place): void => {
    const key = `${place.object} ${place.offset}`;
    if (parts.has(key)) return;
    parts.add(key);
    open.push(place);
  };
  split.forEach(add);
  const sizes = new Set<number>();
  const stored = new Set<number>();
  const found: Place[] = [];
  /** A read-modify-write would compute with the mark. */
  let isChanged = false;
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    found.push(part);
    const { object, offset } = part;
    for (const touch of index.get(object) ?? []) {
      const { bytes } = touch.access;
      if (bytes === undefined) {
        // The part lies at the same distance from all ends of the copy.
        if (touch.instruction.kind !== 'copy') continue;
        for (const own of touch.places) {
          if (own.object !== object || own.offset > offset || !reaches(touch, own, offset)) continue;
          for (const side of of.get(touch.instruction) ?? [])
            for (const other of side.places)
              add({ object: other.object, offset: other.offset + offset - own.offset });
        }
      } else if (touch.places.some((place) => place.object === object && place.offset === offset)) {
        sizes.add(bytes);
        if (touch.instruction.kind === 'store') stored.add(bytes);
        else if (touch.instruction.kind !== 'load') isChanged = true;
        touch.places.forEach(add);
      }
    }
  }
  const bytes = Math.max(...sizes);
  if (bytes !== 8 && bytes !== 4 && bytes !== 2) return undefined;
  const smaller = [...stored].filter((size) => size < bytes);
  if (isChanged && smaller.length > 0) return undefined;
  const wholes = new Map<string, Map<number, Whole>>();
  for (const { object, offset } of found) {
    if (offset % bytes !== 0 || (index.get(object) ?? []).some((t) => divides(t, object, offset, bytes)))
      return undefined;
    const own = wholes.get(object) ?? new Map<number, Whole>();
    wholes.set(object, own.set(offset, { bytes, smaller }));
  }
  return wholes;
}

const reaches = ({ access: { size } }: Touch, from: Place, offset: number): boolean =>
  size?.kind !== 'const' || offset < from.offset + Number(size.value);

/** Whether the access begins or ends within the part, or looks at its bytes. */
function divides(
  { instruction: i, access, places }: Touch,
  object: string,
  at: number,
  bytes: number,
): boolean {
  const isSimple = i.kind === 'load' || i.kind === 'store';
  return places.some((place) => {
    if (place.object !== object) return false;
    const end = at + bytes;
    const size =
      access.bytes ?? (access.size?.kind === 'const' ? Number(access.size.value) : Number.POSITIVE_INFINITY);
    const last = place.offset + size;
    if (place.offset >= end || last <= at) return false;
    if (access.bytes !== undefined)
      return place.offset !== at || last > end || (!isSimple && access.bytes < bytes);
    if (access.size?.kind !== 'const' || (i.kind === 'intrinsic' && i.name !== 'reads')) return true;
    return place.offset > at || last < end;
  });
}
