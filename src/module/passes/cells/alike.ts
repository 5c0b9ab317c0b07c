// Places that copies make alike: those at the same distance from the ends of a copy.

import type { Instruction } from '../../instruction.js';
import type { Division, Place, Touch } from './divide.js';
import type { TouchIndex } from './touchIndex.js';

/** Places, each once, in the order in which they are found. */
export class Places {
  readonly all: Place[] = [];
  readonly #known = new Map<string, Set<number>>();
  #next = 0;

  add(object: string, offset: number): void {
    const own = this.#known.get(object) ?? new Set<number>();
    this.#known.set(object, own);
    if (own.has(offset)) return;
    own.add(offset);
    this.all.push({ object, offset });
  }

  has(object: string, offset: number): boolean {
    return this.#known.get(object)?.has(offset) === true;
  }

  next(): Place | undefined {
    return this.all[this.#next++];
  }
}

export class Copies {
  readonly #index: TouchIndex;
  readonly #division: Division;
  /** The distances from the ends of each copy that were looked at. */
  readonly #seen = new Map<Instruction, Set<number>>();

  constructor(index: TouchIndex, division: Division) {
    this.#index = index;
    this.#division = division;
  }

  /** Adds the places that copies make like this one. */
  spread({ object, offset }: Place, found: Places): void {
    for (const { touch, offset: start } of this.#index.rangesIn(object)) {
      const { instruction } = touch;
      const distance = offset - start;
      if (instruction.kind !== 'copy' || distance < 0 || !reaches(touch, distance)) continue;
      const seen = this.#seen.get(instruction) ?? new Set<number>();
      this.#seen.set(instruction, seen);
      if (seen.has(distance)) continue;
      seen.add(distance);
      for (const { places } of this.#division.of.get(instruction) ?? [])
        for (const place of places)
          if (this.#isTouched(place.object, place.offset + distance))
            found.add(place.object, place.offset + distance);
    }
  }

  /** A copy from one place of an object to another would go on for ever. */
  #isTouched(object: string, offset: number): boolean {
    const last = this.#division.cells.get(object)?.at(-1);
    return last !== undefined && offset < last.offset + last.bytes;
  }
}

const reaches = ({ access: { size } }: Touch, distance: number): boolean =>
  size?.kind !== 'const' || distance < Number(size.value);
