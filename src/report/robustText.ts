// The answer of `diptych robust` for people: a verdict per model and per route, the happens-before cycle as places in the
// source, and where the execution leaves sequential consistency.

import type { Event } from '../execution/event.js';
import type { HbEdge } from '../execution/hb.js';
import { eventTimes } from '../execution/visibility.js';
import type { Program } from '../program/program.js';
import { triangularRace } from '../races/triangular.js';
import { breakingFences } from '../repair/breaking.js';
import {
  type ModelRobustness,
  type NonScExecution,
  type RobustVerdict,
  type ShownNonSc,
  shownNonSc,
} from '../verdict/robust.js';
import { cutText, titleLine, unrollText } from './notes.js';
import { placeText } from './places.js';
import { reorderingText } from './reorderingText.js';
import { StateNames } from './state.js';
import { printable, type Style } from './style.js';
import { tableLines } from './table.js';
import { eventText, isTold } from './witness.js';
import { wrapped } from './wrap.js';

export function robustText(file: string, verdict: RobustVerdict, unroll: number, style: Style): string {
  const { program, results } = verdict;
  const names = new StateNames(program);
  const shown = results.map((result) => shownNonSc(program, result));
  const lines = [
    titleLine(file, program, style),
    ...verdictLines(names, results, style),
    ...results.flatMap(({ model }, i) =>
      sameAsBefore(shown, i) ? [] : executionLines(model, shown[i], style),
    ),
    ...pairLines(names, program, results, style),
    ...boundLines(program, results, unroll, style),
    ...routeLines(verdict, style),
  ];
  return `${lines.join('\n')}\n`;
}

function verdictLines(names: StateNames, results: readonly ModelRobustness[], style: Style): string[] {
  return tableLines(
    [{ head: '' }, { head: '' }, { head: '' }],
    results.map((result) => [result.model, robustWord(result, style), stateWords(names, result)]),
  ).slice(1);
}

function robustWord({ robust, bounded }: ModelRobustness, style: Style): string {
  if (robust === null) return style.yellow('unknown');
  if (!robust) return style.red('not robust');
  return bounded.length > 0 ? `${style.green('robust')} up to a bound` : style.green('robust');
}

function stateWords(names: StateNames, { robust, states }: ModelRobustness): string {
  if (robust !== false) return '';
  if (states.outcome !== undefined) return `reaches a state SC does not: ${names.state(states.outcome)}`;
  if (states.finding !== undefined)
    return `goes wrong where SC does not: ${states.finding.kind}: ${printable(states.finding.message)}`;
  return states.robust === true
    ? 'harmless: no final state that SC does not reach, nothing found that SC does not have'
    : 'whether SC reaches all its final states is not known';
}

/** The cycle of an earlier model is shown once if the next model has the same. */
function sameAsBefore(shown: readonly (ShownNonSc | undefined)[], i: number): boolean {
  const key = (one: ShownNonSc | undefined): string =>
    one === undefined
      ? ''
      : one.nonSc.cycle
          .map(({ from, relation }) => `${place(one.nonSc.witness.execution.events[from])}${relation}`)
          .sort()
          .join();
  return shown.slice(0, i).some((earlier) => key(earlier) === key(shown[i]));
}

const place = ({ thread, index, kind }: Event): string => `${thread}.${index}${kind}`;

function executionLines(model: string, shown: ShownNonSc | undefined, style: Style): string[] {
  if (shown === undefined) return [];
  const { program, nonSc } = shown;
  const names = new StateNames(program);
  const { prefix, event } = nonSc.borderline;
  const own = names.of(nonSc.witness.execution);
  const row = (e: Event): string[] => [
    placeText(program, e.thread, e.at),
    printable(eventText(own, program, e)),
  ];
  return [
    style.bold(`happens-before cycle under ${model}:`),
    ...tableLines(
      [{ head: '' }, { head: '' }, { head: '' }],
      cycleSteps(nonSc).map(({ event: e, relation }) => [...row(e), relation]),
    ).slice(1),
    ...wrapped(reorderingText(names, program, nonSc.witness, false) ?? '', style.columns),
    ...breakingLines(program, nonSc),
    ...triangularLines(own, program, model, nonSc),
    style.bold('SC allows all of these events but the last:'),
    ...tableLines(
      [{ head: '', align: 'right' }, { head: '' }, { head: '' }],
      [
        ...prefix.filter((e) => isTold(program, e)).map((e, i) => [String(i + 1), ...row(e)]),
        ['then', ...row(event)],
      ],
    ).slice(1),
  ];
}

