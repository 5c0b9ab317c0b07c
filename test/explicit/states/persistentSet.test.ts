// A search that leaves threads out, against one that does not, on many small programs: the same ends.

import { describe, expect, it } from 'vitest';
import { type ModelName, modelNames, outcomeKey } from '../../../src/execution/execution.js';
import { compile } from '../../../src/explicit/bytecode/compile.js';
import { visitMaximalExecutions } from '../../../src/explicit/fast/maximalExecutions.js';
import { stateSearcher } from '../../../src/explicit/states/search.js';
import { randomStarts } from '../../../src/generate/randomStarts.js';
import { randomSyncProgram } from '../../../src/generate/randomSync.js';
import { addressOf, constant } from '../../../src/program/expression.js';
import type { Program, Thread } from '../../../src/program/program.js';
import type { Statement } from '../../../src/program/statement.js';
import { validate } from '../../../src/program/validate.js';
import { forgetful } from './forgetful.js';
import { guarded } from './guarded.js';

const runs = Number(process.env.DIPTYCH_STATE_RUNS ?? 100);

interface Searched {
  readonly finished: boolean;
  readonly states: number;
  readonly ends: readonly string[];
}

function searched(program: Program, model: ModelName, reduced: boolean, most: number): Searched {
  const budget = { left: most };
  const seen = new Set<string>();
  const { finished, outcomes } = visitMaximalExecutions(compile(program, { unroll: 2 }), {
    model,
    searcher: stateSearcher(budget, { reduced }),
    groups: [],
    choices: 'every-value',
    onTick: () => true,
    onRestart: () => seen.clear(),
    onVisit: ({ remarks }) => {
      for (const remark of remarks) seen.add(remark);
      return true;
    },
  });
  return { finished, states: most - budget.left, ends: [...outcomes.map(outcomeKey), ...seen].sort() };
}

describe('a search that leaves threads out', () => {
  // The share of states as it is, and a little more. Passes that are repeated count too, so it can be above 1.
  it.each<[what: string, program: (seed: number) => Program, share: number, times?: number]>([
    // a lock that is believed to stay closed, and does not, is in one program of some hundreds
    ['sections', guarded, 0.82, 6],
    ['threads that start threads', randomStarts, 0.8],
    ['joins', (seed) => forgetful(seed, false, ['joins', 'stores']), 0.97],
    ['locks', (seed) => forgetful(seed, false, ['locks', 'unlocks', 'stores']), 1.13],
    ['locks with holders', (seed) => forgetful(seed, false, ['takes', 'gives', 'stores']), 1.1],
    ['cells of their own', (seed) => forgetful(seed, false, ['own', 'stores', 'fences']), 0.62],
    ['fences that wait', (seed) => forgetful(seed, false, ['waits', 'stores', 'stores']), 1.03],
    ['synchronisation', (seed) => randomSyncProgram(seed, { heap: true, moves: 2 }), 0.55],
  ])('comes to the same ends, in its share of the states: %s', (_, program, share, times = 1) => {
    const states = { whole: 0, reduced: 0 };
    for (let seed = 0; seed < times * runs; seed++) {
      const model = modelNames[seed % modelNames.length];
      const tested = program(seed);
      const whole = searched(tested, model, false, 2_000);
      if (!whole.finished) continue;
      const reduced = searched(tested, model, true, 100_000);
      expect([seed, model, reduced.finished, reduced.ends]).toEqual([seed, model, true, whole.ends]);
      states.whole += whole.states;
      states.reduced += reduced.states;
    }
    expect(states.reduced).toBeLessThan(share * states.whole);
  });

  it('knows for which thread another waits, whatever other registers hold', () => {
    const two = { registers: new Map(Array.from({ length: 8 }, (_, i) => [`n${i}`, 2] as const)) };
    const thread = (t: number, body: Statement[], more: object = {}): Thread => ({
      name: `P${t}`,
      start: t === 0 ? 'initial' : 'spawned',
      parameters: [],
      registers: new Map(),
      body,
      ...more,
    });
    const store = (name: string): Statement => ({
      kind: 'store',
      address: addressOf(name),
      value: constant(1),
    });
    const threads = [
      thread(
        0,
        [1, 2, 3].map((t): Statement => ({ kind: 'spawn', thread: t, args: [] })),
        two,
      ),
      // It waits for P3, and then stores what P2 loads.
      thread(1, [{ kind: 'join', thread: constant(3) }, store('x')], { registers: new Map([['r', 0]]) }),
      thread(2, [{ kind: 'load', target: 'r', address: addressOf('x') }]),
      thread(3, [store('own')]),
    ];
    const tested = validate({
      name: 'waits',
      locations: ['x', 'own'].map((name) => ({ name, initial: [0] })),
      threads,
      observed: [{ kind: 'register', thread: 2, register: 'r' }],
    });
    for (const model of modelNames)
      expect(searched(tested, model, true, 1_000).ends).toEqual(searched(tested, model, false, 1_000).ends);
    expect(searched(tested, 'sc', true, 1_000).ends).toEqual(['0', '1']);
  });
});
