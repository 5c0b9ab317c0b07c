// Sets of choices as zones: conjunctions of x - y <= c over whole numbers, where x and y are choices or 0. A choice
// is counted from the bottom of its range, so every choice is at least 0. Zones are closed under conjunction, their
// complements are unions of zones, and a non-empty zone has a least point.

/** x - y <= c; `undefined` in place of a choice is 0. */
export interface Bound {
  readonly x: string | undefined;
  readonly y: string | undefined;
  readonly c: bigint;
}

/** The bound that is false exactly where this one is true. */
export const negated = ({ x, y, c }: Bound): Bound => ({ x: y, y: x, c: -c - 1n });

const pairOf = ({ x, y }: Bound): string => `${x ?? ''}-${y ?? ''}`;

export function conjunction(...parts: readonly Iterable<Bound>[]): Map<string, Bound> {
  const tightest = new Map<string, Bound>();
  for (const part of parts)
    for (const bound of part) {
      const known = tightest.get(pairOf(bound));
      if (known === undefined || bound.c < known.c) tightest.set(pairOf(bound), bound);
    }
  return tightest;
}

/** All that follows from the bounds and from every choice being at least 0; undefined if nothing satisfies them. */
export class Zone {
  readonly #names: readonly (string | undefined)[];
  /** Least upper bounds of differences; undefined: none. */
  readonly #matrix: (bigint | undefined)[][];

  private constructor(names: readonly (string | undefined)[], matrix: (bigint | undefined)[][]) {
    this.#names = names;
    this.#matrix = matrix;
  }

  static of(bounds: Iterable<Bound>): Zone | undefined {
    const list = [...bounds];
    const names: (string | undefined)[] = [
      undefined,
      ...[...new Set(list.flatMap(({ x, y }) => [x, y]))].filter((name) => name !== undefined).sort(),
    ];
    const place = new Map(names.map((name, i) => [name, i] as const));
    const matrix: (bigint | undefined)[][] = names.map((_, i) =>
      names.map((_, j) => (i === j || i === 0 ? 0n : undefined)),
    );
    for (const { x, y, c } of list) {
      const row = matrix[place.get(x) ?? 0];
      const j = place.get(y) ?? 0;
      const known = row[j];
      if (known === undefined || c < known) row[j] = c;
    }
    for (let k = 0; k < names.length; k++)
      for (let i = 0; i < names.length; i++)
        for (let j = 0; j < names.length; j++) {
          const [a, b, known] = [matrix[i][k], matrix[k][j], matrix[i][j]];
          if (a !== undefined && b !== undefined && (known === undefined || a + b < known))
            matrix[i][j] = a + b;
        }
    return names.every((_, i) => (matrix[i][i] ?? 0n) >= 0n) ? new Zone(names, matrix) : undefined;
  }

  /** The least value that each choice it mentions can have: all of them together satisfy it. */
  least(): Map<string, bigint> {
    return new Map(
      this.#names.flatMap((name, i) =>
        name === undefined ? [] : [[name, -(this.#matrix[0][i] ?? 0n)] as const],
      ),
    );
  }

  implies({ x, y, c }: Bound): boolean {
    const [i, j] = [this.#names.indexOf(x), this.#names.indexOf(y)];
    if (i < 0 || j < 0) return x === undefined && c >= 0n;
    const known = this.#matrix[i][j];
    return known !== undefined && known <= c;
  }

  /** The same text for the same set. */
  text(): string {
    return this.#matrix.map((row, i) => `${this.#names[i] ?? 0}:${row.map((c) => c ?? '').join()}`).join(' ');
  }
}
