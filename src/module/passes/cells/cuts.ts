// Of each object, where cells begin and end, and which bytes are touched at all.

import type { Place } from './divide.js';
import { isInWhole, type Wholes } from './wholes.js';

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

  /** Gives all places the cuts of each of them. `spread`: a part of one is a part of all, as in a copy. */
  align(places: readonly Place[], bytes: number, spread: boolean): void {
    for (const { object, offset } of places) this.#marksOf(object, offset + bytes + 1);
    const all = places.map((place) => ({ ...place, marks: this.#marksOf(place.object, 0) }));
    for (let at = 0; at <= bytes; at++) {
      let found = 0;
      for (const { marks, offset } of all) found |= marks[offset + at] ?? 0;
      if (found === 0) continue;
      for (const { object, marks, offset } of all) {
        const missing = found & ~(marks[offset + at] ?? 0);
        if ((missing & cut) !== 0) this.add(object, offset + at);
        if ((missing & touched) !== 0 && spread && at < bytes)
          this.touch(object, offset + at, offset + at + 1);
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
