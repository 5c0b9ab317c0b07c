// TSO lies between SC and PSO. Each SC execution is one of TSO. Each TSO execution is one of PSO. So where an
// engine has seen the same final states and cut loops under SC and PSO, and no finding, TSO has the same. Searches that
// took long are not repeated for it. And where a search under SC or TSO did not end, a search of more executions may have.

import { type ModelName, outcomeKey } from '../execution/execution.js';
import { cutLoopKey } from '../execution/finding.js';
import type { EngineAnswer, Model } from './engine.js';
import type { Explored } from './executor.js';

/** Milliseconds of both searches below which a third one costs little, and tells how many executions there are. */
const longMs = 1000;

/** TSO comes after the models that may imply its answer. */
export const betweenLast = (models: readonly Model[]): readonly Model[] =>
  models.includes('sc') && models.includes('pso') && models.includes('tso')
    ? [...models.filter((model) => model !== 'tso'), 'tso']
    : models;

/** The answer for TSO, if those for SC and PSO imply it. */
export function impliedBetween(sc: Explored | undefined, pso: Explored | undefined): Explored | undefined {
  if (sc === undefined || pso === undefined) return undefined;
  if (![sc, pso].every(isWithoutDoubt)) return undefined;
  if (sc.answer.statistics.ms + pso.answer.statistics.ms < longMs) return undefined;
  if (keysOf(sc.answer) !== keysOf(pso.answer)) return undefined;
  return { answer: { ...sc.answer, statistics: { ms: 0, certified: 0, implied: 1 } }, flawed: [], kept: [] };
}

const weaker: Readonly<Record<ModelName, readonly ModelName[]>> = {
  sc: ['tso', 'pso'],
  tso: ['pso'],
  pso: [],
};

/**
 * The answer of an engine that did not end and has no finding, where the same engine has seen all executions of a weaker
 * model, and no finding.
 */
export function impliedByWeaker(
  model: Model,
  { answer, flawed }: Explored,
  of: (model: ModelName) => Explored | undefined,
): EngineAnswer | undefined {
  if (typeof model !== 'string' || answer.complete || answer.findings.length > 0 || flawed.length > 0)
    return undefined;
  const whole = weaker[model].map(of).find((one) => one !== undefined && isWithoutDoubt(one))?.answer;
  if (whole === undefined || whole.cutLoops.length > 0) return undefined;
  return { ...whole, statistics: { ms: answer.statistics.ms, certified: 0, implied: 1 } };
}

const isWithoutDoubt = ({ answer, flawed }: Explored): boolean =>
  answer.complete && answer.findings.length === 0 && flawed.length === 0;

const keysOf = ({ outcomes, cutLoops }: EngineAnswer): string =>
  JSON.stringify([outcomes.map(outcomeKey).sort(), cutLoops.map(cutLoopKey).sort()]);
