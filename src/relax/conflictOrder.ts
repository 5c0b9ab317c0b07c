// The conflict order of one execution (RELAXER, section 2.2): e before e' at a cell, by commit indices. The commit
// index of a write is its place in the coherence order. That of a read is the place of its source. Every such pair is
// a path of rf, co and fr.

import type { EventId } from '../execution/event.js';
import { type Execution, initialWrite } from '../execution/execution.js';
import type { Address } from '../program/identity.js';

interface Place {
  readonly address: Address;
  /** The commit index of its source, if it read the cell. */
  readonly read?: number;
  /** Its own commit index, if it wrote the cell. */
  readonly written?: number;
}

export class ConflictOrder {
  readonly #execution: Pick<Execution, 'events' | 'rf' | 'co'>;
  readonly #places = new Map<number, readonly Place[]>();
  readonly #positions = new Map<number, ReadonlyMap<number, number>>();

  constructor(execution: Pick<Execution, 'events' | 'rf' | 'co'>) {
    this.#execution = execution;
  }

  /** Whether `a` precedes `b` at some cell. */
  precedes(a: number, b: number): boolean {
    return this.#placesOf(a).some((p) =>
      this.#placesOf(b).some((q) => p.address === q.address && placedBefore(p, q)),
    );
  }

  #placesOf(event: EventId): readonly Place[] {
    const known = this.#places.get(event);
    if (known !== undefined) return known;
    const { events, rf } = this.#execution;
    const { reads, writes } = events[event];
    const places = new Map<number, Place>();
    reads.forEach(({ address }, k) => {
      places.set(address, { address, read: this.#commitIndex(address, rf[event][k]) });
    });
    for (const { address } of writes)
      places.set(address, {
        ...places.get(address),
        address,
        written: this.#commitIndex(address, event),
      });
    const list = [...places.values()];
    this.#places.set(event, list);
    return list;
  }

  #commitIndex(address: Address, writer: number): number {
    if (writer === initialWrite) return -1;
    let positions = this.#positions.get(address);
    if (positions === undefined) {
      positions = new Map((this.#execution.co.get(address) ?? []).map((id, i) => [id, i]));
      this.#positions.set(address, positions);
    }
    return positions.get(writer) ?? Number.POSITIVE_INFINITY;
  }
}

function placedBefore(a: Place, b: Place): boolean {
  if (b.written !== undefined) return (a.written ?? a.read ?? Number.POSITIVE_INFINITY) < b.written;
  return a.written !== undefined && b.read !== undefined && a.written <= b.read;
}
