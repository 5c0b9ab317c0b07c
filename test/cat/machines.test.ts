// The cat files against the machines: a candidate is allowed by the model iff some interleaving of the machine has its trace.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { judgeGraph } from '../../src/cat/judge.js';
import { loadModel } from '../../src/cat/models.js';
import { modelNames } from '../../src/execution/execution.js';
import { malformations } from '../../src/execution/wellFormed.js';
import type { Feature } from '../../src/generate/randomOptions.js';
import type { Program } from '../../src/program/program.js';
import { forEachStatement } from '../../src/program/statement.js';
import { arbitraryProgram } from '../generate/arbitrary.js';
import { bruteForce } from '../reference/bruteForce.js';
import { candidates } from './candidates.js';

/** Threads that wait for each other: which blocked executions are maximal is not a question about the graph. */
function waits(program: Program): boolean {
  let found = false;
  for (const thread of program.threads)
    forEachStatement(thread.body, (s) => {
      found ||= s.kind === 'lock' || s.kind === 'join';
    });
  return found;
}

const families: readonly (readonly [string, readonly Feature[], number, number])[] = [
  ['loads and stores', [], 7, 60],
  ['atomics and fences', ['rmw', 'fence', 'store-fence'], 6, 150],
  ['atomic blocks', ['atomic', 'rmw', 'fence'], 6, 80],
  ['locks', ['lock', 'fence'], 7, 60],
  ['threads that start others', ['spawn', 'rmw', 'store-fence', 'fence'], 6, 80],
  [
    'everything',
    ['dependency', 'pointer', 'array', 'if', 'loop', 'assume', 'assert', 'nondet', 'rmw'],
    8,
    100,
  ],
];

describe('a model allows the traces of its machine, and no other', () => {
  test.each(families)('%s', (_, features, size, numRuns) => {
    fc.assert(
      fc.property(arbitraryProgram({ features, size, mix: false }), (program) => {
        const all = candidates(program);
        for (const { execution } of all) expect(malformations(program, execution)).toEqual([]);
        for (const name of modelNames) {
          const model = loadModel(name);
          const machine = bruteForce(program, name);
          const allowed = all.filter(({ execution }) => judgeGraph(model, execution).allowed);
          const keys = (complete: boolean) =>
            new Set(allowed.filter((c) => c.complete === complete).map((c) => c.key));
          expect(keys(true), name).toEqual(machine.complete);
          if (!waits(program)) expect(keys(false), name).toEqual(machine.blocked);
        }
      }),
      { numRuns, seed: 1 },
    );
  });
});
