// A solver at work on a problem: clauses go to it as they are added, and with the lazy encoding every solution is searched
// for cycles before it counts.

import { bug } from '../support/diagnostic.js';
import { TimeOver } from '../support/timeOver.js';
import { forbidCyclesOf } from './acyclic/lazy.js';
import { type Lit, no, yes } from './formula/cnf.js';
import type { Problem } from './problem.js';
import type { Z3Module } from './z3/module.js';
import type { CheckResult } from './z3/slices.js';
import { type ClauseSolver, makeSolver } from './z3/solver.js';

export class Session {
  readonly #z3: Z3Module;
  /** Made when it is first asked: a question adds clauses of its own, and some need no solver. */
  #solver: ClauseSolver | undefined;
  #sentData = 0;
  #sentBefore = 0;
  #deadline = Number.POSITIVE_INFINITY;
  #stop: (() => boolean) | undefined;
  #halfDone = false;
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

  /** Whether its time was over while something was written into the formula: it must not be asked any more. */
  get halfDone(): boolean {
    return this.#halfDone;
  }

  /** The result of the work, or undefined if its time ended before. */
  inTime<T>(work: () => T): T | undefined {
    if (this.#halfDone) return undefined;
    try {
      return work();
    } catch (error) {
      if (!(error instanceof TimeOver)) throw error;
      this.#halfDone = true;
      return undefined;
    }
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

  #forbidCycles(): boolean {
    let found = false;
    for (const graph of this.problem.encoded.graphs)
      if (forbidCyclesOf(this.problem.cnf, graph, (l) => this.holds(l))) found = true;
    return found;
  }

  /** Brings the solver up to date. */
  #send(): ClauseSolver {
    this.#solver ??= makeSolver(this.#z3, this.problem.encoding === 'clocks-int' ? 'clocks' : 'clauses');
    const solver = this.#solver;
    const { data, before } = this.problem.cnf;
    this.#sentData = solver.addClauses(data, this.#sentData);
    for (const { lit, u, v } of before.slice(this.#sentBefore))
      solver.addBefore(lit === yes ? undefined : lit, u, v);
    this.#sentBefore = before.length;
    return solver;
  }
}
