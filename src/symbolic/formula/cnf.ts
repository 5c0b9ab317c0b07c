// Clauses over Boolean variables, and the gates everything else is made of (Tseitin's transformation, with constants folded
// and equal gates shared). Variables are 1, 2, 3, ...; variable 1 is the constant true and never reaches a solver, so a
// literal is never 0, the negation of l is -l, and `yes` and `no` are literals like any other.

import type { Named } from '../../support/named.js';
import { lookAtClock } from '../../support/timeOver.js';
import { GateTable } from './gateTable.js';

export type Lit = Named<'literal'>;
export const yes: Lit = 1;
export const no: Lit = -1;

/** `if lit then clock u < clock v`, for the encoding with integer clocks. */
interface Before {
  readonly lit: Lit;
  readonly u: number;
  readonly v: number;
}

const pairwiseLimit = 6;

export class Cnf {
  #variables = 1;
  #clauses = 0;
  #data = new Int32Array(4096);
  #used = 0;
  readonly #before: Before[] = [];
  readonly #ands = new GateTable();
  readonly #xors = new GateTable();
  readonly #wideGates = new Map<string, Lit>();
  /** The inputs of each and-gate, by its variable. */
  readonly #inputs = new Map<Lit, readonly Lit[]>();
  /** Literals that other variables are known to imply. */
  readonly #consequences = new Map<Lit, readonly Lit[]>();
  readonly #closures = new Map<Lit, ReadonlySet<Lit>>();
  #contradiction = false;

  get variables(): number {
    return this.#variables;
  }

  get clauses(): number {
    return this.#clauses;
  }

  /** True once an empty clause was added. */
  get contradiction(): boolean {
    return this.#contradiction;
  }

  /** Clauses one after the other, each ended by 0. */
  get data(): Int32Array {
    return this.#data.subarray(0, this.#used);
  }

  get before(): readonly Before[] {
    return this.#before;
  }

  fresh(): Lit {
    return ++this.#variables;
  }

  /** Adds a clause. */
  add(...literals: Lit[]): void {
    this.addAll(literals);
  }

  // Called for every clause by code that is seldom optimised: loops by index cost least there.
  addAll(literals: readonly Lit[]): void {
    lookAtClock();
    const { length } = literals;
    const start = this.#used;
    if (start + length >= this.#data.length) this.#grow(start + length);
    const data = this.#data;
    let at = start;
    next: for (let k = 0; k < length; k++) {
      const l = literals[k];
      if (l === yes) return;
      if (l === no) continue;
      for (let i = start; i < at; i++) {
        if (data[i] === -l) return;
        if (data[i] === l) continue next;
      }
      data[at++] = l;
    }
    if (at === start) this.#contradiction = true;
    data[at++] = 0;
    this.#used = at;
    this.#clauses++;
  }

  #grow(used: number): void {
    const grown = new Int32Array(2 * used + 1);
    grown.set(this.#data);
    this.#data = grown;
  }

  addBefore(lit: Lit, u: number, v: number): void {
    if (lit !== no) this.#before.push({ lit, u, v });
  }

  and2(a: Lit, b: Lit): Lit {
    if (a === yes || a === b) return b;
    if (b === yes) return a;
    if (a === no || b === no || a === -b) return no;
    if (this.implies(a, b)) return a;
    if (this.implies(b, a)) return b;
    const x = a < b ? a : b;
    const y = a < b ? b : a;
    const known = this.#ands.get(x, y);
    if (known !== 0) return known;
    const g = this.fresh();
    this.#ands.set(x, y, g);
    this.add(-g, a);
    this.add(-g, b);
    this.add(g, -a, -b);
    this.#inputs.set(g, [a, b]);
    return g;
  }

  or2(a: Lit, b: Lit): Lit {
    return -this.and2(-a, -b);
  }

  xor2(a: Lit, b: Lit): Lit {
    if (a === no) return b;
    if (b === no) return a;
    if (a === yes) return -b;
    if (b === yes) return -a;
    if (a === b) return no;
    if (a === -b) return yes;
    const sign = a < 0 !== b < 0 ? -1 : 1;
    return sign * this.#xor(Math.abs(a), Math.abs(b));
  }

  /** Of two different variables. */
  #xor(a: Lit, b: Lit): Lit {
    const x = a < b ? a : b;
    const y = a < b ? b : a;
    const known = this.#xors.get(x, y);
    if (known !== 0) return known;
    const g = this.fresh();
    this.#xors.set(x, y, g);
    this.add(-g, a, b);
    this.add(-g, -a, -b);
    this.add(g, -a, b);
    this.add(g, a, -b);
    return g;
  }

