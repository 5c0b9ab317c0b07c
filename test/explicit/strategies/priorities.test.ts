// Runs that look for findings beside DPOR: random priorities, random steps, and threads in step. Each of them is an
// execution of the program.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ModelName, modelNames, outcomeKey } from '../../../src/execution/execution.js';
import { compile } from '../../../src/explicit/bytecode/compile.js';
import { explore } from '../../../src/explicit/explore.js';
import { visitMaximalExecutions } from '../../../src/explicit/fast/maximalExecutions.js';
import { probe } from '../../../src/explicit/strategies/byName.js';
import { parseC } from '../../../src/frontend/c/index.js';
import { familyProgram } from '../../../src/generate/families.js';
import { randomProgram } from '../../../src/generate/random.js';
import { randomSyncProgram } from '../../../src/generate/randomSync.js';
import type { Integer } from '../../../src/program/integer.js';
import type { Program } from '../../../src/program/program.js';

/** The outcomes that so many runs show. */
function shown(tested: Program, model: ModelName, runs: number, seed: number): string[] {
  const { outcomes, finished } = visitMaximalExecutions(compile(tested, { unroll: 4 }), {
    model,
    searcher: probe(runs, seed),
    choices: 'every-value',
    groups: [],
    onTick: () => true,
    onRestart: () => {},
    onVisit: () => true,
  });
  expect(finished).toBe(false);
  return outcomes.map(outcomeKey);
}

/** Two threads of which each adds the other's number to its own, and the largest number they reach. */
const fibonacci = (rounds: number, most: number): Program =>
  parseC(
    `#include <assert.h>
#include <pthread.h>
int a = 1, b = 1;
void *first(void *_) { for (int i = 0; i < ${rounds}; i++) a += b; return 0; }
void *second(void *_) { for (int i = 0; i < ${rounds}; i++) b += a; return 0; }
int main(void) {
  pthread_t x, y;
  pthread_create(&x, 0, first, 0), pthread_create(&y, 0, second, 0);
  assert(a <= ${most} && b <= ${most});
}`,
    'fibonacci.c',
    { observe: [] },
  );

describe('runs with random priorities and threads in step', () => {
  it('show only what the program can do', () => {
    fc.assert(
      fc.property(
        fc.integer(),
        fc.boolean(),
        fc.constantFrom(...modelNames),
        fc.nat({ max: 200 }),
        (programSeed, locks, model, seed) => {
          const tested = locks ? randomSyncProgram(programSeed) : randomProgram(programSeed);
          const all = explore(tested, { model, unroll: 4, dpor: 'source' });
          const known = new Set(all.outcomes.map(outcomeKey));
          expect(shown(tested, model, 60, seed).filter((one) => !known.has(one))).toEqual([]);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('draw numbers of 64 bits from their range, the last one too', () => {
    const tested = parseC(
      `long __VERIFIER_nondet_long(void);
long x;
int main(void) { x = __VERIFIER_nondet_long(); }`,
      'number.c',
      { observe: ['x'] },
    );
    const chosen: (Integer | undefined)[] = [];
    visitMaximalExecutions(compile(tested, { unroll: 4 }), {
      model: 'sc',
      searcher: probe(200, 1),
      choices: 'every-value',
      groups: [],
      onTick: () => true,
      onRestart: () => {},
      onVisit: (visit) => {
        chosen.push(visit.replay().execution.events.find((event) => event.kind === 'choice')?.choice);
        chosen.push(...visit.record().chosen.values());
        return true;
      },
    });
    expect(chosen).toContain(2n ** 63n - 1n);
    expect(chosen).not.toContain(2n ** 63n);
  });

  it('show every outcome of a small program under every model', () => {
    const ring = familyProgram('ring', 2);
    for (const model of modelNames)
      expect(shown(ring, model, 200, 0)).toHaveLength(explore(ring, { model }).outcomes.length);
  });

  it.each(modelNames)(
    'find the one order in which two threads reach their largest numbers, under %s',
    (model) => {
      // the 20th Fibonacci number
      const options = { model, anyWay: true, untilFinding: true, timeLimitMs: 60_000 } as const;
      const { findings, executions } = explore(fibonacci(9, 6764), options);
      expect(findings.map(({ finding }) => finding.kind)).toEqual(['assertion']);
      expect(executions).toBeLessThan(100_000);
    },
  );

  it('find no larger numbers', () => {
    expect(explore(fibonacci(2, 8), { model: 'tso', anyWay: true }).findings).toEqual([]);
    expect(explore(fibonacci(2, 7), { model: 'tso', anyWay: true }).findings).toHaveLength(1);
  });
});
