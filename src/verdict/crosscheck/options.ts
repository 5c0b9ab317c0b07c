// The parts and limits of a cross-check.

import { type Finding, findingKey, findingPlaceKey } from '../../execution/finding.js';
import type { Formula } from '../../program/condition.js';
import type { Program } from '../../program/program.js';

/**
 * `engines`: the answers of both engines. `traces`: the number of graphs against the number of traces, each judged by the
 * cat file. `monitors`: robustness as monitors on SC executions see it against the traces of the weak machine. `searches`: the other
 * searches of the explicit engine against DPOR.
 */
export const parts = ['engines', 'traces', 'monitors', 'searches'] as const;
export type Part = (typeof parts)[number];

export interface CrosscheckLimits {
  /** How often a loop without a bound of its own runs each time it is entered. */
  readonly unroll: number;
  /** Time for each route under each model. */
  readonly timeLimitMs?: number;
  /** Executions of the explicit engine under each model. */
  readonly maxExecutions?: number;
  /** Called when a route is asked. */
  readonly onQuestion?: () => void;
}

/** The final states that decide the condition: of its formula, or of its negation if it is to hold always. */
export function askedFormula({ condition }: Program): Formula | undefined {
  if (condition === undefined) return undefined;
  const { quantifier, formula } = condition;
  return quantifier === 'forall' ? { kind: 'not', operand: formula } : formula;
}

/**
 * A finding as both engines tell it apart: the explicit engine shows one execution per place, for any values that its
 * message names.
 */
export const comparableFinding = (finding: Finding): string =>
  finding.kind === 'assertion' || finding.kind === 'deadlock'
    ? findingKey(finding)
    : findingPlaceKey(finding);
