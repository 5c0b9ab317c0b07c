// May-analysis: the values that every term may have, the cells that every access may touch, the writes that every
// read may see, the events that can be executed. What is impossible here never becomes a variable.
//
// Value sets grow from the initial state in rounds. In each round a read sees the values that writes may have written
// in the round before. Under SC, TSO and PSO a read never depends on itself, because data dependencies and rf are
// acyclic there. So after as many rounds as there are reads, and facts on which later reads depend, all values have
// been seen even if the sets still grow. Other models may lack that property; there, sets that still grow become
// unbounded.

import { blockAlignment, blockCells } from '../../program/cells.js';
import type { Address } from '../../program/identity.js';
import { type Integer, toNumber, type Width } from '../../program/integer.js';
import { threadHeap } from '../../program/layout.js';
import { lookAtClock } from '../../support/timeOver.js';
import { largestBlock } from './heap.js';
import { ProgramOrder } from './order.js';
import type { Term } from './term.js';
import type { Read, Unrolled, Write } from './unrolled.js';
import {
  anyOf,
  booleans,
  contains,
  highOf,
  isNothing,
  lowOf,
  nothing,
  numbersOf,
  only,
  sameSet,
  single,
  union,
  type ValueSet,
} from './valueSet.js';
import { valueSets } from './valueSets.js';

export interface Assumptions {
  /** po-loc with rf, co and fr is acyclic in the model. */
  readonly coherent: boolean;
  /** Reads do not depend on themselves in the model. */
  readonly causal: boolean;
}

export interface Analysis {
  readonly unrolled: Unrolled;
  readonly order: ProgramOrder;
  /** By term id. */
  readonly sets: readonly ValueSet[];
  /** By read and by write: the cells it may touch. */
  readonly readCells: readonly (readonly number[])[];
  readonly writeCells: readonly (readonly number[])[];
  /** By read: the writes it may take its value from. */
  readonly sources: readonly (readonly number[])[];
  /** By read: the cells of which it may see the initial value. */
  readonly initialSources: readonly (readonly number[])[];
  /** Initial values of all cells there are: locations and blocks. */
  readonly cells: ReadonlyMap<number, Integer>;
  /** By event. */
  readonly executable: readonly boolean[];
}

export function analyse(unrolled: Unrolled, assumptions: Assumptions): Analysis {
  const order = new ProgramOrder(unrolled);
  const { terms, reads, finalReads, facts, layout } = unrolled;
  let readSets: ValueSet[] = reads.map(() => nothing);
  let factSets: ValueSet[] = facts.map(() => nothing);
  let finalSets: ValueSet[] = finalReads.map(() => nothing);
  let last: View | undefined;
  // a read through a pointer that was read waits a round for its address, and one more to know that there is a cell
  const enough = reads.length + facts.filter(({ kind }) => kind === 'valid').length + 2;
  for (let round = 0; ; round++) {
    const sets = valueSets(
      terms,
      (r) => readSets[r],
      (f) => factSets[f],
      (f) => finalSets[f],
      last?.sets,
    );
    const cells = cellsOf(unrolled, sets);
    const view: View = new View(unrolled, order, sets, cells, assumptions.coherent, last);
    last = view;
    const isCell = (address: Address, width: Width | undefined): boolean =>
      layout.initial.has(address) && (width === undefined || (layout.widths.get(address) ?? width) === width);
    const nextFacts = facts.map((fact, i) => {
      if (fact.kind !== 'valid') return booleans;
      const set = sets[fact.address.id];
      if (isNothing(set)) return factSets[i];
      const values = numbersOf(set);
      const known = set.kind === 'set' && values.length > 0 && values.length === set.values.length;
      return union(factSets[i], known && values.every((v) => isCell(v, fact.width)) ? only(1) : booleans);
    });
    const nextReads = reads.map((read, i) => view.withValuesOf(read, readSets[i]));
    const nextFinals = finalReads.map(({ address }, i) => union(finalSets[i], view.finalValues(address)));
    const stable =
      nextFinals.every((s, i) => sameSet(s, finalSets[i])) &&
      nextReads.every((s, i) => sameSet(s, readSets[i])) &&
      nextFacts.every((s, i) => sameSet(s, factSets[i]));
    if (stable || (assumptions.causal && round > enough)) return view.result();
    const widen = !assumptions.causal && round > enough;
    readSets = nextReads.map((s, i) =>
      widen && !sameSet(s, readSets[i]) ? anyOf(terms.wideCells ? 64 : 32) : s,
    );
    factSets = nextFacts;
    finalSets = nextFinals;
  }
}

