// RELAXER: from random runs under sequential consistency, cycles of statements that might be happens-before cycles under a
// weaker model (phase I); then runs that try to create each of them (phase II). What is found is real: every confirmed cycle
// under TSO and PSO is an execution that is certified as any other witness is. What is not found proves nothing.

import { setImmediate } from 'node:timers/promises';
import type { Witness } from '../execution/execution.js';
import { type Finding, findingKey } from '../execution/finding.js';
import { codeToReplay } from '../explicit/machines/runSchedule.js';
import type { Program } from '../program/program.js';
import { bug } from '../support/diagnostic.js';
import { present } from '../support/present.js';
import { Random } from '../support/prng.js';
import { Certifier } from '../verdict/certificate.js';
import type { Claim } from '../verdict/engine.js';
import { findingsBecauseOf } from './attribution.js';
import { findInstance } from './confirm.js';
import { cycleKey, type LabelCycle } from './cycle.js';
import { directedRun } from './directedRun.js';
import { type Label, Labels } from './label.js';
import { mayReorder, type RelaxModel } from './model.js';
import { plainRun } from './plainRun.js';
import { predictCycles } from './predict.js';
import type { RunResult, RunStep, Subject } from './run.js';
import { sitesOf } from './sites.js';
import { UnfencedPairs } from './unfenced.js';

export interface RelaxQuestion {
  readonly models: readonly RelaxModel[];
  /** Runs under SC, for phase I. */
  readonly runs: number;
  /** Trials per cycle and model, for phase II. */
  readonly trials: number;
  /** A trial runs the program up to this often, until the cycle is there. */
  readonly repeats: number;
  /** A cycle that was not created in so many trials gets no more of them. */
  readonly giveUp?: number;
  readonly seed: number;
  /** Statements of the longest cycles: an even number from 4 on. */
  readonly cycleLength: number;
  /** How often a loop without a bound of its own runs each time it is entered. */
  readonly unroll: number;
  readonly maxSteps: number;
  /** Asked now and then; true ends the search with what was found so far. */
  readonly stop?: () => boolean;
  readonly onProgress?: (progress: RelaxProgress) => void;
}

export interface RelaxProgress {
  /** Cycles tried, over all models. */
  readonly done: number;
  readonly total: number;
  readonly model: RelaxModel;
}

/** A run that shows a cycle. */
export interface CycleRun {
  readonly ran: RunResult;
  /** The events of the cycle, in its order. */
  readonly instance: readonly number[];
}

export interface CycleBug {
  readonly finding: Finding;
  readonly run: CycleRun;
}

export interface CycleResult {
  readonly cycle: LabelCycle;
  readonly trials: number;
  /** Trials that created it. */
  readonly created: number;
  /** The shortest run that did. */
  readonly run?: CycleRun;
  /** What went wrong because of it, each thing once. */
  readonly bugs: readonly CycleBug[];
  /** Whether something went wrong in a run that had it, whatever the cause: what the paper counts. */
  readonly wrong: boolean;
}

export interface ModelResult {
  readonly model: RelaxModel;
  /** The predicted cycles that were tried, in their order. */
  readonly cycles: readonly CycleResult[];
  /** Predicted cycles whose pairs the model cannot take apart, as far as was seen. */
  readonly impossible: number;
  readonly ms: number;
}

export interface RelaxVerdict {
  readonly program: Program;
  readonly labels: readonly Label[];
  readonly predicted: readonly LabelCycle[];
  /** Events of an SC run, on average. */
  readonly events: number;
  /** What goes wrong under SC already: no cycle is to blame for it. */
  readonly underSc: readonly Finding[];
  readonly models: readonly ModelResult[];
  readonly phase1Ms: number;
  /** It was ended early. */
  readonly stopped: boolean;
}

export async function relax(program: Program, question: RelaxQuestion): Promise<RelaxVerdict> {
  const code = codeToReplay(program, question.unroll);
  const labels = new Labels(code);
  const subject: Subject = { code, labels, maxSteps: question.maxSteps };
  const start = performance.now();
  const phase1 = predict(subject, question);
  const phase1Ms = performance.now() - start;
  const kindOf = (label: number) => labels.list[label].kind;
  const mayTakeApart = (model: RelaxModel, first: number, second: number): boolean =>
    mayReorder(model, kindOf(first), kindOf(second)) && phase1.unfenced.has(model, first, second);
  const plan = question.models.map((model) => ({
    model,
    cycles: phase1.predicted.filter((cycle) =>
      cycle.some((label, i) => i % 2 === 0 && mayTakeApart(model, label, cycle[i + 1])),
    ),
  }));
  const total = plan.reduce((sum, { cycles }) => sum + cycles.length, 0);
  let done = 0;
  let stopped = false;
  const models: ModelResult[] = [];
  for (const { model, cycles } of plan) {
    const began = performance.now();
    const results: CycleResult[] = [];
    for (const cycle of cycles) {
      // A moment for signals to arrive.
      await setImmediate();
      stopped ||= question.stop?.() === true;
      if (stopped) break;
      results.push(tryCycle(program, subject, question, phase1, model, cycle));
      question.onProgress?.({ done: ++done, total, model });
    }
    models.push({
      model,
      cycles: results,
      impossible: phase1.predicted.length - cycles.length,
      ms: performance.now() - began,
    });
  }
  const { predicted, events, underSc } = phase1;
  return { program, labels: labels.list, predicted, events, underSc, models, phase1Ms, stopped };
}

