// The question "does its condition hold, and do its assertions?". A violation that was found is certain. That there is
// none is certain only if everything was seen: a loop that was cut makes it an answer up to the bound.

import type { Witness } from '../execution/execution.js';
import type { Program } from '../program/program.js';
import { askEngines, type ModelAnswer, outcomeKey, TimeBudget } from './answer.js';
import { type ConditionAnswer, judgeCondition, type Verdict } from './condition.js';
import { type CutLoop, forFinalStates } from './engine.js';
import type { Question } from './outcomes.js';

export interface ModelCheck {
  readonly answer: ModelAnswer;
  readonly condition: ConditionAnswer;
  readonly verdict: Verdict;
  /** The loops that were cut, if the verdict holds only as far as they ran. */
  readonly bounded: readonly CutLoop[];
  /** An execution whose final state violates the condition. */
  readonly counterexample?: Witness;
}

export interface CheckVerdict {
  readonly program: Program;
  readonly results: readonly ModelCheck[];
}

export interface CheckQuestion extends Question {
  /** An answer up to a bound is no answer. */
  readonly strict: boolean;
}

export async function askCheck(program: Program, question: CheckQuestion): Promise<CheckVerdict> {
  const { engines, limits } = question;
  const asked = forFinalStates(program, limits);
  const time = new TimeBudget(limits.timeLimitMs, question.models.length * engines.length);
  const results: ModelCheck[] = [];
  for (const model of question.models) {
    const answer = await askEngines(engines, asked, model, limits, time);
    const result = check(program, answer, question.strict);
    const counterexample = await witnessOf(asked, result, question);
    results.push({ ...result, ...(counterexample === undefined ? {} : { counterexample }) });
  }
  return { program, results };
}

/** Asks an engine that found the violating outcome how it comes about. */
async function witnessOf(
  program: Program,
  { answer, condition }: ModelCheck,
  { engines, limits }: Question,
): Promise<Witness | undefined> {
  const outcome = condition.decidedBy;
  if (condition.verdict !== 'violated' || outcome === undefined) return undefined;
  const key = outcomeKey(outcome);
  const finder = engines.find(({ name }) =>
    answer.engines.get(name)?.outcomes.some((o) => outcomeKey(o) === key),
  );
  return finder?.witness(program, answer.model, limits, outcome);
}

export function check(program: Program, answer: ModelAnswer, strict: boolean): ModelCheck {
  const condition = judgeCondition(program, answer.outcomes, answer.complete);
  const found = answer.findings.length > 0;
  const certain = found || (condition.verdict === 'violated' && condition.decidedBy !== undefined);
  const bounded = certain ? [] : answer.cutLoops;
  return {
    answer,
    condition,
    verdict: strict && bounded.length > 0 ? 'unknown' : overall(found, condition.verdict, answer.complete),
    bounded,
  };
}

function overall(found: boolean, condition: Verdict, complete: boolean): Verdict {
  if (found || condition === 'violated') return 'violated';
  return complete ? condition : 'unknown';
}
