// The question "which final states can it reach, and which of them not under SC?".

import type { Outcome } from '../execution/execution.js';
import type { Program } from '../program/program.js';
import { askEngines, type ModelAnswer } from './answer.js';
import { outcomeKey } from './compare.js';
import { type ConditionAnswer, judgeCondition } from './condition.js';
import { type Engine, forFinalStates, type Limits, type Model } from './engine.js';
import { TimeBudget } from './timeBudget.js';

export interface MarkedOutcome {
  readonly outcome: Outcome;
  /** Whether it is reachable under SC too; null when the SC exploration did not finish without finding it. */
  readonly sc: boolean | null;
}

export interface ModelOutcomes {
  readonly answer: ModelAnswer;
  readonly outcomes: readonly MarkedOutcome[];
  readonly condition: ConditionAnswer;
}

export interface OutcomesVerdict {
  readonly program: Program;
  /** In the order the models were asked for. */
  readonly results: readonly ModelOutcomes[];
}

export interface Question {
  readonly models: readonly Model[];
  readonly engines: readonly Engine[];
  readonly limits: Limits;
}

/** SC is explored even when it is not asked for: it says which outcomes are the weak model's own. */
export async function askOutcomes(program: Program, question: Question): Promise<OutcomesVerdict> {
  const { engines, limits } = question;
  const asked = forFinalStates(program, limits);
  const models = new Set<Model>(['sc', ...question.models]);
  const time = new TimeBudget(limits.timeLimitMs, models.size * engines.length);
  const sc = await askEngines(engines, asked, 'sc', limits, time);
  const scKeys = new Set(sc.outcomes.map(outcomeKey));
  const results: ModelOutcomes[] = [];
  for (const model of question.models) {
    const answer = model === 'sc' ? sc : await askEngines(engines, asked, model, limits, time);
    results.push({
      answer,
      outcomes: answer.outcomes.map((outcome) => ({
        outcome,
        sc: scKeys.has(outcomeKey(outcome)) ? true : sc.complete ? false : null,
      })),
      condition: judgeCondition(program, answer.outcomes, answer.complete),
    });
  }
  return { program, results };
}
