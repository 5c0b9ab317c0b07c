// The answer of `diptych races` for people: each race with both accesses, why nothing orders them, and the execution up to them.

import type { Event } from '../../execution/event.js';
import type { ThreadId } from '../../program/identity.js';
import type { Program } from '../../program/program.js';
import type { Missing } from '../../races/missing.js';
import type { RacesVerdict } from '../../verdict/races.js';
import { flawText } from '../differences.js';
import { witnessLines } from '../executionText.js';
import { titleLine } from '../notes.js';
import { findingText, placeText } from '../places.js';
import { StateNames } from '../state.js';
import { printable, type Style } from '../style.js';
import { type ShownRace, type ShownSide, shownRace } from './side.js';

export function racesText(
  file: string,
  verdict: RacesVerdict,
  unroll: number,
  style: Style,
  verbose = false,
): string {
  const lines = [titleLine(file, verdict.program, style), ...racesLines(verdict, unroll, style, verbose)];
  return `${lines.join('\n')}\n`;
}

/** For an answer to another question. */
export const racesRemark = (verdict: RacesVerdict, unroll: number, style: Style, verbose = false): string =>
  `${racesLines(verdict, unroll, style, verbose).join('\n')}\n`;

function racesLines(verdict: RacesVerdict, unroll: number, style: Style, verbose: boolean): string[] {
  const { program, races } = verdict;
  const names = new StateNames(program);
  return [
    ...verdictLines(verdict, unroll, style),
    ...races.flatMap((race) => raceLines(names, program, shownRace(race), style)),
    ...engineLines(names, verdict, style, verbose),
  ];
}

function verdictLines(
  { raceFree, races, bounded, unclear, program, plain, drf }: RacesVerdict,
  unroll: number,
  style: Style,
) {
  if (raceFree === null && unclear.length > 0)
    return [
      style.yellow(
        'unknown: there is no race before this finding, but later steps of the thread were not seen',
      ),
      ...unclear.map((finding) => findingText(program, finding)),
    ];
  if (raceFree === null) return [style.yellow('unknown: no engine has seen everything')];
  if (!raceFree) return [style.red(races.length === 1 ? 'a data race' : `${races.length} data races`)];
  const loops = [...new Set(bounded.map(({ thread, at }) => placeText(program, thread, at)))];
  const rounds = unroll === 1 ? 'one round' : `${unroll} rounds`;
  const upTo =
    loops.length === 0
      ? ''
      : ` up to ${rounds} of the ${loops.length === 1 ? 'loop' : 'loops'} of ${loops.join(', ')}`;
  return [
    `${style.green('no data race in SC executions')}${upTo}`,
    ...(plain ? [] : [style.dim('plain and volatile accesses count as atomic here: --plain-races')]),
    drf
      ? 'and every atomic store is seq_cst: TSO and PSO allow nothing beyond SC'
      : style.dim(
          'some atomic stores are weaker than seq_cst: run "diptych robust" to see what TSO and PSO allow',
        ),
  ];
}

function raceLines(names: StateNames, program: Program, race: ShownRace, style: Style): string[] {
  const [first, second] = race.sides;
  const own = race.witness === undefined ? names : names.of(race.witness.execution);
  const cell = own.cell(race.address);
  return [
    style.bold(`data race on ${cell}`),
    `  ${sideText(program, first)}`,
    `  ${sideText(program, second)}`,
    `  ${missingText(own, program, race.missing)}`,
    ...(race.witness === undefined
      ? []
      : [
          'in the execution',
          ...witnessLines(names, program, race.witness, style, {
            marked: race.sides.flatMap(({ event }) => (event === undefined ? [] : [event.id])),
          }),
        ]),
  ];
}

/** `P0 at line 3 stores it (plain)` */
export function sideText(program: Program, { thread, event, allocation, does, how }: ShownSide): string {
  const place = placeText(program, thread, event?.at ?? allocation?.at);
  return `${place} ${does} it${event === undefined || event.kind === 'free' ? '' : ` (${how})`}`;
}

export function missingText(names: StateNames, program: Program, missing: Missing): string {
  const at = ({ thread, at: span }: Event): string => placeText(program, thread, span);
  switch (missing.kind) {
    case 'weak-flag': {
      const { write, read, needs } = missing;
      const cell = names.cell(read.reads[0]?.address ?? 0);
      const orders = [
        ...(needs.includes('release') ? [`the store of ${at(write)} does not release`] : []),
        ...(needs.includes('acquire') ? [`the load of ${at(read)} does not acquire`] : []),
      ];
      return `${cell} passes from one to the other, but ${orders.join(' and ')}`;
    }
    case 'unlocked':
      return `${at(missing.holder)} holds ${names.cell(missing.lock)}, ${at(missing.other)} does not`;
    case 'unjoined': {
      const name = (thread: ThreadId): string => program.threads[thread]?.name ?? `thread ${thread}`;
      return `${name(missing.starter)} starts ${name(missing.thread)} and does not wait for its end in between`;
    }
    case 'nothing':
      return 'no synchronisation leads from the one to the other';
  }
}

/** A line for all engines, and one for each with its statistics if the user wants to know more. */
function engineLines(names: StateNames, verdict: RacesVerdict, style: Style, verbose: boolean): string[] {
  const { disputed, flawed, program } = verdict;
  const disagreements = [
    ...disputed.map(
      ({ places, deniedBy }) =>
        `${style.red('the engines disagree')}: ${deniedBy} says there is no race between ${printable(places)}`,
    ),
    ...flawed.map(
      ({ foundBy, flaw }) =>
        `${style.red('a flaw')} in a race of ${foundBy}: ${flawText(names, program, flaw)}`,
    ),
  ];
  return [
    ...(verbose ? statisticsLines(verdict).map(style.dim) : []),
    ...(disagreements.length > 0 ? disagreements : [style.dim(summaryLine(verdict))]),
  ];
}

const shownStatistics = ['executions', 'blocked', 'events', 'clauses', 'solves', 'ms'];

const statisticsLines = ({ engines }: RacesVerdict): string[] =>
  [...engines].map(([name, { statistics, complete }]) => {
    const parts = shownStatistics
      .filter((key) => statistics[key] !== undefined)
      .map((key) => `${Math.round(statistics[key] * 10) / 10} ${key}`);
    return `${name}: ${parts.join(', ')}${complete ? '' : ' (did not finish)'}`;
  });

/** `both engines agree · 7 executions · 0.1 s` */
function summaryLine({ engines }: RacesVerdict): string {
  const answers = [...engines.values()];
  const complete = [...engines].filter(([, answer]) => answer.complete).map(([name]) => name);
  const who =
    complete.length === 0
      ? 'not everything was seen'
      : complete.length === engines.size && engines.size > 1
        ? 'both engines agree'
        : `${complete.join()} alone answers`;
  const executions = answers.reduce(
    (sum, { statistics }) => sum + (statistics.executions ?? 0) + (statistics.blocked ?? 0),
    0,
  );
  const ms = Math.max(0, ...answers.map(({ statistics }) => statistics.ms ?? 0));
  const counted = executions > 0 ? [`${executions} ${executions === 1 ? 'execution' : 'executions'}`] : [];
  return [who, ...counted, `${(ms / 1000).toFixed(1)} s`].join(' · ');
}
