// Whether a set of outcomes satisfies the program's condition, in herd's words: the Observation says how often the
// formula (without its quantifier) is true of a final state; the condition is Ok iff its quantifier is satisfied.

import type { Outcome } from '../execution/execution.js';
import {
  type Condition,
  evaluateFormula,
  type Formula,
  type Operand,
  observableKey,
} from '../program/condition.js';
import { bug } from '../program/diagnostic.js';
import { layOut } from '../program/layout.js';
import type { Program } from '../program/program.js';

export type Observation = 'Never' | 'Sometimes' | 'Always';

/** `unknown`: what was seen does not decide it and not everything was seen. */
export type Verdict = 'holds' | 'violated' | 'unknown';

/** A program without a condition asks nothing of its final states. */
const nothing: Condition = { quantifier: 'forall', formula: { kind: 'true' } };

export interface ConditionAnswer {
  readonly condition: Condition;
  /** null: not decided by what was seen. */
  readonly observation: Observation | null;
  readonly verdict: Verdict;
  /** The verdict rests on an outcome that was found, not on the absence of others. */
  readonly witnessed: boolean;
}

/** A test for outcomes of `program`. */
export function satisfies(program: Program, formula: Formula): (outcome: Outcome) => boolean {
  const layout = layOut(program);
  const position = new Map(program.observed.map((observable, i) => [observableKey(observable), i]));
  return (outcome) =>
    evaluateFormula(formula, (operand: Operand): number => {
      switch (operand.kind) {
        case 'const':
          return operand.value;
        case 'address': {
          const base = layout.addressOf.get(operand.location);
          return base === undefined ? bug(`no address for ${operand.location}`) : base + operand.index;
        }
        case 'register':
        case 'cell': {
          const index = position.get(observableKey(operand));
          return index === undefined ? bug(`${observableKey(operand)} is not observed`) : outcome[index];
        }
      }
    });
}

export function judgeCondition(
  program: Program,
  outcomes: readonly Outcome[],
  complete: boolean,
): ConditionAnswer {
  const condition = program.condition ?? nothing;
  const isTrue = satisfies(program, condition.formula);
  const positive = outcomes.some(isTrue);
  const negative = outcomes.some((outcome) => !isTrue(outcome));
  return {
    condition,
    observation: observationOf(positive, negative, complete),
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
  positive: boolean,
  negative: boolean,
  complete: boolean,
): { verdict: Verdict; witnessed: boolean } {
  const unwitnessed = (verdict: Verdict): { verdict: Verdict; witnessed: boolean } => ({
    verdict: complete ? verdict : 'unknown',
    witnessed: false,
  });
  switch (condition.quantifier) {
    case 'exists':
      return positive ? { verdict: 'holds', witnessed: true } : unwitnessed('violated');
    case 'not exists':
      return positive ? { verdict: 'violated', witnessed: true } : unwitnessed('holds');
    case 'forall':
      return negative ? { verdict: 'violated', witnessed: true } : unwitnessed('holds');
  }
}
