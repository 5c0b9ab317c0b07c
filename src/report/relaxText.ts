// The answer of `diptych relax` for people: how many cycles were predicted, created and harmful under each model, the
// statements of each, and one run step by step.

import { initialWrite, type Step, type Witness } from '../execution/execution.js';
import type { Program } from '../program/program.js';
import type { LabelCycle } from '../relax/cycle.js';
import type { Label } from '../relax/label.js';
import type { RelaxModel } from '../relax/model.js';
import { isBuggy, isConfirmed, type ModelResult, probabilityOf, type RelaxVerdict } from '../relax/relax.js';
import type { CycleResult, CycleRun } from '../relax/trials.js';
import { witnessLines } from './executionText.js';
import { titleLine } from './notes.js';
import { findingText, sourceOf } from './places.js';
import { StateNames } from './state.js';
import { printable, type Style } from './style.js';
import { type Column, tableLines } from './table.js';
import { eventText } from './witness.js';

export interface AskedToRelax {
  readonly runs: number;
  readonly trials: number;
  readonly repeat: number;
  readonly seed: number;
}

interface WrittenWitness {
  readonly model: RelaxModel;
  readonly cycle: number;
  readonly path: string;
}

/** More cycles than this are counted, not listed. */
const mostListed = 40;

/** A longer run is not searched for reorderings: that takes a while. */
const mostExplained = 2000;

export function relaxText(
  file: string,
  verdict: RelaxVerdict,
  asked: AskedToRelax,
  witnesses: readonly WrittenWitness[],
  style: Style,
): string {
  const { program, predicted, models } = verdict;
  const lines = [
    titleLine(file, program, style),
    `${plural(predicted.length, 'cycle')} predicted from ${plural(asked.runs, 'run')} under sc of ${Math.round(verdict.events)} events`,
    ...verdict.underSc.map(
      (finding) => `${style.yellow('goes wrong under sc already')}: ${findingText(program, finding)}`,
    ),
    ...modelLines(models, style),
    ...cycleLines(verdict, style),
    ...bugLines(verdict, style),
    ...runLines(verdict, style),
    ...(witnesses.length === 0
      ? []
      : [`${plural(witnesses.length, 'execution')} written, the first to ${witnesses[0].path}`]),
    ...(verdict.stopped ? [`${style.yellow('interrupted')}: not every cycle was tried`] : []),
    style.dim(
      `${asked.trials} trials of up to ${plural(asked.repeat, 'run')} for each cycle, seed ${asked.seed}`,
    ),
  ];
  return `${lines.join('\n')}\n`;
}

const plural = (n: number, what: string): string => `${n} ${what}${n === 1 ? '' : 's'}`;

function modelLines(models: readonly ModelResult[], style: Style): string[] {
  const right = (head: string): Column => ({ head, align: 'right' });
  return tableLines(
    [{ head: '' }, right('possible'), right('confirmed'), right('buggy'), right('probability')],
    models.map((result) => {
      const confirmed = result.cycles.filter(isConfirmed).length;
      const buggy = result.cycles.filter(isBuggy).length;
      return [
        result.model,
        `${result.cycles.length}`,
        confirmed === 0 ? '0' : style.yellow(`${confirmed}`),
        buggy === 0 ? '0' : style.red(`${buggy}`),
        probabilityOf(result)?.toFixed(2) ?? '-',
      ];
    }),
  );
}

/** One line per confirmed cycle, harmful ones first: its statements, and under each model the share of trials that made it. */
function cycleLines({ program, labels, predicted, models }: RelaxVerdict, style: Style): string[] {
  const results = predicted.map((cycle, number) => ({
    cycle,
    number,
    of: models.map(({ cycles }) => cycles.find((result) => result.cycle === cycle)),
  }));
  const confirmed = results
    .filter(({ of }) => of.some((result) => result !== undefined && isConfirmed(result)))
    .sort((a, b) => Number(b.of.some(harmful)) - Number(a.of.some(harmful)));
  if (confirmed.length === 0) return [];
  const listed = confirmed.slice(0, mostListed);
  const widest = Math.max(...listed.map(({ cycle }) => cycle.length));
  const columns: Column[] = [
    { head: 'cycle', align: 'right' },
    ...Array<Column>(widest).fill({ head: '' }),
    ...models.map(({ model }): Column => ({ head: model, align: 'right' })),
  ];
  const rows = listed.map(({ cycle, number, of }) => [
    `${number + 1}`,
    ...Array.from({ length: widest }, (_, i) =>
      i < cycle.length ? labelText(program, labels[cycle[i]]) : '',
    ),
    ...of.map((result) => shareText(result, style)),
  ]);
  const rest = confirmed.length - listed.length;
  return [
    ...tableLines(columns, rows),
    ...(rest === 0 ? [] : [`and ${rest} more, which --json lists`]),
    style.dim(
      'pairs of statements, each pair of one thread; the second of a pair precedes the first of the next in memory, all the way round',
    ),
  ];
}

