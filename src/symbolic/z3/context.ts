// A Z3 context and the terms of its variables. Making and deleting a context costs as much as a small query, and the
// terms of variables 1, 2, 3, ... are the same in every query, so contexts are used again; but only so often, because a
// context never gives everything back before it is deleted.

import { bug } from '../../support/diagnostic.js';
import { OutOfMemory } from '../../support/outOfMemory.js';
import type { Z3Functions, Z3Module } from './module.js';

/** Z3_MEMOUT_FAIL */
const outOfMemory = 7;
const maxUses = 200;
const maxVariables = 100_000;

export class Z3Context {
  readonly z3: Z3Functions;
  readonly context: number;
  readonly boolSort: number;
  readonly #module: Z3Module;
  /** By variable: Z3's terms for the positive and the negative literal, 0 if not made yet. */
  #positive: Uint32Array = new Uint32Array(1024);
  #negative: Uint32Array = new Uint32Array(1024);
  readonly #literalOf = new Map<number, number>();
  #uses = 0;

  constructor(module: Z3Module) {
    const { z3 } = module;
    this.#module = module;
    this.z3 = z3;
    const config = z3.Z3_mk_config();
    this.context = z3.Z3_mk_context_rc(config);
    z3.Z3_del_config(config);
    z3.set_noop_error_handler(this.context);
    this.boolSort = z3.Z3_mk_bool_sort(this.context);
  }

  /** A context for one more solver. */
  static take(module: Z3Module): Z3Context {
    return module.idle.pop() ?? new Z3Context(module);
  }

  /** Called when the solver is gone. */
  giveBack(): void {
    this.#uses++;
    if (this.#uses < maxUses && this.#positive.length <= maxVariables) this.#module.idle.push(this);
    else this.z3.Z3_del_context(this.context);
  }

  symbol(name: string): number {
    return this.z3.Z3_mk_string_symbol(this.context, this.#module.text(name));
  }

  /** Z3's term for a literal. */
  term(literal: number): number {
    const variable = Math.abs(literal);
    if (variable >= this.#positive.length) this.#grow(variable);
    if (this.#positive[variable] === 0) {
      const symbol = this.z3.Z3_mk_int_symbol(this.context, variable);
      const term = this.z3.Z3_mk_const(this.context, symbol, this.boolSort);
      this.#positive[variable] = this.#keep(term, variable);
      this.#negative[variable] = this.#keep(this.z3.Z3_mk_not(this.context, term), -variable);
    }
    return literal > 0 ? this.#positive[variable] : this.#negative[variable];
  }

  literalOf(term: number): number | undefined {
    return this.#literalOf.get(term >>> 0);
  }

  /** Z3 reports errors by a code that nobody else looks at. */
  checkError(): void {
    const code = this.z3.Z3_get_error_code(this.context);
    if (code === 0) return;
    if (code === outOfMemory) throw new OutOfMemory('the solver reached the memory limit');
    bug(`Z3 reports error ${code}`);
  }

  #keep(term: number, literal: number): number {
    this.z3.Z3_inc_ref(this.context, term);
    this.#literalOf.set(term >>> 0, literal);
    return term >>> 0;
  }

  #grow(variable: number): void {
    const grown = (old: Uint32Array): Uint32Array => {
      const next = new Uint32Array(2 * variable);
      next.set(old);
      return next;
    };
    this.#positive = grown(this.#positive);
    this.#negative = grown(this.#negative);
  }
}
