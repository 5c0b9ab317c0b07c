// RELAXER's results on the programs of its paper: the harmful cycles of dekker and the harmless one of Fig. 12, the
// partial initialisation of ms2, and the violation of Fig. 13, which one ordinary run is enough to predict.

import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { papersFolder } from '../../lab/papers/manifest.js';
import { readProgram } from '../../src/frontend/index.js';
import type { RelaxModel } from '../../src/relax/model.js';
import { isBuggy, isConfirmed, type RelaxQuestion, type RelaxVerdict, relax } from '../../src/relax/relax.js';

async function ask(
  file: string,
  models: readonly RelaxModel[],
  change: Partial<RelaxQuestion> = {},
): Promise<RelaxVerdict> {
  const program = await readProgram(join(papersFolder, 'structures', file));
  return relax(program, {
    models,
    runs: 50,
    trials: 6,
    repeats: 50,
    giveUp: 1,
    seed: 0,
    cycleLength: 4,
    unroll: 1000,
    maxSteps: 5000,
    ...change,
  });
}

/** Cycles by the paper's numbers of their statements, which the comments of the programs give. */
function cyclesOf(verdict: RelaxVerdict, chosen: typeof isConfirmed): string[] {
  const lines = verdict.program.source?.text.split('\n') ?? [];
  const number = (label: number): number => {
    const { at } = verdict.labels[label];
    const text = at?.file === undefined ? (lines[(at?.line ?? 0) - 1] ?? '') : '';
    return Number(/\/\/ (\d+)$/.exec(text)?.[1] ?? Number.NaN);
  };
  return verdict.models.flatMap(({ cycles }) =>
    cycles.filter(chosen).map(({ cycle }) => cycle.map(number).join()),
  );
}

describe('dekker (Fig. 11) under TSO', () => {
  it('has the three harmful cycles of the paper and no other, and that of Fig. 12, which is not one of them', async () => {
    const verdict = await ask('dekker.c', ['tso']);
    expect(cyclesOf(verdict, isBuggy).sort()).toEqual(['1,2,11,12', '1,2,17,12', '7,2,11,12']);
    expect(cyclesOf(verdict, isConfirmed)).toContain('9,2,14,15');
  });
});

describe('ms2 (Fig. 10)', () => {
  it('has exactly the partial initialisation under PSO, and nothing under TSO', async () => {
    const tso = await ask('ms2.c', ['tso'], { trials: 2 });
    expect(cyclesOf(tso, isConfirmed)).toEqual([]);
    const pso = await ask('ms2.c', ['pso'], { trials: 2 });
    const pair = ['2,5,10,14', '3,5,10,10'];
    expect(cyclesOf(pso, isConfirmed).sort()).toEqual(pair);
    expect(cyclesOf(pso, isBuggy).sort()).toEqual(pair);
  });
});

describe('Fig. 13', () => {
  it('is found from one ordinary run', async () => {
    const verdict = await ask('fig13.c', ['tso'], { runs: 1, trials: 2, repeats: 100 });
    const [{ cycles }] = verdict.models;
    expect(cycles.filter(isBuggy)).toHaveLength(1);
  });
});
