// The question "why can it end like this, or why not?". All models are asked, for what one forbids a weaker one may allow. Of the
// models that forbid it the weakest is explained by the cycles that all candidates have, of those that allow it the strongest
// by an execution: SC allows no more than TSO, TSO no more than PSO.

import { keptOrder } from '../cat/judge.js';
import { loadModel } from '../cat/models.js';
import { type Evidence, type ModelName, modelNames } from '../execution/execution.js';
import type { ForbiddenEdge, Refutation } from '../execution/refutation.js';
import type { ModelAnswer } from './answer.js';
import { askEngines } from './askEngines.js';
import { type Engine, forFinalStates, type Limits } from './engine.js';
import type { WantedState } from './wantedState.js';

interface ExplainQuestion {
  /** The models that are explained. */
  readonly models: readonly ModelName[];
  readonly engines: readonly Engine[];
  readonly limits: Limits;
}

export interface ModelExplanation {
  readonly model: ModelName;
  readonly answer: ModelAnswer;
  /** null when nobody could tell. */
  readonly possible: boolean | null;
}

export interface ExplainVerdict {
  readonly wanted: WantedState;
  /** The program that the executions are of. */
  readonly program: WantedState['program'];
  /** All models, the strongest first. */
  readonly results: readonly ModelExplanation[];
  /** An execution of the strongest model that is to be explained and allows it. */
  readonly allowed?: { readonly model: ModelName; readonly shown: Evidence };
  /** The weakest model that is to be explained and forbids it; why, if there is an engine that can say. */
  readonly forbidden?: { readonly model: ModelName; readonly refutation?: Refutation };
}

export async function askExplain(wanted: WantedState, question: ExplainQuestion): Promise<ExplainVerdict> {
  const { engines, limits } = question;
  const program = forFinalStates(wanted.program, limits);
  const start = performance.now();
  const asked = await askEngines({ program, models: modelNames, engines, limits, keep: 'all' });
  const results = modelNames.map((model, i): ModelExplanation => {
    const { answer } = asked[i];
    return { model, answer, possible: answer.outcomes.length > 0 ? true : answer.complete ? false : null };
  });
  const explained = (possible: boolean): readonly ModelName[] =>
    results
      .filter((result) => result.possible === possible && question.models.includes(result.model))
      .map(({ model }) => model);
  const allowing = explained(true).at(0);
  const shown = allowing === undefined ? undefined : asked[modelNames.indexOf(allowing)].kept.at(0)?.shown;
  const forbidding = explained(false).at(-1);
  const able = engines.find(({ refute }) => refute !== undefined);
  const left =
    limits.timeLimitMs === undefined
      ? {}
      : { timeLimitMs: Math.max(1, limits.timeLimitMs - (performance.now() - start)) };
  const refutation =
    forbidding === undefined ? undefined : await able?.refute?.(program, forbidding, { ...limits, ...left });
  return {
    wanted,
    program,
    results,
    ...(allowing === undefined || shown === undefined ? {} : { allowed: { model: allowing, shown } }),
    ...(forbidding === undefined
      ? {}
      : { forbidden: { model: forbidding, ...(refutation === undefined ? {} : { refutation }) } }),
  };
}

/** The edges of a cycle within threads that a model does not keep in a candidate: why it allows what another forbids. */
export function droppedEdges(
  model: ModelName,
  { candidate, edges }: Pick<Refutation['cycles'][number], 'candidate' | 'edges'>,
): readonly ForbiddenEdge[] {
  const kept = keptOrder(loadModel(model), candidate);
  const { events } = candidate;
  return edges.filter(({ from, to }) => events[from].thread === events[to].thread && !kept(from, to));
}
