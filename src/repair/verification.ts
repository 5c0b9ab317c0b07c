// Whether a program meets its goal. Both engines must say so, and for robustness no monitor may deny it.

import type { CutLoop } from '../execution/finding.js';
import type { Program } from '../program/program.js';
import { askCheck } from '../verdict/check.js';
import type { Engine, EngineName, Limits } from '../verdict/engine.js';
import { defaultMonitors } from '../verdict/monitored.js';
import { askRobust } from '../verdict/robust.js';
import type { Goal } from './goal.js';

export interface Verification {
  readonly verdict: 'holds' | 'fails' | 'unknown' | 'disagreement';
  /** The engines that say it holds. */
  readonly confirmedBy: readonly EngineName[];
  /** The loops that were cut, if it holds only as far as they ran. */
  readonly bounded: readonly CutLoop[];
}

/** For assertions, `program` has the condition that counts (`asserted`). */
export async function verify(
  program: Program,
  goal: Goal,
  model: 'tso' | 'pso',
  engines: readonly Engine[],
  limits: Limits,
): Promise<Verification> {
  return goal === 'robust'
    ? verifyRobust(program, model, engines, limits)
    : verifyAssertions(program, model, engines, limits);
}

async function verifyRobust(
  program: Program,
  model: 'tso' | 'pso',
  engines: readonly Engine[],
  limits: Limits,
): Promise<Verification> {
  const { results } = await askRobust(program, {
    models: [model],
    engines,
    monitors: defaultMonitors,
    limits,
  });
  const [{ robust, agree, bounded, engines: answers }] = results;
  const confirmedBy = [...answers].flatMap(([name, answer]) => (answer.robust === true ? [name] : []));
  const all = confirmedBy.length === engines.length;
  const verdict = !agree
    ? 'disagreement'
    : robust === false
      ? 'fails'
      : robust === true && all
        ? 'holds'
        : 'unknown';
  return { verdict, confirmedBy, bounded };
}

async function verifyAssertions(
  program: Program,
  model: 'tso' | 'pso',
  engines: readonly Engine[],
  limits: Limits,
): Promise<Verification> {
  const { results } = await askCheck(program, { models: [model], engines, limits, strict: false });
  const [{ answer, verdict, bounded }] = results;
  const confirmedBy = [...answer.engines].flatMap(([name, { complete }]) => (complete ? [name] : []));
  if (answer.differences.length > 0) return { verdict: 'disagreement', confirmedBy: [], bounded };
  if (verdict === 'violated') return { verdict: 'fails', confirmedBy: [], bounded };
  return { verdict: verdict === 'holds' && answer.confirmed ? 'holds' : 'unknown', confirmedBy, bounded };
}
