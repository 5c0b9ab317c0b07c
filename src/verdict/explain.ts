// The question "why can it end like this, or why not?". All models are asked, since a weaker one may allow what
// another forbids. SC allows no more than TSO, and TSO no more than PSO. So the weakest forbidding model is explained
// by the cycles that all candidates have, and the strongest allowing one by an execution. "Like this" is a final
// state or a finding.

import { keptOrder } from '../cat/judge.js';
import { loadModel } from '../cat/models.js';
import { type Evidence, type ModelName, modelNames } from '../execution/execution.js';
import type { Finding } from '../execution/finding.js';
import type { ForbiddenEdge, Refutation } from '../execution/refutation.js';
import type { Program } from '../program/program.js';
import { present } from '../support/present.js';
import type { ModelAnswer } from './answer.js';
import { askEngines } from './askEngines.js';
import { type Engine, type FoundFinding, forFinalStates, type Limits, whileRunning } from './engine.js';
import type { Executor } from './executor.js';
import { type Confirm, leastGraceMs } from './race.js';
import { stoppedAfter } from './turns.js';
import { type Stopped, unfinished, unfinishedIfNoneEnds } from './unfinished.js';
import { isWantedFinding } from './wantedFinding.js';
import type { WantedState } from './wantedState.js';

interface ExplainQuestion {
  /** The models that are explained. */
  readonly models: readonly ModelName[];
  readonly engines: readonly (Engine | Executor)[];
  readonly limits: Limits;
  /** How long the answer of one engine waits for the other engine, and for the reason why a state is forbidden. */
  readonly confirm?: Confirm;
}

export interface ModelExplanation {
  readonly model: ModelName;
  readonly answer: ModelAnswer;
  /** null when no engine could tell, or when no execution reaches its end within the bound. */
  readonly possible: boolean | null;
  /** Where threads stop, if no execution reaches its end. */
  readonly unfinished?: readonly Stopped[];
}

/** An execution that a model allows. */
interface Allowed {
  readonly model: ModelName;
  readonly shown: Evidence;
  /** The finding it ends in, if it does not run to its end. */
  readonly finding?: Finding;
}

export interface ExplainVerdict {
  readonly wanted: WantedState;
  /** The program that the executions are of. */
  readonly program: WantedState['program'];
  /** All models, the strongest first. */
  readonly results: readonly ModelExplanation[];
  /** An execution of the strongest model that is to be explained and allows it. */
  readonly allowed?: Allowed;
  /** The weakest model that is to be explained and forbids it; why, if there is an engine that can say. */
  readonly forbidden?: { readonly model: ModelName; readonly refutation?: Refutation };
}

export async function askExplain(wanted: WantedState, question: ExplainQuestion): Promise<ExplainVerdict> {
  const { engines, limits, confirm = 'all' } = question;
  const states = forFinalStates(wanted.program, limits);
  const program = wanted.finding === undefined ? states : forFinalStates(wanted.finding.program, limits);
  const start = performance.now();
  const inquest = {
    program,
    models: modelNames,
    engines,
    limits,
    keep: 'all',
    turns: confirm,
    confirm,
  } as const;
  const asked = await askEngines(inquest);
  const end = Math.max(start + (limits.timeLimitMs ?? Number.POSITIVE_INFINITY), performance.now() + leastMs);
  const mayGoOn = (): boolean => performance.now() < end && limits.signal?.aborted !== true;
  const results = modelNames.map((model, i): ModelExplanation => {
    const { answer } = asked[i];
    const isFound =
      wanted.finding === undefined ? answer.outcomes.length > 0 : findingsIn(wanted, answer).length > 0;
    if (isFound || !answer.complete) return { model, answer, possible: isFound ? true : null };
    const stopped = stoppedBefore(wanted, model, answer, limits, mayGoOn);
    return {
      model,
      answer,
      possible: stopped === undefined ? false : null,
      ...present({ unfinished: stopped }),
    };
  });
  const explained = (possible: boolean): readonly ModelName[] =>
    results
      .filter((result) => result.possible === possible && question.models.includes(result.model))
      .map(({ model }) => model);
  const allowing = explained(true).at(0);
  const allowed =
    allowing === undefined ? undefined : allowedBy(wanted, allowing, asked[modelNames.indexOf(allowing)]);
  const forbidding = explained(false).at(-1);
  const mayRefute = forbidding !== undefined && isAboutFinalStates(wanted, results);
  const refutation = mayRefute
    ? await refuted(states, forbidding, results, question, performance.now() - start)
    : undefined;
  return {
    wanted,
    program,
    results,
    ...present({ allowed }),
    ...(forbidding === undefined ? {} : { forbidden: { model: forbidding, ...present({ refutation }) } }),
  };
}

