// The judge of fence synthesis: all sets of candidates that cost less than a repair, each read from its changed text and run.

import { isSequentiallyConsistent } from '../../src/execution/hb.js';
import { explore } from '../../src/explicit/explore.js';
import type { Editable } from '../../src/program/editable.js';
import type { Program } from '../../src/program/program.js';
import { assumeSpinLoops } from '../../src/program/spinLoops.js';
import { type Costs, defaultCosts } from '../../src/repair/costs.js';
import { asserted, type Goal, isBad } from '../../src/repair/goal.js';

/** Whether the goal holds, by looking at every execution. */
export function holds(program: Program, model: 'tso' | 'pso', goal: Goal, unroll = 3): boolean {
  let good = true;
  if (goal === 'robust') {
    explore(program, {
      model,
      unroll,
      onExecution: (build) => {
        good &&= isSequentiallyConsistent(build().execution);
      },
      stop: () => !good,
    });
    return good;
  }
  const asked = assumeSpinLoops(asserted(program, true));
  const { outcomes, findings } = explore(asked, { model, unroll });
  return findings.length === 0 && !outcomes.some(isBad(asked));
}

/** Sets of candidates that cost less than `limit`, none of them more useful for TSO than nothing left out. */
export function* cheaperSets(
  { candidates }: Editable,
  model: 'tso' | 'pso',
  limit: number,
  costs: Costs = defaultCosts,
): Generator<readonly number[]> {
  const usable = [...candidates.keys()].filter((c) => {
    const { add } = candidates[c];
    return model === 'pso' || add === 'full' || add === 'seq_cst';
  });
  function* from(start: number, chosen: readonly number[], cost: number): Generator<readonly number[]> {
    yield chosen;
    for (let i = start; i < usable.length; i++) {
      const next = cost + costs[candidates[usable[i]].add];
      if (next < limit) yield* from(i + 1, [...chosen, usable[i]], next);
    }
  }
  if (limit > 0) yield* from(0, [], 0);
}
