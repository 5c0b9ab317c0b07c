// Spin loops as assumes: the same final states and findings as round by round, and threads that wait forever are named.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { modelNames } from '../../src/execution/execution.js';
import { type Exploration, explore } from '../../src/explicit/explore.js';
import { peterson } from '../../src/generate/families.js';
import { printProgram } from '../../src/program/printer.js';
import type { Program } from '../../src/program/program.js';
import { assumeSpinLoops } from '../../src/program/spinLoops.js';
import { forEachStatement } from '../../src/program/statement.js';
import { waitingProgram } from '../program/waitingPrograms.js';
import { canHang } from './hangOracle.js';

const outcomes = (seen: Exploration): string[] => seen.outcomes.map(String).sort();
const kinds = (seen: Exploration): string[] =>
  seen.findings
    .map(({ finding: { kind, thread } }) => `${kind} ${thread}`)
    .filter((finding) => !finding.startsWith('hang'))
    .sort();

const loops = (program: Program): number => {
  let count = 0;
  for (const { body } of program.threads)
    forEachStatement(body, ({ kind }) => {
      if (kind === 'while') count++;
    });
  return count;
};

describe('a rewritten program', () => {
  it.each(modelNames)('has the outcomes and findings of the original under %s', (model) => {
    let rewritten = 0;
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const original = waitingProgram(seed, { stops: true });
        if (assumeSpinLoops(original) === original) return;
        rewritten++;
        const text = printProgram(original);
        const limits = { model, unroll: 2, maxExecutions: 2000 };
        const whole = explore(original, limits);
        const short = explore(original, { ...limits, spinAssume: true });
        if (!whole.complete) return;
        expect(short.complete, text).toBe(true);
        expect(outcomes(short), text).toEqual(outcomes(whole));
        expect(kinds(short), text).toEqual(kinds(whole));
        const reference = explore(original, { ...limits, spinAssume: true, dpor: 'none' });
        expect(reference.findings.map(({ finding }) => finding.message).sort(), text).toEqual(
          short.findings.map(({ finding }) => finding.message).sort(),
        );
      }),
      { numRuns: 120 },
    );
    expect(rewritten).toBeGreaterThan(20);
  });

  it.each(modelNames)('hangs iff the original can wait forever under %s', (model) => {
    let hanging = 0;
    let decided = 0;
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const original = waitingProgram(seed, { stops: false });
        if (loops(assumeSpinLoops(original)) > 0) return;
        const expected = canHang(original, model);
        if (expected === undefined) return;
        decided++;
        hanging += Number(expected);
        const { findings } = explore(original, { model, spinAssume: true });
        expect(
          findings.some(({ finding }) => finding.kind === 'hang'),
          printProgram(original),
        ).toBe(expected);
      }),
      { numRuns: 150 },
    );
    // Neither answer is rare.
    expect(hanging).toBeGreaterThan(0);
    expect(decided - hanging).toBeGreaterThan(0);
  });

  it('needs no bound: Peterson with fences is correct however long a thread waits', () => {
    // Under PSO a thread's flag may come after its turn.
    for (const model of ['sc', 'tso'] as const) {
      const seen = explore(peterson(2, { fenced: true }), { model, spinAssume: true });
      expect(seen).toMatchObject({ complete: true, cutLoops: [], findings: [] });
    }
  });
});
