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

/**
 * All that follows from the bounds and from every choice being at least 0; undefined if nothing satisfies them. Choices that no bound
 * relates, directly or through others, are closed apart. Between such choices holds only what follows from the bounds with 0.
 */
export class Zone {
  readonly #parts: readonly Part[];

  private constructor(parts: readonly Part[]) {
    this.#parts = parts;
  }

  static of(bounds: Iterable<Bound>): Zone | undefined {
    const parts: Part[] = [];
    for (const related of relatedBounds(bounds)) {
      const part = closed(related);
      if (part === undefined) return undefined;
      parts.push(part);
    }
    return new Zone(parts);
  }

  /** The least value that each choice it mentions can have: all of them together satisfy it. */
  least(): Map<string, bigint> {
    return new Map(
      this.#parts.flatMap(({ names, matrix }) =>
        names.flatMap((name, i) => (name === undefined ? [] : [[name, -(matrix[0][i] ?? 0n)] as const])),
      ),
    );
  }

  /** The same text for the same set of values of the same choices. */
  text(): string {
    return this.#parts.flatMap(textsOf).sort().join(' ');
  }
}

interface Part {
  /** The first is 0. */
  readonly names: readonly (string | undefined)[];
  /** Least upper bounds of differences; undefined: none. */
  readonly matrix: (bigint | undefined)[][];
}

/** The bounds of choices that are related, together; those with 0 relate nothing. */
function relatedBounds(bounds: Iterable<Bound>): Iterable<Bound[]> {
  const list = [...bounds];
  const leader = new Map<string, string>();
  const leaderOf = (name: string): string => {
    let at = name;
    for (let next = leader.get(at); next !== undefined; next = leader.get(at)) at = next;
    return at;
  };
  for (const { x, y } of list) {
    if (x === undefined || y === undefined) continue;
    const [a, b] = [leaderOf(x), leaderOf(y)];
    if (a !== b) leader.set(a, b);
  }
  const parts = new Map<string | undefined, Bound[]>();
  for (const bound of list) {
    const name = bound.x ?? bound.y;
    const key = name === undefined ? undefined : leaderOf(name);
    const part = parts.get(key);
    if (part === undefined) parts.set(key, [bound]);
    else part.push(bound);
  }
  return parts.values();
}

function closed(bounds: readonly Bound[]): Part | undefined {
  const names: (string | undefined)[] = [
    undefined,
    ...[...new Set(bounds.flatMap(({ x, y }) => [x, y]))].filter((name) => name !== undefined).sort(),
  ];
  const place = new Map(names.map((name, i) => [name, i] as const));
  const matrix: (bigint | undefined)[][] = names.map((_, i) =>
    names.map((_, j) => (i === j || i === 0 ? 0n : undefined)),
  );
  for (const { x, y, c } of bounds) {
    const row = matrix[place.get(x) ?? 0];
    const j = place.get(y) ?? 0;
    const known = row[j];
    if (known === undefined || c < known) row[j] = c;
  }
  for (let k = 0; k < names.length; k++)
    for (let i = 0; i < names.length; i++) {
      const a = matrix[i][k];
      if (a === undefined) continue;
      for (let j = 0; j < names.length; j++) {
        const [b, known] = [matrix[k][j], matrix[i][j]];
        if (b !== undefined && (known === undefined || a + b < known)) matrix[i][j] = a + b;
      }
    }
  return names.every((_, i) => (matrix[i][i] ?? 0n) >= 0n) ? { names, matrix } : undefined;
}

/** The range of each choice, and the differences that do not follow from ranges. */
function textsOf({ names, matrix }: Part): string[] {
  const [zero] = matrix;
  return names.flatMap((name, i) => {
    if (name === undefined) return [];
    const row = matrix[i];
    const high = row[0];
    const differences = row.flatMap((c, j) => {
      if (j === 0 || j === i || c === undefined) return [];
      return high !== undefined && high + (zero[j] ?? 0n) <= c ? [] : [`${name}-${names[j] ?? ''}<=${c}`];
    });
    return [`${name}:${-(zero[i] ?? 0n)}..${high ?? ''}`, ...differences];
  });
}
