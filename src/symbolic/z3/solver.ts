// A solver for clauses. Literals are DIMACS's: a variable is a positive number, its negation the negative one.

import type { Z3Module } from './module.js';
import { SatSolver } from './satSolver.js';
import type { CheckResult } from './slices.js';
import { TermSolver } from './termSolver.js';

export interface ClauseSolver {
  /** Adds clauses that stand one after the other from `from` on, each ended by 0, and says where the last one ends. */
  addClauses(data: Int32Array, from: number): number;
  /** Clock u shows less than clock v, if `literal` holds (undefined: always). Needs a solver made for clocks. */
  addBefore(literal: number | undefined, u: number, v: number): void;
  /** Unknown only when `deadline` (as of performance.now()) has passed or `stop`, which is asked now and then, says so. */
  check(assumptions?: readonly number[], deadline?: number, stop?: () => boolean): CheckResult;
  /** The value of a literal in the solution that was found; a variable no clause mentions is false. */
  value(literal: number): boolean;
  /** After 'unsat': the assumptions that were used. */
  core(): number[];
  /** The solver cannot be used afterwards; everything is given back when there is another. */
  close(): void;
}

/** Clauses alone, or with `before` constraints. */
export type SolverKind = 'clauses' | 'clocks';

export function makeSolver(module: Z3Module, kind: SolverKind = 'clauses'): ClauseSolver {
  for (let give = module.leftovers.pop(); give !== undefined; give = module.leftovers.pop()) give();
  return kind === 'clocks' || module.sat === undefined
    ? new TermSolver(module, kind)
    : new SatSolver(module, module.sat);
}
