// Waiting loops rarely run more than a few rounds that change something (docs/spin-loops.md), and every round costs
// as much as the first. So the solver is asked how often they can run, and they are unrolled that often instead of up
// to the bound.

import type { Program } from '../program/program.js';
import { mapBody } from '../program/rewrite.js';
import { forEachStatement, type Statement } from '../program/statement.js';
import type { Session } from './session.js';

const mayBeShorter = (s: Statement): boolean =>
  s.kind === 'while' && s.watched === true && s.bound === undefined;

/** The numbers of rounds to try below the bound, fewest first; none if no loop waits. */
export function roundsToTry(program: Program, unroll: number): number[] {
  let waits = false;
  for (const { body } of program.threads)
    forEachStatement(body, (s) => {
      if (mayBeShorter(s)) waits = true;
    });
  return waits ? [1, 2, 4].filter((rounds) => rounds < unroll) : [];
}

/** By program and bound. A program is recognised by its identity. */
const known = new WeakMap<Program, Map<number, Program>>();

/** The program with waiting loops limited to this many rounds. */
export function withRounds(program: Program, bound: number): Program {
  const ofProgram = known.get(program) ?? new Map<number, Program>();
  known.set(program, ofProgram);
  const bounded = ofProgram.get(bound) ?? boundedBy(program, bound);
  ofProgram.set(bound, bounded);
  return bounded;
}

function boundedBy(program: Program, bound: number): Program {
  const threads = program.threads.map((thread) => ({
    ...thread,
    body: mapBody(thread.body, (s) => [mayBeShorter(s) ? { ...s, bound } : s]),
  }));
  return { ...program, threads };
}

/** Whether no execution wants more rounds of a loop that waits than it has. */
export function areEnough(session: Session): boolean {
  const { problem } = session;
  const cut = problem.unrolled.stops.filter(({ loop }) => loop?.watched === true);
  return session.check(problem.cnf.or(cut.map((stop) => problem.stopped(stop)))) === 'unsat';
}
