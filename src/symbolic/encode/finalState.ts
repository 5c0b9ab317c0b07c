// The final value of a cell: what the co-last executed write to it left, else its initial value.

import { assertEqual, type Bits, constantBits, resize, widthFor } from '../formula/bits.js';
import { type Lit, no, yes } from '../formula/cnf.js';
import { highOf, isNothing, lowOf, only, union } from '../unroll/valueSet.js';
import type { Memory } from './memory.js';

export class FinalState {
  readonly #values = new Map<number, Bits>();

  constructor(readonly memory: Memory) {}

  value(cell: number): Bits {
    const known = this.#values.get(cell);
    if (known !== undefined) return known;
    const bits = this.#encode(cell);
    this.#values.set(cell, bits);
    return bits;
  }

  isNotZero(cell: number): Lit {
    return this.memory.cnf.or(this.value(cell));
  }

  #encode(cell: number): Bits {
    const { memory } = this;
    const { cnf, analysis, unrolled, values } = memory;
    const initial = analysis.cells.get(cell) ?? 0;
    const writers = unrolled.writes.filter((w) => memory.coInitial(cell, w.id) !== no);
    let set = only(initial);
    for (const w of writers) set = union(set, values.setOf(w.value));
    if (isNothing(set)) return [no];
    const last = writers.map((w) => {
      const later = writers.map((v) => (v === w ? no : memory.co(w.id, v.id)));
      return { lit: cnf.and2(memory.coInitial(cell, w.id), -cnf.or(later)), bits: values.bits(w.value) };
    });
    const untouched = cnf.and(writers.map((w) => -memory.coInitial(cell, w.id)));
    const possible = [{ lit: untouched, bits: constantBits(initial) }, ...last].filter((p) => p.lit !== no);
    // Some write is the last one: true of any linear order, and hard to find out from the order alone.
    cnf.addAll(possible.map((p) => p.lit));
    const certain = possible.find((p) => p.lit === yes);
    if (certain !== undefined) return certain.bits;
    const width = widthFor(lowOf(set), highOf(set));
    const bits = Array.from({ length: width }, (_, i) => {
      const column = new Set(possible.map((p) => resize(p.bits, width)[i]));
      const [only] = column;
      return column.size === 1 ? only : cnf.fresh();
    });
    for (const p of possible) assertEqual(cnf, [p.lit], bits, p.bits);
    return bits;
  }
}
