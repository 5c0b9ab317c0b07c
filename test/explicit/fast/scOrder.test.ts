// Which executions of the fast machine are sequentially consistent, against happens-before of the plain machine's.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSequentiallyConsistent } from '../../../src/execution/hb.js';
import { explore } from '../../../src/explicit/explore.js';
import { familyProgram } from '../../../src/generate/families.js';
import { randomProgram } from '../../../src/generate/random.js';
import type { Program } from '../../../src/program/program.js';

const weakModels = ['tso', 'pso'] as const;

/** Of each execution: whether it is sequentially consistent, whether that was in doubt, and whether it may well be. */
function judged(program: Program, model: 'tso' | 'pso') {
  const seen: { sc: boolean; doubtful: boolean; unclear: boolean }[] = [];
  explore(program, {
    model,
    onExecution(build) {
      const { execution } = build();
      // A commit may stop its own thread then.
      const unclear = execution.findings.some(({ kind }) => kind === 'use-after-free');
      seen.push({ sc: isSequentiallyConsistent(execution), doubtful: false, unclear });
    },
    onDoubtful() {
      seen[seen.length - 1].doubtful = true;
    },
  });
  return seen;
}

describe('an order of SC', () => {
  it.each(weakModels)('exists for the executions of random programs under %s that have no cycle', (model) => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        for (const { sc, doubtful, unclear } of judged(randomProgram(seed), model))
          if (!unclear || !sc) expect(doubtful).toBe(!sc);
      }),
      { numRuns: 100 },
    );
  });

  it.each([
    ['dekker', 2],
    ['fib-join', 3],
    ['lastzero', 4],
  ] as const)('exists or not for each execution of %s %i', (family, n) => {
    for (const model of weakModels) {
      const seen = judged(familyProgram(family, n), model);
      expect(seen.length).toBeGreaterThan(10);
      expect(seen.map(({ doubtful }) => !doubtful)).toEqual(seen.map(({ sc }) => sc));
    }
  });
});
