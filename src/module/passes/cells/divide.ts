// The bytes of each object become cells, by the offsets and widths of all accesses. Where accesses overlap without
// being the same, the object is cut at the ends of each. An access that covers several cells becomes several
// accesses. An access through a pointer sees the same cuts in every object it may point to, and so do both sides of a
// copy. So cuts flow until nothing changes.

import { pushed } from '../../../support/pushed.js';
import { lookAtClock } from '../../../support/timeOver.js';
import type { Instruction } from '../../instruction.js';
import type { Module } from '../../module.js';
import { type Access, accessesOf } from '../points/accesses.js';
import { reachOf } from '../points/objects.js';
import type { PointsTo } from '../points/solve.js';
import { offsetsOf, type Target } from '../points/targets.js';
import { Cuts } from './cuts.js';
import { noWholes, type Wholes } from './wholes.js';

export interface Cell {
  readonly offset: number;
  readonly bytes: 1 | 2 | 4 | 8;
}

/** One access of an instruction, with the places it may have. */
export interface Touch {
  readonly thread: number;
  readonly instruction: Instruction;
  readonly access: Access;
  readonly places: readonly Place[];
}

export interface Place {
  readonly object: string;
  readonly offset: number;
}

export interface Division {
  /** In the order of their offsets. An object that is never touched has none. */
  readonly cells: ReadonlyMap<string, readonly Cell[]>;
  /** The bytes of the cell that begins there; 0 if none does. */
  readonly bytesAt: (place: Place) => number;
  readonly touches: readonly Touch[];
  /** The touches of an instruction, in the order of `accessesOf`. */
  readonly of: ReadonlyMap<Instruction, readonly Touch[]>;
  /** The cells in which accesses of several sizes begin. */
  readonly wholes: Wholes;
}

/** A part of an object that a final state shows. */
interface Range {
  readonly object: string;
  readonly offset: number;
  readonly size: number;
}

export function divide(
  module: Module,
  points: PointsTo,
  shown: readonly Range[] = [],
  wholes: Wholes = noWholes,
): Division {
  const touches = touchesIn(module, points);
  const cuts = new Cuts(wholes);
  for (const [object, parts] of wholes)
    for (const [offset, { bytes }] of parts) {
      cuts.add(object, offset);
      cuts.add(object, offset + bytes);
    }
  for (const { access, places } of touches)
    if (access.bytes !== undefined)
      for (const { object, offset } of places) {
        cuts.add(object, offset);
        cuts.add(object, offset + access.bytes);
        cuts.touch(object, offset, offset + access.bytes);
      }
  for (const { access, places } of touches) cutRange(cuts, access, places);
  for (const { object, offset, size } of shown) {
    cuts.add(object, offset);
    cuts.add(object, offset + size);
    cuts.touch(object, offset, offset + size);
  }
  for (const touch of touches) {
    touchCompared(cuts, touch, points);
    touchChecked(cuts, touch, points);
  }
  const byInstruction = new Map<Instruction, Touch[]>();
  for (const touch of touches) pushed(byInstruction, touch.instruction, touch);
  const alike = placesAlike(touches);
  const settle = (): void => {
    do {
      lookAtClock();
      cuts.changed = false;
      for (const { bytes, places } of alike) cuts.align(places, bytes);
      for (const [i, parts] of byInstruction)
        if (i.kind === 'copy' || (i.kind === 'intrinsic' && i.name === 'compare'))
          alignRanges(cuts, parts, points);
      for (const object of [...cuts.objects]) soften(cuts, object);
    } while (cuts.changed);
  };
  settle();
  for (const touch of touches) touchFirst(cuts, touch, points);
  if (cuts.changed) settle();
  const cells = new Map([...cuts.objects].map((object) => [object, cellsOf(cuts, object)]));
  const sizes = new Map([...cells].map(([object, own]) => [object, sizesOf(own)]));
  const bytesAt = ({ object, offset }: Place): number => sizes.get(object)?.get(offset) ?? 0;
  return { cells, bytesAt, touches, of: byInstruction, wholes };
}

const sizesOf = (cells: readonly Cell[]): ReadonlyMap<number, number> =>
  new Map(cells.map(({ offset, bytes }) => [offset, bytes]));

interface PlacesAlike {
  readonly places: readonly Place[];
  readonly bytes: number;
}

/** The places that accesses with several of them have, each list once: many accesses go through the same pointer. */
function placesAlike(touches: readonly Touch[]): readonly PlacesAlike[] {
  const found = new Map<string, PlacesAlike>();
  for (const { access, places } of touches) {
    const { bytes } = access;
    if (bytes === undefined || places.length < 2) continue;
    const key = [bytes, ...places.map(({ object, offset }) => `${object} ${offset}`)].join('\0');
    found.set(key, { places, bytes });
  }
  return [...found.values()];
}

/** A copied or filled range of bytes begins and ends where it does, be that within an access. */
function cutRange(cuts: Cuts, { size }: Access, places: readonly Place[]): void {
  if (size === undefined) return;
  for (const { object, offset } of places) {
    cuts.add(object, offset);
    if (size.kind === 'const') cuts.add(object, offset + Number(size.value));
  }
}

