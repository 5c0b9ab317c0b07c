// The addresses that objects hold, as far as points-to knows: by object, and by the offsets at which they were stored.

import { contains, hull, meets, type Target, TargetSet, type Targets } from './targets.js';

/** The addresses that were stored at a place. */
interface Stored {
  readonly where: Target;
  readonly values: TargetSet;
}

type Entry = readonly [string, Target];

/**
 * The addresses at all places that meet a place, each once. Many loads read the same place of a large object, and it meets many places.
 * New addresses are collected once for all these loads.
 */
class Contents {
  readonly #meeting: () => Iterable<Stored>;
  readonly #log: Entry[] = [];
  readonly #seen = new Set<string>();
  /** The versions that were collected. */
  readonly #collected = new Map<TargetSet, number>();
  #growth = -1;
  #all: Targets | undefined;

  constructor(meeting: () => Iterable<Stored>) {
    this.#meeting = meeting;
  }

  /** Collects what is new, if the object has grown since. */
  update(growth: number): void {
    if (this.#growth === growth) return;
    this.#growth = growth;
    for (const { values } of this.#meeting()) {
      const before = this.#collected.get(values) ?? 0;
      if (before === values.version) continue;
      this.#collected.set(values, values.version);
      for (const entry of before === 0 ? values.all : values.came(before)) {
        if (this.#seen.has(entry[0])) continue;
        this.#seen.add(entry[0]);
        this.#log.push(entry);
        this.#all = undefined;
      }
    }
  }

  get version(): number {
    return this.#log.length;
  }

  /** The addresses that came after a version. From the start they are those that no walk has replaced. */
  since(version: number): Targets {
    if (version > 0) return new Map(this.#log.slice(version));
    this.#all ??= new Map([...this.#meeting()].flatMap(({ values }) => [...values.all]));
    return this.#all;
  }
}

/** An object whose addresses were stored at more walks than this has one walk in their place. */
const mostWalks = 8;

export class StoredAddresses {
  readonly #objects = new Map<string, Map<string, Stored>>();
  readonly #contents = new Map<string, Map<string, Contents>>();
  /** How often each object got more addresses. */
  readonly #growth = new Map<string, number>();
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
    this.grew(where.object);
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

  /** The addresses that a load from the place may find. */
  contents(where: Target): Contents {
    const known = this.#contents.get(where.object) ?? new Map<string, Contents>();
    this.#contents.set(where.object, known);
    const key = keyOf(where);
    const contents = known.get(key) ?? new Contents(() => this.meeting(where));
    known.set(key, contents);
    contents.update(this.#growth.get(where.object) ?? 0);
    return contents;
  }

  /** Addresses were added in the object. */
  grew(object: string): void {
    this.#growth.set(object, (this.#growth.get(object) ?? 0) + 1);
  }

  /** Each place with the addresses there. */
  *all(): Iterable<Stored> {
    for (const cells of this.#objects.values()) yield* cells.values();
  }
}

const keyOf = ({ offset, stride, count }: Target): string => `${offset} ${stride} ${count}`;

const walksIn = (cells: ReadonlyMap<string, Stored>): readonly Stored[] =>
  [...cells.values()].filter(({ where }) => where.count > 1);
