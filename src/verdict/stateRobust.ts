// Whether every final state of the weak model is one of SC too, and nothing goes wrong there that does not under SC. A
// happens-before cycle may be harmless: nobody may keep the values that show it. This is about final states and findings, so
// loops that only wait are assumes here: only then a thread that waits forever is found.

import type { Outcome } from '../execution/execution.js';
import { type Finding, findingKey } from '../execution/finding.js';
import { type Exploration, type ExploreOptions, explore } from '../explicit/explore.js';
import type { WeakModel } from '../explicit/monitors/index.js';
import type { Program } from '../program/program.js';
import { assumeSpinLoops } from '../program/spinLoops.js';
import { outcomeKey } from './compare.js';
import type { Limits } from './engine.js';

export interface StateRobustness {
  readonly robust: boolean | null;
  /** A final state that SC does not have. */
  readonly outcome?: Outcome;
  /** What goes wrong under the model and not under SC. */
  readonly finding?: Finding;
}

/** More executions than this are not looked at for the sake of a final state, unless the user sets a limit. */
const manyExecutions = 200_000;

/** `sc` is an exploration of SC, if there was one, with loops as they are. */
export function askStates(
  whole: Program,
  { model, robust }: { readonly model: WeakModel; readonly robust: boolean | null },
  sc: Exploration | undefined,
  limits: Limits,
): StateRobustness {
  if (robust !== false) return { robust };
  const program = assumeSpinLoops(whole);
  const { unroll, timeLimitMs, stop, maxExecutions } = limits;
  const options: Omit<ExploreOptions, 'model'> = {
    unroll,
    maxExecutions: maxExecutions ?? manyExecutions,
    ...(timeLimitMs === undefined ? {} : { timeLimitMs }),
    ...(stop === undefined ? {} : { stop }),
  };
  const known = sc?.complete && program === whole ? sc : explore(program, { ...options, model: 'sc' });
  return known.complete ? firstBeyond(program, known, { ...options, model }) : { robust: null };
}

/** Explores until there is an outcome that SC does not have; findings are compared at the end. */
function firstBeyond(program: Program, sc: Exploration, options: ExploreOptions): StateRobustness {
  const known = new Set(sc.outcomes.map(outcomeKey));
  const faults = new Set(sc.findings.map(({ finding }) => findingKey(finding)));
  const found: { outcome?: Outcome } = {};
  const end = new Error('found');
  try {
    const { complete, findings } = explore(program, {
      ...options,
      onOutcome: (outcome) => {
        if (known.has(outcomeKey(outcome))) return;
        found.outcome = [...outcome];
        throw end;
      },
    });
    const fault = findings.find(({ finding }) => !faults.has(findingKey(finding)));
    if (fault !== undefined) return { robust: false, finding: fault.finding };
    return { robust: complete ? true : null };
  } catch (error) {
    if (error !== end) throw error;
    return { robust: false, ...found };
  }
}
