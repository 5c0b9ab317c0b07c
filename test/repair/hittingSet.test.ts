import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cheapestHittingSet, hittingSetsUpTo } from '../../src/repair/hittingSet.js';

const elements = 7;
const clauses = fc.array(fc.uniqueArray(fc.nat(elements - 1), { minLength: 1, maxLength: 4 }), {
  maxLength: 6,
});
const costs = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: elements, maxLength: elements });

const subsets = Array.from({ length: 1 << elements }, (_, bits) =>
  [...Array(elements).keys()].filter((e) => (bits >> e) & 1),
);
const total = (set: readonly number[], cost: readonly number[]): number =>
  set.reduce((sum, e) => sum + cost[e], 0);
const hits = (set: readonly number[], all: readonly (readonly number[])[]): boolean =>
  all.every((clause) => clause.some((e) => set.includes(e)));

describe('hitting sets', () => {
  it('are as cheap as the cheapest of all subsets', () => {
    fc.assert(
      fc.property(clauses, costs, (all, cost) => {
        const found = cheapestHittingSet(all, (e) => cost[e]) ?? [];
        const least = Math.min(...subsets.filter((set) => hits(set, all)).map((set) => total(set, cost)));
        expect(hits(found, all)).toBe(true);
        expect(total(found, cost)).toBe(least);
      }),
    );
  });

  it('are all there, each once, none with an element too many', () => {
    fc.assert(
      fc.property(clauses, costs, fc.nat(8), (all, cost, most) => {
        const found = hittingSetsUpTo(all, (e) => cost[e], most).map((set) => set.join());
        const wanted = subsets.filter(
          (set) =>
            hits(set, all) &&
            total(set, cost) <= most &&
            set.every(
              (e) =>
                !hits(
                  set.filter((o) => o !== e),
                  all,
                ),
            ),
        );
        expect(found.toSorted()).toEqual(wanted.map((set) => set.join()).toSorted());
      }),
    );
  });

  it('do not exist where a clause has no element', () => {
    expect(cheapestHittingSet([[1], []], () => 1)).toBeUndefined();
    expect(hittingSetsUpTo([[1], []], () => 1, 9)).toEqual([]);
  });
});
