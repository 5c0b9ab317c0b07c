// The facts that guards depend on (unrolled.ts), defined over the encoding of memory. A fact gets its literal when a guard
// first needs it and its definition at the end, because guards, addresses and memory depend on each other.

import type { EventId } from '../../execution/event.js';
import { bytesOf } from '../../program/cells.js';
import type { Address } from '../../program/identity.js';
import type { Width } from '../../program/integer.js';
import { constantBits, less } from '../formula/bits.js';
import { type Cnf, type Lit, no, yes } from '../formula/cnf.js';
import type { Analysis } from '../unroll/analysis.js';
import { leavesNothing } from '../unroll/building.js';
import { cellsWithin } from '../unroll/heap.js';
import type { Fact, Unrolled } from '../unroll/unrolled.js';
import { numbersOf } from '../unroll/valueSet.js';
import type { FinalState } from './finalState.js';
import type { Memory } from './memory.js';
import type { Values } from './values.js';

export class Facts {
  readonly #lits = new Map<number, Lit>();
  readonly #undefined: number[] = [];
  readonly #unrolled: Unrolled;

  constructor(
    readonly cnf: Cnf,
    readonly analysis: Analysis,
  ) {
    this.#unrolled = analysis.unrolled;
  }

  lit(fact: number): Lit {
    const known = this.#lits.get(fact);
    if (known !== undefined) return known;
    const lit = this.#obvious(this.#unrolled.facts[fact]) ?? this.cnf.fresh();
    this.#lits.set(fact, lit);
    if (lit !== yes && lit !== no) this.#undefined.push(fact);
    return lit;
  }

