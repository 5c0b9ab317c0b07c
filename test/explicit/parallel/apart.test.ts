// Branches explored apart: jobs go out as JSON, and results come back in any order. Together they visit the same
// executions as one search, each once and none in vain.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ModelName, modelNames, outcomeKey } from '../../../src/execution/execution.js';
import { hasChoices } from '../../../src/explicit/choices/plan.js';
import { explore } from '../../../src/explicit/explore.js';
import { exploreBranches } from '../../../src/explicit/parallel/apart/exploreBranches.js';
import { type GivenBranch, Ledger } from '../../../src/explicit/parallel/apart/ledger.js';
import { familyProgram } from '../../../src/generate/families.js';
import { randomProgram } from '../../../src/generate/random.js';
import type { Program } from '../../../src/program/program.js';
import { Random } from '../../../src/support/prng.js';

const unroll = 8;

/** Some branches at a time with few executions, and results in random order. */
function apart(program: Program, model: ModelName, seed: number, most = 3) {
  const random = new Random(seed);
  const ledger = new Ledger(program, { model, unroll }, { stride: 4, stores: 64 });
  const sum = { executions: 0, blocked: 0, redundant: 0 };
  const outcomes = new Set<string>();
  const out: GivenBranch[] = [];
  for (;;) {
    const given = random.chance(0.6) || out.length === 0 ? ledger.give() : undefined;
    if (given !== undefined) out.push(given);
    else if (out.length === 0) break;
    else {
      const some = Array.from(
        { length: random.int(1, Math.min(3, out.length)) },
        () => out.splice(random.int(0, out.length - 1), 1)[0],
      );
      const jobs = JSON.parse(JSON.stringify(some.map(({ job }) => job)));
      const result = exploreBranches(program, jobs, random.int(1, most), { model, unroll });
      if (result === undefined) throw new Error('nobody stopped it');
      sum.executions += result.executions;
      sum.blocked += result.blocked;
      sum.redundant += result.redundant;
      for (const { outcome } of result.outcomes) outcomes.add(outcomeKey(outcome));
      for (const [i, { crossings, rest }] of result.ends.entries()) ledger.take(some[i], crossings, rest);
      out.push(...some.slice(result.ends.length));
    }
  }
  expect(ledger.done).toBe(true);
  expect(ledger.full).toBe(false);
  return { ...sum, outcomes: [...outcomes].sort() };
}

function alone(program: Program, model: ModelName) {
  const { executions, blocked, redundant, outcomes } = explore(program, { model, unroll });
  return { executions, blocked, redundant, outcomes: outcomes.map(outcomeKey).sort() };
}

describe('branches explored apart', () => {
  it.each(modelNames)('are the whole search, of random programs under %s', (model) => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const program = randomProgram(seed);
        if (hasChoices(program)) return;
        expect(apart(program, model, seed)).toEqual(alone(program, model));
      }),
      { numRuns: Number(process.env.APART_RUNS ?? 15) },
    );
  });

  it.each([
    ['lastzero', 4, 'sc'],
    ['lastzero', 5, 'tso'],
    ['dekker', 2, 'tso'],
    ['readers', 4, 'pso'],
    ['mutex-inc', 3, 'sc'],
    ['fib-join', 2, 'tso'],
  ] as const)('are the whole search, of %s %i under %s', (name, size, model) => {
    const program = familyProgram(name, size);
    const whole = alone(program, model);
    for (let seed = 0; seed < 2; seed++) expect(apart(program, model, seed, 20)).toEqual(whole);
  });
});