/** All cells that may exist, with their initial values. */
function cellsOf(unrolled: Unrolled, sets: readonly ValueSet[]): Map<number, Integer> {
  const cells = new Map(unrolled.layout.initial);
  for (const { thread, base, size, shape } of unrolled.allocs) {
    const bases = sets[base.id];
    if (isNothing(bases) || isNothing(sets[size.id])) continue;
    const most = largestBlock(unrolled.layout, highOf(sets[size.id]));
    // beyond the thread's heap there is no room
    const heap = threadHeap(unrolled.layout, thread);
    const lowest = Math.max(toNumber(lowOf(bases)), heap);
    const highest = Math.min(toNumber(highOf(bases)), heap + unrolled.layout.heapStride);
    const end = highest + most;
    if (shape === undefined) for (let address = lowest; address < end; address++) cells.set(address, 0);
    else
      for (let start = lowest; start <= highest; start += blockAlignment)
        if (contains(bases, start)) {
          cells.set(start, 0);
          for (const { offset } of blockCells(shape, most)) cells.set(start + offset, 0);
        }
  }
  return cells;
}

/** The state of one round. */
class View {
  readonly #readCells: readonly (readonly number[])[];
  readonly #writeCells: readonly (readonly number[])[];
  readonly #writersOf = new Map<number, Write[]>();
  readonly #sources = new Map<number, { writes: number[]; initial: number[] }>();

  constructor(
    readonly unrolled: Unrolled,
    readonly order: ProgramOrder,
    readonly sets: readonly ValueSet[],
    readonly cells: ReadonlyMap<number, Integer>,
    readonly coherent: boolean,
    last: View | undefined,
  ) {
    this.#readCells = unrolled.reads.map((read) => this.#touched(read));
    this.#writeCells = unrolled.writes.map((write) => this.#touched(write));
    unrolled.writes.forEach((write, i) => {
      for (const cell of this.#writeCells[i]) {
        const writers = this.#writersOf.get(cell);
        if (writers === undefined) this.#writersOf.set(cell, [write]);
        else writers.push(write);
      }
    });
    // Mostly only values have changed since the last round.
    if (last !== undefined) this.#takeSources(last);
  }

