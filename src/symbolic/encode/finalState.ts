// The final value of a cell: the value of the co-last executed write to it, else its initial value.

import { assertEqual, type Bits, constantBits, resize, select, widthFor } from '../formula/bits.js';
import { type Lit, no, yes } from '../formula/cnf.js';
import { leavesNothing } from '../unroll/building.js';
import type { Term } from '../unroll/term.js';
import { contains, highOf, lowOf, only, union } from '../unroll/valueSet.js';
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

  /** The final value of the cell that has this address. */
  at(address: Term): Bits {
    const { cnf, values } = this.memory;
    const cells = this.#cellsAt(address);
    if (cells.length === 0) return [no];
    const [first, ...rest] = cells;
    return rest.reduce(
      (bits, cell) => select(cnf, values.is(address, cell), this.value(cell), bits),
      this.value(first),
    );
  }

  /** Whether the last thing that happened to the cell was that it was freed. */
  isFreed(cell: number): Lit {
    const { cnf, unrolled } = this.memory;
    const frees = this.#lastWrites(cell).filter(({ write }) => {
      const { event, lifetime } = unrolled.writes[write];
      return lifetime === 'ends' || unrolled.events[event].kind === 'free';
    });
    return cnf.or(frees.map((f) => f.lit));
  }

  /** Whether it was that its object began. */
  isFresh(cell: number): Lit {
    const { cnf, unrolled } = this.memory;
    const begun = this.#lastWrites(cell).filter(({ write }) =>
      leavesNothing(unrolled.writes[write].lifetime),
    );
    return cnf.or(begun.map((b) => b.lit));
  }

  isUntouched(cell: number): Lit {
    const { memory } = this;
    return memory.cnf.and(memory.writersOf([cell]).map((w) => -memory.coInitial(cell, w)));
  }

  #cellsAt(address: Term): number[] {
    const { analysis, values } = this.memory;
    const set = values.setOf(address);
    return [...analysis.cells.keys()].filter((cell) => contains(set, cell));
  }

  /** For each write that may be the last to the cell: whether it is. */
  #lastWrites(cell: number): { write: number; lit: Lit }[] {
    const { memory } = this;
    const { cnf } = memory;
    const writers = memory.writersOf([cell]).filter((w) => memory.coInitial(cell, w) !== no);
    return writers.map((w) => {
      const later = writers.map((v) => (v === w ? no : memory.co(w, v)));
      return { write: w, lit: cnf.and2(memory.coInitial(cell, w), -cnf.or(later)) };
    });
  }

  #encode(cell: number): Bits {
    const { memory } = this;
    const { cnf, analysis, unrolled, values } = memory;
    const initial = analysis.cells.get(cell) ?? 0;
    const last = this.#lastWrites(cell).map(({ write, lit }) => ({
      lit,
      value: unrolled.writes[write].value,
    }));
    let set = only(initial);
    for (const { value } of last) set = union(set, values.setOf(value));
    const possible = [
      { lit: this.isUntouched(cell), bits: constantBits(initial) },
      ...last.map(({ lit, value }) => ({ lit, bits: values.bits(value) })),
    ].filter((p) => p.lit !== no);
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
