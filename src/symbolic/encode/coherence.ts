// Coherence, `acyclic po-loc | rf | co | fr`, by its five patterns instead of a search for cycles. With co total per
// cell, the relation has a cycle iff it has one of Alglave's patterns coWW, coRW1, coRW2, coWR, coRR. An event that
// reads and writes a cell counts as a read right before a write; atomicity says that nothing comes between. Pairs of
// accesses with a third between them are left out where that suffices.
//
// coRR is left to models whose graph orders two reads in program order and contains rfe, co and fr, as the models of
// diptych do. The cycle is: first read, second read, fr to the source of the first, rfe back. If that source is of
// the same thread it precedes the second read, which is coWR. All patterns except coWR follow from the graph too, but
// searches take longer without them.

import type { EventId } from '../../execution/event.js';
import { type Lit, no, yes } from '../formula/cnf.js';
import { Between } from './between.js';
import type { Memory } from './memory.js';

/** `readsOrdered`: the model has a graph without cycles of which two reads in program order, rfe, co and fr are edges. */
export function encodeCoherence(memory: Memory, readsOrdered: boolean): void {
  new Coherence(memory, readsOrdered).encode();
}

class Coherence {
  readonly #between: Between;

  constructor(
    readonly memory: Memory,
    readonly readsOrdered: boolean,
  ) {
    this.#between = new Between(memory);
  }

  encode(): void {
    const { memory } = this;
    const { readCells, writeCells } = memory.analysis;
    writeCells.forEach((cells, w) => {
      for (const v of memory.writersOf(cells)) if (v < w) this.#writesInOrder(v, w);
      for (const r of memory.readersOf(cells)) this.#readAndWrite(r, w);
    });
    if (this.readsOrdered) return;
    readCells.forEach((cells, r) => {
      for (const s of memory.readersOf(cells)) if (r !== s) this.#readsInOrder(r, s);
    });
  }

  #read(r: number): { event: EventId; guard: Lit; cell: number | undefined } {
    const { unrolled, analysis, readGuard } = this.memory;
    const cells = analysis.readCells[r];
    const cell = cells.length === 1 ? cells[0] : undefined;
    return { event: unrolled.reads[r].event, guard: readGuard[r], cell };
  }

  #write(w: number): { event: EventId; guard: Lit; cell: number | undefined } {
    const { unrolled, analysis, writeGuard } = this.memory;
    const cells = analysis.writeCells[w];
    const cell = cells.length === 1 ? cells[0] : undefined;
    return { event: unrolled.writes[w].event, guard: writeGuard[w], cell };
  }

  /** coWW; when the order is unconditional co is made that way. */
  #writesInOrder(a: number, b: number): void {
    const { memory } = this;
    const [x, y] = [memory.unrolled.writes[a].event, memory.unrolled.writes[b].event];
    for (const [first, second, before] of [
      [a, b, memory.before(x, y)],
      [b, a, memory.before(y, x)],
    ])
      if (before !== no) memory.cnf.add(-before, -memory.co(second, first));
  }

  /** coRW1, coRW2 and coWR. */
  #readAndWrite(r: number, w: number): void {
    const { memory } = this;
    const { cnf } = memory;
    const read = this.#read(r);
    const write = this.#write(w);
    if (read.event === write.event) {
      const conflict = memory.conflict(r, w);
      if (conflict === no) return;
      // The read comes first, so its source is co-before the write.
      for (const source of memory.sources[r]) cnf.add(-source.lit, -conflict, memory.coFrom(source, w));
      if (memory.updateOf(r) === w) this.#nothingBetween(r, w);
      return;
    }
    const readFirst = memory.before(read.event, write.event);
    const writeFirst = memory.before(write.event, read.event);
    if (readFirst === no && writeFirst === no) return;
    const conflict = memory.conflict(r, w);
    if (conflict === no) return;
    const [first, second] = readFirst === yes ? [read, write] : [write, read];
    if (read.cell !== undefined && this.#between.always(first, second, read.cell, false)) return;
    for (const source of memory.sources[r]) {
      const co = memory.coFrom(source, w);
      if (readFirst !== no) cnf.add(-readFirst, -conflict, -source.lit, co);
      if (writeFirst !== no) cnf.add(-writeFirst, -conflict, -source.lit, -co);
    }
  }

  /**
   * Atomicity, where fr of a read-modify-write is taken to be co: a write that overwrites its source comes after it.
   */
  #nothingBetween(r: number, own: number): void {
    const { memory } = this;
    for (const source of memory.sources[r]) {
      const from = source.write === undefined ? undefined : this.#write(source.write);
      for (const id of memory.writersOf(memory.analysis.readCells[r])) {
        if (id === own || id === source.write) continue;
        const after = memory.coFrom(source, id);
        const conflict = after === no ? no : memory.conflict(r, id);
        if (conflict === no) continue;
        if (from?.cell !== undefined && this.#between.always(from, this.#write(id), from.cell, false))
          continue;
        memory.cnf.add(-source.lit, -after, -conflict, memory.co(own, id));
      }
    }
  }

  /** coRR: a later read of the same cell sees no older write. */
  #readsInOrder(r: number, s: number): void {
    const { memory } = this;
    const { unrolled } = memory;
    const [first, second] = [this.#read(r), this.#read(s)];
    // Reads of one event happen together, so both orders apply.
    const before = first.event === second.event ? yes : memory.before(first.event, second.event);
    if (before === no) return;
    const same = memory.values.same(unrolled.reads[r].address, unrolled.reads[s].address);
    if (same === no) return;
    if (first.cell !== undefined && this.#between.always(first, second, first.cell, true)) return;
    for (const { write, lit } of memory.sources[r]) {
      if (write === undefined) continue;
      const fr = memory.fr(s, write);
      if (fr !== no) memory.cnf.add(-before, -same, -lit, -fr);
    }
  }
}
