// The race monitor on the SC executions of a program. A race is a property of the trace (docs/races.md), so one execution per
// trace is enough.

import type { Witness } from '../../../execution/execution.js';
import { placesOf, type Race } from '../../../execution/race.js';
import type { Program } from '../../../program/program.js';
import { type Exploration, type ExploreOptions, explore } from '../../explore.js';
import { RaceMonitor } from './raceMonitor.js';

interface RacesOfProgram {
  readonly exploration: Exploration;
  /** The first race of each pair of places, with the execution that has it. */
  readonly races: readonly { readonly race: Race; readonly witness: Witness }[];
}

export function raceProgram(program: Program, options: Omit<ExploreOptions, 'model'>): RacesOfProgram {
  const found = new Map<string, { race: Race; witness: Witness }>();
  const exploration = explore(program, {
    ...options,
    model: 'sc',
    // random executions have no end, and one race decides
    isEnough: () => options.strategy !== undefined && found.size > 0,
    onExecution: (build) => {
      const witness = build();
      const monitor = new RaceMonitor(program.threads.length, witness.execution.allocs);
      for (const event of witness.execution.events) monitor.observe(event);
      for (const race of monitor.races) {
        const key = placesOf(witness.execution, race);
        if (!found.has(key)) found.set(key, { race, witness });
      }
      options.onExecution?.(() => witness);
    },
  });
  return { exploration, races: [...found.values()] };
}
