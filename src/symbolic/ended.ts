// Which executions have a final state: those in which no thread stops, or, of a program that says itself when a state is final,
// those in which it is.

import type { Program } from '../program/program.js';
import { formulaLit } from './encode/condition.js';
import type { Lit } from './formula/cnf.js';
import type { Problem } from './problem.js';
import type { Reading } from './unroll/unrolled.js';

/** Threads that stop are part of executions that have a final state all the same. */
export const readingFor = ({ final }: Program, reading: Reading): Reading =>
  final === undefined ? reading : 'maximal';

/** They hold together in executions with a final state. */
export function ended(problem: Problem): Lit[] {
  const { program, unrolled } = problem;
  if (program.final !== undefined) return [formulaLit(problem, program.final)];
  return unrolled.stops.map((stop) => -problem.stopped(stop));
}
