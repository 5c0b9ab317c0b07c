// A strategy by its name and parameters, ready to search in place of DPOR.

import type { Searcher } from '../fast/searcher.js';
import type { FastState } from '../fast/state.js';
import { PreemptionBounded } from './preemptionBounded.js';
import { Priorities } from './priorities.js';
import { RandomWalk } from './randomWalk.js';
import type { Strategy, StrategyChoice } from './strategy.js';
import { Walk } from './walk.js';

/** The search reports to be finished iff it has visited every execution. */
export const strategySearcher =
  (choice: StrategyChoice) =>
  (m: FastState): Searcher =>
    new Walk(m, strategyOf(choice));

function strategyOf(choice: StrategyChoice): Strategy {
  switch (choice.kind) {
    case 'preemptions':
      return new PreemptionBounded(choice.bound);
    case 'random':
      return new RandomWalk(choice.runs, choice.seed);
  }
}

/** Runs with random priorities, to look for findings. */
export const probe =
  (runs: number, seed: number) =>
  (m: FastState): Searcher =>
    new Walk(m, new Priorities(runs, seed));
