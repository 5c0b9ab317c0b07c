// Terms as circuits. A term whose value set has one value is a constant; a read whose set is small gets a variable only
// for each way its bits can differ: columns that are equal in all values share a variable, constant ones need none.

import type { Integer } from '../../program/integer.js';
import { type Bits, bitOf, constantBits, equal, resize, select, truth, widthFor } from '../formula/bits.js';
import { binaryCircuit, unaryCircuit } from '../formula/circuits.js';
import { type Cnf, type Lit, no, yes } from '../formula/cnf.js';
import type { Analysis } from '../unroll/analysis.js';
import type { Term } from '../unroll/term.js';
import { contains, highOf, isNothing, lowOf, single, type ValueSet } from '../unroll/valueSet.js';
import { setOf } from '../unroll/valueSets.js';

export class Values {
  readonly #bits: (Bits | undefined)[] = [];
  readonly #sets: (ValueSet | undefined)[];

  constructor(
    readonly cnf: Cnf,
    readonly analysis: Analysis,
    /** The literal of a fact. */
    readonly fact: (fact: number) => Lit,
    /** The bits of a final value. */
    readonly final: (address: Term) => Bits,
  ) {
    this.#sets = [...analysis.sets];
  }

  setOf(term: Term): ValueSet {
    const known = this.#sets[term.id];
    if (known !== undefined) return known;
    // A term that was made after the analysis.
    const set = setOf(term, (t) => this.setOf(t));
    this.#sets[term.id] = set;
    return set;
  }

  bits(term: Term): Bits {
    const known = this.#bits[term.id];
    if (known !== undefined) return known;
    const bits = this.#make(term);
    this.#bits[term.id] = bits;
    return bits;
  }

  /** Whether the term is not 0. */
  lit(term: Term): Lit {
    const set = this.setOf(term);
    if (isNothing(set)) return no;
    if (!contains(set, 0)) return yes;
    const bits = this.bits(term);
    return term.boolean ? bits[0] : this.cnf.or(bits);
  }

  /** Whether the term is `value`. */
  is(term: Term, value: Integer): Lit {
    const set = this.setOf(term);
    if (!contains(set, value)) return no;
    return single(set) === value ? yes : equal(this.cnf, this.bits(term), constantBits(value));
  }

  same(a: Term, b: Term): Lit {
    if (a === b) return yes;
    const only = single(this.setOf(b));
    if (only !== undefined) return this.is(a, only);
    const other = single(this.setOf(a));
    return other === undefined ? equal(this.cnf, this.bits(a), this.bits(b)) : this.is(b, other);
  }

  #make(term: Term): Bits {
    const set = this.setOf(term);
    const value = single(set);
    if (isNothing(set)) return [no];
    if (value !== undefined) return constantBits(value);
    const width = widthFor(lowOf(set), highOf(set));
    const { cnf } = this;
    switch (term.kind) {
      case 'const':
        return constantBits(term.value);
      case 'unary':
        return resize(unaryCircuit(cnf, term.op, this.#operand(term.a), width), width);
      case 'binary':
        if (term.op === '&&') return truth(cnf.and2(this.lit(term.a), this.lit(term.b)));
        if (term.op === '||') return truth(cnf.or2(this.lit(term.a), this.lit(term.b)));
        return resize(
          binaryCircuit(cnf, term.op, this.#operand(term.a), this.#operand(term.b), width, term.width),
          width,
        );
      case 'ite':
        return resize(select(cnf, this.lit(term.condition), this.bits(term.a), this.bits(term.b)), width);
      case 'input':
        switch (term.input.kind) {
          case 'fact':
            return truth(this.fact(term.input.fact));
          case 'final':
            return this.final(this.analysis.unrolled.finalReads[term.input.final].address);
          case 'choice':
            return this.#choice(set, width);
          case 'read':
            return this.#unknown(set, width);
        }
    }
  }

  #operand(term: Term): Bits {
    return term.boolean ? truth(this.lit(term)) : this.bits(term);
  }

  #unknown(set: ValueSet, width: number): Bits {
    if (set.kind === 'range') return Array.from({ length: width }, () => this.cnf.fresh());
    const columns = new Map<string, Lit>();
    return Array.from({ length: width }, (_, i) => {
      const column = set.values.map((v) => bitOf(v, i));
      const flip = column[0] === 1;
      const key = column.map((bit) => (flip ? 1 - bit : bit)).join('');
      if (!key.includes('1')) return flip ? yes : no;
      const lit = columns.get(key) ?? this.cnf.fresh();
      columns.set(key, lit);
      return flip ? -lit : lit;
    });
  }

  /** A choice is free, so nothing but its set keeps it in bounds. */
  #choice(set: ValueSet, width: number): Bits {
    const bits = this.#unknown(set, width);
    const { cnf } = this;
    if (set.kind === 'set') {
      cnf.addAll(set.values.map((v) => equal(cnf, bits, constantBits(v))));
      return bits;
    }
    cnf.add(binaryCircuit(cnf, '>=', bits, constantBits(set.low), 2)[0]);
    cnf.add(binaryCircuit(cnf, '<=', bits, constantBits(set.high), 2)[0]);
    return bits;
  }
}
