// A solver for clauses alone: Z3's SAT solver, called directly (`satCore.ts`).

import { bug } from '../../support/diagnostic.js';
import { OutOfMemory } from '../../support/outOfMemory.js';
import type { Z3Module } from './module.js';
import { fields, type SatCore, solverBytes } from './satCore.js';
import { type CheckResult, Slices } from './slices.js';
import type { ClauseSolver } from './solver.js';

const wordBytes = 4;
/** Variables are numbered from 1. */
const noVariables = 1;
/** sat::PS_ALWAYS_TRUE. Setting "read", "ordered" and "executed" variables to true leads to a conflict sooner. */
const alwaysTrue = 0;
/** Most questions are answered within so many conflicts, and what a simplification takes away costs them less than to look for it. */
const simplifyDelay = 10_000;

export class SatSolver implements ClauseSolver {
  readonly #module: Z3Module;
  readonly #core: SatCore;
  readonly #solver: number;
  readonly #slices = new Slices();
  /** There are variables below this. */
  #variables = noVariables;
  #closed = false;

  constructor(module: Z3Module, core: SatCore) {
    this.#module = module;
    this.#core = core;
    this.#solver = this.#allocate(solverBytes);
    this.#call(() => core.make(this.#solver));
    new Uint8Array(module.heap.buffer)[this.#solver + fields.incremental] = 1;
    module.heap[(this.#solver + fields.phase) / wordBytes] = alwaysTrue;
    module.heap[(this.#solver + fields.simplifyDelay) / wordBytes] = simplifyDelay;
  }

  addClauses(data: Int32Array, from: number): number {
    const words = data.length - from;
    if (words === 0) return from;
    const at = this.#allocate(words * wordBytes);
    new Int32Array(this.#module.heap.buffer, at, words).set(data.subarray(from));
    this.#call(() => {
      this.#core.toBase(this.#solver);
      this.#variables = this.#core.addClauses(this.#solver, this.#variables, at, at + words * wordBytes);
    });
    this.#module.z3.free(at);
    return data.length;
  }

  addBefore(): void {
    bug('a solver for clauses has no clocks');
  }

  check(
    assumptions: readonly number[] = [],
    deadline = Number.POSITIVE_INFINITY,
    stop?: () => boolean,
  ): CheckResult {
    const { heap, z3 } = this.#module;
    this.#mention(assumptions);
    const at = this.#allocate(Math.max(assumptions.length, 1) * wordBytes);
    assumptions.forEach((l, i) => {
      heap[at / wordBytes + i] = l > 0 ? 2 * l : 1 - 2 * l;
    });
    const answer = this.#slices.check(deadline, stop, (conflicts) => {
      heap[(this.#solver + fields.maxConflicts) / wordBytes] = conflicts;
      const found = this.#call(() => {
        this.#core.toBase(this.#solver);
        return this.#core.check(this.#solver, assumptions.length, at);
      });
      return found === 0 ? 'unknown' : found === 1 ? 'sat' : 'unsat';
    });
    z3.free(at);
    return answer;
  }

  value(literal: number): boolean {
    const variable = Math.abs(literal);
    const model = this.#vector(fields.model);
    // 1: true, 0: it does not matter, -1: false
    const value = variable < model.length ? model[variable] === 1 : false;
    return value === literal > 0;
  }

  core(): number[] {
    return Array.from(this.#vector(fields.core), (l) => (l % 2 === 0 ? l / 2 : -(l - 1) / 2));
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#module.leftovers.push(() => {
      this.#core.destroy(this.#solver);
      this.#module.z3.free(this.#solver);
    });
  }

  #mention(literals: readonly number[]): void {
    const to = literals.reduce((most, l) => Math.max(most, Math.abs(l) + 1), 0);
    this.#call(() => {
      this.#variables = this.#core.addVariables(this.#solver, this.#variables, to);
    });
  }

  /** A vector's elements stand behind their number; one without has no address. */
  #vector(field: number): Uint32Array {
    const { heap } = this.#module;
    const at = heap[(this.#solver + field) / wordBytes] / wordBytes;
    return at === 0 ? heap.subarray(0, 0) : heap.subarray(at, at + heap[at - 1]);
  }

  #allocate(bytes: number): number {
    const at = this.#module.z3.malloc(bytes) >>> 0;
    if (at === 0) throw new OutOfMemory('the solver reached the memory limit');
    return at;
  }

  #call<T>(run: () => T): T {
    return this.#module.guarded(run);
  }
}
