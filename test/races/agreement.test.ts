// Data races on random programs: the definition, the monitor, the symbolic engine, and brute force over all interleavings.

import { describe, expect, it } from 'vitest';
import { randomPassingProgram } from '../../src/generate/randomPassing.js';
import { randomSyncProgram } from '../../src/generate/randomSync.js';
import type { Program } from '../../src/program/program.js';
import { expectAgreement } from './agree.js';
import { withLines } from './programs.js';

const kinds: readonly (readonly [string, (seed: number) => Program, number])[] = [
  ['data passed on by flags', randomPassingProgram, 0],
  ['synchronisation of all kinds', (seed) => randomSyncProgram(seed), 1],
  ['longer ones', (seed) => randomSyncProgram(seed, { moves: 5 }), 100_000],
  ['heap blocks', (seed) => randomSyncProgram(seed, { heap: true }), 200_000],
  ['seq_cst only', (seed) => randomSyncProgram(seed, { seqCst: true }), 300_000],
];

describe('definition, monitor, symbolic engine and brute force agree', () => {
  it.each(kinds)('%s', (_, random, seed) => {
    const count = Number(process.env.RACE_PROGRAMS ?? 12);
    const first = seed + Number(process.env.RACE_FIRST ?? 0);
    const programs = Array.from({ length: count }, (_, i) => withLines(random(first + i)));
    const judged = programs.map((program) => expectAgreement(program)).filter((races) => races !== undefined);
    const racy = judged.filter((races) => races.length > 0);
    expect(judged.length).toBeGreaterThan(count / 5);
    expect(racy.length).toBeGreaterThan(0);
    expect(racy.length).toBeLessThan(judged.length);
  });
});
