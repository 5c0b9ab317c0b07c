import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { papersFolder } from '../../lab/papers/manifest.js';
import * as harnesses from './atomicResults.js';

const { atomicRuns, contents, numbers } = harnesses;

/** For each #if what stands in its branches: the smaller harnesses and the paper's. */
function branches(name: string): string[][] {
  const text = readFileSync(join(papersFolder, 'structures', `${name}Results.h`), 'utf8');
  return [...text.matchAll(/#if.*\n([\s\S]*?)#endif/g)].map(([, inside = '']) => inside.split(/#el.*\n/));
}

const cases = (text: string): number[] =>
  [...text.matchAll(/case (\d+):/g)].map(([, digits]) => Number(digits));

describe('the results of atomic operations that the programs compare with', () => {
  it.each([
    ['queue', [harnesses.smallQueueHarness, harnesses.queueHarness]],
    ['deque', [harnesses.tinyDequeHarness, harnesses.smallDequeHarness, harnesses.dequeHarness]],
  ])('of the %s', (name, all) => {
    const [results] = branches(name);
    expect(results?.map(cases)).toEqual(all.map((harness) => numbers(atomicRuns(harness))));
  });

  it('of the set, and what it holds in the end', () => {
    const { tinySetHarness, smallSetHarness, setHarness } = harnesses;
    const runs = [tinySetHarness, smallSetHarness, setHarness].map((harness) => atomicRuns(harness));
    const [held, results] = branches('set');
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
