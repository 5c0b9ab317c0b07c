// The accesses of a module by the bytes at which they begin. Those that overlap some bytes are found without a look at all
// accesses of the object. An access through a pointer into a large array may begin at thousands of places.

import { pushed } from '../../../support/pushed.js';
import type { Touch } from './divide.js';

/** An access, and where it begins. */
interface Begin {
  readonly touch: Touch;
  readonly offset: number;
}

/** A load or store has so many bytes at most. */
const mostBytes = 8;

export class TouchIndex {
  /** The accesses with a fixed number of bytes, by object and first byte. */
  readonly #fixed = new Map<string, Map<number, Touch[]>>();
  /** Copies, fills, comparisons: their ranges may begin far before the bytes that they touch. */
  readonly #ranges = new Map<string, Begin[]>();

  constructor(touches: readonly Touch[]) {
    for (const touch of touches)
      for (const { object, offset } of touch.places)
        if (touch.access.bytes === undefined) pushed(this.#ranges, object, { touch, offset });
        else {
          const own = this.#fixed.get(object) ?? new Map<number, Touch[]>();
          this.#fixed.set(object, own);
          pushed(own, offset, touch);
        }
  }

  /** The accesses with a fixed number of bytes that begin at the byte. */
  beginningAt(object: string, offset: number): readonly Touch[] {
    return this.#fixed.get(object)?.get(offset) ?? [];
  }

  rangesIn(object: string): readonly Begin[] {
    return this.#ranges.get(object) ?? [];
  }

  /** The accesses that touch bytes from `from` on and before `to`. */
  *overlapping(object: string, from: number, to: number): Iterable<Begin> {
    for (let offset = from - mostBytes + 1; offset < to; offset++)
      for (const touch of this.beginningAt(object, offset))
        if (offset + (touch.access.bytes ?? 0) > from) yield { touch, offset };
    for (const begin of this.rangesIn(object))
      if (begin.offset < to && begin.offset + lengthOf(begin.touch) > from) yield begin;
  }
}

/** The bytes of a range; one whose end is not known has no end. */
const lengthOf = ({ access: { size } }: Touch): number =>
  size?.kind === 'const' ? Number(size.value) : Number.POSITIVE_INFINITY;