/** `a full fence between lines 4 and 5 of P0 and a full fence between lines 4 and 5 of P1 rule it out` */
function breakingLines(program: Program, { witness, cycle }: NonScExecution): string[] {
  const fences = breakingFences(witness, cycle).map(({ fence, after, before }) => {
    const line = ({ at }: Event): string => (at === undefined ? '?' : `${at.line}`);
    const between =
      line(after) === line(before)
        ? `in line ${line(after)}`
        : `between lines ${line(after)} and ${line(before)}`;
    return `a ${fence} fence ${between} of ${program.threads[after.thread]?.name ?? after.thread}`;
  });
  if (fences.length === 0) return [];
  const list =
    fences.length === 1 ? fences[0] : `${fences.slice(0, -1).join(', ')} and ${fences[fences.length - 1]}`;
  return [printable(`${list} ${fences.length === 1 ? 'rules' : 'rule'} it out`)];
}

/** Why a race matters here: Owens's name for what makes a racy program differ under TSO. */
function triangularLines(
  names: StateNames,
  program: Program,
  model: string,
  nonSc: NonScExecution,
): string[] {
  const found = model === 'tso' ? triangularRace(nonSc.witness.execution, nonSc.cycle) : undefined;
  if (found === undefined) return [];
  const { store, load, racing } = found;
  const cell = ({ reads, writes }: Event): string => `${names.cell((reads[0] ?? writes[0]).address)}`;
  const at = ({ thread, at: span }: Event): string => placeText(program, thread, span);
  return [
    printable(
      `a triangular race: ${at(load)} loads ${cell(load)}, which ${at(racing)} stores, while its own store of ${cell(store)} may be in the buffer`,
    ),
  ];
}

/** The events of the cycle, each with what relates it to the next, beginning with a delayed store if there is one. */
export function cycleSteps({ cycle, witness }: Pick<NonScExecution, 'cycle' | 'witness'>): {
  readonly event: Event;
  readonly edge: HbEdge;
  readonly delayed: boolean;
  readonly relation: string;
}[] {
  const { visible } = eventTimes(witness);
  const { events } = witness.execution;
  const steps = cycle.map((edge) => {
    const delayed = edge.relation === 'po' && visible[edge.from] > visible[edge.to];
    return { event: events[edge.from], edge, delayed, relation: relationText(edge, delayed, events) };
  });
  const first = Math.max(
    0,
    steps.findIndex(({ delayed }) => delayed),
  );
  return [...steps.slice(first), ...steps.slice(0, first)];
}

function relationText({ from, to, relation }: HbEdge, delayed: boolean, events: readonly Event[]): string {
  switch (relation) {
    case 'po':
      if (delayed) return 'is delayed past';
      return events[from].thread === events[to].thread ? 'is followed by' : 'comes before';
    case 'rf':
      return 'is read by';
    case 'co':
      return 'is overwritten by';
    case 'fr':
      return 'reads a value overwritten by';
  }
}

/** The reports of the monitors: one line per pair of operations. */
function pairLines(
  names: StateNames,
  program: Program,
  results: readonly ModelRobustness[],
  style: Style,
): string[] {
  const lines = new Map<string, string[]>();
  for (const { monitors } of results)
    for (const { name, pairs } of monitors)
      for (const { violation } of pairs) {
        const { event, overtaken, address } = violation;
        const what = `${placeText(program, event.thread, event.at)} can overtake ${placeText(program, overtaken.thread, overtaken.at)} at ${names.cell(address)}`;
        lines.set(what, [...(lines.get(what) ?? []), name]);
      }
  return [...lines].map(([what, monitors]) => `${style.dim(`${monitors.join(', ')}:`)} ${printable(what)}`);
}

function boundLines(
  program: Program,
  results: readonly ModelRobustness[],
  unroll: number,
  style: Style,
): string[] {
  const lines = results.flatMap(({ model, bounded }) =>
    bounded.map(
      (loop) =>
        `${style.yellow('up to a bound')}: ${cutText(program, loop)} under ${model}${unrollText(program, loop, unroll)}`,
    ),
  );
  return [...new Set(lines)];
}

function routeLines({ results, monitored }: RobustVerdict, style: Style): string[] {
  const said = (robust: boolean | null): string =>
    robust === null ? 'no answer' : robust ? 'robust' : 'not robust';
  const lines = results.map(({ model, engines, monitors }) => {
    const routes = [
      ...[...engines].map(([name, answer]) => `${name} ${said(answer.robust)}`),
      ...monitors.map((answer) => `${answer.name} ${said(answer.robust)}`),
    ];
    return style.dim(`${model}  ${routes.length === 0 ? 'no engine was asked' : routes.join(', ')}`);
  });
  if (monitored !== undefined) {
    const { executions, blocked, complete } = monitored.exploration;
    const seen = executions + blocked;
    lines.push(
      style.dim(
        `monitors saw ${seen} SC ${seen === 1 ? 'execution' : 'executions'}${complete ? '' : ', not all there are'}`,
      ),
    );
  }
  for (const { model, agree } of results)
    if (!agree) lines.push(`${style.red('the routes disagree')} under ${model}. This is a bug in diptych`);
  return lines;
}
