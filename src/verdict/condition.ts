// Whether a set of outcomes satisfies the program's condition, in herd's words: the Observation says how often the
// formula (without its quantifier) is true of a final state; the condition is Ok iff its quantifier is satisfied.

import type { Outcome } from '../execution/execution.js';
import {
  type Condition,
  evaluateFormula,
  type Formula,
  type Observable,
  observableKey,
  observablesOf,
} from '../program/condition.js';
import type { Integer } from '../program/integer.js';
import { layOut, operandValues } from '../program/layout.js';
import type { Program } from '../program/program.js';
import { bug } from '../support/diagnostic.js';

export type Observation = 'Never' | 'Sometimes' | 'Always';

/** `unknown`: not everything was seen, and the seen part does not decide the condition. */
export type Verdict = 'holds' | 'violated' | 'unknown';

/** A program without a condition asks nothing of its final states. */
const nothing: Condition = { quantifier: 'forall', formula: { kind: 'true' } };

export const conditionOf = (program: Program): Condition => program.condition ?? nothing;

/** The program with nothing observed beyond what its condition and its filter read: other values do not matter to it. */
export function observingCondition(program: Program): Program {
  const formulas = [program.filter, program.condition?.formula];
  const read = new Set(formulas.flatMap((f) => (f === undefined ? [] : observablesOf(f).map(observableKey))));
  return { ...program, observed: program.observed.filter((o) => read.has(observableKey(o))) };
}

export interface ConditionAnswer {
  readonly condition: Condition;
  /** null: not decided by what was seen. */
  readonly observation: Observation | null;
  readonly verdict: Verdict;
  /** The outcome that the verdict rests on; undefined when it rests on the absence of one. */
  readonly decidedBy?: Outcome;
}

/** A test for outcomes of `program`. */
export function satisfies(program: Program, formula: Formula): (outcome: Outcome) => boolean {
  const layout = layOut(program);
  const position = new Map(program.observed.map((observable, i) => [observableKey(observable), i]));
  return (outcome) => {
    const observed = (observable: Observable): Integer => {
      const index = position.get(observableKey(observable));
      return index === undefined ? bug(`${observableKey(observable)} is not observed`) : outcome[index];
    };
    return evaluateFormula(formula, operandValues(layout, observed));
  };
}

export function judgeCondition(
  program: Program,
  outcomes: readonly Outcome[],
  complete: boolean,
): ConditionAnswer {
  const condition = conditionOf(program);
  const isTrue = satisfies(program, condition.formula);
  const positive = outcomes.find(isTrue);
  const negative = outcomes.find((outcome) => !isTrue(outcome));
  return {
    condition,
    observation: observationOf(positive !== undefined, negative !== undefined, complete),
    ...decide(condition, positive, negative, complete),
  };
}

function observationOf(positive: boolean, negative: boolean, complete: boolean): Observation | null {
  if (positive && negative) return 'Sometimes';
  if (!complete) return null;
  return positive ? 'Always' : 'Never';
}

function decide(
  condition: Condition,
  positive: Outcome | undefined,
  negative: Outcome | undefined,
  complete: boolean,
): Pick<ConditionAnswer, 'verdict' | 'decidedBy'> {
  const decided = (
    by: Outcome | undefined,
    found: Verdict,
    otherwise: Verdict,
  ): Pick<ConditionAnswer, 'verdict' | 'decidedBy'> =>
    by === undefined ? { verdict: complete ? otherwise : 'unknown' } : { verdict: found, decidedBy: by };
  switch (condition.quantifier) {
    case 'exists':
      return decided(positive, 'holds', 'violated');
    case 'not exists':
      return decided(positive, 'violated', 'holds');
    case 'forall':
      return decided(negative, 'violated', 'holds');
  }
}
