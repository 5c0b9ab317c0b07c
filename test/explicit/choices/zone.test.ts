// Zones against sets of points: a few choices with few values, so that each point can be tried.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Bound, Zone } from '../../../src/explicit/choices/zone.js';

const names = ['a', 'b', 'c', 'd'] as const;
const most = 4;

type Point = Readonly<Record<string, bigint>>;

const points: readonly Point[] = names.reduce<readonly Point[]>(
  (known, name) =>
    known.flatMap((point) =>
      Array.from({ length: most + 1 }, (_, value) => ({ ...point, [name]: BigInt(value) })),
    ),
  [{}],
);

const numberOf = (point: Point, name: string | undefined): bigint => (name === undefined ? 0n : point[name]);
const satisfying = (bounds: readonly Bound[]): readonly Point[] =>
  points.filter((point) => bounds.every(({ x, y, c }) => numberOf(point, x) - numberOf(point, y) <= c));

const ranges = names.map((x): Bound => ({ x, y: undefined, c: BigInt(most) }));

const boundsArbitrary = fc
  .array(
    fc.record({
      x: fc.constantFrom(undefined, ...names),
      y: fc.constantFrom(undefined, ...names),
      c: fc.bigInt({ min: -3n, max: 5n }),
    }),
    { maxLength: 6 },
  )
  .map((bounds): Bound[] => [...ranges, ...bounds]);

describe('a zone', () => {
  it('is empty where no point satisfies its bounds, and has a least point otherwise', () => {
    fc.assert(
      fc.property(boundsArbitrary, (bounds) => {
        const expected = satisfying(bounds);
        const least = Zone.of(bounds)?.least();
        expect(least === undefined).toBe(expected.length === 0);
        if (least === undefined) return;
        expect(expected).toContainEqual(Object.fromEntries(least));
        for (const [name, value] of least) expect(expected.every((point) => point[name] >= value)).toBe(true);
      }),
    );
  });

  it('has the text of another exactly if both have the same points', () => {
    fc.assert(
      fc.property(boundsArbitrary, boundsArbitrary, (first, second) => {
        const [left, right] = [satisfying(first), satisfying(second)];
        if (left.length === 0 || right.length === 0) return;
        const isSame = left.length === right.length && left.every((point) => right.includes(point));
        expect(Zone.of(first)?.text() === Zone.of(second)?.text()).toBe(isSame);
      }),
    );
  });

  it('does not depend on which bounds say the same', () => {
    fc.assert(
      fc.property(boundsArbitrary, fc.nat(), (bounds, n) => {
        const known = satisfying(bounds);
        const zone = Zone.of(bounds);
        if (zone === undefined) return;
        // Each difference that holds at all points follows from the bounds.
        const [x, y] = [names[n % names.length], names[(n >> 2) % names.length]];
        const differences = known.map((point) => point[x] - point[y]);
        const c = BigInt(Math.max(...differences.map(Number)));
        expect(Zone.of([...bounds, { x, y, c }])?.text()).toBe(zone.text());
      }),
    );
  });

  it('of thousands of choices that have nothing to do with each other is closed at once', () => {
    const bounds = Array.from(
      { length: 5000 },
      (_, i): Bound => ({ x: `v${i}`, y: undefined, c: BigInt(i) }),
    );
    expect(Zone.of(bounds)?.least().size).toBe(5000);
  });
});
