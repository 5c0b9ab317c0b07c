// All final states: solve, read off the observed values, forbid them, until there is no other.

import type { Outcome } from '../../execution/execution.js';
import { formulaLit, observed } from '../encode/condition.js';
import { readBits } from '../formula/bits.js';
import { type Lit, yes } from '../formula/cnf.js';
import type { Session } from '../session.js';

/**
 * Calls `visit` once for each final state that passes the filter; false when the time was over first. `complete` holds in
 * the executions whose final states count, and only of them is anything demanded.
 */
export function enumerateOutcomes(
  session: Session,
  visit: (outcome: Outcome) => void,
  complete: readonly Lit[] = [],
): boolean {
  const { problem } = session;
  const { program, cnf } = problem;
  const passes = program.filter === undefined ? yes : formulaLit(problem, program.filter);
  const asked = cnf.and([...complete, passes]);
  const shown = program.observed.map((o) => observed(problem, o));
  const variables = [...new Set(shown.flat().map(Math.abs))].filter((v) => v !== yes);
  const active = cnf.fresh();
  for (;;) {
    const answer = session.check(asked, active);
    if (answer !== 'sat') return answer === 'unsat';
    const holds = (l: Lit): boolean => session.holds(l);
    visit(shown.map((bits) => readBits(bits, holds)));
    if (variables.length === 0) return true;
    cnf.addAll([-active, ...variables.map((v) => (session.holds(v) ? -v : v))]);
  }
}
