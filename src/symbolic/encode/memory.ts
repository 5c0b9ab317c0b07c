// The candidate executions as a formula: which events are executed, where each read reads from (rf), how the writes to each
// cell are ordered (co), and what follows (fr). Only pairs the may-analysis left over have a literal.
//
// - rf: an executed read has exactly one source, of the same cell and value, that is executed.
// - co: of two executed writes to the same cell, one is first. That co is a linear order follows from the model's axioms
//   (axioms.ts adds what is missing).
// - fr(r, w): the source of r is co-before w. If it is, the literal holds; the converse is added where it matters (`exactFr`).
// In coherent models program order fixes the direction of co, and fr in one thread is known: coherence.ts must be added then.

import { assertEqual, constantBits } from '../formula/bits.js';
import { type Cnf, type Lit, no } from '../formula/cnf.js';
import type { Analysis } from '../unroll/analysis.js';
import type { Unrolled } from '../unroll/unrolled.js';
import type { Values } from './values.js';

/** One way for a read to get its value. */
interface Source {
  /** The write, or undefined for the initial value of `cell`. */
  readonly write: number | undefined;
  readonly cell: number | undefined;
  readonly lit: Lit;
}

export class Memory {
  readonly unrolled: Unrolled;
  /** By event, read and write: whether it happens. */
  readonly executed: readonly Lit[];
  readonly readGuard: readonly Lit[];
  readonly writeGuard: readonly Lit[];
  /** By read. */
  readonly sources: readonly (readonly Source[])[];
  readonly #co = new Map<number, Lit>();
  readonly #fr = new Map<number, Lit>();
  /** By cell. */
  readonly #writers: ReadonlyMap<number, readonly number[]>;
  readonly #readers: ReadonlyMap<number, readonly number[]>;
  /** The consequences of fr, until they are added. */
  #converse: (() => void)[] | undefined = [];

  constructor(
    readonly cnf: Cnf,
    readonly analysis: Analysis,
    readonly values: Values,
    readonly coherent: boolean,
  ) {
    const { unrolled } = analysis;
    this.unrolled = unrolled;
    this.executed = unrolled.events.map((e) => (analysis.executable[e.id] ? values.lit(e.guard) : no));
    this.readGuard = unrolled.reads.map((r) =>
      analysis.readCells[r.id].length > 0 ? values.lit(r.guard) : no,
    );
    this.writeGuard = unrolled.writes.map((w) =>
      analysis.writeCells[w.id].length > 0 ? values.lit(w.guard) : no,
    );
    this.#writers = byCell(analysis.writeCells);
    this.#readers = byCell(analysis.readCells);
    this.sources = unrolled.reads.map((_, r) => this.#encodeSources(r));
  }

  /** The writes that may touch one of the cells, in their order. */
  writersOf(cells: readonly number[]): readonly number[] {
    return inAny(this.#writers, cells);
  }

  /** The reads that may touch one of the cells, in their order. */
  readersOf(cells: readonly number[]): readonly number[] {
    return inAny(this.#readers, cells);
  }

  /** Whether a read and a write, both executed, touch the same cell; `no` if they never do. */
  sameCell(read: number, write: number): Lit {
    const { readCells, writeCells } = this.analysis;
    if (!overlap(readCells[read], writeCells[write])) return no;
    return this.values.same(this.unrolled.reads[read].address, this.unrolled.writes[write].address);
  }

  /** The condition under which executed events are program-ordered. */
  before(a: number, b: number): Lit {
    return this.values.lit(this.analysis.order.before(a, b));
  }

  /** Whether write `a` is co-before write `b`: both are executed and touch the same cell. */
  co(a: number, b: number): Lit {
    const count = this.unrolled.writes.length;
    const known = this.#co.get(a * count + b);
    if (known !== undefined) return known;
    const [forth, back] = this.#encodeCo(a, b);
    this.#co.set(a * count + b, forth);
    this.#co.set(b * count + a, back);
    return forth;
  }

  /** Whether the initial value of `cell` is co-before the write: it writes to it. */
  coInitial(cell: number, write: number): Lit {
    if (!this.analysis.writeCells[write].includes(cell)) return no;
    return this.cnf.and2(this.writeGuard[write], this.values.is(this.unrolled.writes[write].address, cell));
  }

  /** co from a source of a read. */
  coFrom(source: Source, write: number): Lit {
    if (source.write === undefined)
      return source.cell === undefined ? no : this.coInitial(source.cell, write);
    return source.write === write ? no : this.co(source.write, write);
  }

  /** Whether read `r` is fr-before write `w` of another event. */
  fr(r: number, w: number): Lit {
    const key = r * this.unrolled.writes.length + w;
    const known = this.#fr.get(key);
    if (known !== undefined) return known;
    const lit = this.#encodeFr(r, w);
    this.#fr.set(key, lit);
    return lit;
  }

  /** Both are executed and touch the same cell. */
  conflict(read: number, write: number): Lit {
    const same = this.sameCell(read, write);
    return same === no ? no : this.cnf.and([this.readGuard[read], this.writeGuard[write], same]);
  }

  /** The write of a read-modify-write whose read is `r`, if it always writes the cell it reads. */
  updateOf(r: number): number | undefined {
    const { event, address, guard } = this.unrolled.reads[r];
    const { reads, writes } = this.unrolled.events[event];
    if (reads.length !== 1 || writes.length !== 1) return undefined;
    const write = this.unrolled.writes[writes[0]];
    return write.address === address && write.guard === guard ? write.id : undefined;
  }

  #encodeSources(r: number): Source[] {
    const { cnf, values, analysis } = this;
    const guard = this.readGuard[r];
    if (guard === no) return [];
    const read = this.unrolled.reads[r];
    const possible: { write: number | undefined; cell: number | undefined; when: Lit }[] = [];
    for (const write of analysis.sources[r]) {
      const when = cnf.and2(this.writeGuard[write], this.sameCell(r, write));
      if (when !== no) possible.push({ write, cell: undefined, when });
    }
    for (const cell of analysis.initialSources[r]) {
      const when = values.is(read.address, cell);
      if (when !== no) possible.push({ write: undefined, cell, when });
    }
    const own = this.coherent ? this.updateOf(r) : undefined;
    // A read-modify-write comes after its source in co; known before rf is made, so that rf is known to imply it.
    const orders = possible.map(({ write }) =>
      own === undefined || write === undefined ? [] : [this.co(write, own)],
    );
    const lits = this.#chooseOne(guard, possible.length, own !== undefined);
    const bits = values.bits(read.value);
    return possible.map(({ write, cell, when }, i) => {
      const lit = lits[i];
      if (own !== undefined && lit !== guard) cnf.imply(lit, [guard, when, ...orders[i]]);
      else for (const part of [when, ...orders[i]]) cnf.add(-lit, part);
      const source =
        write === undefined
          ? constantBits(analysis.cells.get(cell ?? 0) ?? 0)
          : values.bits(this.unrolled.writes[write].value);
      assertEqual(cnf, [lit], bits, source);
      return { write, cell, lit };
    });
  }

  /** Literals of which exactly one holds if `guard` does, and none otherwise. */
  #chooseOne(guard: Lit, count: number, variables: boolean): Lit[] {
    const { cnf } = this;
    if (count === 0) {
      cnf.add(-guard);
      return [];
    }
    if (count === 1) return [guard];
    if (count === 2 && !variables) {
      const choice = cnf.fresh();
      return [cnf.and2(guard, choice), cnf.and2(guard, -choice)];
    }
    const lits = Array.from({ length: count }, () => cnf.fresh());
    for (const lit of lits) cnf.add(-lit, guard);
    cnf.add(-guard, ...lits);
    cnf.atMostOne(lits);
    return lits;
  }

  #encodeCo(a: number, b: number): [forth: Lit, back: Lit] {
    const { cnf, analysis } = this;
    const [x, y] = [this.unrolled.writes[a], this.unrolled.writes[b]];
    if (x.event === y.event || !overlap(analysis.writeCells[a], analysis.writeCells[b])) return [no, no];
    const both = cnf.and([this.writeGuard[a], this.writeGuard[b], this.values.same(x.address, y.address)]);
    if (both === no) return [no, no];
    if (this.coherent && analysis.order.alwaysBefore(x.event, y.event)) return [both, no];
    if (this.coherent && analysis.order.alwaysBefore(y.event, x.event)) return [no, both];
    const choice = cnf.fresh();
    return [cnf.and2(both, choice), cnf.and2(both, -choice)];
  }