interface Phase1 extends Pick<RelaxVerdict, 'predicted' | 'events' | 'underSc'> {
  readonly unfenced: UnfencedPairs;
  /** For each cycle, by its key, the threads it was predicted with. */
  readonly assignments: ReadonlyMap<string, readonly (readonly number[])[]>;
}

function predict(subject: Subject, { runs, seed, cycleLength, stop }: RelaxQuestion): Phase1 {
  const predicted = new Map<string, LabelCycle>();
  const assignments = new Map<string, Map<string, readonly number[]>>();
  const underSc = new Map<string, Finding>();
  const unfenced = new UnfencedPairs();
  const threads = subject.code.threads.length;
  let events = 0;
  let done = 0;
  for (; done < runs && (done === 0 || stop?.() !== true); done++) {
    const { execution, labels } = plainRun(subject, new Random(seedOf(seed, [done])));
    events += execution.events.length;
    for (const finding of execution.findings) underSc.set(findingKey(finding), finding);
    unfenced.add(execution, labels, threads);
    const sites = sitesOf(execution, labels, threads);
    for (let length = 4; length <= cycleLength; length += 2)
      predictCycles(sites, length, (cycle, assignment) => {
        const key = cycleKey(cycle);
        predicted.set(key, cycle);
        assignments.set(key, (assignments.get(key) ?? new Map()).set(assignment.join(), assignment));
      });
  }
  return {
    predicted: [...predicted.values()].sort(byLabels),
    events: events / done,
    underSc: [...underSc.values()],
    unfenced,
    assignments: new Map([...assignments].map(([key, distinct]) => [key, [...distinct.values()]])),
  };
}

const byLabels = (a: LabelCycle, b: LabelCycle): number => {
  const i = a.findIndex((label, k) => label !== b[k]);
  return a.length - b.length || (i < 0 ? 0 : a[i] - b[i]);
};

/** Runs with a cycle that are looked at for what it causes. */
const mostExamined = 300;

/** A trial goes on after the cycle was created, as far as its runs reach, while nothing is known that it causes. */
function tryCycle(
  program: Program,
  subject: Subject,
  { trials, repeats, giveUp = trials, seed, unroll, stop }: RelaxQuestion,
  { events, underSc, assignments }: Phase1,
  model: RelaxModel,
  cycle: LabelCycle,
): CycleResult {
  const excused = new Set(underSc.map(findingKey));
  const direction = { model, cycle, assignments: assignments.get(cycleKey(cycle)) ?? [], horizon: events };
  const bugs = new Map<string, CycleBug>();
  let best: CycleRun | undefined;
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
      const random = new Random(seedOf(seed, [...cycle, trial, repeat]));
      const ran = directedRun(subject, direction, random);
      const instance = findInstance(ran, cycle);
      if (instance === undefined) continue;
      const run = { ran, instance };
      if (!seen) created++;
      seen = true;
      examined++;
      if (best === undefined || ran.schedule.length < best.ran.schedule.length) best = run;
      wrong ||= ran.execution.findings.some((finding) => !excused.has(findingKey(finding)));
      for (const finding of findingsBecauseOf(ran, cycle))
        if (!excused.has(findingKey(finding)) && !bugs.has(findingKey(finding)))
          bugs.set(findingKey(finding), { finding, run });
    }
  }
  const certify = (claim: Claim, { ran }: CycleRun): void => {
    if (model === 'pslo') return;
    const witness = witnessOf(model, ran);
    const { execution } = witness;
    const flaw = new Certifier(program, model, unroll).certify(claim, { execution, witness });
    if (flaw !== undefined) bug(`a confirmed cycle is not certified: ${JSON.stringify(flaw)}`);
  };
  if (best !== undefined) certify({ kind: 'hb-cycle' }, best);
  for (const { finding, run } of bugs.values()) certify({ kind: 'finding', finding }, run);
  return {
    cycle,
    trials: trial,
    created,
    bugs: [...bugs.values()],
    wrong,
    ...present({ run: best }),
  };
}

/** The run as a witness of the plain machine. */
export function witnessOf(model: Exclude<RelaxModel, 'pslo'>, { execution, schedule }: RunResult): Witness {
  return { model, execution, schedule: schedule.map(plainStep) };
}

function plainStep(step: RunStep): Witness['schedule'][number] {
  if (step.stale === true) return bug('a stale load in a run of a machine that has none');
  return step;
}

/** The average share of trials that create a cycle, over those that were created at all (Table 1); undefined if none was. */
export function probabilityOf({ cycles }: ModelResult): number | undefined {
  const shares = cycles.filter(isConfirmed).map(({ created, trials }) => created / trials);
  return shares.length === 0 ? undefined : shares.reduce((sum, share) => sum + share, 0) / shares.length;
}

export const isConfirmed = ({ created }: CycleResult): boolean => created > 0;

export const isBuggy = ({ bugs }: CycleResult): boolean => bugs.length > 0;

/** A seed of its own for each run, so that any of them can be had again alone. */
function seedOf(seed: number, path: readonly number[]): number {
  return path.reduce((mixed, n) => new Random(mixed ^ Math.imul(n + 1, 0x9e3779b1)).next(), seed | 0);
}
