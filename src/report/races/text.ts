// The answer of `diptych races` for people: each race with both accesses, why nothing orders them, and the execution up to them.

import type { Event } from '../../execution/event.js';
import type { Program } from '../../program/program.js';
import type { Missing } from '../../races/missing.js';
import type { RacesVerdict } from '../../verdict/races.js';
import { flawText } from '../differences.js';
import { witnessLines } from '../executionText.js';
import { titleLine } from '../notes.js';
import { placeText } from '../places.js';
import { StateNames } from '../state.js';
import { printable, type Style } from '../style.js';
import { type ShownRace, type ShownSide, shownRace } from './side.js';

export function racesText(file: string, verdict: RacesVerdict, unroll: number, style: Style): string {
  const names = new StateNames(verdict.program);
  return `${[titleLine(file, verdict.program, style), ...racesLines(names, verdict, unroll, style)].join('\n')}\n`;
}

/** For an answer to another question. */
export const racesRemark = (verdict: RacesVerdict, unroll: number, style: Style): string =>
  `${racesLines(new StateNames(verdict.program), verdict, unroll, style).join('\n')}\n`;

function racesLines(names: StateNames, verdict: RacesVerdict, unroll: number, style: Style): string[] {
  const { program, races } = verdict;
  return [
    ...verdictLines(verdict, unroll, style),
    ...races.flatMap((race) => raceLines(names, program, shownRace(race), style)),
    ...engineLines(names, verdict, style),
  ];
}

function verdictLines(
  { raceFree, races, bounded, program, plain, drf }: RacesVerdict,
  unroll: number,
  style: Style,
) {
  if (raceFree === null) return [style.yellow('unknown: nobody has seen everything')];
  if (!raceFree) return [style.red(races.length === 1 ? 'a data race' : `${races.length} data races`)];
  const loops = bounded.map(({ thread, at }) => placeText(program, thread, at)).join(', ');
  const upTo = bounded.length === 0 ? '' : ` up to ${unroll} rounds of the loops of ${loops}`;
  return [
    `${style.green('no data race')}${upTo}`,
    ...(plain ? [] : [style.dim('plain and volatile accesses count as atomic here: --plain-races')]),
    drf
      ? 'and every atomic is seq_cst: TSO and PSO add nothing to what it does under SC'
      : style.dim('some atomics are weaker than seq_cst: what they allow, robust tells'),
  ];
}

function raceLines(names: StateNames, program: Program, race: ShownRace, style: Style): string[] {
  const [first, second] = race.sides;
  const cell = names.value(race.address);
  return [
    style.bold(`data race on ${cell}`),
    `  ${sideText(program, first)}`,
    `  ${sideText(program, second)}`,
    `  ${missingText(names, program, race.missing)}`,
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
      const cell = names.value(read.reads[0]?.address ?? 0);
      const orders = [
        ...(needs.includes('release') ? [`the store of ${at(write)} does not release`] : []),
        ...(needs.includes('acquire') ? [`the load of ${at(read)} does not acquire`] : []),
      ];
      return `${cell} passes from one to the other, but ${orders.join(' and ')}`;
    }
    case 'unlocked':
      return `${at(missing.holder)} holds ${names.value(missing.lock)}, ${at(missing.other)} does not`;
    case 'unjoined': {
      const name = (thread: number): string => program.threads[thread]?.name ?? `thread ${thread}`;
      return `${name(missing.starter)} starts ${name(missing.thread)} and does not wait for its end in between`;
    }
    case 'nothing':
      return 'no synchronisation leads from the one to the other';
  }
}

function engineLines(names: StateNames, verdict: RacesVerdict, style: Style): string[] {
  const { engines, disputed, flawed, program } = verdict;
  const shown = ['executions', 'blocked', 'events', 'clauses', 'solves', 'ms'];
  const lines = [...engines].map(([name, { statistics, complete }]) => {
    const parts = shown
      .filter((key) => statistics[key] !== undefined)
      .map((key) => `${Math.round(statistics[key] * 10) / 10} ${key}`);
    return style.dim(`${name}: ${parts.join(', ')}${complete ? '' : ' (did not finish)'}`);
  });
  for (const { places, deniedBy } of disputed)
    lines.push(
      `${style.red('the engines disagree')}: ${deniedBy} says there is no race between ${printable(places)}`,
    );
  for (const { foundBy, flaw } of flawed)
    lines.push(`${style.red('a flaw')} in a race of ${foundBy}: ${flawText(names, program, flaw)}`);
  if (engines.size > 1 && verdict.agree && [...engines.values()].every(({ complete }) => complete))
    lines.push(style.dim('engines agree'));
  return lines;
}
