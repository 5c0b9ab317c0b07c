// Several threads visit exactly what one thread visits, however fast each of them is.

import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { modelNames, type Outcome, type Witness } from '../../../src/execution/execution.js';
import { type Exploration, explore } from '../../../src/explicit/explore.js';
import { exploreParallel, type ParallelOptions } from '../../../src/explicit/parallel/exploreParallel.js';
import { familyProgram } from '../../../src/generate/families.js';
import { randomProgram } from '../../../src/generate/random.js';
import { randomStarts } from '../../../src/generate/randomStarts.js';
import { program } from '../../../src/program/builder.js';
import type { Program } from '../../../src/program/program.js';
import { type WorkerModule, workerModule } from './threads.js';

let threads: WorkerModule;

beforeAll(async () => {
  threads = await workerModule();
});
afterAll(() => threads.remove());

const together = (p: Program, options: ParallelOptions): Promise<Exploration> =>
  exploreParallel(p, { aloneMs: 0, worker: threads.url, ...options });

const counts = ({ executions, blocked, redundant, complete }: Exploration) => ({
  executions,
  blocked,
  redundant,
  complete,
});
const keys = ({ outcomes }: Exploration): string[] => outcomes.map(String).sort();

describe('several threads', () => {
  it.each(modelNames)('visit what one thread visits, on random programs under %s', async (model) => {
    await fc.assert(
      fc.asyncProperty(fc.integer(), fc.integer({ min: 2, max: 8 }), async (seed, jobs) => {
        const p = randomProgram(seed);
        const alone = explore(p, { model });
        const seen = await together(p, { model, jobs, delayMs: 0.05 });
        expect(counts(seen)).toEqual(counts(alone));
        expect(keys(seen)).toEqual(keys(alone));
        expect(seen.findings.length).toBe(alone.findings.length);
      }),
      { numRuns: 5 },
    );
  });

  it.each(modelNames)(
    'visit what one thread visits where threads start each other, under %s',
    async (model) => {
      for (let seed = 0; seed < 12; seed++) {
        const p = randomStarts(seed);
        const alone = explore(p, { model });
        const seen = await together(p, { model, jobs: 2 + (seed % 3), delayMs: 0.05 });
        expect([seed, counts(seen), keys(seen)]).toEqual([seed, counts(alone), keys(alone)]);
        expect(seen.findings.length).toBe(alone.findings.length);
      }
    },
  );

  it.each([
    ['wr1', 4, 'tso', 2],
    ['dekker', 3, 'tso', 3],
    ['dekker', 2, 'pso', 8],
    ['lastzero', 9, 'sc', 4],
    ['mutex-inc', 7, 'sc', 3],
    ['fetch-add', 6, 'pso', 2],
    ['fib-join', 4, 'tso', 2],
    ['ring', 10, 'pso', 5],
    // Takes more room than there is in the first round, which other threads hear of when it is over.
    ['dekker', 4, 'sc', 2],
  ] as const)('visit what one thread visits: %s %i under %s on %i', async (name, n, model, jobs) => {
    const p = familyProgram(name, n);
    const alone = explore(p, { model });
    const seen = await together(p, { model, jobs });
    expect(counts(seen)).toEqual(counts(alone));
    expect(keys(seen)).toEqual(keys(alone));
  });

  it('share the values of nondeterministic choices', async () => {
    const p = program('choices');
    const x = p.location('x');
    for (let t = 0; t < 3; t++) p.thread((b) => b.store(x, b.nondet(0, 3)).load(x, 's'));
    const built = p.build();
    for (const model of modelNames) {
      const alone = explore(built, { model });
      expect(alone.executions).toBeGreaterThan(500);
      expect(counts(await together(built, { model, jobs: 3 }))).toEqual(counts(alone));
    }
  });

  it('show each final state once, with an execution that ends in it', async () => {
    const p = program('choices');
    const x = p.location('x');
    for (let t = 0; t < 2; t++) p.thread((b) => b.store(x, b.nondet(0, 3)).load(x, 's'));
    for (const built of [p.build(), familyProgram('wr1', 4), familyProgram('fib-racing', 3)]) {
      const shown: string[] = [];
      const onOutcome = (outcome: Outcome, witness: () => Witness): void => {
        expect(witness().execution.outcome).toEqual(outcome);
        shown.push(String(outcome));
      };
      const seen = await together(built, { model: 'tso', jobs: 3, delayMs: 0.01, onOutcome });
      expect(shown.sort()).toEqual(keys(explore(built, { model: 'tso' })));
      expect(keys(seen)).toEqual(shown);
    }
  });

  it('stop at the limit', async () => {
    const seen = await together(familyProgram('wr1', 6), { model: 'sc', jobs: 2, maxExecutions: 1000 });
    expect(seen.complete).toBe(false);
    expect(seen.executions).toBeGreaterThanOrEqual(1000);
    expect(seen.executions).toBeLessThan(3000);
  });
});
