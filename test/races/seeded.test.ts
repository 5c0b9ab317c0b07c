// Bugs that are put into the monitor, the query and the definition of data races on purpose: brute force finds each of them.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { explore } from '../../src/explicit/explore.js';
import type { raceProgram } from '../../src/explicit/monitors/races/raceProgram.js';
import { randomPassingProgram } from '../../src/generate/randomPassing.js';
import type { Program } from '../../src/program/program.js';
import type { racesOf } from '../../src/races/races.js';
import { loadChanged } from '../changedSources.js';
import { bruteForceRaces } from '../reference/races.js';
import { linesOf, withLines } from './programs.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const monitor = 'src/explicit/monitors/races/raceMonitor.ts';
const cell = 'src/explicit/monitors/races/cell.ts';
const orders = 'src/explicit/monitors/races/order.ts';
const definition = 'src/races/happensBefore.ts';

interface Seeded {
  readonly name: string;
  readonly file: string;
  readonly find: string;
  readonly replace: string;
  /** The seed of a program that shows it. */
  readonly seed: number;
}

const bugs: readonly Seeded[] = [
  {
    name: 'every read acquires',
    file: monitor,
    find: 'if ((bits & acquireBit) !== 0) cell.acquired(clock);',
    replace: 'cell.acquired(clock);',
    seed: 25,
  },
  {
    name: 'acquire fences do nothing',
    file: monitor,
    find: 'if ((fence & acquireBit) !== 0) mergeInto(clock, this.#pending[t]);',
    replace: '',
    seed: 88,
  },
  {
    name: 'release fences do nothing',
    file: monitor,
    find: 'else if (fence !== undefined) cell.head(t, fence);',
    replace: '',
    seed: 195,
  },
  {
    name: 'every atomic write releases',
    file: monitor,
    find: 'if ((bits & releaseBit) !== 0) cell.head(t, clock);',
    replace: 'if (bits !== 0) cell.head(t, clock);',
    seed: 30,
  },
  {
    name: 'joining orders nothing',
    file: monitor,
    find: "if (event.kind === 'join' && event.other !== undefined) this.#join(clock, event.other);",
    replace: '',
    seed: 28,
  },
  {
    name: 'creation orders nothing',
    file: monitor,
    find: "if (event.kind === 'spawn' && event.other !== undefined) mergeInto(this.#threads[event.other], clock);",
    replace: '',
    seed: 3,
  },
  {
    name: 'stores of others do not end a release sequence',
    file: cell,
    find: 'if (update || this.#released === undefined) return;',
    replace: 'return;',
    seed: 69,
  },
  {
    name: 'read-modify-writes end a release sequence',
    file: cell,
    find: 'if (update || this.#released === undefined) return;',
    replace: 'if (this.#released === undefined) return;',
    seed: 112,
  },
  {
    name: 'unlock does not release',
    file: orders,
    find: "if (event.kind === 'unlock') return atomicBit | releaseBit;",
    replace: "if (event.kind === 'unlock') return atomicBit;",
    seed: 396,
  },
  {
    name: 'definition: a release sequence is its head',
    file: definition,
    find: 'if (!follows.every((event) => event.thread === head.thread || updates(event, address))) continue;',
    replace: 'if (follows.length > 0) continue;',
    seed: 112,
  },
  {
    name: 'definition: only the last fence counts',
    file: definition,
    find: '...fences.map((fence) => fence.id)',
    replace: '...fences.slice(1).map((fence) => fence.id)',
    seed: 195,
  },
];

const expected = new Map<number, readonly string[]>();
const programs = new Map<number, Program>();
const programOf = (seed: number): Program => {
  const known = programs.get(seed) ?? withLines(randomPassingProgram(seed));
  programs.set(seed, known);
  return known;
};

const parts = `
  export { raceProgram } from './src/explicit/monitors/races/raceProgram.js';
  export { racesOf } from './src/races/races.js';
  export { explore } from './src/explicit/explore.js';`;

interface Parts {
  readonly raceProgram: typeof raceProgram;
  readonly racesOf: typeof racesOf;
  readonly explore: typeof explore;
}

/** The first seed from `from` on whose program has other races with the bug than by brute force. */
async function findFrom(bug: Seeded, from: number, most: number): Promise<number | undefined> {
  const { raceProgram, racesOf, explore } = await loadChanged<Parts>(parts, (file, code) =>
    file === bug.file ? code.replace(bug.find, () => bug.replace) : undefined,
  );
  for (let seed = from; seed < from + most; seed++) {
    const program = programOf(seed);
    const limits = { unroll: 2, maxExecutions: 100 };
    const lines = new Set<string>();
    let complete = true;
    if (bug.file === definition) {
      const explored = explore(program, {
        ...limits,
        model: 'sc',
        onExecution: (witness: () => { execution: Parameters<typeof linesOf>[0] }) => {
          const { execution } = witness();
          for (const race of racesOf(execution)) lines.add(linesOf(execution, race));
        },
      });
      complete = explored.complete;
    } else {
      const { races, exploration } = raceProgram(program, limits);
      for (const { race, witness } of races) lines.add(linesOf(witness.execution, race));
      complete = exploration.complete;
    }
    if (!complete) continue;
    const truth = expected.get(seed) ?? [...bruteForceRaces(program, 2).lines].sort();
    expected.set(seed, truth);
    if ([...lines].sort().join() !== truth.join()) return seed;
  }
  return undefined;
}

describe('seeded bugs', () => {
  it.each(bugs)('$name: one change to $file', ({ file, find }) => {
    expect(readFileSync(`${root}${file}`, 'utf8').split(find)).toHaveLength(2);
  });

  it.each(bugs)('$name is found', async (bug) => {
    const most = Number(process.env.RACE_PROGRAMS ?? 1);
    const seed = process.env.RACE_PROGRAMS === undefined ? bug.seed : 0;
    const found = await findFrom(bug, seed, most);
    if (process.env.RACE_PROGRAMS !== undefined) console.log(`${bug.name}: ${found}`);
    expect(found).toBeDefined();
  });
});
