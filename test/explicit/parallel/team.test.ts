// Threads that take turns at random on one thread: whenever one shares its nodes, another may take what there is, share its
// own, and leave again. Real threads (exploreParallel.test.ts) come to fewer orders of events.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ModelName, modelNames, traceKey } from '../../../src/execution/execution.js';
import { explore } from '../../../src/explicit/explore.js';
import { takeTurns } from '../../../src/explicit/parallel/takeTurns.js';
import { familyProgram } from '../../../src/generate/families.js';
import { randomProgram } from '../../../src/generate/random.js';
import type { Program } from '../../../src/program/program.js';

/** The traces that the threads see, sorted, and how many executions were begun in vain. */
function together(program: Program, model: ModelName, seed: number) {
  const seen: string[] = [];
  const { redundant } = takeTurns(
    program,
    {
      model,
      onExecution: (witness) => seen.push(traceKey(witness().execution)),
      onRestart: () => seen.splice(0),
    },
    seed,
  );
  return { seen: seen.sort(), redundant };
}

function alone(program: Program, model: ModelName): string[] {
  const seen: string[] = [];
  explore(program, { model, onExecution: (witness) => seen.push(traceKey(witness().execution)) });
  return seen.sort();
}

describe('a team', () => {
  it.each(modelNames)('sees each trace of random programs once under %s', (model) => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const program = randomProgram(seed);
        expect(together(program, model, seed)).toEqual({ seen: alone(program, model), redundant: 0 });
      }),
      { numRuns: 40 },
    );
  });

  // With lastzero, the search left of a branch finds sequences that belong below it, and that the branch cannot find
  // itself.
  it.each([
    ['lastzero', 3, 'sc'],
    ['lastzero', 5, 'tso'],
    ['readers', 5, 'sc'],
    ['wr1', 3, 'pso'],
    ['dekker', 2, 'tso'],
    ['mutex-inc', 4, 'sc'],
    ['fib-join', 3, 'tso'],
  ] as const)('sees each trace of %s %i once under %s', (name, n, model) => {
    const program = familyProgram(name, n);
    const expected = { seen: alone(program, model), redundant: 0 };
    for (let seed = 0; seed < 6; seed++) expect(together(program, model, seed)).toEqual(expected);
  });
});