  #encodeFr(r: number, w: number): Lit {
    const { cnf, analysis } = this;
    const read = this.unrolled.reads[r];
    const write = this.unrolled.writes[w];
    if (read.event === write.event) return no;
    if (this.readGuard[r] === no || this.writeGuard[w] === no || this.sameCell(r, w) === no) return no;
    if (this.coherent && analysis.order.alwaysBefore(read.event, write.event)) return this.conflict(r, w);
    if (this.coherent && analysis.order.alwaysBefore(write.event, read.event)) return no;
    // A write that overwrites the source of an atomic comes after the atomic's own write.
    const own = this.coherent ? this.updateOf(r) : undefined;
    if (own !== undefined) return this.co(own, w);
    const sources = this.sources[r].map((s) => ({ rf: s.lit, co: this.coFrom(s, w) }));
    const possible = sources.filter((s) => s.co !== no);
    if (possible.length === 0) return no;
    if (possible.length === 1) return cnf.and2(possible[0].rf, possible[0].co);
    const fr = cnf.fresh();
    for (const { rf, co } of possible) cnf.add(-rf, -co, fr);
    const converse = (): void => {
      cnf.add(-fr, this.readGuard[r]);
      for (const { rf, co } of sources) cnf.add(-fr, -rf, co);
    };
    if (this.#converse === undefined) converse();
    else this.#converse.push(converse);
    return fr;
  }

  /** From now on fr holds only where it should. Without, it may hold in vain, which no axiom that forbids something minds. */
  exactFr(): void {
    for (const add of this.#converse ?? []) add();
    this.#converse = undefined;
  }
}

function byCell(cellsOf: readonly (readonly number[])[]): Map<number, number[]> {
  const accesses = new Map<number, number[]>();
  cellsOf.forEach((cells, access) => {
    for (const cell of cells) {
      const known = accesses.get(cell);
      if (known === undefined) accesses.set(cell, [access]);
      else known.push(access);
    }
  });
  return accesses;
}

function inAny(
  accesses: ReadonlyMap<number, readonly number[]>,
  cells: readonly number[],
): readonly number[] {
  if (cells.length === 1) return accesses.get(cells[0]) ?? [];
  return [...new Set(cells.flatMap((cell) => accesses.get(cell) ?? []))].sort((a, b) => a - b);
}

/** Whether two sorted lists have a common element. */
export function overlap(a: readonly number[], b: readonly number[]): boolean {
  if (a.length === 1 && b.length === 1) return a[0] === b[0];
  return a.some((cell) => b.includes(cell));
}