/** A comparison reads all its bytes, also those that no other access touches; they are apart if it may end at any of them. */
function touchCompared(cuts: Cuts, { instruction: i, access, places }: Touch, points: PointsTo): void {
  if (i.kind !== 'intrinsic' || i.name !== 'compare') return;
  const length = access.size?.kind === 'const' ? Number(access.size.value) : undefined;
  for (const place of places) {
    const { object, offset } = place;
    const room = roomOf(place, points);
    const end = offset + (length === undefined ? room : Math.min(room, length));
    for (let at = offset; at < end; at++) {
      if (cuts.isTouched(object, at)) continue;
      cuts.touch(object, at, at + 1);
      if (length !== undefined) continue;
      cuts.add(object, at);
      cuts.add(object, at + 1);
    }
  }
}

/** The end of a lock, and a look whether it has a value, are seen where no other access touches the bytes. */
function touchChecked(cuts: Cuts, { instruction: i, access, places }: Touch, points: PointsTo): void {
  if (i.kind !== 'intrinsic' || (i.name !== 'destroy' && i.name !== 'reads')) return;
  if (access.size?.kind !== 'const') return;
  for (const place of places) {
    const known = points.objects.byName.get(place.object);
    const hasValues = known?.kind === 'global' && known.global.storage.kind !== 'local';
    if (hasValues && i.name === 'reads') continue;
    const end = place.offset + Math.min(roomOf(place, points), Number(access.size.value));
    for (let at = place.offset; at < end; at++)
      if (!cuts.isTouched(place.object, at)) cuts.touch(place.object, at, at + 1);
  }
}

/** A range that nothing else touches has a cell all the same: its object may have ended, or another thread may copy it too. */
function touchFirst(cuts: Cuts, { instruction: i, access: { size }, places }: Touch, points: PointsTo): void {
  if ((i.kind !== 'copy' && i.kind !== 'fill') || (size?.kind === 'const' && Number(size.value) < 1)) return;
  for (const place of places) {
    const { object, offset } = place;
    const end = offset + Math.min(roomOf(place, points), size?.kind === 'const' ? Number(size.value) : 1);
    const isSeen = Array.from({ length: Math.max(0, end - offset) }).some((_, k) =>
      cuts.isTouched(object, offset + k),
    );
    if (isSeen || end <= offset) continue;
    cuts.add(object, offset);
    cuts.add(object, offset + 1);
    cuts.touch(object, offset, offset + 1);
  }
}

/** Pieces between cuts have 1, 2, 4 or 8 bytes and lie at multiples of them. */
function soften(cuts: Cuts, object: string): void {
  for (const { from, to } of cuts.pieces(object)) {
    const bytes = to - from;
    if ((bytes === 1 || bytes === 2 || bytes === 4 || bytes === 8) && from % bytes === 0) continue;
    // The largest cell that may begin here.
    let size = 8;
    while (size > bytes || from % size !== 0) size /= 2;
    // An access that is not aligned is one cell where nothing else overlaps it.
    if (bytes === 2 || bytes === 4 || bytes === 8) continue;
    cuts.add(object, from + size);
  }
}

const cellsOf = (cuts: Cuts, object: string): Cell[] =>
  cuts.pieces(object).map(({ from, to }) => {
    const bytes = to - from;
    return { offset: from, bytes: bytes === 8 || bytes === 4 || bytes === 2 ? bytes : 1 };
  });

/** Gives both sides of a copy or comparison the same parts, each side as far as its object goes. */
function alignRanges(cuts: Cuts, parts: readonly Touch[], points: PointsTo): void {
  const size = parts[0]?.access.size;
  const bytes = size?.kind === 'const' ? Number(size.value) : Number.POSITIVE_INFINITY;
  cuts.alignRanges(
    parts
      .flatMap((part) => part.places)
      .map((place) => ({ ...place, room: Math.min(bytes, roomOf(place, points)) })),
  );
}

/** How many bytes of its object lie behind a place. */
export function roomOf({ object, offset }: Place, points: PointsTo): number {
  const known = points.objects.byName.get(object);
  return known === undefined ? 0 : reachOf(known) - offset;
}

function touchesIn(module: Module, points: PointsTo): Touch[] {
  const touches: Touch[] = [];
  for (const [thread, { body }] of module.threads.entries())
    for (const { instructions } of body.blocks.values())
      for (const instruction of instructions)
        for (const access of accessesOf(instruction)) {
          const targets = points.of(thread, access.address);
          const places = new Map<string, Place>();
          for (const target of targets.values())
            for (const place of placesOf(target, access, points))
              places.set(`${place.object} ${place.offset}`, place);
          touches.push({ thread, instruction, access, places: [...places.values()] });
        }
  return touches;
}

/** Offsets at which the access fits into the object and into the extent of its address. */
function placesOf(target: Target, { bytes = 1 }: Access, points: PointsTo): Place[] {
  const object = points.objects.byName.get(target.object);
  const reach = object === undefined ? 0 : reachOf(object);
  const size = target.walks ? Math.min(reach, target.high) : reach;
  // An address that walks in smaller steps than the access has bytes is meant to be aligned.
  const aligned = target.count > 1 && target.stride < bytes;
  return offsetsOf(target)
    .filter((offset) => offset >= 0 && offset + bytes <= size && (!aligned || offset % bytes === 0))
    .map((offset) => ({ object: target.object, offset }));
}
