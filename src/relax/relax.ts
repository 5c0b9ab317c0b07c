// RELAXER. Phase I takes random runs under sequential consistency and predicts cycles of statements that might be
// happens-before cycles under a weaker model. Phase II runs the program and tries to create each of them. A confirmed
// cycle is real: under TSO and PSO its execution is certified like any other witness. An unconfirmed cycle proves
// nothing.

import { setImmediate } from 'node:timers/promises';
import { type Finding, findingKey } from '../execution/finding.js';
import { codeToReplay } from '../explicit/machines/runSchedule.js';
import type { Program } from '../program/program.js';
import { Random } from '../support/prng.js';
import { cycleKey, type LabelCycle } from './cycle.js';
import { type Label, Labels } from './label.js';
import { mayReorder, type RelaxModel } from './model.js';
import { plainRun } from './plainRun.js';
import { predictCycles } from './predict.js';
import type { Subject } from './run.js';
import { sitesOf } from './sites.js';
import {
  type CycleResult,
  type CycleTrials,
  type CycleTry,
  seedOf,
  showTrials,
  type TrialOptions,
  tryCycle,
} from './trials.js';
import { UnfencedPairs } from './unfenced.js';

export interface RelaxQuestion extends TrialOptions {
  readonly models: readonly RelaxModel[];
  /** Runs under SC, for phase I. */
  readonly runs: number;
  /** Statements of the longest cycles: an even number from 4 on. */
  readonly cycleLength: number;
  /** Asked now and then; true ends the search with what was found so far. */
  readonly stop?: () => boolean;
  readonly onProgress?: (progress: RelaxProgress) => void;
  /** Tries cycles elsewhere in place of this thread. Results keep their order; an untried cycle is undefined. */
  readonly elsewhere?: TryElsewhere;
}

export type TryElsewhere = (
  program: Program,
  options: TrialOptions,
  tries: readonly CycleTry[],
  /** Throws Unshown. */
  show: (tried: CycleTry, trials: CycleTrials) => CycleResult,
) => AsyncIterable<CycleResult | undefined>;

export interface RelaxProgress {
  /** Cycles tried, over all models. */
  readonly done: number;
  readonly total: number;
  readonly model: RelaxModel;
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
  /** Findings under SC: no cycle is their cause. */
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
  const excused = phase1.underSc.map(findingKey);
  const tryAll = async ({ model, cycles }: (typeof plan)[number]): Promise<ModelResult> => {
    const began = performance.now();
    const results: CycleResult[] = [];
    const tries = cycles.map(
      (cycle): CycleTry => ({
        model,
        cycle,
        assignments: phase1.assignments.get(cycleKey(cycle)) ?? [],
        horizon: phase1.events,
        excused,
      }),
    );
    const show = (tried: CycleTry, trials: CycleTrials): CycleResult =>
      showTrials(program, subject, question, tried, trials);
    for await (const result of question.elsewhere?.(program, question, tries, show) ??
      triedHere(subject, question, tries, show)) {
      if (result === undefined) stopped = true;
      else results.push(result);
      question.onProgress?.({ done: ++done, total, model });
    }
    return {
      model,
      cycles: results,
      impossible: phase1.predicted.length - cycles.length,
      ms: performance.now() - began,
    };
  };
  // Elsewhere all of them can be tried at the same time.
  const models: ModelResult[] = [];
  if (question.elsewhere !== undefined) models.push(...(await Promise.all(plan.map(tryAll))));
  else for (const part of plan) models.push(await tryAll(part));
  const { predicted, events, underSc } = phase1;
  return { program, labels: labels.list, predicted, events, underSc, models, phase1Ms, stopped };
}

async function* triedHere(
  subject: Subject,
  question: RelaxQuestion,
  tries: readonly CycleTry[],
  show: (tried: CycleTry, trials: CycleTrials) => CycleResult,
): AsyncGenerator<CycleResult | undefined> {
  for (const tried of tries) {
    // A moment for signals to arrive.
    await setImmediate();
    if (question.stop?.() === true) return yield undefined;
    yield show(tried, tryCycle(subject, question, tried));
  }
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

/** The average share of trials that create a cycle, over those that were created at all (Table 1); undefined if none was. */
export function probabilityOf({ cycles }: ModelResult): number | undefined {
  const shares = cycles.filter(isConfirmed).map(({ created, trials }) => created / trials);
  return shares.length === 0 ? undefined : shares.reduce((sum, share) => sum + share, 0) / shares.length;
}

export const isConfirmed = ({ created }: CycleResult): boolean => created > 0;

export const isBuggy = ({ bugs }: CycleResult): boolean => bugs.length > 0;
