// A solver of terms, through Z3's C interface. Clauses with `before` constraints (integer clocks) go to the solver
// for QF_IDL. Clauses alone go to the solver for QF_BV where the SAT solver cannot be called directly. With
// combined_solver.ignore_solver1 that solver is incremental and skips the general one.

import { bug } from '../../support/diagnostic.js';
import { Z3Context } from './context.js';
import type { Z3Functions, Z3Module } from './module.js';
import { type CheckResult, noLimit, Slices } from './slices.js';
import type { ClauseSolver, SolverKind } from './solver.js';

const isTrue = 1;
const isFalse = 0xffffffff;
const argumentWords = 1024;

export class TermSolver implements ClauseSolver {
  readonly #z3: Z3Functions;
  readonly #heap: Uint32Array;
  readonly #leftovers: (() => void)[];
  readonly #owner: Z3Context;
  readonly #context: number;
  readonly #solver: number;
  readonly #clockSort: number | undefined;
  readonly #clocks: number[] = [];
  #arguments: number;
  #argumentsLength = argumentWords;
  #maxVariable = 0;
  #values: Int8Array | undefined;
  #model = 0;
  readonly #slices = new Slices();
  /** The limit on conflicts of a check, as it is set now: to set it costs. */
  #limit = noLimit;
  #closed = false;

  constructor(module: Z3Module, kind: SolverKind) {
    const { z3, leftovers } = module;
    this.#z3 = z3;
    this.#leftovers = leftovers;
    this.#heap = module.heap;
    this.#owner = Z3Context.take(module);
    this.#context = this.#owner.context;
    const logic = this.#owner.symbol(kind === 'clocks' ? 'QF_IDL' : 'QF_BV');
    this.#solver = z3.Z3_mk_solver_for_logic(this.#context, logic);
    this.#owner.checkError();
    z3.Z3_solver_inc_ref(this.#context, this.#solver);
    this.#configure(noLimit);
    this.#owner.checkError();
    this.#clockSort = kind === 'clocks' ? z3.Z3_mk_int_sort(this.#context) : undefined;
    this.#arguments = z3.malloc(4 * argumentWords) >>> 0;
  }

  /** Adds the clause `literals[from..to)`; an empty one makes the formula unsatisfiable. */
  #addClause(literals: Int32Array, from: number, to: number): void {
    const count = to - from;
    if (count === 1) {
      this.#z3.Z3_solver_assert(this.#context, this.#solver, this.#term(literals[from]));
      this.#owner.checkError();
      return;
    }
    this.#put(literals, from, to);
    this.#assertOr(count);
  }

  addClauses(data: Int32Array, from: number): number {
    let start = from;
    for (let i = start; i < data.length; i++) {
      if (data[i] !== 0) continue;
      this.#addClause(data, start, i);
      start = i + 1;
    }
    return start;
  }

  addBefore(literal: number | undefined, u: number, v: number): void {
    const less = this.#z3.Z3_mk_lt(this.#context, this.#clock(u), this.#clock(v));
    this.#z3.Z3_inc_ref(this.#context, less);
    const count = literal === undefined ? 1 : 2;
    if (literal !== undefined) this.#heap[(this.#arguments >>> 2) + 1] = this.#term(-literal);
    this.#heap[this.#arguments >>> 2] = less;
    this.#assertOr(count);
    this.#z3.Z3_dec_ref(this.#context, less);
  }

