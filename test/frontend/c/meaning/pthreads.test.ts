// Conditions, wakeups without a signal, semaphores and cancellation in random C programs: both engines against a machine of its own
// (test/reference/pthreads.ts), and against each other on every model.

import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { modelNames } from '../../../../src/execution/execution.js';
import type { Finding } from '../../../../src/execution/finding.js';
import { type Exploration, explore } from '../../../../src/explicit/explore.js';
import { atProcessEnd } from '../../../../src/program/processEnd.js';
import { assumeSpinLoops } from '../../../../src/program/spinLoops.js';
import { SymbolicEngine } from '../../../../src/symbolic/index.js';
import { asC, threadsProgram } from '../../../reference/pthreadPrograms.js';
import { behaviours } from '../../../reference/pthreads.js';
import { parse } from '../run.js';

interface Explored {
  readonly outcomes: Exploration['outcomes'];
  readonly findings: readonly { readonly finding: Finding }[];
}

/** The other engine takes longer: by default it is asked about some. */
const [runs, asked] = process.env.FC_RUNS === undefined ? [14, 5] : [Number(process.env.FC_RUNS), 1];

const summary = ({ outcomes, findings }: Explored) => {
  const kinds = new Set(findings.map(({ finding }) => finding.kind));
  return {
    finals: outcomes.map((values) => values.join()).sort(),
    failures: kinds.has('assertion'),
    stuck: kinds.has('deadlock') || kinds.has('hang'),
    others: [...kinds].filter((kind) => !['assertion', 'deadlock', 'hang'].includes(kind)),
  };
};

describe('threads that wait and are cancelled', () => {
  let symbolic: SymbolicEngine;
  beforeAll(async () => {
    symbolic = await SymbolicEngine.start();
  });

  it.each([
    ['conditions', false],
    ['cancellation', true],
  ])(
    '%s',
    (_, cancels) => {
      let [exact, cut, skipped] = [0, 0, 0];
      fc.assert(
        fc.property(threadsProgram(cancels), fc.constantFrom(...modelNames), (threads, model) => {
          const expected = behaviours(threads, 30_000);
          const program = atProcessEnd(assumeSpinLoops(parse(asC(threads))));
          const limits = { unroll: 4, maxExecutions: 3000 };
          const found = explore(program, { ...limits, model: 'sc' });
          if (expected === undefined || !found.complete) {
            skipped++;
            return;
          }
          const { finals, failures, stuck, others } = summary(found);
          if (!expected.misuses) expect(others).toEqual([]);
          expect([...expected.finals]).toEqual(expect.arrayContaining(finals));
          if (failures) expect(expected.failures).toBe(true);
          if (stuck) expect(expected.stuck).toBe(true);
          if (found.cutLoops.length === 0) {
            exact++;
            expect(others).toEqual(expected.misuses ? ['misuse'] : []);
            expect({ finals, failures, stuck }).toEqual({
              finals: [...expected.finals].sort(),
              failures: expected.failures,
              stuck: expected.stuck,
            });
          } else cut++;
          if ((exact + cut) % asked !== 0) return;
          const again = model === 'sc' ? found : explore(program, { ...limits, model });
          if (!again.complete) return;
          const solved = symbolic.explore(program, { model, unroll: 4 });
          expect(summary(solved)).toEqual(summary(again));
          expect(solved.cutLoops.length > 0).toBe(again.cutLoops.length > 0);
        }),
        { numRuns: runs },
      );
      if (asked === 1) console.log({ exact, cut, skipped });
      expect(exact).toBeGreaterThan(5);
    },
    asked === 1 ? 3_600_000 : 300_000,
  );
});
