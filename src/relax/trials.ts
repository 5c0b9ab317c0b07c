// Phase II for one cycle: runs that try to create it, and their results. A trial and a repetition name a run, and its
// random numbers depend on this name alone. So anyone can repeat a run by its name and need not believe the report.

import type { Witness } from '../execution/execution.js';
import { type Finding, findingKey } from '../execution/finding.js';
import type { Program } from '../program/program.js';
import { bug } from '../support/diagnostic.js';
import { present } from '../support/present.js';
import { Random } from '../support/prng.js';
import { Certifier } from '../verdict/certificate.js';
import type { Claim } from '../verdict/engine.js';
import { findingsBecauseOf } from './attribution.js';
import { findInstance } from './confirm.js';
import type { LabelCycle } from './cycle.js';
import { directedRun } from './directedRun.js';
import type { RelaxModel } from './model.js';
import type { RunResult, RunStep, Subject } from './run.js';

export interface TrialOptions {
  /** Trials per cycle and model. */
  readonly trials: number;
  /** A trial runs the program up to this often, until the cycle is there. */
  readonly repeats: number;
  /** A cycle that was not created in so many trials gets no more of them. */
  readonly giveUp?: number;
  readonly seed: number;
  /** How often a loop without a bound of its own runs each time it is entered. */
  readonly unroll: number;
  readonly maxSteps: number;
}

/** A cycle to be tried, with what phase I says of it. */
export interface CycleTry {
  readonly model: RelaxModel;
  readonly cycle: LabelCycle;
  /** The threads it was predicted with. */
  readonly assignments: readonly (readonly number[])[];
  /** Events of a run, about. */
  readonly horizon: number;
  /** Keys of findings that it is not to blame for. */
  readonly excused: readonly string[];
}

type RunName = readonly [trial: number, repeat: number];

/** The result of the trials of a cycle. */
export interface CycleTrials {
  readonly trials: number;
  /** Trials that created it. */
  readonly created: number;
  /** The shortest run that did. */
  readonly run?: RunName;
  /** The findings that the cycle caused, each once. */
  readonly bugs: readonly { readonly finding: Finding; readonly run: RunName }[];
  /** Whether a run that had the cycle had any finding, whatever its cause. The paper counts these. */
  readonly wrong: boolean;
}

/** A run that shows a cycle. */
export interface CycleRun {
  readonly ran: RunResult;
  /** The events of the cycle, in its order. */
  readonly instance: readonly number[];
}

interface CycleBug {
  readonly finding: Finding;
  readonly run: CycleRun;
}

/** The same with the runs themselves. */
export interface CycleResult extends Pick<CycleTrials, 'trials' | 'created' | 'wrong'> {
  readonly cycle: LabelCycle;
  readonly run?: CycleRun;
  readonly bugs: readonly CycleBug[];
}

/** Thrown: a run does not show what was said of it. */
export class Unshown extends Error {}

/** Runs with a cycle that are looked at for what it causes. */
const mostExamined = 300;

/** A trial goes on after the cycle was created, as far as its runs reach, while nothing is known that it causes. */
export function tryCycle(
  subject: Subject,
  options: TrialOptions & { readonly stop?: () => boolean },
  tried: CycleTry,
): CycleTrials {
  const { trials, repeats, giveUp = trials, stop } = options;
  const excused = new Set(tried.excused);
  const bugs = new Map<string, CycleTrials['bugs'][number]>();
  let best: { readonly name: RunName; readonly steps: number } | undefined;
  let created = 0;
  let trial = 0;
  let examined = 0;
  let wrong = false;
  for (; trial < trials && (trial === 0 || stop?.() !== true); trial++) {
    if (created === 0 && trial >= giveUp) break;
    let seen = false;
    for (
      let repeat = 0;
      repeat < repeats &&
      !(seen && (bugs.size > 0 || examined >= mostExamined)) &&
      (repeat === 0 || stop?.() !== true);
      repeat++
    ) {
      const name: RunName = [trial, repeat];
      const ran = runNamed(subject, options, tried, name);
      if (findInstance(ran, tried.cycle) === undefined) continue;
      if (!seen) created++;
      seen = true;
      examined++;
      if (best === undefined || ran.schedule.length < best.steps) best = { name, steps: ran.schedule.length };
      wrong ||= ran.execution.findings.some((finding) => !excused.has(findingKey(finding)));
      for (const finding of findingsBecauseOf(ran, tried.cycle))
        if (!excused.has(findingKey(finding)) && !bugs.has(findingKey(finding)))
          bugs.set(findingKey(finding), { finding, run: name });
    }
  }
  return { trials: trial, created, wrong, bugs: [...bugs.values()], ...present({ run: best?.name }) };
}

/** Has the named runs again and certifies what they show; throws Unshown if that is not what was said. */
export function showTrials(
  program: Program,
  subject: Subject,
  options: TrialOptions,
  tried: CycleTry,
  { trials, created, wrong, run, bugs }: CycleTrials,
): CycleResult {
  const { model, cycle } = tried;
  const shown = (name: RunName): CycleRun => {
    const [trial, repeat] = name;
    if (!(trial >= 0 && trial < trials && repeat >= 0 && repeat < options.repeats))
      throw new Unshown(`there was no run ${name.join('.')}`);
    const ran = runNamed(subject, options, tried, name);
    const instance = findInstance(ran, cycle);
    if (instance === undefined) throw new Unshown(`run ${name.join('.')} does not have the cycle`);
    return { ran, instance };
  };
  const certify = (claim: Claim, { ran }: CycleRun): void => {
    if (model === 'pslo') return;
    const witness = witnessOf(model, ran);
    const { execution } = witness;
    const flaw = new Certifier(program, model, options.unroll).certify(claim, { execution, witness });
    if (flaw !== undefined) bug(`a confirmed cycle is not certified: ${JSON.stringify(flaw)}`);
  };
  if (trials > options.trials || created > trials || (run === undefined) !== (created === 0))
    throw new Unshown(
      `it was created ${created} times in ${trials} trials, with ${run === undefined ? 'no' : 'a'} run of it`,
    );
  const best = run === undefined ? undefined : shown(run);
  if (best !== undefined) certify({ kind: 'hb-cycle' }, best);
  return {
    cycle,
    trials,
    created,
    wrong,
    bugs: bugs.map(({ finding, run: name }) => {
      const ran = shown(name);
      const own = findingsBecauseOf(ran.ran, cycle).find((f) => findingKey(f) === findingKey(finding));
      if (own === undefined || tried.excused.includes(findingKey(own)))
        throw new Unshown(`run ${name.join('.')} does not show the error that the cycle causes`);
      certify({ kind: 'finding', finding: own }, ran);
      return { finding: own, run: ran };
    }),
    ...present({ run: best }),
  };
}

function runNamed(subject: Subject, { seed }: TrialOptions, tried: CycleTry, name: RunName): RunResult {
  return directedRun(subject, tried, new Random(seedOf(seed, [...tried.cycle, ...name])));
}

/** A seed of its own for each run, so that any of them can be had again alone. */
export function seedOf(seed: number, path: readonly number[]): number {
  return path.reduce((mixed, n) => new Random(mixed ^ Math.imul(n + 1, 0x9e3779b1)).next(), seed | 0);
}

/** The run as a witness of the plain machine. */
export function witnessOf(model: Exclude<RelaxModel, 'pslo'>, { execution, schedule }: RunResult): Witness {
  return { model, execution, schedule: schedule.map(plainStep) };
}

function plainStep(step: RunStep): Witness['schedule'][number] {
  if (step.stale === true) return bug('a stale load in a run of a machine that has none');
  return step;
}
