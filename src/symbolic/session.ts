// A solver at work on a problem: clauses go to it as they are added, and with the lazy encoding every solution is searched
// for cycles before it counts.

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
  readonly #solver: ClauseSolver;
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
    this.#solver = new ClauseSolver(z3, kindOf(problem));
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
      this.#send();
      if (this.problem.cnf.contradiction) return 'unsat';
      const start = performance.now();
      const answer = this.#solver.check(needed, this.#deadline, this.#stop);
      this.solveMs += performance.now() - start;
      this.solves++;
      if (answer !== 'sat' || this.problem.encoding !== 'lazy' || !this.#forbidCycles()) return answer;
    }
  }

  /** Whether a literal holds in the solution. */
  holds(lit: Lit): boolean {
    if (lit === yes || lit === no) return lit === yes;
    return this.#solver.value(lit);
  }

  close(): void {
    this.#solver.close();
  }

  #forbidCycles(): boolean {
    let found = false;
    for (const graph of this.problem.encoded.graphs)
      if (forbidCyclesOf(this.problem.cnf, graph, (l) => this.holds(l))) found = true;
    return found;
  }

  #send(): void {
    const { data, before } = this.problem.cnf;
    this.#sentData = this.#solver.addClauses(data, this.#sentData);
    for (const { lit, u, v } of before.slice(this.#sentBefore))
      this.#solver.addBefore(lit === yes ? undefined : lit, u, v);
    this.#sentBefore = before.length;
  }
}
