// `diptych races`: has the program a data race, as C11 defines it, in one of its SC executions?

import type { Command } from 'commander';
import { reasonOfCut } from '../program/cut.js';
import { yieldsToUnroll } from '../program/cutReason.js';
import { racesJson } from '../report/races/json.js';
import { racesReport } from '../report/races/report.js';
import { racesText } from '../report/races/text.js';
import { askRaces, type RacesVerdict } from '../verdict/races.js';
import type { RaceCommand } from './fileCommand.js';
import { addGraphOption } from './graphOption.js';
import { HerdLog } from './herdLog.js';
import { type Status, status } from './status.js';
import { addWitnessOption, type Decisive, decisivePicture, witnessPart } from './witnessOption.js';

export const races: RaceCommand = {
  works: 'by-engines',
  deepens: true,

  define: (parent): Command =>
    addGraphOption(
      addWitnessOption(
        parent
          .command('races')
          .summary('look for data races')
          .description(
            'Decides, for each program, whether two threads can touch the same object, one of them to write, one of them not atomically, without one access happening before the other (C11, on sequentially consistent executions).',
          )
          .option('--plain-races', 'litmus tests: plain and volatile accesses are not atomic')
          .option('--strict', 'an answer that holds only up to the unroll bound is no answer')
          .addHelpText('after', examples),
      ),
    ),

  async ask({ file, program, engines, options, limits, confirm }) {
    const plain = options.plainRaces === true || !isLitmus(file);
    const log = new HerdLog(options.format, { engines, confirm, limits });
    const verdict = await askRaces(program, { engines, confirm, limits: log.limits(), plain });
    const decisive = decisiveOf(verdict);
    const { attachments = [], ...rest } = witnessPart(verdict.program, options, decisive);
    return {
      status: racesStatus(verdict, options.strict === true),
      bounded: verdict.bounded.some((loop) => yieldsToUnroll(reasonOfCut(verdict.program, loop))),
      readsUnset: verdict.unclear.some(({ kind }) => kind === 'uninitialised-read'),
      ...rest,
      attachments: [...attachments, ...(await decisivePicture(verdict.program, options, decisive))],
      json: () => racesJson(file, verdict),
      report: () => racesReport(file, verdict),
      ...(await log.part(program, ['sc'], {
        flags: () => (verdict.raceFree === false ? ['data-race'] : []),
      })),
      text: (style) => racesText(file, verdict, options.unroll, style, options.verbose),
    };
  },

  summary(statuses) {
    const count = (wanted: Status): number => statuses.filter((s) => s === wanted).length;
    const rest: readonly [number, string][] = [
      [count(status.noAnswer), 'without answer'],
      [count(status.badInput), 'bad'],
      [count(status.disagreement), 'in disagreement'],
    ];
    return [
      `${statuses.length} files: ${count(status.holds)} without data races, ${count(status.violated)} with`,
      ...rest.filter(([n]) => n > 0).map(([n, what]) => `${n} ${what}`),
    ].join(', ');
  },
};

const examples = `
Examples:
  diptych races queue.c                       both accesses, and why nothing orders them
  diptych races --plain-races MP.litmus       a litmus test as if its accesses were plain C
  diptych races --graph why.svg queue.c       a picture of the execution, with the two accesses joined
  diptych races --json src/                   exit status 1 if one of the programs has a race`;

/** A litmus test is about races: its accesses count as atomic unless asked. */
export const isLitmus = (file: string): boolean => file.endsWith('.litmus');

export function racesStatus({ agree, raceFree, bounded }: RacesVerdict, strict: boolean): Status {
  if (!agree) return status.disagreement;
  if (raceFree === false) return status.violated;
  return raceFree === null || (strict && bounded.length > 0) ? status.noAnswer : status.holds;
}

function decisiveOf({ races: [first] }: RacesVerdict): Decisive | undefined {
  if (first === undefined) return undefined;
  const { race, shown } = first;
  return { claim: { kind: 'race', race }, shown };
}
