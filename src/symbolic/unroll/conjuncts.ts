// The conjuncts of a conjunction, as a set that shares storage with the sets of its parts. Without sharing, the guard
// of a path as long as an unrolled loop would be copied with every condition added to it. A set is a few layers, each
// at least twice as large as the next. Small layers are merged, large ones stay as they are.

export class Conjuncts {
  readonly #layers: readonly ReadonlySet<number>[];
  readonly size: number;

  private constructor(layers: readonly ReadonlySet<number>[]) {
    this.#layers = layers;
    this.size = layers.reduce((sum, layer) => sum + layer.size, 0);
  }

  static readonly none = new Conjuncts([]);

  has(id: number): boolean {
    for (const layer of this.#layers) if (layer.has(id)) return true;
    return false;
  }

  *[Symbol.iterator](): Generator<number> {
    for (const layer of this.#layers) yield* layer;
  }

  /** All of one and the other, and these. */
  static joined(a: Conjuncts, b: Conjuncts, ids: readonly number[]): Conjuncts {
    const [few, many] = a.size < b.size ? [a, b] : [b, a];
    const more = new Set<number>();
    for (const id of few) if (!many.has(id)) more.add(id);
    for (const id of ids) if (!many.has(id)) more.add(id);
    if (more.size === 0) return many;
    const layers = [...many.#layers];
    for (let last = layers.at(-1); last !== undefined && last.size < 2 * more.size; last = layers.at(-1)) {
      layers.pop();
      for (const id of last) more.add(id);
    }
    layers.push(more);
    return new Conjuncts(layers);
  }
}
