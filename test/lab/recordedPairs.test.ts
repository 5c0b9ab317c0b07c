// Runs of a compiled program show the same as exploration of the file, and nothing where it is fenced.

import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { comparePairs } from '../../lab/own/recordedPairs.js';
import { paperProgram, paperVariant } from '../../lab/papers/manifest.js';

const compiler = spawnSync('gcc', ['--version']).status === 0;
if (!compiler) console.warn('no gcc: no program is recorded');

describe.runIf(compiler)('a recorded program of the papers', () => {
  it.each([
    ['structures', 'dekker', 'small unfenced', 10],
    ['sober', 'takequeue', 'tso', 10],
    ['structures', 'msn', 'small pso', 5],
  ] as const)('%s/%s %s shows the pairs of its exploration', async (group, name, variant, runs) => {
    const program = paperProgram(group, name);
    const { defines, unroll, robust } = paperVariant(program, variant);
    const compared = await comparePairs({ file: program.file, defines, unroll }, { runs });
    expect(compared).toMatchObject({ complete: true, wrongReads: 0, ends: 0 });
    expect(compared.recorded).toEqual(compared.explored);
    for (const model of ['tso', 'pso'] as const)
      expect(compared.recorded[model].size === 0).toBe(robust[model]);
  });
});
