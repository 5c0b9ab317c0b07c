// One model, all engines: asks each, certifies what it found, compares what they say and puts it together. Outcomes and
// findings are positive answers, so either engine's count. That there are no others is a negative one: it takes an engine
// that has seen everything, and it is confirmed if every engine that was asked has.

import type { Outcome } from '../execution/execution.js';
import { findingKey } from '../execution/finding.js';
import type { Program } from '../program/program.js';
import { InputError } from '../support/diagnostic.js';
import { Certifier } from './certificate.js';
import { contradictions, cutLoopKey, type Difference, outcomeKey } from './compare.js';
import {
  type CutLoop,
  type Engine,
  type EngineAnswer,
  type EngineName,
  type FoundFinding,
  type Limits,
  type Model,
  modelName,
  type Shown,
} from './engine.js';
import type { TimeBudget } from './timeBudget.js';

export interface ModelAnswer {
  /** The model's name. */
  readonly model: string;
  /** The outcomes of all engines, in the order of their values. */
  readonly outcomes: readonly Outcome[];
  readonly findings: readonly FoundFinding[];
  readonly cutLoops: readonly CutLoop[];
  /** Some engine saw everything up to the bound: what is not listed does not happen there. */
  readonly complete: boolean;
  /** Every engine that was asked did. */
  readonly confirmed: boolean;
  /** Empty iff the engines agree and every certificate is good. */
  readonly differences: readonly Difference[];
  readonly engines: ReadonlyMap<EngineName, EngineAnswer>;
}

export { outcomeKey } from './compare.js';

/** Takes certified executions of outcomes, to keep those that will be shown. */
export type Keep = (outcome: Outcome, shown: Shown) => void;

export async function askEngines(
  engines: readonly Engine[],
  program: Program,
  model: Model,
  limits: Limits,
  time: TimeBudget,
  keep: Keep = () => {},
): Promise<ModelAnswer> {
  const answers = new Map<EngineName, EngineAnswer>();
  const flawed: Difference[] = [];
  let refusal: InputError | undefined;
  for (const engine of engines) {
    const timeLimitMs = time.next();
    const certifier = new Certifier(program, model, limits.unroll);
    const seen = new Set<string>();
    try {
      const answer =
        timeLimitMs !== undefined && timeLimitMs <= 0
          ? outOfTime
          : await engine.explore(
              program,
              model,
              { ...limits, ...(timeLimitMs === undefined ? {} : { timeLimitMs }) },
              (claim, shown) => {
                const key = claim.kind === 'outcome' ? outcomeKey(claim.outcome) : '';
                if (claim.kind === 'outcome' && seen.has(key)) return;
                seen.add(key);
                const flaw = certifier.certify(claim, shown);
                if (flaw !== undefined)
                  flawed.push({ kind: 'certificate', foundBy: engine.name, claim, shown, flaw });
                else if (claim.kind === 'outcome') keep(claim.outcome, shown);
              },
            );
      const ms = answer.statistics.ms - certifier.ms;
      const { certified } = certifier;
      answers.set(engine.name, { ...answer, statistics: { ...answer.statistics, certified, ms } });
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      refusal ??= error;
      const { diagnostic } = error;
      answers.set(engine.name, { ...outOfTime, shortfall: { kind: 'unsupported', diagnostic } });
    }
  }
  // Nobody can handle the program: then that is the answer.
  const refused = ({ shortfall }: EngineAnswer): boolean => shortfall?.kind === 'unsupported';
  if (refusal !== undefined && [...answers.values()].every(refused)) throw refusal;
  return combine(model, answers, flawed);
}

const outOfTime: EngineAnswer = {
  outcomes: [],
  findings: [],
  cutLoops: [],
  complete: false,
  shortfall: { kind: 'time' },
  statistics: { ms: 0 },
};

export function combine(
  model: Model,
  engines: ReadonlyMap<EngineName, EngineAnswer>,
  flawed: readonly Difference[] = [],
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

/** Lexicographic by value. */
export function compareOutcomes(a: Outcome, b: Outcome): number {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return a[i] - b[i];
  return 0;
}
