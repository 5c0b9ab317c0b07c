// The JSON Lines output of `diptych races`: the contract of docs/json.md.

import type { Program } from '../../program/program.js';
import type { RacesAnswer } from '../../verdict/engine.js';
import type { RacesVerdict } from '../../verdict/races.js';
import { findingJson, loopsJson } from '../json.js';
import { spanJson } from '../spanJson.js';
import { StateNames } from '../state.js';
import { eventText, stepRows } from '../witness.js';
import { type ShownRace, type ShownSide, shownRace } from './side.js';
import { missingText } from './text.js';

export const racesJson = (file: string, verdict: RacesVerdict): object => ({
  file,
  program: verdict.program.name,
  ...racesPart(verdict),
});

/** Without the file, for other commands too. */
export function racesPart(verdict: RacesVerdict): object {
  const { program, raceFree, agree, races, bounded, unclear, drf, plain, engines } = verdict;
  return {
    raceFree,
    agree,
    plainRaces: plain,
    ...(raceFree === true ? { onlySc: drf } : {}),
    races: races.map((race) => ({ ...raceJson(program, shownRace(race)), foundBy: race.foundBy })),
    bounded: loopsJson(program, bounded),
    ...(unclear.length > 0 ? { unclear: unclear.map(findingJson) } : {}),
    engines: Object.fromEntries([...engines].map(([name, answer]) => [name, engineJson(answer)])),
  };
}

function raceJson(program: Program, { address, sides, missing, witness }: ShownRace): object {
  const names = new StateNames(program, witness?.execution);
  const sideJson = ({ thread, event, allocation, does, how }: ShownSide): object => ({
    thread,
    name: program.threads[thread]?.name,
    does,
    order: how,
    ...(event === undefined ? {} : { event: eventText(names, program, event) }),
    ...spanJson(event?.at ?? allocation?.at),
  });
  return {
    at: names.cell(address),
    accesses: sides.map(sideJson),
    missing: { kind: missing.kind, text: missingText(names, program, missing) },
    execution:
      witness === undefined
        ? []
        : stepRows(names, program, witness).flatMap((row) =>
            row === undefined ? [] : [{ thread: row[0], event: row[1], place: row[2] }],
          ),
  };
}

const engineJson = ({ complete, shortfall, statistics, races }: RacesAnswer): object => ({
  complete,
  races: races.length,
  ...(shortfall === undefined ? {} : { shortfall: shortfall.kind }),
  ...statistics,
});