const harmful = (result: CycleResult | undefined): boolean => result !== undefined && isBuggy(result);

function shareText(result: CycleResult | undefined, style: Style): string {
  if (result === undefined || !isConfirmed(result)) return '-';
  const share = (result.created / result.trials).toFixed(2);
  return isBuggy(result) ? style.red(`bug ${share}`) : share;
}

/** `12 flag0 = 1`, `queue.h:7`, `P1 W` */
function labelText(program: Program, { at, kind, thread }: Label): string {
  if (at === undefined) return `${program.threads[thread].name} ${kind}`;
  const [place, text] = sourceOf(program, at);
  return `${place.replace(/^line /, '')} ${text === '' ? kind : text}`;
}

function bugLines({ program, predicted, models }: RelaxVerdict, style: Style): string[] {
  const causes = new Map<string, Map<RelaxModel, LabelCycle[]>>();
  for (const { model, cycles } of models)
    for (const { cycle, bugs } of cycles)
      for (const { finding } of bugs) {
        const text = findingText(program, finding);
        const byModel = causes.get(text) ?? new Map<RelaxModel, LabelCycle[]>();
        byModel.set(model, [...(byModel.get(model) ?? []), cycle]);
        causes.set(text, byModel);
      }
  return [...causes].map(([text, byModel]) => {
    const parts = [...byModel].map(([model, cycles]) => {
      const numbers = cycles.map((cycle) => predicted.indexOf(cycle) + 1);
      const shown = numbers.slice(0, 8).join(', ');
      return `${model} by cycle${numbers.length === 1 ? '' : 's'} ${shown}${numbers.length > 8 ? `, ${numbers.length - 8} more` : ''}`;
    });
    return `${style.red('bug')} ${text}: ${parts.join('; ')}`;
  });
}

/** The run to look at first: of a harmful cycle if there is one, the shortest. */
function runLines({ program, predicted, models }: RelaxVerdict, style: Style): string[] {
  const shown = models
    .flatMap(({ model, cycles }) =>
      cycles.flatMap(({ cycle, run, bugs }) => {
        const best = bugs.at(0)?.run ?? run;
        return best === undefined ? [] : [{ model, cycle, run: best, harmful: bugs.length > 0 }];
      }),
    )
    .sort(
      (a, b) =>
        Number(b.harmful) - Number(a.harmful) || a.run.ran.schedule.length - b.run.ran.schedule.length,
    )
    .at(0);
  if (shown === undefined) return [];
  const { model, cycle, run } = shown;
  const names = new StateNames(program, run.ran.execution);
  return [
    style.bold(`cycle ${predicted.indexOf(cycle) + 1} under ${model}:`),
    ...tableLines(Array<Column>(4).fill({ head: '' }), cycleRows(names, program, run)).slice(1),
    style.bold('step by step:'),
    ...witnessLines(names, program, shownWitness(model, run), style, {
      marked: run.instance,
      wordless: model === 'pslo' || run.ran.schedule.length > mostExplained,
    }),
  ];
}

/** The events of the cycle, each with how it relates to the next. */
function cycleRows(names: StateNames, program: Program, { ran, instance }: CycleRun): string[][] {
  const { events, rf, co } = ran.execution;
  const relation = (from: number, to: number): string => {
    if (rf[to].includes(from)) return 'is read by';
    const address = [...events[from].reads, ...events[from].writes]
      .map((access) => access.address)
      .find((cell) => [...events[to].reads, ...events[to].writes].some((access) => access.address === cell));
    const writes = address === undefined ? [] : (co.get(address) ?? []);
    if (!writes.includes(to)) return 'is overwritten before';
    const source = rf[from].at(0) ?? initialWrite;
    return writes.includes(from) || source === from ? 'is overwritten by' : 'reads a value overwritten by';
  };
  return instance.map((id, i) => {
    const next = instance[(i + 1) % instance.length];
    return [
      program.threads[events[id].thread].name,
      sourceOf(program, events[id].at)[0],
      printable(eventText(names, program, events[id])),
      i % 2 === 0 ? (id === next ? 'and' : 'is followed by') : relation(id, next),
    ];
  });
}

/** A run of PSLO prints as one of PSO: its stale loads show in what they read. */
const shownWitness = (model: RelaxModel, { ran: { execution, schedule } }: CycleRun): Witness => ({
  model: model === 'pslo' ? 'pso' : model,
  execution,
  schedule: schedule.map((step): Step => step),
});
