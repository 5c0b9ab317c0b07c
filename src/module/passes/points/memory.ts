// The addresses that objects hold, as far as points-to knows: by object, and by the offsets at which they were stored.

import { contains, hull, meets, type Target, TargetSet } from './targets.js';

/** The addresses that were stored at a place. */
interface Stored {
  readonly where: Target;
  readonly values: TargetSet;
}

/** An object whose addresses were stored at more walks than this has one walk in their place. */
const mostWalks = 8;

export class StoredAddresses {
  readonly #objects = new Map<string, Map<string, Stored>>();
  readonly #reach: (object: string) => number;
  readonly #onJoin: (object: string) => void;

  /** `onJoin` is told of objects whose addresses may be found at more places than they were stored at. */
  constructor(reach: (object: string) => number, onJoin: (object: string) => void) {
    this.#reach = reach;
    this.#onJoin = onJoin;
  }

  /** The addresses at a place, which may be those of a walk around it. */
  at(where: Target): Stored {
    const cells = this.#objects.get(where.object) ?? new Map<string, Stored>();
    this.#objects.set(where.object, cells);
    const known = cells.get(keyOf(where));
    if (known !== undefined || where.count === 1) return known ?? this.#place(cells, where);
    const walks = walksIn(cells);
    const covering = walks.find((stored) => contains(stored.where, where));
    if (covering !== undefined) return covering;
    return walks.length < mostWalks ? this.#place(cells, where) : this.#joined(cells, walks, where);
  }

  #place(cells: Map<string, Stored>, where: Target): Stored {
    const stored = { where, values: new TargetSet(this.#reach) };
    cells.set(keyOf(where), stored);
    return stored;
  }

  #joined(cells: Map<string, Stored>, walks: readonly Stored[], where: Target): Stored {
    for (const walk of walks) cells.delete(keyOf(walk.where));
    const all = this.#place(cells, hull([...walks.map((walk) => walk.where), where]));
    for (const { values } of walks) all.values.add(values.all);
    this.#onJoin(where.object);
    return all;
  }

  /** The places whose addresses a load may find. */
  *meeting(where: Target): Iterable<Stored> {
    for (const stored of this.#objects.get(where.object)?.values() ?? [])
      if (meets(stored.where, where)) yield stored;
  }

  in(object: string): readonly Stored[] {
    return [...(this.#objects.get(object)?.values() ?? [])];
  }

  /** Each place with the addresses there. */
  *all(): Iterable<Stored> {
    for (const cells of this.#objects.values()) yield* cells.values();
  }
}

const keyOf = ({ offset, stride, count }: Target): string => `${offset} ${stride} ${count}`;

const walksIn = (cells: ReadonlyMap<string, Stored>): readonly Stored[] =>
  [...cells.values()].filter(({ where }) => where.count > 1);
