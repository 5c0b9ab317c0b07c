import { describe, expect, it } from 'vitest';
import { Estimate } from '../../../src/explicit/dpor/estimate.js';

/** Searches a tree in which every node at a depth has `branches[depth]` branches; `known` are known when it is entered. */
function leaves(branches: readonly number[], known: readonly number[]): number[] {
  const estimate = new Estimate(branches.length + 1);
  const begun = branches.map(() => 0);
  const shares: number[] = [];
  const pending = (depth: number): number =>
    Math.max(0, (begun[depth] > 1 ? branches[depth] : known[depth]) - begun[depth]);
  const visit = (depth: number): void => {
    if (depth === branches.length) {
      shares.push(estimate.explored(0, depth, pending));
      return;
    }
    for (begun[depth] = 1; begun[depth] <= branches[depth]; begun[depth]++) {
      estimate.enter(depth + 1);
      visit(depth + 1);
      estimate.leave(depth + 1);
    }
  };
  visit(0);
  return shares;
}

describe('the share of a search that is done', () => {
  it('is exact when all branches are known and hold the same', () => {
    const shares = leaves([2, 3, 1, 2], [2, 3, 1, 2]);
    expect(shares.length).toBe(12);
    shares.forEach((share, i) => {
      expect(share).toBeCloseTo(i / 12);
    });
  });

  it('takes unknown branches from nodes that are done', () => {
    const shares = leaves([3, 3, 3, 3], [1, 1, 1, 1]);
    // Three nodes at the last depth are done, and none or few before.
    shares.slice(10, 27).forEach((share, i) => {
      expect(share).toBeCloseTo((i + 10) / 81);
    });
  });
});