  /** The sources of reads whose cells are written as they were in the last round. */
  #takeSources(last: View): void {
    const { reads, writes } = this.unrolled;
    const changed = new Set<number>();
    for (const { id, address } of writes) {
      const [now, before] = [this.#writeCells[id], last.#writeCells[id]];
      if (sameCells(now, before) && single(this.sets[address.id]) === single(last.sets[address.id])) continue;
      for (const cell of now) changed.add(cell);
      for (const cell of before) changed.add(cell);
    }
    for (const [read, sources] of last.#sources) {
      const cells = this.#readCells[read];
      if (reads[read].mustBe !== undefined || !sameCells(cells, last.#readCells[read])) continue;
      if (changed.size === 0 || !cells.some((cell) => changed.has(cell))) this.#sources.set(read, sources);
    }
  }

  /** Adds what the read may see. */
  withValuesOf(read: Read, known: ValueSet): ValueSet {
    const { writes, initial } = this.#sourcesOf(read);
    if (read.mustBe !== undefined) return writes.length + initial.length > 0 ? only(read.mustBe) : nothing;
    let values = known;
    for (const w of writes) values = union(values, this.sets[this.unrolled.writes[w].value.id]);
    for (const cell of initial) values = union(values, only(this.cells.get(cell) ?? 0));
    return values;
  }

  /** The values the cell may hold at the end. */
  finalValues(address: Term): ValueSet {
    let values = nothing;
    for (const cell of this.#cellsAt(address)) {
      values = union(values, only(this.cells.get(cell) ?? 0));
      for (const write of this.#writersOf.get(cell) ?? []) values = union(values, this.sets[write.value.id]);
    }
    return values;
  }

  result(): Analysis {
    const { unrolled, order, sets, cells } = this;
    const sources = unrolled.reads.map((read) => this.#sourcesOf(read));
    return {
      unrolled,
      order,
      sets,
      cells,
      readCells: this.#readCells,
      writeCells: this.#writeCells,
      sources: sources.map((s) => s.writes),
      initialSources: sources.map((s) => s.initial),
      executable: unrolled.events.map((event) => this.#possible(event.guard.id)),
    };
  }

  #possible(guard: number): boolean {
    const set = this.sets[guard];
    return !isNothing(set) && single(set) !== 0;
  }

  #touched({ guard, address }: Read | Write): readonly number[] {
    return this.#possible(guard.id) ? this.#cellsAt(address) : [];
  }

  #cellsAt(address: Term): readonly number[] {
    const set = this.sets[address.id];
    if (set.kind === 'set') return numbersOf(set).filter((value) => this.cells.has(value));
    return [...this.cells.keys()].filter((cell) => contains(set, cell)).sort((a, b) => a - b);
  }

  #sourcesOf(read: Read): { writes: number[]; initial: number[] } {
    const known = this.#sources.get(read.id);
    if (known !== undefined) return known;
    lookAtClock();
    const cells = this.#readCells[read.id];
    const shadows = this.coherent && cells.length === 1 ? this.#shadows(read, cells[0]) : [];
    const writes = new Set<number>();
    for (const cell of cells)
      for (const write of this.#writersOf.get(cell) ?? [])
        if (this.#mayRead(read, write, shadows)) writes.add(write.id);
    const { mustBe } = read;
    const initial = cells.filter((cell) => mustBe === undefined || this.cells.get(cell) === mustBe);
    const found = {
      writes: [...writes].sort((a, b) => a - b),
      initial: shadows.length > 0 ? [] : initial,
    };
    this.#sources.set(read.id, found);
    return found;
  }

  #mayRead(read: Read, write: Write, shadows: readonly Write[]): boolean {
    if (write.event === read.event) return false;
    if (read.mustBe !== undefined && !contains(this.sets[write.value.id], read.mustBe)) return false;
    if (!this.coherent) return true;
    if (this.order.alwaysBefore(read.event, write.event)) return false;
    return !shadows.some((s) => s.event !== write.event && this.order.alwaysBefore(write.event, s.event));
  }

  /** Writes that certainly come before the read and hide what was before them, but for those that another of them hides. */
  #shadows(read: Read, cell: number): Write[] {
    const { terms } = this.unrolled;
    const shadows: Write[] = [];
    for (const write of (this.#writersOf.get(cell) ?? []).toReversed())
      if (
        this.order.alwaysBefore(write.event, read.event) &&
        this.#writeCells[write.id].length === 1 &&
        single(this.sets[write.address.id]) === cell &&
        terms.implies(read.guard, write.guard) &&
        !shadows.some((s) => s.event !== write.event && this.order.alwaysBefore(write.event, s.event))
      )
        shadows.push(write);
    return shadows;
  }
}

const sameCells = (a: readonly number[], b: readonly number[]): boolean =>
  a === b || (a.length === b.length && a.every((cell, i) => cell === b[i]));
