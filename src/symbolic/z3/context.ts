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
  /** Z3's terms of literals, the negative one of each variable after the positive one; 0 if not made yet. */
  #terms: Uint32Array = new Uint32Array(2048);
  readonly #literalOf = new Map<number, number>();
  /** Whether Z3 has reported an error: then nothing is kept. */
  failed = false;
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
    if (!this.failed && this.#uses < maxUses && this.#terms.length <= 2 * maxVariables)
      this.#module.idle.push(this);
    else this.z3.Z3_del_context(this.context);
  }

  symbol(name: string): number {
    return this.z3.Z3_mk_string_symbol(this.context, this.#module.text(name));
  }

  /** Z3's term for a literal. */
  term(literal: number): number {
    const at = literal > 0 ? 2 * literal : 1 - 2 * literal;
    const known = at < this.#terms.length ? this.#terms[at] : 0;
    return known !== 0 ? known : this.#make(literal, at);
  }

  #make(literal: number, at: number): number {
    if (at >= this.#terms.length) this.#grow(at);
    const symbol = this.z3.Z3_mk_int_symbol(this.context, Math.abs(literal));
    const variable = this.z3.Z3_mk_const(this.context, symbol, this.boolSort);
    // Both, since a solution may mention the one that no clause does.
    const positive = at & ~1;
    this.#terms[positive] = this.#keep(variable, Math.abs(literal));
    this.#terms[positive + 1] = this.#keep(this.z3.Z3_mk_not(this.context, variable), -Math.abs(literal));
    return this.#terms[at];
  }

  literalOf(term: number): number | undefined {
    return this.#literalOf.get(term >>> 0);
  }

  /** Z3 reports errors by a code, which only this method reads. */
  checkError(): void {
    const code = this.z3.Z3_get_error_code(this.context);
    if (code === 0) return;
    this.failed = true;
    if (code === outOfMemory) throw new OutOfMemory('the solver reached the memory limit');
    bug(`Z3 reports error ${code}`);
  }

  #keep(term: number, literal: number): number {
    this.z3.Z3_inc_ref(this.context, term);
    this.#literalOf.set(term >>> 0, literal);
    return term >>> 0;
  }

  #grow(needed: number): void {
    const grown = new Uint32Array(2 * needed + 2);
    grown.set(this.#terms);
    this.#terms = grown;
  }
}
