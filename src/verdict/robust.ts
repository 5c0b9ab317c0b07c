// The question "is it robust: does every trace under the model also exist under SC?". Three routes lead to an answer:
// monitors on SC executions, traces of the weak machine, and the symbolic engine. A trace that is not sequentially
// consistent counts whoever found it, once it is certified; that there is none must be said by all who could know.

import { type Borderline, borderline } from '../execution/borderline.js';
import type { Witness } from '../execution/execution.js';
import { type HbEdge, hbCycle } from '../execution/hb.js';
import type { StrategyChoice } from '../explicit/explore.js';
import { type MonitorName, monitoredModel, type WeakModel } from '../explicit/monitors/index.js';
import type { Program } from '../program/program.js';
import { bug, InputError } from '../support/diagnostic.js';
import { Certifier } from './certificate.js';
import type { CutLoop, Engine, EngineName, Limits, RobustnessAnswer } from './engine.js';
import { type MonitorAnswer, type Monitored, runMonitors } from './monitored.js';
import { askStates, type StateRobustness } from './stateRobust.js';
import { TimeBudget } from './timeBudget.js';

export interface RobustQuestion {
  readonly models: readonly WeakModel[];
  readonly engines: readonly Engine[];
  readonly monitors: readonly MonitorName[];
  /** How the SC executions are chosen; with DPOR if absent. */
  readonly strategy?: StrategyChoice;
  readonly limits: Limits;
}

/** A certified execution that is not sequentially consistent. */
export interface NonScExecution {
  readonly witness: Witness;
  readonly cycle: readonly HbEdge[];
  readonly borderline: Borderline;
}

export interface ModelRobustness {
  readonly model: WeakModel;
  readonly robust: boolean | null;
  /** No route denies what another has certified. */
  readonly agree: boolean;
  readonly nonSc?: NonScExecution;
  readonly states: StateRobustness;
  /** The loops that were cut, if it is robust only as far as they ran. */
  readonly bounded: readonly CutLoop[];
  readonly engines: ReadonlyMap<EngineName, RobustnessAnswer>;
  readonly monitors: readonly MonitorAnswer[];
}

export interface RobustVerdict {
  readonly program: Program;
  readonly results: readonly ModelRobustness[];
  /** The SC executions the monitors saw, if there were monitors. */
  readonly monitored?: Monitored;
}

export async function askRobust(program: Program, question: RobustQuestion): Promise<RobustVerdict> {
  const { models, engines } = question;
  // A spin loop that is run once has lost reads that may be part of a cycle.
  const limits: Limits = { ...question.limits, spinAssume: false };
  const wanted = question.monitors
    .map((name) => ({ name, model: monitoredModel[name] }))
    .filter(({ model }) => models.includes(model));
  const explicit = engines.some(({ name }) => name === 'explicit');
  const watched = explicit && wanted.length > 0;
  const time = new TimeBudget(limits.timeLimitMs, Number(watched) + models.length * (engines.length + 1));
  const monitored = watched
    ? runMonitors(program, wanted, timed(limits, time), question.strategy)
    : undefined;
  const results: ModelRobustness[] = [];
  for (const model of models) {
    const answers = new Map<EngineName, RobustnessAnswer>();
    for (const engine of engines) {
      const answer = await askEngine(engine, program, model, timed(limits, time));
      if (answer !== undefined) answers.set(engine.name, answer);
    }
    const monitors = monitored?.answers.filter((answer) => answer.model === model) ?? [];
    const decided = decide(program, model, answers, monitors, monitored?.cutLoops ?? [], limits.unroll);
    const states = explicit
      ? askStates(program, decided, monitored?.exploration, timed(limits, time))
      : { robust: null };
    results.push({ ...decided, states });
  }
  return { program, results, ...(monitored === undefined ? {} : { monitored }) };
}

/** An engine that cannot handle the program does not know. */
async function askEngine(
  engine: Engine,
  program: Program,
  model: WeakModel,
  limits: Limits,
): Promise<RobustnessAnswer | undefined> {
  try {
    return await engine.robust?.(program, model, limits);
  } catch (error) {
    if (error instanceof InputError) return { robust: null, cutLoops: [], statistics: { ms: 0 } };
    throw error;
  }
}

/** A limit that has passed leaves a moment, in which small programs still get an answer. */
function timed(limits: Limits, time: TimeBudget): Limits {
  const timeLimitMs = time.next();
  return timeLimitMs === undefined ? limits : { ...limits, timeLimitMs: Math.max(1, timeLimitMs) };
}

function decide(
  program: Program,
  model: WeakModel,
  engines: ReadonlyMap<EngineName, RobustnessAnswer>,
  monitors: readonly MonitorAnswer[],
  cutUnderSc: readonly CutLoop[],
  unroll: number,
): Omit<ModelRobustness, 'states'> {
  const routes = [...engines.values(), ...monitors];
  const nonSc = firstCertified(program, [...engines.values()], monitors, unroll);
  const says = (robust: boolean): boolean => routes.some((route) => route.robust === robust);
  const robust = nonSc !== undefined ? false : says(true) && !says(false) ? true : null;
  return {
    model,
    robust,
    agree: !(says(true) && says(false)),
    ...(nonSc === undefined ? {} : { nonSc }),
    bounded:
      robust === true ? distinctLoops([cutUnderSc, ...[...engines.values()].map((a) => a.cutLoops)]) : [],
    engines,
    monitors,
  };
}

/** An execution of the first route that has one. All routes' executions are certified; the first is shown. */
function firstCertified(
  program: Program,
  engines: readonly RobustnessAnswer[],
  monitors: readonly MonitorAnswer[],
  unroll: number,
): NonScExecution | undefined {
  const witnesses = [
    ...engines.flatMap(({ witness }) => (witness === undefined ? [] : [witness])),
    ...monitors.flatMap(({ pairs }) => pairs.slice(0, 1).flatMap((pair) => pair.witness() ?? [])),
  ];
  const certified = witnesses.map((witness) => certify(program, witness, unroll));
  return certified.sort((a, b) => a.cycle.length - b.cycle.length).at(0);
}

function certify(program: Program, witness: Witness, unroll: number): NonScExecution {
  const { model, execution } = witness;
  const flaw = new Certifier(program, model, unroll).certify({ kind: 'hb-cycle' }, { execution, witness });
  if (flaw !== undefined) return bug(`an execution that was found is not certified: ${JSON.stringify(flaw)}`);
  const cycle = hbCycle(witness.execution);
  const border = borderline(witness);
  if (cycle === undefined || border === undefined)
    return bug('an execution that was said to be not sequentially consistent is');
  return { witness, cycle, borderline: border };
}

function distinctLoops(lists: readonly (readonly CutLoop[])[]): CutLoop[] {
  return [...new Map(lists.flat().map((loop) => [`${loop.thread} ${loop.label}`, loop])).values()];
}
