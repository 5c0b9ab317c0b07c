// The reference explorer against brute force with an interpreter of its own.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { modelNames } from '../../src/execution/execution.js';
import { explore } from '../../src/explicit/explore.js';
import { randomProgram } from '../../src/generate/random.js';
import { bruteForce } from '../reference/bruteForce.js';

describe('the reference explorer', () => {
  it('sees the traces and outcomes brute force sees', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const program = randomProgram(seed);
        for (const model of modelNames) {
          const expected = bruteForce(program, model);
          const seen = explore(program, { model, dpor: 'none' });
          expect(seen.outcomes.map((o) => o.join()).sort()).toEqual([...expected.outcomes].sort());
          expect(seen.executions).toBe(expected.complete.size);
          expect(seen.blocked).toBe(expected.blocked.size);
          expect([...new Set(seen.findings.map(({ finding }) => finding.kind))].sort()).toEqual(
            [...expected.findings].sort(),
          );
        }
      }),
      { numRuns: 100 },
    );
  });
});
