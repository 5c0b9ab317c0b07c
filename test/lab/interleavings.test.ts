import { describe, expect, it } from 'vitest';
import {
  countInterleavings,
  overheadOf,
  type WatchOptions,
  watchInterleavings,
} from '../../lab/papers/interleavings.js';
import { type PaperGroup, paperProgram, paperVariant } from '../../lab/papers/manifest.js';
import { readProgram } from '../../src/frontend/index.js';

async function subject(group: PaperGroup, name: string, variant: string) {
  const paper = paperProgram(group, name);
  const { defines, unroll } = paperVariant(paper, variant);
  const program = await readProgram(paper.file, { defines, unroll });
  const options = (preemptions: number): WatchOptions => ({
    unroll,
    preemptions,
    monitors: ['sober'],
    stop: () => false,
  });
  return { program, options };
}

describe('interleavings with few preemptions', () => {
  it("of SOBER's Fig. 1(b) are six, two of them borderline", async () => {
    const { program, options } = await subject('sober', 'fig1b', 'bare');
    expect(watchInterleavings(program, options(9))).toMatchObject({
      interleavings: 6,
      borderline: 2,
      finished: true,
    });
    expect(countInterleavings(program, options(9))).toEqual({ interleavings: 6, finished: true });
  });

  it('are not borderline any more with fences', async () => {
    const { program, options } = await subject('sober', 'takequeue', 'tso');
    expect(watchInterleavings(program, options(1)).borderline).toBe(0);
  });

  it('are counted once although the search starts again with more room', async () => {
    const { program, options } = await subject('sober', 'takequeue', 'unfenced');
    const { interleavings, borderline } = watchInterleavings(program, options(1));
    expect(interleavings).toBe(countInterleavings(program, options(1)).interleavings);
    expect(borderline).toBeLessThanOrEqual(interleavings);
  });

  it('end with the first report if that is enough', async () => {
    const { program, options } = await subject('sober', 'dekker', 'unfenced');
    const { interleavings, borderline, finished } = watchInterleavings(program, {
      ...options(3),
      untilReport: true,
    });
    expect({ interleavings, borderline, finished }).toEqual({
      interleavings: 1,
      borderline: 1,
      finished: true,
    });
  });

  it('say when they were stopped', async () => {
    const { program, options } = await subject('sober', 'dekker', 'unfenced');
    expect(watchInterleavings(program, { ...options(3), stop: () => true }).finished).toBe(false);
  });

  it.each([
    ['ms2', 0, 2],
    ['msn', 0, 3],
    ['bakery', 3, 4],
  ])('of %s show as many violations as BSS publishes', async (name, tso, pso) => {
    const { program, options } = await subject('structures', name, 'unfenced');
    const monitors = ['bss-tso-published', 'bss-pso-published'] as const;
    const { pairs } = watchInterleavings(program, { ...options(1), monitors });
    expect([...pairs.values()]).toEqual([tso, pso]);
  });
});

describe('the overhead of a monitor', () => {
  it('is given where there is enough to compare', () => {
    expect(overheadOf(1.2, 1)).toBeCloseTo(20);
    expect(overheadOf(0.02, 0.01)).toBeNull();
    expect(overheadOf({ over: 5 }, 1)).toBeNull();
  });
});
