// The question "which final states can it reach, and which of them not under SC?".

import { type Outcome, outcomeKey } from '../execution/execution.js';
import type { Program } from '../program/program.js';
import type { ModelAnswer } from './answer.js';
import { askEngines } from './askEngines.js';
import { type ConditionAnswer, judgeCondition } from './condition.js';
import type { Engine, Limits, Model } from './engine.js';
import type { Executor, KeptOutcome } from './executor.js';
import type { Keep } from './keptOutcomes.js';
import type { Confirm } from './race.js';

export interface MarkedOutcome {
  readonly outcome: Outcome;
  /** Whether it is reachable under SC too; null when the SC exploration did not finish without finding it. */
  readonly sc: boolean | null;
}

export interface ModelOutcomes {
  readonly answer: ModelAnswer;
  readonly outcomes: readonly MarkedOutcome[];
  readonly condition: ConditionAnswer;
  /** Executions of final states, if they were asked for. */
  readonly kept: readonly KeptOutcome[];
}

export interface OutcomesVerdict {
  readonly program: Program;
  /** In the order the models were asked for. */
  readonly results: readonly ModelOutcomes[];
}

export interface Question {
  readonly models: readonly Model[];
  readonly engines: readonly (Engine | Executor)[];
  readonly limits: Limits;
  /** How long the answer of one engine waits for the other, if they work side by side. */
  readonly confirm?: Confirm;
  /** The same for engines that take turns on the thread of the caller; absent: each has as long as it needs. */
  readonly turns?: Confirm;
  /** Which executions of final states are kept; none if absent. */
  readonly keep?: Keep;
}

/** SC is explored even when it is not asked for: it says which outcomes are the weak model's own. */
export async function askOutcomes(program: Program, question: Question): Promise<OutcomesVerdict> {
  const models = [...new Set<Model>(['sc', ...question.models])];
  const asked = await askEngines({ ...question, models, program });
  const answers = new Map(asked.map((answered, i) => [models[i], answered]));
  const sc = asked[0].answer;
  const scKeys = new Set(sc.outcomes.map(outcomeKey));
  const results: ModelOutcomes[] = [];
  for (const model of question.models) {
    const { answer, kept } = answers.get(model) ?? asked[0];
    results.push({
      answer,
      outcomes: answer.outcomes.map((outcome) => ({
        outcome,
        sc: scKeys.has(outcomeKey(outcome)) ? true : sc.complete ? false : null,
      })),
      condition: judgeCondition(program, answer.outcomes, answer.complete),
      kept,
    });
  }
  return { program, results };
}
