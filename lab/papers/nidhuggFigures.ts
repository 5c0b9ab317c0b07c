// Table 1 of "Stateless model checking for TSO and PSO" (Abdulla et al., Acta Informatica 2017): analysis times in seconds on a
// 3 GHz Intel i7, limit 600 s, without the rows apr_1 and apr_2.

import { type ModelName, modelNames } from '#diptych/execution/execution.js';
import type { Cell } from '../table.js';

/** Stopped after ten minutes. */
const stopped = { over: 600 } as const;
const none = null;

/** SC, TSO, PSO. */
type Times = readonly [Cell, Cell, Cell];

interface Figures {
  readonly cbmc: Times;
  readonly goto: Times;
  readonly nidhugg: Times;
}

const figures = (cbmc: Times, goto: Times, nidhugg: Times): Figures => ({ cbmc, goto, nidhugg });

/** By program and variant, as in benchmarks/papers/nidhugg/manifest.json. */
const table1: Readonly<Record<string, Figures>> = {
  'dcl_singleton unfenced': figures([5.95, 31.47, 18.01], [5.33, 5.36, 0.18], [0.08, 0.08, 0.08]),
  'dcl_singleton pso': figures([5.88, 30.98, 29.45], [5.2, 5.18, 5.17], [0.08, 0.08, 0.08]),
  'dekker unfenced': figures([2.42, 3.17, 2.84], [1.68, 4.0, 220.11], [0.1, 0.11, 0.09]),
  'dekker tso': figures([2.39, 5.65, 3.51], [1.62, 297.62, stopped], [0.11, 0.12, 0.08]),
  'dekker pso': figures([2.55, 5.31, 4.83], [1.72, 428.86, stopped], [0.11, 0.12, 0.12]),
  'fib_false unfenced': figures([1.63, 3.38, 3.0], [1.6, 1.58, 1.56], [2.39, 5.57, 6.2]),
  'fib_false_join unfenced': figures([0.98, 1.1, 1.91], [1.31, 0.88, 0.8], [0.32, 0.62, 0.71]),
  'fib_true unfenced': figures([6.28, 9.39, 7.72], [6.32, 7.63, 7.62], [25.83, 75.06, 86.32]),
  'fib_true_join unfenced': figures([6.61, 8.37, 10.81], [7.09, 5.94, 5.92], [1.2, 2.88, 3.19]),
  'indexer unfenced': figures([193.01, 210.42, 214.03], [191.88, 70.42, 69.38], [0.1, 0.09, none]),
  'lamport unfenced': figures([7.78, 11.63, 10.53], [6.89, stopped, stopped], [0.08, 0.08, 0.08]),
  'lamport tso': figures([7.6, 26.31, 15.85], [6.8, 513.67, stopped], [0.09, 0.08, 0.07]),
  'lamport pso': figures([7.72, 30.92, 27.51], [7.43, stopped, stopped], [0.08, 0.08, 0.08]),
  'parker unfenced': figures([12.34, 91.99, 86.1], [11.63, 9.7, 9.65], [1.5, 0.09, 0.08]),
  'parker pso': figures([12.72, 141.24, 166.75], [11.76, 10.66, 10.64], [1.5, 1.92, 2.94]),
  'peterson unfenced': figures([0.35, 0.38, 0.35], [0.18, 0.2, 0.21], [0.07, 0.07, 0.07]),
  'peterson tso': figures([0.35, 0.39, 0.35], [0.19, 0.18, 0.56], [0.07, 0.07, 0.07]),
  'peterson pso': figures([0.35, 0.41, 0.4], [0.18, 0.18, 0.19], [0.07, 0.07, 0.08]),
  'pgsql unfenced': figures([19.8, 60.66, 4.63], [21.03, 46.57, 296.77], [0.08, 0.07, 0.08]),
  'pgsql pso': figures([23.93, 71.15, 121.51], [19.04, stopped, stopped], [0.07, 0.07, 0.08]),
  'pgsql_bnd pso': figures([3.57, 9.55, 12.68], [3.59, stopped, stopped], [89.44, 106.04, 112.6]),
  'stack_safe unfenced': figures([44.53, 516.01, 496.36], [45.11, 42.39, 42.5], [0.34, 0.36, 0.43]),
  'stack_unsafe unfenced': figures([1.4, 1.87, 2.08], [1.0, 0.81, 0.79], [0.08, 0.08, 0.09]),
  'szymanski unfenced': figures([0.4, 0.44, 0.43], [0.23, 0.89, 1.16], [0.07, 0.13, 0.07]),
  'szymanski tso': figures([0.4, 0.5, 0.43], [0.23, 0.23, 2.48], [0.08, 0.08, 0.07]),
  'szymanski pso': figures([0.39, 0.5, 0.49], [0.23, 0.24, 0.24], [0.08, 0.08, 0.08]),
};

/** The published figures of one row of ours, as its cells. */
export function nidhuggFigures(program: string, variant: string, model: ModelName): Record<string, Cell> {
  const found = table1[`${program} ${variant}`];
  if (found === undefined) return {};
  const i = modelNames.indexOf(model);
  return { cbmc: found.cbmc[i] ?? none, goto: found.goto[i] ?? none, nidhugg: found.nidhugg[i] ?? none };
}
