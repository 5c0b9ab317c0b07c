// Models that are asked about one after the other with one formula. In any order they answer as each does alone, with
// executions that its machine replays and its cat file allows.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { modelNames } from '../../src/execution/execution.js';
import { cutLoopKey, findingKey } from '../../src/execution/finding.js';
import type { Program } from '../../src/program/program.js';
import { SymbolicEngine } from '../../src/symbolic/index.js';
import { Certifier } from '../../src/verdict/certificate.js';
import { forFinalStates } from '../../src/verdict/engine.js';
import { arbitraryProgram } from '../generate/arbitrary.js';
import { waitingProgram } from '../program/waitingPrograms.js';
import { mortalProgram } from './mortalPrograms.js';

const engine = await SymbolicEngine.start();
const other = await SymbolicEngine.start();
const sorted = (keys: Iterable<string>): string[] => [...keys].sort();

const seed = fc.nat({ max: 100_000 });
const anyProgram = fc.oneof(
  arbitraryProgram({}),
  seed.map((s) => waitingProgram(s, { stops: true })),
  seed.map(mortalProgram),
);

describe('one formula for several models', () => {
  it('says what one formula for each model says', () => {
    const orders = fc.shuffledSubarray([...modelNames], { minLength: 2 });
    fc.assert(
      fc.property(anyProgram, fc.oneof(fc.constant([...modelNames]), orders), (whole: Program, models) => {
        const unroll = 3;
        const program = forFinalStates(whole, { unroll });
        for (const model of models) {
          const certifier = new Certifier(program, model, unroll);
          const shared = engine.explore(program, {
            model,
            unroll,
            severalModels: true,
            onOutcome: (outcome, shown) =>
              expect(certifier.certify({ kind: 'outcome', outcome }, shown())).toBeUndefined(),
            onFinding: (finding, shown) =>
              expect(certifier.certify({ kind: 'finding', finding }, shown)).toBeUndefined(),
          });
          // Another engine, so that the kept state of this one is not lost.
          const alone = other.explore(program, { model, unroll });
          expect(sorted(shared.outcomes.map(String))).toEqual(sorted(alone.outcomes.map(String)));
          expect(sorted(shared.findings.map((f) => findingKey(f.finding)))).toEqual(
            sorted(alone.findings.map((f) => findingKey(f.finding))),
          );
          expect(sorted(shared.cutLoops.map(cutLoopKey))).toEqual(sorted(alone.cutLoops.map(cutLoopKey)));
          expect(shared.complete).toBe(true);
        }
      }),
      { numRuns: 25 },
    );
  });
});
