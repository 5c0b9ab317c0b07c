// Both engines through the verdict layer on random programs: they agree, and everything they found is certified.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { modelNames } from '../../src/execution/execution.js';
import { features, type RandomOptions } from '../../src/generate/randomOptions.js';
import { askCheck } from '../../src/verdict/check.js';
import { startEngines } from '../../src/verdict/engines.js';
import { arbitraryProgram } from '../generate/arbitrary.js';

const engines = await startEngines('both');

async function expectAgreement(options: RandomOptions, runs: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(arbitraryProgram(options), async (program) => {
      const { results } = await askCheck(program, {
        models: modelNames,
        engines,
        limits: { unroll: 3 },
        strict: false,
      });
      for (const { answer } of results) {
        expect(answer.differences).toEqual([]);
        expect(answer.confirmed).toBe(true);
        for (const { outcomes, findings, statistics } of answer.engines.values())
          expect(statistics.certified).toBe(outcomes.length + findings.length);
      }
    }),
    { numRuns: runs },
  );
}

describe('the engines', () => {
  it('agree, and all they find is certified', () => expectAgreement({ size: 6 }, 60));

  it('agree on threads that wait for values', () =>
    expectAgreement({ size: 6, features: ['wait', 'rmw', 'fence', 'if', 'alloc', 'fault'], mix: false }, 40));

  it('agree on what goes wrong', () => expectAgreement({ size: 6, features }, 60));
});
