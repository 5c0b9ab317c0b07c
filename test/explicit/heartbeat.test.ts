// How far an exploration says it is.

import { describe, expect, it } from 'vitest';
import { compile } from '../../src/explicit/bytecode/compile.js';
import { Search } from '../../src/explicit/dpor/search.js';
import { type ExplorationProgress, type ExploreOptions, explore } from '../../src/explicit/explore.js';
import { FastState } from '../../src/explicit/fast/state.js';
import { familyProgram } from '../../src/generate/families.js';

/** The reports until something was explored, and a little longer. */
function progressOf(options: ExploreOptions): ExplorationProgress[] {
  const seen: ExplorationProgress[] = [];
  explore(familyProgram('wr1', 6), {
    ...options,
    stop: () => seen.filter(({ executions }) => executions > 0).length >= 3,
    onProgress: (progress) => seen.push(progress),
  });
  return seen;
}

describe('an exploration', () => {
  it.each<[string, ExploreOptions]>([
    ['with DPOR', { model: 'tso' }],
    ['bounded by preemptions', { model: 'sc', strategy: { kind: 'preemptions', bound: 9 } }],
    ['at random', { model: 'pso', strategy: { kind: 'random', runs: 10_000_000, seed: 1 } }],
  ])('%s tells how far it is', (_, options) => {
    const seen = progressOf(options);
    expect(seen.length).toBeGreaterThan(2);
    for (const { model, explored, ms } of seen) {
      expect(model).toBe(options.model);
      expect(ms).toBeGreaterThan(0);
      expect(explored).toBeGreaterThanOrEqual(0);
      expect(explored).toBeLessThanOrEqual(1);
    }
    expect(seen.map(({ executions }) => executions)).toEqual(
      seen.map(({ executions }) => executions).sort((a, b) => a - b),
    );
  });

  it('without reduction has no estimate', () => {
    const seen = progressOf({ model: 'sc', dpor: 'none' });
    expect(seen.length).toBeGreaterThan(0);
    expect(seen.every(({ explored }) => explored === undefined)).toBe(true);
  });
});

describe('the share of a search that is done', () => {
  it.each([
    ['wr1', 5],
    ['mutex-inc', 6],
    ['ring', 10],
  ])('is about right for %s %i from the middle on', (name, n) => {
    const code = compile(familyProgram(name, n), { unroll: 8 });
    const shares: number[] = [];
    const search = new Search(new FastState(code, 'tso', { stride: 4, stores: 32 }), true);
    search.run({ onTick: () => true, onMaximal: () => shares.push(search.explored()) > 0 });
    shares.slice(shares.length / 2).forEach((share, i, later) => {
      const actual = (shares.length - later.length + i) / shares.length;
      expect(share).toBeGreaterThan(actual / 2);
      expect(share).toBeLessThan(actual * 2);
    });
  });
});
