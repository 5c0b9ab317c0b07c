// Data races, for the worker: loaded when they are asked for.

import { sideOf } from '../src/execution/race.js';
import type { Program } from '../src/program/program.js';
import { racesText } from '../src/report/races/text.js';
import { StateNames } from '../src/report/state.js';
import { createStyle } from '../src/report/style.js';
import type { Engine, Limits } from '../src/verdict/engine.js';
import { askRaces } from '../src/verdict/races.js';
import type { RacesAnswer, Source } from './protocol.js';
import type { Kept } from './worker.js';

/** The accesses of a litmus test count as atomic, as for the command. */
export async function races(
  program: Program,
  { language }: Source,
  engine: Engine,
  limits: Limits,
): Promise<{ answer: RacesAnswer; executions: [string, Kept][] }> {
  const verdict = await askRaces(program, { engines: [engine], limits, plain: language === 'c' });
  const names = new StateNames(verdict.program);
  const executions = verdict.races.map(({ race, shown }, i): [string, Kept] => {
    const [a, b] = race.sides.map((side) => sideOf(shown.execution, side));
    const events = a !== undefined && b !== undefined && 'kind' in a && 'kind' in b;
    return [
      `${engine.name} race ${i}`,
      {
        program: verdict.program,
        evidence: shown,
        title: `${program.name}: a data race on ${names.value(race.address)}`,
        subtitle: 'the two accesses are joined',
        unroll: limits.unroll,
        ...(events ? { race: [a.id, b.id] } : {}),
      },
    ];
  });
  return {
    executions,
    answer: {
      raceFree: verdict.raceFree,
      lines: racesText('program', verdict, limits.unroll, createStyle(false, columns)).split('\n').slice(1),
      races: executions.map(([key, { title }]) => ({ key, text: title })),
    },
  };
}

/** What fits beside the editor. */
const columns = 90;
