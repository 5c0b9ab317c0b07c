// Of each object, where cells begin and end, and which bytes are touched at all.

import type { Place } from './divide.js';
import { isInWhole, type Wholes } from './wholes.js';

interface Range extends Place {
  readonly room: number;
}

/** The marks of a byte: a cell begins or ends there, and it is touched. */
const [cut, touched] = [1, 2];
const leastMarks = 64;

export class Cuts {
  changed = false;
  /** By object and byte. */
  readonly #marks = new Map<string, Uint8Array>();
  /** The objects with bytes that are touched. */
  readonly #objects = new Set<string>();
  readonly #wholes: Wholes;

  constructor(wholes: Wholes) {
    this.#wholes = wholes;
  }

  get objects(): Iterable<string> {
    return this.#objects;
  }

  add(object: string, at: number): void {
    const marks = this.#marksOf(object, at + 1);
    if (((marks[at] ?? 0) & cut) !== 0 || isInWhole(this.#wholes, object, at)) return;
    marks[at] = (marks[at] ?? 0) | cut;
    this.changed = true;
  }

  touch(object: string, from: number, to: number): void {
    const end = Math.max(to, from + (this.#wholes.get(object)?.get(from)?.bytes ?? 0));
    const marks = this.#marksOf(object, end);
    for (let at = from; at < end; at++) {
      if (((marks[at] ?? 0) & touched) !== 0) continue;
      marks[at] = (marks[at] ?? 0) | touched;
      this.#objects.add(object);
      this.changed = true;
    }
  }

  has(object: string, at: number): boolean {
    return ((this.#marks.get(object)?.[at] ?? 0) & cut) !== 0;
  }

  isTouched(object: string, at: number): boolean {
    return ((this.#marks.get(object)?.[at] ?? 0) & touched) !== 0;
  }

  /** Gives all places the cuts of each of them. */
  align(places: readonly Place[], bytes: number): void {
    this.#alignAt(
      places.map((place) => ({ ...place, room: bytes })),
      () => 0,
      cut,
    );
  }

  /** The same of places with so many bytes each. A part of one is a part of all. So is the end of one. */
  alignRanges(ranges: readonly Range[]): void {
    const ends = new Set(ranges.map(({ room }) => room));
    this.#alignAt(ranges, (at) => (ends.has(at) ? cut : 0), cut | touched);
  }

  /** `more`: marks that all places get at a distance. */
  #alignAt(ranges: readonly Range[], more: (at: number) => number, wanted: number): void {
    for (const { object, offset, room } of ranges) this.#marksOf(object, offset + room + 1);
    const all = ranges
      .map((range) => ({ ...range, marks: this.#marksOf(range.object, 0) }))
      .sort((a, b) => b.room - a.room);
    let reaching = all.length;
    for (let at = 0; at <= (all[0]?.room ?? -1); at++) {
      while (all[reaching - 1] !== undefined && (all[reaching - 1]?.room ?? 0) < at) reaching--;
      let found = more(at);
      for (let k = 0; k < reaching; k++) {
        const range = all[k];
        // The byte behind a range is none of its parts.
        if (range !== undefined)
          found |= (range.marks[range.offset + at] ?? 0) & (range.room > at ? cut | touched : cut);
      }
      found &= wanted;
      if (found === 0) continue;
      for (let k = 0; k < reaching; k++) {
        const range = all[k];
        if (range === undefined) continue;
        const { object, offset, room, marks } = range;
        const missing = found & ~(marks[offset + at] ?? 0);
        if ((missing & cut) !== 0) this.add(object, offset + at);
        if ((missing & touched) !== 0 && room > at) this.touch(object, offset + at, offset + at + 1);
      }
    }
  }

  /** Runs of touched bytes without a cut inside. */
  pieces(object: string): { readonly from: number; readonly to: number }[] {
    const pieces: { from: number; to: number }[] = [];
    for (const [at, marks] of (this.#marks.get(object) ?? []).entries()) {
      if ((marks & touched) === 0) continue;
      const last = pieces.at(-1);
      if (last?.to === at && (marks & cut) === 0) last.to = at + 1;
      else pieces.push({ from: at, to: at + 1 });
    }
    return pieces;
  }

  /** The marks of an object, those of the first `size` bytes at least. */
  #marksOf(object: string, size: number): Uint8Array {
    const known = this.#marks.get(object);
    if (known !== undefined && known.length >= size) return known;
    const marks = new Uint8Array(Math.max(size, leastMarks, 2 * (known?.length ?? 0)));
    if (known !== undefined) marks.set(known);
    this.#marks.set(object, marks);
    return marks;
  }
}
