// The answer of `diptych races` as a report for other programs (formats/item.ts): an item per pair of places.

import type { RacesVerdict } from '../../verdict/races.js';
import { type FileReport, placeOf, type ReportCase, type ReportItem, stepsOf } from '../formats/item.js';
import { StateNames } from '../state.js';
import { type ShownSide, shownRace } from './side.js';
import { missingText, sideText } from './text.js';

export function racesReport(
  file: string,
  { program, races, raceFree, agree }: RacesVerdict,
): Omit<FileReport, 'file' | 'seconds'> {
  const items = races.map((race): ReportItem => {
    const { address, sides, missing, witness } = shownRace(race);
    const names = new StateNames(program, witness?.execution);
    const [first, second] = sides;
    const place = ({ event, allocation }: ShownSide) => placeOf(file, event?.at ?? allocation?.at);
    return {
      rule: 'race',
      level: 'error',
      message: `data race on ${names.cell(address)}: ${sideText(program, first)}, ${sideText(program, second)}: ${missingText(names, program, missing)}`,
      place: place(second),
      models: ['sc'],
      related: [{ text: sideText(program, first), place: place(first) }],
      steps: stepsOf(file, program, witness === undefined ? race.shown : { ...race.shown, witness }),
    };
  });
  const unknown: ReportItem = {
    rule: 'no-answer',
    level: 'note',
    message: 'no answer within the limits',
    place: { file },
    models: ['sc'],
    steps: [],
  };
  return {
    items: raceFree === null ? [unknown] : items,
    cases: [
      {
        name: 'no data race in SC executions',
        result: agree ? resultOf(raceFree) : 'error',
        message: items.map(({ message }) => message).join('\n'),
      },
    ],
  };
}

function resultOf(raceFree: boolean | null): ReportCase['result'] {
  if (raceFree === null) return 'skipped';
  return raceFree ? 'passed' : 'failed';
}
