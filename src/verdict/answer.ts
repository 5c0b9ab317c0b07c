// One model, all engines: their answers compared and merged. Outcomes and findings are positive answers, so either
// engine's count. The absence of others is a negative answer: it takes an engine that has seen everything. It is
// confirmed if every engine that was asked has.

import { compareOutcomes, type Outcome, outcomeKey } from '../execution/execution.js';
import { type CutLoop, cutLoopKey, findingKey } from '../execution/finding.js';
import { contradictions, type Difference } from './compare.js';
import { type EngineAnswer, type EngineName, type FoundFinding, type Model, modelName } from './engine.js';

export interface ModelAnswer {
  /** The model's name. */
  readonly model: string;
  /** The outcomes of all engines, in the order of their values. */
  readonly outcomes: readonly Outcome[];
  readonly findings: readonly FoundFinding[];
  readonly cutLoops: readonly CutLoop[];
  /** Some engine saw everything up to the bound: outcomes and findings not listed here do not happen up to it. */
  readonly complete: boolean;
  /** The engines that did, in the order in which they had. */
  readonly answeredBy: readonly EngineName[];
  /** Every engine that was asked did. */
  readonly confirmed: boolean;
  /** Empty iff the engines agree and every certificate is good. */
  readonly differences: readonly Difference[];
  readonly engines: ReadonlyMap<EngineName, EngineAnswer>;
}

export function combine(
  model: Model,
  engines: ReadonlyMap<EngineName, EngineAnswer>,
  flawed: readonly Difference[] = [],
  answeredBy: readonly EngineName[] = [...engines].filter(([, a]) => a.complete).map(([name]) => name),
): ModelAnswer {
  const answers = [...engines.values()];
  return {
    model: modelName(model),
    outcomes: distinct(
      answers.flatMap((answer) => answer.outcomes),
      outcomeKey,
    ).sort(compareOutcomes),
    findings: distinct(
      answers.flatMap((answer) => answer.findings),
      (found) => findingKey(found.finding),
    ),
    cutLoops: distinct(
      answers.flatMap((answer) => answer.cutLoops),
      cutLoopKey,
    ),
    complete: answers.some((answer) => answer.complete),
    answeredBy,
    confirmed: answers.every((answer) => answer.complete),
    differences: [...contradictions(engines), ...flawed],
    engines,
  };
}

function distinct<T>(items: readonly T[], key: (item: T) => string): T[] {
  const seen = new Map<string, T>();
  for (const item of items) {
    const k = key(item);
    if (!seen.has(k)) seen.set(k, item);
  }
  return [...seen.values()];
}
