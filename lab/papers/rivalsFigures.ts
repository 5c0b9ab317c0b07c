// CPU seconds of two SAT-based model checkers on the rows of the table `rivals`, measured on a two-core machine of the kind
// that the tables of diptych are made on: Deagle 4.1 and CBMC 6.6, their start included.

import { type ModelName, modelNames } from '#diptych/execution/execution.js';
import type { Cell } from '../table.js';

/** SC, TSO, PSO. `wrong`: the answer was not the right one. */
type Times = readonly [RivalTime, RivalTime, RivalTime];
type RivalTime = Cell | { readonly wrong: number };

export interface RivalRow {
  readonly group: 'nidhugg' | 'rivals';
  readonly program: string;
  readonly variant: string;
  readonly deagle: Times;
  readonly cbmc: Times;
}

const over = (seconds: number): Times => [{ over: seconds }, { over: seconds }, { over: seconds }];
const refused: Times = ['refused', 'refused', 'refused'];
const wrong = (seconds: number): RivalTime => ({ wrong: seconds });

export const rivalRows: readonly RivalRow[] = [
  {
    group: 'nidhugg',
    program: 'dekker',
    variant: 'unfenced',
    deagle: [0.29, 0.32, 1.13],
    cbmc: [1.53, 2.07, 2.13],
  },
  {
    group: 'nidhugg',
    program: 'lamport',
    variant: 'unfenced',
    deagle: [0.62, 0.8, 5.84],
    cbmc: [4.92, 6.69, 5.7],
  },
  {
    group: 'nidhugg',
    program: 'lamport',
    variant: 'pso',
    deagle: [0.62, 1.01, 5.21],
    cbmc: [5.02, 11.0, 12.7],
  },
  {
    group: 'nidhugg',
    program: 'parker',
    variant: 'unfenced',
    deagle: [0.76, wrong(3.96), wrong(10.1)],
    cbmc: [7.73, 22.5, 23.0],
  },
  {
    group: 'nidhugg',
    program: 'pgsql',
    variant: 'unfenced',
    deagle: [0.38, 0.38, 1.75],
    cbmc: [12.5, 34.4, 1.86],
  },
  {
    group: 'nidhugg',
    program: 'fib_true',
    variant: 'unfenced',
    deagle: [0.56, 0.68, 0.6],
    cbmc: [2.35, 2.38, 2.64],
  },
  {
    group: 'nidhugg',
    program: 'stack_safe',
    variant: 'unfenced',
    deagle: [4.06, 4.32, 4.9],
    cbmc: refused,
  },
  { group: 'nidhugg', program: 'indexer', variant: 'unfenced', deagle: over(30), cbmc: over(30) },
  { group: 'rivals', program: 'ring8', variant: 'tso', deagle: over(30), cbmc: over(30) },
  { group: 'rivals', program: 'dekker8', variant: 'pso', deagle: [5.1, 8.7, 2.0], cbmc: over(40) },
  {
    group: 'rivals',
    program: 'increments5',
    variant: 'unfenced',
    deagle: [15.8, 14.3, 15.4],
    cbmc: over(30),
  },
];

const isWrong = (time: RivalTime): time is { readonly wrong: number } =>
  typeof time === 'object' && time !== null && 'wrong' in time;

/** As a cell: a wrong answer is a word, since its time says nothing. */
const asCell = (time: RivalTime): Cell => (isWrong(time) ? `wrong, ${time.wrong.toFixed(2)}` : time);

export function rivalCells({ deagle, cbmc }: RivalRow, model: ModelName): Record<string, Cell> {
  const i = modelNames.indexOf(model);
  const right = [deagle[i], cbmc[i]].filter((time) => typeof time === 'number');
  return {
    deagle: asCell(deagle[i] ?? null),
    cbmc: asCell(cbmc[i] ?? null),
    ...(right.length === 0 ? {} : { bestRival: Math.min(...right) }),
  };
}
