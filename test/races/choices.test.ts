// Races do not depend on the final state: values that only it shows are not told apart (verdict/engine.ts, forRaces).

import { describe, expect, it } from 'vitest';
import { placesOf } from '../../src/execution/race.js';
import type { ChoiceMode } from '../../src/explicit/explore.js';
import { raceProgram } from '../../src/explicit/monitors/races/raceProgram.js';
import { randomProgram } from '../../src/generate/random.js';
import { printProgram } from '../../src/program/printer.js';
import type { Program } from '../../src/program/program.js';
import { forRaces } from '../../src/verdict/engine.js';
import { parse } from '../frontend/c/run.js';
import { withLines } from './programs.js';

const unroll = 2;
const count = Number(process.env.RACE_PROGRAMS ?? 20);
const first = Number(process.env.RACE_FIRST ?? 0);

function races(program: Program, choices: ChoiceMode): { complete: boolean; places: string[] } {
  const { exploration, races: found } = raceProgram(program, { unroll, choices, maxExecutions: 600 });
  const places = found.map(({ race, witness }) => placesOf(witness.execution, race));
  return { complete: exploration.complete, places: [...new Set(places)].sort() };
}

describe('races of programs that choose values', () => {
  it('are the same by classes of values, whether or not the final state shows them, and value by value', () => {
    let compared = 0;
    let racy = 0;
    for (let seed = first; seed < first + count; seed++) {
      const program = withLines(
        randomProgram(seed, { features: ['nondet', 'if', 'loop', 'spawn', 'assume', 'assert'] }),
      );
      const shown = races(program, 'classes');
      const asked = races(forRaces(program, { unroll, spinAssume: false }), 'classes');
      const each = races(program, 'every-value');
      if (!asked.complete || !each.complete) continue;
      compared++;
      if (each.places.length > 0) racy++;
      expect(asked.places, printProgram(program)).toEqual(each.places);
      if (shown.complete) expect(shown.places, printProgram(program)).toEqual(each.places);
    }
    expect(compared).toBeGreaterThan(count / 2);
    expect(racy).toBeGreaterThan(0);
  });

  it('end, though a global keeps any number', () => {
    const program = parse(`#include <pthread.h>
int __VERIFIER_nondet_int(void); int data; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *set(void *a) { pthread_mutex_lock(&m); data = __VERIFIER_nondet_int(); pthread_mutex_unlock(&m); return 0; }
int main(void) { pthread_t t, u; pthread_create(&t, 0, set, 0); pthread_create(&u, 0, set, 0); pthread_join(t, 0); return data; }`);
    const { exploration, races: found } = raceProgram(forRaces(program, { unroll }), { unroll });
    expect(exploration.complete).toBe(true);
    expect(exploration.executions + exploration.blocked).toBeLessThan(20);
    expect(found).not.toEqual([]);
  });
});
