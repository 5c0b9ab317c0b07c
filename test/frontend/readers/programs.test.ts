// Both readers of C on programs of which each shows one thing.

import { describe, expect, it } from 'vitest';
import { checkReaders } from '../../../src/cli/crosscheck/readers.js';
import { clang, readBoth } from './find.js';
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
});
