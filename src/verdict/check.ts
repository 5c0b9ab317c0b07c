// The question "does its condition hold, and do its assertions?". A violation that was found is certain. That there is
// none is certain only if everything was seen: a loop that was cut makes it an answer up to the bound. Final states count as
// far as the condition tells them apart, so a program with many of them and few assertions is not asked for them all.

import type { Outcome } from '../execution/execution.js';
import type { Program } from '../program/program.js';
import { askEngines, compareOutcomes, type ModelAnswer } from './answer.js';
import {
  type ConditionAnswer,
  conditionOf,
  judgeCondition,
  observingCondition,
  satisfies,
  type Verdict,
} from './condition.js';
import { type CutLoop, forFinalStates, type Shown } from './engine.js';
import type { Question } from './outcomes.js';
import { TimeBudget } from './timeBudget.js';

export interface ModelCheck {
  readonly answer: ModelAnswer;
  readonly condition: ConditionAnswer;
  readonly verdict: Verdict;
  /** The loops that were cut, if the verdict holds only as far as they ran. */
  readonly bounded: readonly CutLoop[];
  /** An execution with the final state that decides the condition. */
  readonly decisive?: Shown;
}

export interface CheckVerdict {
  /** As it was asked: observed is what the condition reads. */
  readonly program: Program;
  readonly results: readonly ModelCheck[];
}

export interface CheckQuestion extends Question {
  /** An answer up to a bound, or that not every engine that was asked confirms, is no answer. */
  readonly strict: boolean;
}

export async function askCheck(whole: Program, question: CheckQuestion): Promise<CheckVerdict> {
  const program = observingCondition(whole);
  const { engines, limits } = question;
  const asked = forFinalStates(program, limits);
  const time = new TimeBudget(limits.timeLimitMs, question.models.length * engines.length);
  const results: ModelCheck[] = [];
  for (const model of question.models) {
    const least = new LeastOutcomes(program);
    const answer = await askEngines(engines, asked, model, limits, time, (outcome, shown) =>
      least.put(outcome, shown),
    );
    const result = check(program, answer, question.strict);
    const { decidedBy } = result.condition;
    const decisive = decidedBy === undefined ? undefined : least.get(decidedBy);
    results.push({ ...result, ...(decisive === undefined ? {} : { decisive }) });
  }
  return { program, results };
}

/** The executions that may decide the condition: of the least final state that satisfies it, and of the least that does not. */
class LeastOutcomes {
  readonly #isTrue: (outcome: Outcome) => boolean;
  readonly #least = new Map<boolean, { readonly outcome: Outcome; readonly shown: Shown }>();

  constructor(program: Program) {
    this.#isTrue = satisfies(program, conditionOf(program).formula);
  }

  put(outcome: Outcome, shown: Shown): void {
    const side = this.#isTrue(outcome);
    const known = this.#least.get(side);
    if (known === undefined || compareOutcomes(outcome, known.outcome) < 0)
      this.#least.set(side, { outcome, shown });
  }

  get(outcome: Outcome): Shown | undefined {
    const known = this.#least.get(this.#isTrue(outcome));
    return known !== undefined && compareOutcomes(known.outcome, outcome) === 0 ? known.shown : undefined;
  }
}

export function check(program: Program, answer: ModelAnswer, strict: boolean): ModelCheck {
  const condition = judgeCondition(program, answer.outcomes, answer.complete);
  const found = answer.findings.length > 0;
  const certain = found || (condition.verdict === 'violated' && condition.decidedBy !== undefined);
  const bounded = certain ? [] : answer.cutLoops;
  const doubtful = !certain && (bounded.length > 0 || !answer.confirmed);
  return {
    answer,
    condition,
    verdict: strict && doubtful ? 'unknown' : overall(found, condition.verdict, answer.complete),
    bounded,
  };
}

function overall(found: boolean, condition: Verdict, complete: boolean): Verdict {
  if (found || condition === 'violated') return 'violated';
  return complete ? condition : 'unknown';
}
