// Data races of the program's SC executions.

import { placesOf } from '../../src/execution/race.js';
import type { Program } from '../../src/program/program.js';
import { cutText } from '../../src/report/notes.js';
import { shownRace } from '../../src/report/races/side.js';
import { missingText } from '../../src/report/races/text.js';
import { StateNames } from '../../src/report/state.js';
import { threadName } from '../../src/report/witness.js';
import { present } from '../../src/support/present.js';
import type { Engine } from '../../src/verdict/engine.js';
import { askRaces, type CertifiedRace } from '../../src/verdict/races.js';
import { languageOf, type RacesAnswer, type RaceView, type Reply, type Source } from '../protocol.js';
import { limitsOf } from './program.js';
import { tellProgress } from './progress.js';
import { runOf } from './states.js';

/** The accesses of a litmus test count as atomic, as for the command. */
export async function races(
  program: Program,
  source: Source,
  engine: Engine,
  say: (reply: Reply) => void,
): Promise<RacesAnswer> {
  const limits = { ...limitsOf(source), onProgress: tellProgress(say) };
  const plain = languageOf(source) === 'c';
  const verdict = await askRaces(program, { engines: [engine], limits, plain });
  return {
    raceFree: verdict.raceFree,
    races: verdict.races.map((race) => viewOf(verdict.program, race)),
    bounded: verdict.bounded.map((loop) => cutText(verdict.program, loop)),
  };
}

function viewOf(program: Program, certified: CertifiedRace): RaceView {
  const { race, shown } = certified;
  const { sides, missing, witness } = shownRace(certified);
  const names = new StateNames(program, shown.execution);
  const run = witness === undefined ? undefined : runOf({ execution: witness.execution, witness }, 'races');
  return {
    key: placesOf(shown.execution, race),
    cell: `${names.cell(race.address)}`,
    sides: sides.map(({ thread, event, allocation, does, how }) => ({
      thread: threadName(program, thread),
      does,
      how,
      ...present({ at: event?.at ?? allocation?.at }),
    })),
    missing: missingText(names, program, missing),
    ...present({ run: run === undefined ? undefined : { ...run, race: race.sides } }),
  };
}
