import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { papersFolder } from '../../src/experiments/manifest.js';
import * as harnesses from './atomicResults.js';

const { atomicRuns, contents, numbers } = harnesses;

/** What stands before and after #else: the small harness and the paper's. */
function halves(name: string): [string, string][] {
  const text = readFileSync(join(papersFolder, 'structures', `${name}Results.h`), 'utf8');
  return [...text.matchAll(/#ifdef SMALL\n([\s\S]*?)#else\n([\s\S]*?)#endif/g)].map(
    ([, small = '', full = '']) => [small, full],
  );
}

const cases = (text: string): number[] =>
  [...text.matchAll(/case (\d+):/g)].map(([, digits]) => Number(digits));

describe('the results of atomic operations that the programs compare with', () => {
  it.each([
    ['queue', harnesses.smallQueueHarness, harnesses.queueHarness],
    ['deque', harnesses.smallDequeHarness, harnesses.dequeHarness],
  ])('of the %s', (name, small, full) => {
    const [results] = halves(name);
    expect(results?.map(cases)).toEqual([numbers(atomicRuns(small)), numbers(atomicRuns(full))]);
  });

  it('of the set, and what it holds in the end', () => {
    const runs = [harnesses.smallSetHarness, harnesses.setHarness].map((harness) => atomicRuns(harness));
    const [held, results] = halves('set');
    expect(results?.map(cases)).toEqual(runs.map(numbers));
    for (const [i, text] of (held ?? []).entries()) {
      const defined = Number(/ATOMIC_CONTENTS (\w+)/.exec(text)?.[1]);
      for (const { left } of runs[i] ?? []) expect(contents(left)).toBe(defined);
    }
  });

  it('interleaves all operations', () => {
    expect(atomicRuns(harnesses.queueHarness)).toHaveLength(252);
    expect(atomicRuns(harnesses.setHarness)).toHaveLength(210);
  });
});
