// The registers of a thread on a path, as terms. Paths split and merge at every branch. A thread with inlined
// functions has thousands of registers, few of which differ between paths. So registers are kept in pieces, and paths
// share a piece until one of them changes it.

import type { Term } from './term.js';

/** Registers of a piece, as a power of two. */
const bits = 5;
const mask = (1 << bits) - 1;

type Piece = (Term | undefined)[];

export class Registers {
  /** The places of names, the same for all paths of a thread. */
  readonly #places: Map<string, number>;
  readonly #pieces: (Piece | undefined)[];
  /** By piece: whether no other path shares it. */
  #isOwn: boolean[] = [];

  private constructor(places: Map<string, number>, pieces: (Piece | undefined)[]) {
    this.#places = places;
    this.#pieces = pieces;
  }

  static none(): Registers {
    return new Registers(new Map(), []);
  }

  get(name: string): Term | undefined {
    const place = this.#places.get(name);
    return place === undefined ? undefined : this.#pieces[place >> bits]?.[place & mask];
  }

  set(name: string, value: Term): void {
    let place = this.#places.get(name);
    if (place === undefined) {
      place = this.#places.size;
      this.#places.set(name, place);
    }
    const at = place >> bits;
    const piece = this.#isOwn[at] === true ? this.#pieces[at] : this.#pieces[at]?.slice();
    const own = piece ?? [];
    own[place & mask] = value;
    this.#pieces[at] = own;
    this.#isOwn[at] = true;
  }

  copy(): Registers {
    this.#isOwn = [];
    return new Registers(this.#places, this.#pieces.slice());
  }

  /** Of two paths of a thread, `chosen` where they differ: undefined stands for what one of them has not set. */
  mergedWith(other: Registers, chosen: (own: Term | undefined, others: Term | undefined) => Term): Registers {
    const merged = this.copy();
    for (let at = 0; at < Math.max(this.#pieces.length, other.#pieces.length); at++) {
      const [a, b] = [this.#pieces[at], other.#pieces[at]];
      if (a === b) continue;
      const piece: Piece = [];
      for (let k = 0; k < Math.max(a?.length ?? 0, b?.length ?? 0); k++)
        piece[k] = a?.[k] === b?.[k] ? a?.[k] : chosen(a?.[k], b?.[k]);
      merged.#pieces[at] = piece;
      merged.#isOwn[at] = true;
    }
    return merged;
  }
}
