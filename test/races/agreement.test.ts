// Data races: the definition, the monitor and brute force over all interleavings on random programs.

import { describe, expect, it } from 'vitest';
import type { Execution } from '../../src/execution/execution.js';
import { raceKey } from '../../src/execution/race.js';
import { explore } from '../../src/explicit/explore.js';
import { RaceMonitor } from '../../src/explicit/monitors/races/raceMonitor.js';
import { randomSyncProgram, type SyncOptions } from '../../src/generate/randomSync.js';
import { printProgram } from '../../src/program/printer.js';
import type { Program } from '../../src/program/program.js';
import { racesOf } from '../../src/races/races.js';
import { bruteForceRaces } from '../reference/races.js';

const sorted = (keys: Iterable<string>): string[] => [...new Set(keys)].sort();

function monitored({ events, allocs }: Execution, threads: number): string[] {
  const monitor = new RaceMonitor(threads, allocs);
  for (const event of events) monitor.observe(event);
  return sorted(monitor.races.map(raceKey));
}

/** Undefined if the program has too many executions for brute force. */
function expectAgreement(program: Program): string[] | undefined {
  const found = new Set<string>();
  const { complete } = explore(program, { model: 'sc', unroll: 2, maxExecutions: 60 });
  if (!complete) return undefined;
  explore(program, {
    model: 'sc',
    unroll: 2,
    onExecution: (witness) => {
      const { execution } = witness();
      const defined = sorted(racesOf(execution).map(raceKey));
      expect(monitored(execution, program.threads.length), printProgram(program)).toEqual(defined);
      for (const key of defined) found.add(key);
    },
  });
  expect(sorted(found), printProgram(program)).toEqual(sorted(bruteForceRaces(program, 2)));
  return sorted(found);
}

const kinds: readonly (readonly [string, SyncOptions, number])[] = [
  ['synchronisation of all kinds', {}, 1],
  ['longer ones', { moves: 5 }, 10_000],
  ['heap blocks', { heap: true }, 20_000],
];

describe('definition, monitor and brute force agree', () => {
  it.each(kinds)('%s', (_, options, seed) => {
    const count = Number(process.env.RACE_PROGRAMS ?? 60);
    const programs = Array.from({ length: count }, (_, i) => randomSyncProgram(seed + i, options));
    const judged = programs.map(expectAgreement).filter((races) => races !== undefined);
    const racy = judged.filter((races) => races.length > 0);
    expect(judged.length).toBeGreaterThan(count / 4);
    expect(racy.length).toBeGreaterThan(judged.length / 10);
    expect(racy.length).toBeLessThan(judged.length - judged.length / 10);
  });
});
