// The conflict order of one execution (RELAXER, section 2.2): e before e' at a cell, by commit indices. The commit index of a
// write is its place in the coherence order, that of a read the place of what it read. Every such pair is a path of
// rf, co and fr.

import { type Execution, initialWrite } from '../execution/execution.js';

interface Place {
  readonly address: number;
  /** Commit index of what it read, if it read the cell. */
  readonly read?: number;
  /** Its own commit index, if it wrote the cell. */
  readonly written?: number;
}

export class ConflictOrder {
  readonly #places: readonly (readonly Place[])[];

  constructor({ events, rf, co }: Execution) {
    const position = new Map<number, Map<number, number>>();
    for (const [address, writers] of co) position.set(address, new Map(writers.map((id, i) => [id, i])));
    const placeOf = (address: number, writer: number): number =>
      writer === initialWrite ? -1 : (position.get(address)?.get(writer) ?? Number.POSITIVE_INFINITY);
    this.#places = events.map(({ id, reads, writes }) => {
      const places = new Map<number, Place>();
      reads.forEach(({ address }, k) => {
        places.set(address, { address, read: placeOf(address, rf[id][k]) });
      });
      for (const { address } of writes)
        places.set(address, { ...places.get(address), address, written: placeOf(address, id) });
      return [...places.values()];
    });
  }

  /** The cells that an event accesses. */
  cells(event: number): readonly number[] {
    return this.#places[event].map(({ address }) => address);
  }

  /** Whether `a` precedes `b` at some cell. */
  precedes(a: number, b: number): boolean {
    return this.#places[a].some((p) =>
      this.#places[b].some((q) => p.address === q.address && placedBefore(p, q)),
    );
  }
}

function placedBefore(a: Place, b: Place): boolean {
  if (b.written !== undefined) return (a.written ?? a.read ?? Number.POSITIVE_INFINITY) < b.written;
  return a.written !== undefined && b.read !== undefined && a.written <= b.read;
}
