// Data races on random programs: the definition, the monitor, the symbolic engine, and brute force over all interleavings.

import { describe, expect, it } from 'vitest';
import type { Execution } from '../../src/execution/execution.js';
import { raceKey } from '../../src/execution/race.js';
import { explore } from '../../src/explicit/explore.js';
import { RaceMonitor } from '../../src/explicit/monitors/races/raceMonitor.js';
import { randomSyncProgram, type SyncOptions } from '../../src/generate/randomSync.js';
import { printProgram } from '../../src/program/printer.js';
import type { Program } from '../../src/program/program.js';
import { racesOf } from '../../src/races/races.js';
import { SymbolicEngine } from '../../src/symbolic/index.js';
import { bruteForceRaces } from '../reference/races.js';
import { linesOf, withLines } from './programs.js';

const engine = await SymbolicEngine.start();
const unroll = 2;
const sorted = (keys: Iterable<string>): string[] => [...new Set(keys)].sort();

function monitored(execution: Execution, threads: number): string[] {
  const monitor = new RaceMonitor(threads, execution.allocs);
  for (const event of execution.events) monitor.observe(event);
  return sorted(monitor.races.map(raceKey));
}

/** The races by their lines; undefined if the program has too many executions for brute force. */
function expectAgreement(program: Program): readonly string[] | undefined {
  const { complete } = explore(program, { model: 'sc', unroll, maxExecutions: 40 });
  if (!complete) return undefined;
  const text = printProgram(program);
  const sides = new Set<string>();
  const lines = new Set<string>();
  explore(program, {
    model: 'sc',
    unroll,
    onExecution: (witness) => {
      const { execution } = witness();
      const races = racesOf(execution);
      expect(monitored(execution, program.threads.length), text).toEqual(sorted(races.map(raceKey)));
      for (const race of races) {
        sides.add(raceKey(race));
        lines.add(linesOf(execution, race));
      }
    },
  });
  const reference = bruteForceRaces(program, unroll);
  expect(sorted(sides), text).toEqual(sorted(reference.sides));
  expect(sorted(lines), text).toEqual(sorted(reference.lines));
  const symbolic = engine.races(program, { unroll });
  expect(symbolic.complete).toBe(true);
  expect(sorted(symbolic.races.map(({ execution, race }) => linesOf(execution, race))), text).toEqual(
    sorted(lines),
  );
  for (const { execution, race } of symbolic.races)
    expect(racesOf(execution).map(raceKey), text).toContain(raceKey(race));
  return sorted(lines);
}

const kinds: readonly (readonly [string, SyncOptions, number])[] = [
  ['synchronisation of all kinds', {}, 1],
  ['longer ones', { moves: 5 }, 100_000],
  ['heap blocks', { heap: true }, 200_000],
  ['seq_cst only', { seqCst: true }, 300_000],
];

describe('definition, monitor, symbolic engine and brute force agree', () => {
  it.each(kinds)('%s', (_, options, seed) => {
    const count = Number(process.env.RACE_PROGRAMS ?? 20);
    const first = seed + Number(process.env.RACE_FIRST ?? 0);
    const programs = Array.from({ length: count }, (_, i) =>
      withLines(randomSyncProgram(first + i, options)),
    );
    const judged = programs.map(expectAgreement).filter((races) => races !== undefined);
    const racy = judged.filter((races) => races.length > 0);
    expect(judged.length).toBeGreaterThan(count / 5);
    expect(racy.length).toBeGreaterThan(0);
    expect(racy.length).toBeLessThan(judged.length);
  });
});
