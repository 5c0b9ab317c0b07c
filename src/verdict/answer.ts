// One model, all engines: asks each, compares what they say and puts it together. Outcomes and findings are positive
// answers, so either engine's count; that there are no others is a negative one, so every engine must have finished.

import type { ModelName, Outcome } from '../execution/execution.js';
import { findingKey } from '../execution/finding.js';
import type { Program } from '../program/program.js';
import type { CutLoop, Engine, EngineAnswer, EngineName, FoundFinding, Limits } from './engine.js';

/** An outcome that one engine found and another, having seen everything, did not. */
export interface Difference {
  readonly outcome: Outcome;
  readonly foundBy: EngineName;
  readonly deniedBy: EngineName;
}

export interface ModelAnswer {
  readonly model: ModelName;
  /** The outcomes of all engines, in the order of their values. */
  readonly outcomes: readonly Outcome[];
  readonly findings: readonly FoundFinding[];
  readonly cutLoops: readonly CutLoop[];
  readonly complete: boolean;
  /** Empty iff the engines agree. */
  readonly differences: readonly Difference[];
  readonly engines: ReadonlyMap<EngineName, EngineAnswer>;
}

export const outcomeKey = (outcome: Outcome): string => outcome.join();

/** Shares the time for an answer among the explorations it takes; what one does not need is left to the others. */
export class TimeBudget {
  readonly #end: number | undefined;
  #shares: number;

  constructor(milliseconds: number | undefined, explorations: number) {
    this.#end = milliseconds === undefined ? undefined : performance.now() + milliseconds;
    this.#shares = explorations;
  }

  /** Milliseconds for the next exploration, undefined for no limit. */
  next(): number | undefined {
    return this.#end === undefined
      ? undefined
      : (this.#end - performance.now()) / Math.max(1, this.#shares--);
  }
}

export async function askEngines(
  engines: readonly Engine[],
  program: Program,
  model: ModelName,
  limits: Limits,
  time: TimeBudget,
): Promise<ModelAnswer> {
  const answers = new Map<EngineName, EngineAnswer>();
  for (const engine of engines) {
    const timeLimitMs = time.next();
    answers.set(
      engine.name,
      timeLimitMs !== undefined && timeLimitMs <= 0
        ? noAnswer
        : await engine.explore(program, model, {
            ...limits,
            ...(timeLimitMs === undefined ? {} : { timeLimitMs }),
          }),
    );
  }
  return combine(model, answers);
}

const noAnswer: EngineAnswer = {
  outcomes: [],
  findings: [],
  cutLoops: [],
  complete: false,
  statistics: { ms: 0 },
};

export function combine(model: ModelName, engines: ReadonlyMap<EngineName, EngineAnswer>): ModelAnswer {
  const answers = [...engines.values()];
  const loopKey = (loop: CutLoop): string => `${loop.thread} ${loop.label}`;
  return {
    model,
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
      loopKey,
    ),
    complete: answers.every((answer) => answer.complete),
    differences: differences(engines),
    engines,
  };
}

function differences(engines: ReadonlyMap<EngineName, EngineAnswer>): Difference[] {
  const found: Difference[] = [];
  for (const [deniedBy, denier] of engines) {
    if (!denier.complete) continue;
    const known = new Set(denier.outcomes.map(outcomeKey));
    for (const [foundBy, finder] of engines)
      for (const outcome of finder.outcomes)
        if (!known.has(outcomeKey(outcome))) found.push({ outcome, foundBy, deniedBy });
  }
  return found;
}

function distinct<T>(items: readonly T[], key: (item: T) => string): T[] {
  const seen = new Map<string, T>();
  for (const item of items) {
    const k = key(item);
    if (!seen.has(k)) seen.set(k, item);
  }
  return [...seen.values()];
}

/** Lexicographic by value. */
export function compareOutcomes(a: Outcome, b: Outcome): number {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return a[i] - b[i];
  return 0;
}
