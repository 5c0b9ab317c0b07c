import { describe, expect, it } from 'vitest';
import { sliceHost } from '../../src/cli/host.js';
import { Slice, SliceOver } from '../../src/cli/runner/slice.js';
import { familyProgram } from '../../src/generate/families.js';
import { lookAtClock, until } from '../../src/support/timeOver.js';
import type { EngineAnswer } from '../../src/verdict/engine.js';
import { executorHere } from '../../src/verdict/executor.js';
import { explicitEngine } from '../../src/verdict/explicit.js';

it('leaves no clock behind for what comes after work that it has ended', () => {
  const endless = (): never => {
    for (;;);
  };
  expect(() => new Slice(20).run(() => until(performance.now() + 5, undefined, endless))).toThrow(SliceOver);
  expect(() => {
    for (let i = 0; i < 1000; i++) lookAtClock();
  }).not.toThrow();
});

describe('a search that outlasts its slice', () => {
  /** Asks whether it is over until `ms` have passed, and says each time that it has done this share of its work. */
  const search =
    (slice: Slice, ms: number, explored: (share: number) => number): (() => string) =>
    () => {
      const start = performance.now();
      for (let share = 0; share < 1; share = (performance.now() - start) / ms)
        slice.isOver(() => explored(share));
      return 'found';
    };

  it.each(['run', 'runTrusted'] as const)('goes on if it is expected to end soon (%s)', (run) => {
    const slice = new Slice(60, 60_000);
    expect(
      slice[run](
        search(slice, 200, (share) => share),
        true,
      ),
    ).toBe('found');
    // Its time is over, but another short search may follow.
    expect(
      slice[run](
        search(slice, 100, (share) => share),
        true,
      ),
    ).toBe('found');
  });

  it.each(['run', 'runTrusted'] as const)('is ended if it is far from its end (%s)', (run) => {
    const slice = new Slice(60, 60_000);
    const start = performance.now();
    expect(() =>
      slice[run](
        search(slice, 60_000, () => 1e-6),
        true,
      ),
    ).toThrow(SliceOver);
    expect(performance.now() - start).toBeLessThan(30_000);
  });

  it.each(['run', 'runTrusted'] as const)('is ended in the end, whatever is expected (%s)', (run) => {
    const slice = new Slice(30, 100);
    expect(() =>
      slice[run](
        search(slice, 60_000, () => 1),
        true,
      ),
    ).toThrow(SliceOver);
  });

  it.each(['run', 'runTrusted'] as const)('is ended without an estimate (%s)', (run) => {
    const slice = new Slice(30, 60_000);
    const spin = (): void => {
      for (;;) slice.isOver();
    };
    expect(() => slice[run](spin, true)).toThrow(SliceOver);
  });

  /** The answer of the explicit engine in a slice. */
  const answerIn = async (family: string, n: number, more: number, ms = 1): Promise<EngineAnswer> => {
    const slice = new Slice(ms, more);
    const { limits } = sliceHost(
      { search: slice, symbolic: slice, reading: slice },
      new AbortController().signal,
    );
    const program = familyProgram(family, n);
    const own = { ...limits, unroll: 8 };
    const explored = await executorHere(explicitEngine).ask('explore', { program, model: 'sc' }, own);
    return explored.answer;
  };

  it.each([
    ['wr2', 3],
    ['readers', 9],
  ])('of the explicit engine goes on if it ends soon (%s %i)', async (family, n) => {
    await answerIn(family, n, 0, 60_000);
    expect((await answerIn(family, n, 60_000)).complete).toBe(true);
  });

  it.each([
    ['wr1', 9],
    ['ring', 28],
  ])(
    'of the explicit engine is ended long before its time is over if it is large (%s %i)',
    async (family, n) => {
      const start = performance.now();
      await expect(answerIn(family, n, 120_000)).rejects.toThrow(SliceOver);
      expect(performance.now() - start).toBeLessThan(60_000);
    },
  );

  it('has no more time than other work if it gives no estimate', () => {
    const slice = new Slice(60, 60_000);
    expect(() => slice.run(search(slice, 30_000, () => 1))).toThrow(SliceOver);
  });
});
