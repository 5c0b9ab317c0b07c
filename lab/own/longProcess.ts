// The memory of a process that solves for long: does it grow with the number of questions?

import { SymbolicEngine } from '#diptych/symbolic/index.js';
import type { Cell, Cells, Column, Scale, Section } from '../table.js';
import { mixedProgram } from './mixedPrograms.js';

const steps = [1, 2, 3, 4, 5];
const perStep: Readonly<Record<Scale, number>> = { quick: 50, full: 1000 };
const keyOf = (solves: number): string => `solves${solves}`;

async function measure(count: number): Promise<Cells> {
  const engine = await SymbolicEngine.start();
  const tests = Array.from({ length: 50 }, (_, seed) => mixedProgram(16, seed));
  const cells: Record<string, Cell> = {};
  for (const step of steps) {
    for (let i = 0; i < count; i++)
      engine.reachable(tests[i % tests.length], { kind: 'true' }, { model: 'tso' });
    cells[keyOf(step * count)] = process.memoryUsage.rss() / 1e6;
  }
  return cells;
}

export function longProcessSection(scale: Scale): Section {
  const solves = steps.map((step) => step * perStep[scale]);
  return {
    name: 'memory',
    title: 'Memory of a long process',
    about: [
      'Resident memory in MB of a process in which the symbolic engine solves one question after the other, each about a random program of 16 events.',
    ],
    columns: [
      { key: 'engine', head: 'engine', unit: 'text' },
      ...solves.map((n): Column => ({ key: keyOf(n), head: `${n.toLocaleString('en')} solves`, unit: 'MB' })),
    ],
    rows: [
      {
        id: 'long process',
        cells: { engine: 'symbolic' },
        parts: [
          {
            name: 'solves',
            time: keyOf(solves[0]),
            limitSeconds: 120,
            measure: () => measure(perStep[scale]),
          },
        ],
      },
    ],
  };
}