  iff2(a: Lit, b: Lit): Lit {
    return -this.xor2(a, b);
  }

  and(literals: readonly Lit[]): Lit {
    if (literals.length === 2) return this.and2(literals[0], literals[1]);
    if (literals.includes(no)) return no;
    const open = literals.filter((l) => l !== yes);
    if (open.length === 2) return this.and2(open[0], open[1]);
    const inputs: Lit[] = [];
    for (const l of open.sort((a, b) => Math.abs(a) - Math.abs(b) || a - b)) {
      const last = inputs.at(-1);
      if (last === -l) return no;
      if (last !== l) inputs.push(l);
    }
    if (inputs.length === 0) return yes;
    if (inputs.length === 1) return inputs[0];
    if (inputs.length === 2) return this.and2(inputs[0], inputs[1]);
    const key = inputs.join();
    const known = this.#wideGates.get(key);
    if (known !== undefined) return known;
    const g = this.fresh();
    for (const l of inputs) this.add(-g, l);
    this.add(g, ...inputs.map((l) => -l));
    this.#wideGates.set(key, g);
    this.#inputs.set(g, inputs);
    return g;
  }

  or(literals: readonly Lit[]): Lit {
    return -this.and(literals.map((l) => -l));
  }

  /** `condition ? a : b` */
  ite(condition: Lit, a: Lit, b: Lit): Lit {
    if (condition === yes || a === b) return a;
    if (condition === no) return b;
    if (a === yes || a === condition) return this.or2(condition, b);
    if (a === no || a === -condition) return this.and2(-condition, b);
    if (b === yes || b === -condition) return this.or2(-condition, a);
    if (b === no || b === condition) return this.and2(condition, a);
    if (a === -b) return this.iff2(condition, a);
    if (condition < 0) return this.ite(-condition, b, a);
    const key = `?${condition},${a},${b}`;
    const known = this.#wideGates.get(key);
    if (known !== undefined) return known;
    const g = this.fresh();
    this.add(-condition, -a, g);
    this.add(-condition, a, -g);
    this.add(condition, -b, g);
    this.add(condition, b, -g);
    // Redundant, but it lets values that both branches share propagate at once.
    this.add(-a, -b, g);
    this.add(a, b, -g);
    this.#wideGates.set(key, g);
    return g;
  }

  atMostOne(literals: readonly Lit[]): void {
    if (literals.length <= pairwiseLimit) {
      for (let i = 0; i < literals.length; i++)
        for (let j = i + 1; j < literals.length; j++) this.add(-literals[i], -literals[j]);
      return;
    }
    // Groups of a few with a link to the rest (Klieber and Kwon's commander encoding, as a chain).
    const link = this.fresh();
    const head = literals.slice(0, pairwiseLimit - 1);
    this.atMostOne([...head, -link]);
    this.atMostOne([...literals.slice(pairwiseLimit - 1), link]);
  }

  /** Adds that `a`, a variable of nothing else yet, implies all of `parts`, which are older; `implies` will know. */
  imply(a: Lit, parts: readonly Lit[]): void {
    for (const part of parts) this.add(-a, part);
    this.#consequences.set(a, parts);
  }

  /** Whether `a` implies `b` by the way and-gates are nested; false when that is not obvious. */
  implies(a: Lit, b: Lit): boolean {
    if (this.#hasConjunct(a, b)) return true;
    const parts = this.#inputs.get(b);
    return parts?.every((part) => this.#hasConjunct(a, part)) ?? false;
  }

  /** Whether `a` and `b` together imply `lit`; false when that is not obvious. */
  followsFrom(lit: Lit, a: Lit, b: Lit): boolean {
    const follows = (part: Lit): boolean => this.#hasConjunct(a, part) || this.#hasConjunct(b, part);
    return follows(lit) || (this.#inputs.get(lit)?.every(follows) ?? false);
  }

  #hasConjunct(a: Lit, b: Lit): boolean {
    if (b === yes || a === no || a === b) return true;
    // Inputs are older than their gate.
    if (a < Math.abs(b)) return false;
    return this.#closureOf(a).has(b);
  }

  /** The literals that follow from `a` by taking and-gates apart. */
  #closureOf(a: Lit): ReadonlySet<Lit> {
    const inputs = this.#inputs.get(a) ?? this.#consequences.get(a);
    if (inputs === undefined) return nothingMore;
    const known = this.#closures.get(a);
    if (known !== undefined) return known;
    const closure = new Set<Lit>();
    for (const input of inputs) {
      closure.add(input);
      for (const more of this.#closureOf(input)) closure.add(more);
    }
    this.#closures.set(a, closure);
    return closure;
  }
}

const nothingMore: ReadonlySet<Lit> = new Set();
