// Both readers of C on programs of which each shows one thing.

import { describe, expect, it } from 'vitest';
import { checkReaders } from '../../../src/cli/crosscheck/readers.js';
import { present } from '../../../src/support/present.js';
import { clang, readBoth, readersOptions } from './find.js';
import { knownPrograms } from './programs.js';

if (clang === undefined) console.log('no clang: the readers of C are not compared');

describe.skipIf(clang === undefined)('both readers', () => {
  it.each(knownPrograms.map((program) => [program.name, program] as const))(
    'agree: %s',
    async (_, program) => {
      const { conflicts, open, errors } = await readBoth([program], checkReaders);
      expect(conflicts.map(({ disagreements }) => disagreements)).toEqual([]);
      expect(open).toEqual([]);
      expect(errors).toEqual([]);
    },
    60_000,
  );

  it('differ as gcc and clang do on bit-fields that are wider than int: that is no answer', async () => {
    const work = {
      kind: 'random c',
      seed: 874,
      count: 1,
      source: { size: 6 },
      ...present({ cc: clang }),
    } as const;
    const { conflicts, open } = await checkReaders(work, readersOptions, 0);
    expect(conflicts).toEqual([]);
    expect(open.map(({ name }) => name)).toEqual([
      'seed 874: gcc and clang give a bit-field that is wider than int different types',
    ]);
  }, 60_000);
});
