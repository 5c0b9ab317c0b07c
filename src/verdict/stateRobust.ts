// Whether every final state and finding of the weak model is one of SC too. A happens-before cycle may be harmless if
// the program does not keep the values that show it. The question is about final states and findings, so spin loops
// are assumes here. Otherwise a thread that waits forever would not be found.

import { type Outcome, outcomeKey, type Witness } from '../execution/execution.js';
import { type Finding, findingKey } from '../execution/finding.js';
import { type ExploreOptions, explore } from '../explicit/explore.js';
import type { WeakModel } from '../explicit/monitors/index.js';
import { atProcessEnd } from '../program/processEnd.js';
import type { Program } from '../program/program.js';
import { assumeSpinLoops } from '../program/spinLoops.js';
import { present } from '../support/present.js';
import { isStopped, type Limits } from './engine.js';
import { type NonScExecution, nonScOf } from './route.js';

export interface StateRobustness {
  readonly robust: boolean | null;
  /** A final state that SC does not have. */
  readonly outcome?: Outcome;
  /** A finding that the model has and SC has not. */
  readonly finding?: Finding;
  /** An execution that shows either. */
  readonly witness?: Witness;
  /** The reason why SC does not have it, for the program whose states are compared. */
  readonly nonSc?: NonScExecution;
}

/** More executions than this are not looked at for the sake of a final state, unless the user sets a limit. */
const manyExecutions = 200_000;

/** The final states and findings of SC. */
export interface ScStates {
  readonly outcomes: readonly Outcome[];
  readonly findings: readonly Finding[];
}

/** The program whose states are compared. */
export const comparedByStates = (whole: Program): Program => atProcessEnd(assumeSpinLoops(whole));

/** For a program that is not robust against the model. */
export function askStates(
  whole: Program,
  model: WeakModel,
  sc: ScStates | undefined,
  limits: Limits,
): StateRobustness {
  const program = comparedByStates(whole);
  const { unroll, timeLimitMs, maxExecutions, onPhase } = limits;
  const options: Omit<ExploreOptions, 'model'> = {
    unroll,
    maxExecutions: maxExecutions ?? manyExecutions,
    ...present({ timeLimitMs }),
    stop: () => isStopped(limits),
  };
  onPhase?.('exploring');
  const known = sc !== undefined && program === whole ? sc : statesUnderSc(program, options);
  if (known === undefined) return { robust: null };
  const beyond = firstBeyond(program, known, { ...options, model });
  const nonSc = beyond.witness === undefined ? undefined : nonScOf(beyond.witness);
  return { ...beyond, ...present({ nonSc }) };
}

function statesUnderSc(program: Program, options: Omit<ExploreOptions, 'model'>): ScStates | undefined {
  const { complete, outcomes, findings } = explore(program, { ...options, model: 'sc' });
  return complete ? { outcomes, findings: findings.map(({ finding }) => finding) } : undefined;
}

/** Explores until there is an outcome that SC does not have; findings are compared at the end. */
function firstBeyond(program: Program, sc: ScStates, options: ExploreOptions): StateRobustness {
  const known = new Set(sc.outcomes.map(outcomeKey));
  const faults = new Set(sc.findings.map(findingKey));
  let beyond: { readonly outcome: Outcome; readonly witness: Witness } | undefined;
  const { complete, findings } = explore(program, {
    ...options,
    onOutcome: (outcome, build) => {
      if (!known.has(outcomeKey(outcome))) beyond ??= { outcome: [...outcome], witness: build() };
    },
    isEnough: () => beyond !== undefined,
  });
  if (beyond !== undefined) return { robust: false, ...beyond };
  const fault = findings.find(({ finding }) => !faults.has(findingKey(finding)));
  if (fault !== undefined) return { robust: false, finding: fault.finding, witness: fault.witness };
  return { robust: complete ? true : null };
}
