// Whether a program meets its goal. One engine must say so, and neither the other engine nor, for robustness, a monitor may deny it.
// The answer names the engines that confirm it.

import type { CutLoop } from '../execution/finding.js';
import type { Program } from '../program/program.js';
import { askCheck } from '../verdict/check.js';
import type { Engine, EngineName, Limits } from '../verdict/engine.js';
import type { Executor } from '../verdict/executor.js';
import { defaultMonitors } from '../verdict/monitored.js';
import type { Confirm } from '../verdict/race.js';
import { askRobust } from '../verdict/robust.js';
import type { Goal } from './goal.js';

export interface Verification {
  readonly verdict: 'holds' | 'fails' | 'unknown' | 'disagreement';
  /** The engines that say it holds. */
  readonly confirmedBy: readonly EngineName[];
  /** The engines that were asked and do not say anything. */
  readonly silent: readonly EngineName[];
  /** The loops that were cut, if it holds only as far as they ran. */
  readonly bounded: readonly CutLoop[];
}

/** For assertions, `program` has the condition that counts (`asserted`). */
export async function verify(
  program: Program,
  goal: Goal,
  model: 'tso' | 'pso',
  engines: readonly (Engine | Executor)[],
  limits: Limits,
  /** How long the engine that answers first waits for the other. */
  confirm: Confirm = 'all',
): Promise<Verification> {
  const asked = { engines, limits, turns: confirm, confirm };
  return goal === 'robust' ? verifyRobust(program, model, asked) : verifyAssertions(program, model, asked);
}

interface Asked {
  readonly engines: readonly (Engine | Executor)[];
  readonly limits: Limits;
  readonly turns: Confirm;
  readonly confirm: Confirm;
}

const silentOf = ({ engines }: Asked, confirmedBy: readonly EngineName[]): readonly EngineName[] =>
  engines.flatMap(({ name }) => (confirmedBy.includes(name) ? [] : [name]));

async function verifyRobust(program: Program, model: 'tso' | 'pso', asked: Asked): Promise<Verification> {
  const { results } = await askRobust(program, { models: [model], monitors: defaultMonitors, ...asked });
  const [{ robust, agree, bounded, engines: answers }] = results;
  const confirmedBy = [...answers].flatMap(([name, answer]) => (answer.robust === true ? [name] : []));
  const holds = robust === true && confirmedBy.length > 0;
  const verdict = !agree ? 'disagreement' : robust === false ? 'fails' : holds ? 'holds' : 'unknown';
  return { verdict, confirmedBy, silent: silentOf(asked, confirmedBy), bounded };
}

async function verifyAssertions(program: Program, model: 'tso' | 'pso', asked: Asked): Promise<Verification> {
  const { results } = await askCheck(program, { models: [model], strict: false, ...asked });
  const [{ answer, verdict, bounded }] = results;
  const confirmedBy = [...answer.engines].flatMap(([name, { complete }]) => (complete ? [name] : []));
  const silent = silentOf(asked, confirmedBy);
  if (answer.differences.length > 0) return { verdict: 'disagreement', confirmedBy: [], silent, bounded };
  if (verdict === 'violated') return { verdict: 'fails', confirmedBy: [], silent, bounded };
  return { verdict: verdict === 'holds' ? 'holds' : 'unknown', confirmedBy, silent, bounded };
}
