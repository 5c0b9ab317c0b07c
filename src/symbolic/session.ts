// A solver at work on a problem: clauses go to it as they are added, and with the lazy encoding every solution is searched
// for cycles before it counts.

import { bug } from '../support/diagnostic.js';
import { forbidCyclesOf } from './acyclic/lazy.js';
import { type Lit, no, yes } from './formula/cnf.js';
import type { Problem } from './problem.js';
import type { Z3Module } from './z3/module.js';
import { type CheckResult, ClauseSolver, type SolverKind } from './z3/solver.js';

/** Below so many, making a solver takes longer than solving. */
const few = 1000;

const kindOf = ({ encoding, cnf }: Problem): SolverKind =>
  encoding === 'clocks-int' ? 'clocks' : cnf.clauses < few ? 'few-clauses' : 'clauses';

export class Session {
  readonly #z3: Z3Module;
  /** Made when it is first asked: a question adds clauses of its own, and some need no solver. */
  #solver: ClauseSolver | undefined;
  #sentData = 0;
  #sentBefore = 0;
  #deadline = Number.POSITIVE_INFINITY;
  #stop: (() => boolean) | undefined;
  /** Milliseconds spent in the solver, and how often it was asked, by this question. */
  solveMs = 0;
  solves = 0;

  constructor(
    z3: Z3Module,
    readonly problem: Problem,
  ) {
    this.#z3 = z3;
  }

  get deadline(): number {
    return this.#deadline;
  }

  /** For a question with these limits; without, there are none. */
  begin(deadline: number, stop?: () => boolean): void {
    this.#deadline = deadline;
    this.#stop = stop;
    this.solveMs = 0;
    this.solves = 0;
  }

  /** Is there a solution in which all assumptions hold? Unknown when the deadline has passed. */
  check(...assumptions: Lit[]): CheckResult {
    if (assumptions.includes(no)) return 'unsat';
    const needed = [...assumptions, this.problem.assumed].filter((l) => l !== yes);
    for (;;) {
      this.problem.settle();
      if (this.problem.cnf.contradiction) return 'unsat';
      const solver = this.#send();
      const start = performance.now();
      const answer = solver.check(needed, this.#deadline, this.#stop);
      this.solveMs += performance.now() - start;
      if (answer === 'hard') {
        this.#takeSolver('clauses');
        continue;
      }
      this.solves++;
      if (answer !== 'sat' || this.problem.encoding !== 'lazy' || !this.#forbidCycles()) return answer;
    }
  }

  /** Whether a literal holds in the solution. */
  holds(lit: Lit): boolean {
    if (lit === yes || lit === no) return lit === yes;
    return this.#solver?.value(lit) ?? bug('no solver has found a solution');
  }

  close(): void {
    this.#solver?.close();
  }

  /** One that knows nothing yet. */
  #takeSolver(kind: SolverKind): ClauseSolver {
    this.#solver?.close();
    this.#sentData = 0;
    this.#sentBefore = 0;
    this.#solver = new ClauseSolver(this.#z3, kind);
    return this.#solver;
  }

  #forbidCycles(): boolean {
    let found = false;
    for (const graph of this.problem.encoded.graphs)
      if (forbidCyclesOf(this.problem.cnf, graph, (l) => this.holds(l))) found = true;
    return found;
  }

  /** Brings the solver up to date. */
  #send(): ClauseSolver {
    const solver = this.#solver ?? this.#takeSolver(kindOf(this.problem));
    const { data, before } = this.problem.cnf;
    this.#sentData = solver.addClauses(data, this.#sentData);
    for (const { lit, u, v } of before.slice(this.#sentBefore))
      solver.addBefore(lit === yes ? undefined : lit, u, v);
    this.#sentBefore = before.length;
    return solver;
  }
}