/** Milliseconds to see whether an execution ends, however late it is. */
const leastMs = 200;

/** The places beyond which nothing was looked at, if no execution reaches its end. */
function stoppedBefore(
  { whole, finding }: WantedState,
  model: ModelName,
  answer: ModelAnswer,
  limits: Limits,
  mayGoOn: () => boolean,
): readonly Stopped[] | undefined {
  const program = finding?.program ?? whole;
  const asked = {
    program: forFinalStates(program, limits),
    running: whileRunning(program, limits),
    unroll: limits.unroll,
  };
  return finding === undefined
    ? unfinishedIfNoneEnds(asked, model, answer, mayGoOn)
    : unfinished(asked, answer, mayGoOn);
}

/**
 * The reason why a model forbids the state, from an engine that can give one. Without time for it, only the verdict
 * is known.
 */
async function refuted(
  program: Program,
  model: ModelName,
  results: readonly ModelExplanation[],
  { engines, limits, confirm = 'all' }: ExplainQuestion,
  spent: number,
): Promise<Refutation | undefined> {
  const able = engines.find((one) => 'refute' in one);
  const said = results.find((result) => result.model === model)?.answer.engines;
  if (able === undefined || !('refute' in able) || able.refute === undefined) return undefined;
  if (said?.get(able.name)?.complete !== true)
    return { cycles: [], assuming: [], complete: false, counted: false };
  if (limits.timeLimitMs !== undefined)
    return able.refute(program, model, { ...limits, timeLimitMs: Math.max(1, limits.timeLimitMs - spent) });
  if (confirm === 'all') return able.refute(program, model, limits);
  const ms = Math.max(leastGraceMs, confirm === 'as-long-again' ? spent : confirm);
  return able.refute(program, model, stoppedAfter(limits, ms, 'unconfirmed'));
}

const findingsIn = ({ finding: asked }: WantedState, { findings }: ModelAnswer): readonly FoundFinding[] =>
  asked === undefined
    ? []
    : findings.filter(({ finding }) => isWantedFinding(asked.wanted, asked.program, finding));

/** Whether what is asked for is a set of final states of the program: those of a finding are if it is a failed assertion. */
function isAboutFinalStates(wanted: WantedState, results: readonly ModelExplanation[]): boolean {
  if (wanted.finding === undefined) return true;
  const kinds = new Set<string>(wanted.assertions.map(({ assertion }) => assertion.finding ?? 'assertion'));
  const found = results.flatMap(({ answer }) => findingsIn(wanted, answer));
  return wanted.finding.asserted && found.every(({ finding }) => kinds.has(finding.kind));
}

function allowedBy(
  wanted: WantedState,
  model: ModelName,
  { answer, kept: [state] }: Awaited<ReturnType<typeof askEngines>>[number],
): Allowed | undefined {
  if (wanted.finding !== undefined) {
    const [found] = findingsIn(wanted, answer);
    return found?.shown === undefined ? undefined : { model, shown: found.shown, finding: found.finding };
  }
  if (state === undefined) return undefined;
  const { assertions } = wanted;
  const first = state.outcome.length - assertions.length;
  const failed = assertions.find((_, i) => state.outcome[first + i] === 1);
  if (failed === undefined) return { model, shown: state.shown };
  const { thread, assertion } = failed;
  const { finding: kind = 'assertion', message = '', at } = assertion;
  return { model, shown: state.shown, finding: { kind, thread, message, ...present({ at }) } };
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