  check(
    assumptions: readonly number[] = [],
    deadline = Number.POSITIVE_INFINITY,
    stop?: () => boolean,
  ): CheckResult {
    this.#forgetSolution();
    return this.#slices.check(deadline, stop, (conflicts) => {
      if (conflicts !== this.#limit) this.#configure(conflicts);
      this.#put(assumptions, 0, assumptions.length);
      const answer = this.#z3.Z3_solver_check_assumptions(
        this.#context,
        this.#solver,
        assumptions.length,
        this.#arguments,
      );
      this.#owner.checkError();
      return answer >>> 0 === isTrue ? 'sat' : answer >>> 0 === isFalse ? 'unsat' : 'unknown';
    });
  }

  value(literal: number): boolean {
    const values = this.#values ?? this.#readTrail();
    const variable = Math.abs(literal);
    if (variable >= values.length) return literal < 0;
    if (values[variable] === 0) values[variable] = this.#evaluate(variable);
    return values[variable] > 0 === literal > 0;
  }

  core(): number[] {
    const core = this.#z3.Z3_solver_get_unsat_core(this.#context, this.#solver);
    const literals: number[] = [];
    this.#forEachTerm(core, (term) => {
      literals.push(this.#owner.literalOf(term) ?? bug('a core of terms that are no literals'));
    });
    return literals;
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#leftovers.push(() => this.#giveBack());
  }

  #giveBack(): void {
    this.#forgetSolution();
    this.#z3.free(this.#arguments);
    for (const clock of this.#clocks) if (clock !== undefined) this.#z3.Z3_dec_ref(this.#context, clock);
    this.#z3.Z3_solver_dec_ref(this.#context, this.#solver);
    this.#owner.giveBack();
  }

  #readTrail(): Int8Array {
    const values = new Int8Array(this.#maxVariable + 1);
    const trail = this.#z3.Z3_solver_get_trail(this.#context, this.#solver);
    this.#forEachTerm(trail, (term) => {
      const literal = this.#owner.literalOf(term);
      if (literal !== undefined) values[Math.abs(literal)] = Math.sign(literal);
    });
    this.#values = values;
    return values;
  }

  /** Variables that simplification removed are not on the trail; the model is asked for them, which costs more. */
  #evaluate(variable: number): number {
    const z3 = this.#z3;
    if (this.#model === 0) {
      this.#model = z3.Z3_solver_get_model(this.#context, this.#solver);
      z3.Z3_model_inc_ref(this.#context, this.#model);
    }
    const at = this.#arguments;
    if (z3.Z3_model_eval(this.#context, this.#model, this.#owner.term(variable), 0, at) === 0) return -1;
    return z3.Z3_get_bool_value(this.#context, this.#heap[at >>> 2]) === isTrue ? 1 : -1;
  }

  #forgetSolution(): void {
    this.#values = undefined;
    if (this.#model !== 0) this.#z3.Z3_model_dec_ref(this.#context, this.#model);
    this.#model = 0;
  }

  #forEachTerm(vector: number, visit: (term: number) => void): void {
    const z3 = this.#z3;
    z3.Z3_ast_vector_inc_ref(this.#context, vector);
    const size = z3.Z3_ast_vector_size(this.#context, vector);
    for (let i = 0; i < size; i++) visit(z3.Z3_ast_vector_get(this.#context, vector, i));
    z3.Z3_ast_vector_dec_ref(this.#context, vector);
  }

  #term(literal: number): number {
    const variable = Math.abs(literal);
    if (variable > this.#maxVariable) this.#maxVariable = variable;
    return this.#owner.term(literal);
  }

  /** Writes the literals' terms into the argument area. */
  #put(literals: ArrayLike<number>, from: number, to: number): void {
    if (to - from > this.#argumentsLength) {
      this.#z3.free(this.#arguments);
      this.#argumentsLength = 2 * (to - from);
      this.#arguments = this.#z3.malloc(4 * this.#argumentsLength) >>> 0;
    }
    const at = this.#arguments >>> 2;
    const heap = this.#heap;
    const owner = this.#owner;
    for (let i = from; i < to; i++) {
      const literal = literals[i];
      const variable = literal < 0 ? -literal : literal;
      if (variable > this.#maxVariable) this.#maxVariable = variable;
      heap[at + i - from] = owner.term(literal);
    }
  }

  /** Asserts the disjunction of the first `count` terms of the argument area. */
  #assertOr(count: number): void {
    // A context keeps what it made last, so the clause needs no reference of its own until the solver has it.
    const clause = this.#z3.Z3_mk_or(this.#context, count, this.#arguments);
    this.#z3.Z3_solver_assert(this.#context, this.#solver, clause);
    // A clause that is lost for want of memory would make the formula weaker.
    this.#owner.checkError();
  }

  #clock(node: number): number {
    if (this.#clocks[node] !== undefined) return this.#clocks[node];
    const sort = this.#clockSort ?? bug('a solver for clauses has no clocks');
    const clock = this.#z3.Z3_mk_const(this.#context, this.#owner.symbol(`clock${node}`), sort);
    this.#z3.Z3_inc_ref(this.#context, clock);
    this.#clocks[node] = clock;
    return clock;
  }

  /** Z3 forgets what an earlier call set, so every call sets everything. */
  #configure(conflicts: number): void {
    this.#limit = conflicts;
    const z3 = this.#z3;
    const parameters = z3.Z3_mk_params(this.#context);
    z3.Z3_params_inc_ref(this.#context, parameters);
    const ignoreGeneral = this.#owner.symbol('combined_solver.ignore_solver1');
    z3.Z3_params_set_bool(this.#context, parameters, ignoreGeneral, 1);
    z3.Z3_params_set_uint(this.#context, parameters, this.#owner.symbol('max_conflicts'), conflicts);
    z3.Z3_solver_set_params(this.#context, this.#solver, parameters);
    z3.Z3_params_dec_ref(this.#context, parameters);
  }
}
