// All detectors of data races on one program: the definition, the monitor, the symbolic engine, brute force.

import { expect } from 'vitest';
import type { Execution } from '../../src/execution/execution.js';
import { cutsShort } from '../../src/execution/finding.js';
import { raceKey } from '../../src/execution/race.js';
import { explore } from '../../src/explicit/explore.js';
import { RaceMonitor } from '../../src/explicit/monitors/races/raceMonitor.js';
import { printProgram } from '../../src/program/printer.js';
import type { Program } from '../../src/program/program.js';
import { racesOf } from '../../src/races/races.js';
import { SymbolicEngine } from '../../src/symbolic/index.js';
import { bruteForceRaces } from '../reference/races.js';
import { linesOf } from './programs.js';

const engine = await SymbolicEngine.start();
const unroll = 2;
const sorted = (keys: Iterable<string>): string[] => [...new Set(keys)].sort();

function monitored(execution: Execution, threads: number): string[] {
  const monitor = new RaceMonitor(threads, execution.allocs);
  for (const event of execution.events) monitor.observe(event);
  return sorted(monitor.races.map(raceKey));
}

/** The races by their lines; undefined if the program has too many executions for brute force. */
export function expectAgreement(program: Program, most = 40): readonly string[] | undefined {
  const { complete } = explore(program, { model: 'sc', unroll, maxExecutions: most });
  if (!complete) return undefined;
  const text = printProgram(program);
  const sides = new Set<string>();
  const lines = new Set<string>();
  const { findings } = explore(program, {
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
  if (lines.size === 0)
    expect(symbolic.cutShort.length > 0, text).toBe(findings.some(({ finding }) => cutsShort(finding)));
  for (const { execution, race } of symbolic.races)
    expect(racesOf(execution).map(raceKey), text).toContain(raceKey(race));
  return sorted(lines);
}