  #obvious(fact: Fact): Lit | undefined {
    switch (fact.kind) {
      case 'valid': {
        const set = this.analysis.sets[fact.address.id];
        if (set.kind !== 'set') return undefined;
        const numbers = numbersOf(set);
        if (numbers.length === set.values.length && numbers.every((v) => this.#isCellOf(v, fact.width)))
          return yes;
        return numbers.some((v) => this.analysis.cells.has(v)) ? undefined : no;
      }
      case 'block':
        return this.#unrolled.allocs.length === 0 ? no : undefined;
      default:
        return undefined;
    }
  }

  /** Says what the facts that were asked for mean; defining one may ask for others. */
  define(values: Values, memory: Memory, finalState: FinalState): void {
    const { cnf } = this;
    const { endsWith } = this.#unrolled.program;
    for (let fact = this.#undefined.shift(); fact !== undefined; fact = this.#undefined.shift()) {
      const lit = this.lit(fact);
      const is = (meaning: Lit): void => {
        cnf.add(-lit, meaning);
        cnf.add(lit, -meaning);
      };
      const f = this.#unrolled.facts[fact];
      switch (f.kind) {
        case 'valid':
          is(this.#valid(f, values, f.width));
          break;
        case 'covered':
          is(this.#covered(f, values));
          break;
        case 'block':
          is(
            cnf.or(
              this.#allocsSeen(f).map((a) => cnf.and2(values.lit(a.guard), values.same(f.address, a.base))),
            ),
          );
          break;
        case 'readable':
          is(this.#readable(f, values, finalState));
          break;
        case 'freed':
          is(
            cnf.or(
              memory.sources[f.read]
                .filter((s) => s.write !== undefined && this.#ends(s.write))
                .map((s) => s.lit),
            ),
          );
          break;
        case 'destroyed':
          is(
            cnf.or(
              memory.sources[f.read]
                .filter(
                  (s) => s.write !== undefined && this.#unrolled.writes[s.write].lifetime === 'destroys',
                )
                .map((s) => s.lit),
            ),
          );
          break;
        case 'uninitialised':
          is(
            cnf.or(
              memory.sources[f.read].map((s) =>
                s.cell !== undefined
                  ? cnf.and2(s.lit, this.#uninitialised(s.cell, values))
                  : s.write !== undefined && leavesNothing(this.#unrolled.writes[s.write].lifetime)
                    ? s.lit
                    : no,
              ),
            ),
          );
          break;
        case 'overwrites-freed':
          is(cnf.or(this.#endings().map((end) => this.#next(memory, end, f.write))));
          break;
        case 'halted':
          cnf.add(-lit, ...f.stores.map((bad) => values.lit(bad)));
          break;
        case 'double-free':
          is(this.#doubleFree(f.event, memory));
          break;
        case 'acquired':
          if (f.waits !== undefined) {
            cnf.add(lit, -values.lit(f.reached), values.lit(f.waits));
            break;
          }
          // Only a lock that stays taken keeps a thread waiting for ever.
          for (const [cell] of this.analysis.cells) {
            const here = values.is(f.address, cell);
            if (here !== no) cnf.add(lit, -values.lit(f.reached), -here, finalState.isNotZero(cell));
          }
          break;
        case 'joined':
          is(
            cnf.or(
              this.#unrolled.threads.map((thread, t) =>
                t === f.thread || t === endsWith
                  ? no
                  : cnf.and2(values.is(f.target, t), values.lit(thread.end)),
              ),
            ),
          );
          break;
      }
    }
  }

  /** Whether a location has a cell of this width there. */
  #isCellOf(address: Address, width: Width | undefined): boolean {
    const { initial, widths } = this.#unrolled.layout;
    return initial.has(address) && (width === undefined || (widths.get(address) ?? width) === width);
  }

  #covered(fact: Extract<Fact, { kind: 'covered' }>, values: Values): Lit {
    const { cnf } = this;
    const { initial, widths } = this.#unrolled.layout;
    const found: Lit[] = [];
    const within = (cell: number, width: Width | undefined): Lit =>
      cnf.or(Array.from({ length: bytesOf(width ?? 8) }, (_, back) => values.is(fact.address, cell + back)));
    for (const [cell] of this.analysis.cells)
      if (initial.has(cell)) found.push(within(cell, widths.get(cell)));
      else
        for (const alloc of this.#allocsSeen(fact))
          for (const width of [8, 16, 32, 64] as const) {
            const here = within(cell, width);
            if (here !== no) found.push(cnf.and2(here, this.#covers(alloc, cell, values, width)));
          }
    return cnf.or(found);
  }

  #allocsSeen({ thread, allocs }: Extract<Fact, { kind: 'valid' | 'covered' | 'block' | 'readable' }>) {
    return this.#unrolled.allocs.filter((a, i) => a.thread !== thread || i < allocs);
  }

  /** A cell that exists when everything is over, was not freed, and was written if its block does not start with zeros. */
  #readable(fact: Extract<Fact, { kind: 'readable' }>, values: Values, finalState: FinalState): Lit {
    const { cnf } = this;
    const bad: Lit[] = [];
    for (const [cell] of this.analysis.cells) {
      const here = values.is(fact.address, cell);
      if (here === no) continue;
      const empty = cnf.and2(finalState.isUntouched(cell), this.#uninitialised(cell, values));
      bad.push(cnf.and2(here, cnf.or([finalState.isFreed(cell), finalState.isFresh(cell), empty])));
    }
    return cnf.and2(this.#valid(fact, values), -cnf.or(bad));
  }

  #valid(fact: Extract<Fact, { kind: 'valid' | 'readable' }>, values: Values, width?: Width): Lit {
    const { cnf } = this;
    const cells: Lit[] = [];
    for (const [cell] of this.analysis.cells) {
      const here = values.is(fact.address, cell);
      if (here === no) continue;
      if (this.#unrolled.layout.initial.has(cell)) {
        if (this.#isCellOf(cell, width)) cells.push(here);
      } else
        for (const alloc of this.#allocsSeen(fact))
          cells.push(cnf.and2(here, this.#covers(alloc, cell, values, width)));
    }
    return cnf.or(cells);
  }

  /** Whether the block was allocated and the cell lies in it. */
  #covers(alloc: Unrolled['allocs'][number], cell: number, values: Values, width?: Width): Lit {
    const { cnf } = this;
    const places: Lit[] = [];
    const has = (address: number): Lit => less(cnf, constantBits(address), values.bits(alloc.asked), true);
    for (const { offset, last, without, width: own } of cellsWithin(
      this.#unrolled.layout,
      alloc,
      values.setOf(alloc.asked),
    )) {
      if (own !== undefined && width !== undefined && own !== width) continue;
      const base = values.is(alloc.base, cell - offset);
      if (base !== no)
        places.push(
          cnf.and([base, last === undefined ? yes : has(last), without === undefined ? yes : -has(without)]),
        );
    }
    return cnf.and2(values.lit(alloc.guard), cnf.or(places));
  }

  #uninitialised(cell: number, values: Values): Lit {
    const { initial, uninitialised } = this.#unrolled.layout;
    if (initial.has(cell)) return uninitialised.has(cell) ? yes : no;
    const blocks = this.#unrolled.allocs.filter((a) => !a.zeroed);
    return this.cnf.or(blocks.map((a) => this.#covers(a, cell, values)));
  }

  #isFree(write: number): boolean {
    return this.#unrolled.events[this.#unrolled.writes[write].event].kind === 'free';
  }

  /** Whether it is the end of a block or of an object. */
  #ends(write: number): boolean {
    return this.#unrolled.writes[write].lifetime === 'ends' || this.#isFree(write);
  }

  #endings(): number[] {
    return this.#unrolled.writes.map((w) => w.id).filter((w) => this.#ends(w));
  }

  #frees(): number[] {
    return this.#unrolled.writes.map((w) => w.id).filter((w) => this.#isFree(w));
  }

  /** Whether `b` immediately follows `a` in co. */
  #next(memory: Memory, a: number, b: number): Lit {
    const { cnf } = this;
    const co = memory.co(a, b);
    if (co === no) return no;
    const between = this.#unrolled.writes.map((w) =>
      w.id === a || w.id === b ? no : cnf.and2(memory.co(a, w.id), memory.co(w.id, b)),
    );
    return cnf.and2(co, -cnf.or(between));
  }

  #doubleFree(event: EventId, memory: Memory): Lit {
    const own = this.#unrolled.events[event].writes;
    const others = this.#frees().filter((w) => this.#unrolled.writes[w].event !== event);
    return this.cnf.or(own.flatMap((w) => others.map((v) => memory.co(v, w))));
  }
}
