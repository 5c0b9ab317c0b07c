// All final states: solve, read off the observed values, forbid them, until there is no other.

import type { Outcome } from '../../execution/execution.js';
import { formulaLit, observed } from '../encode/condition.js';
import { type Bits, readBits } from '../formula/bits.js';
import { type Lit, yes } from '../formula/cnf.js';
import type { Session } from '../session.js';

/**
 * The final states that pass the program's filter. `complete` holds in the executions whose final states count; all
 * constraints apply to these only.
 */
export class OutcomeSearch {
  readonly #session: Session;
  readonly #asked: Lit;
  readonly #shown: readonly Bits[];
  readonly #variables: readonly Lit[];
  /** While this literal is assumed, the states found so far are forbidden. */
  readonly #active: Lit;
  #seen = 0;

  constructor(session: Session, complete: readonly Lit[] = []) {
    const { problem } = session;
    const { program, cnf } = problem;
    const passes = program.filter === undefined ? yes : formulaLit(problem, program.filter);
    this.#session = session;
    this.#asked = cnf.and([...complete, passes]);
    this.#shown = program.observed.map((o) => observed(problem, o));
    this.#variables = [...new Set(this.#shown.flat().map(Math.abs))].filter((v) => v !== yes);
    this.#active = cnf.fresh();
  }

  /** Calls `visit` once for each final state not visited before. Returns false if the time limit came first. */
  enumerate(visit: (outcome: Outcome) => void): boolean {
    const session = this.#session;
    // Without variables there is at most one final state.
    while (this.#variables.length > 0 || this.#seen === 0) {
      const answer = session.check(this.#asked, this.#active);
      if (answer !== 'sat') return answer === 'unsat';
      this.#seen++;
      const holds = (l: Lit): boolean => session.holds(l);
      visit(this.#shown.map((bits) => readBits(bits, holds)));
      session.problem.cnf.addAll([-this.#active, ...this.#variables.map((v) => (holds(v) ? -v : v))]);
    }
    return true;
  }
}
