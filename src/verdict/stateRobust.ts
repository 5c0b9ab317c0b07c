// Whether every final state of the weak model is one of SC too. A happens-before cycle may be harmless: nobody may keep the
// values that show it.

import type { Outcome } from '../execution/execution.js';
import { type Exploration, type ExploreOptions, explore } from '../explicit/explore.js';
import type { WeakModel } from '../explicit/monitors/index.js';
import type { Program } from '../program/program.js';
import { outcomeKey } from './compare.js';
import type { Limits } from './engine.js';

export interface StateRobustness {
  readonly robust: boolean | null;
  /** A final state that SC does not have. */
  readonly outcome?: Outcome;
}

/** More executions than this are not looked at for the sake of a final state, unless the user sets a limit. */
const manyExecutions = 200_000;

/** `sc` is an exploration of SC, if there was one. */
export function askStates(
  program: Program,
  { model, robust }: { readonly model: WeakModel; readonly robust: boolean | null },
  sc: Exploration | undefined,
  limits: Limits,
): StateRobustness {
  if (robust !== false) return { robust };
  const { unroll, timeLimitMs, stop, maxExecutions } = limits;
  const options: Omit<ExploreOptions, 'model'> = {
    unroll,
    maxExecutions: maxExecutions ?? manyExecutions,
    ...(timeLimitMs === undefined ? {} : { timeLimitMs }),
    ...(stop === undefined ? {} : { stop }),
  };
  const { complete, outcomes } = sc?.complete ? sc : explore(program, { ...options, model: 'sc' });
  if (!complete) return { robust: null };
  return firstBeyond(program, new Set(outcomes.map(outcomeKey)), { ...options, model });
}

/** Explores until there is an outcome that is not among the known ones. */
function firstBeyond(program: Program, known: ReadonlySet<string>, options: ExploreOptions): StateRobustness {
  const found: { outcome?: Outcome } = {};
  const end = new Error('found');
  try {
    const { complete } = explore(program, {
      ...options,
      onOutcome: (outcome) => {
        if (known.has(outcomeKey(outcome))) return;
        found.outcome = [...outcome];
        throw end;
      },
    });
    return { robust: complete ? true : null };
  } catch (error) {
    if (error !== end) throw error;
    return { robust: false, ...found };
  }
}
