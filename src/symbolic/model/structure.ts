// The base sets and relations of cat (cat/ast.ts) over an encoded program. Nodes are the events that can be executed, choices
// of nondeterministic values left out, and after them one initial write per cell that can be accessed.

import type { BaseRelation, BaseSet } from '../../cat/ast.js';
import type { EventId } from '../../execution/event.js';
import { isFullFence } from '../../execution/event.js';
import type { Memory } from '../encode/memory.js';
import { overlap } from '../encode/memory.js';
import { type Cnf, type Lit, no, yes } from '../formula/cnf.js';
import { Relation } from './relation.js';

export class Structure {
  readonly cnf: Cnf;
  /** Unrolled event of each node; shorter than `size` by the initial writes. */
  readonly events: readonly number[];
  /** The cells whose initial write is a node. */
  readonly cells: readonly number[];
  readonly size: number;
  readonly #nodeOf: readonly number[];
  readonly #relations = new Map<BaseRelation, Relation>();
  readonly #cellAccessed = new Map<number, Lit>();

  constructor(readonly memory: Memory) {
    this.cnf = memory.cnf;
    const { unrolled, analysis } = memory;
    this.events = unrolled.threads
      .flatMap((t) => t.events)
      .filter((e) => memory.executed[e] !== no && unrolled.events[e].kind !== 'choice');
    const nodeOf: number[] = [];
    this.events.forEach((event, node) => {
      nodeOf[event] = node;
    });
    this.#nodeOf = nodeOf;
    const touched = new Set([...analysis.readCells, ...analysis.writeCells].flat());
    this.cells = [...touched].sort((a, b) => a - b);
    this.size = this.events.length + this.cells.length;
  }

  /** The node of an event that can be executed. */
  nodeOf(event: EventId): number {
    return this.#nodeOf[event];
  }

  initialNode(cell: number): number {
    return this.events.length + this.cells.indexOf(cell);
  }

  /** The thread of a node, or undefined for an initial write. */
  threadOf(node: number): number | undefined {
    return node < this.events.length ? this.memory.unrolled.events[this.events[node]].thread : undefined;
  }

  executed(node: number): Lit {
    if (node < this.events.length) return this.memory.executed[this.events[node]];
    return this.#accessed(this.cells[node - this.events.length]);
  }

  /** A cell that nothing accesses has no initial write. */
  #accessed(cell: number): Lit {
    const known = this.#cellAccessed.get(cell);
    if (known !== undefined) return known;
    const { memory, cnf } = this;
    const { unrolled, values } = memory;
    const accessed = cnf.or([
      ...memory
        .readersOf([cell])
        .map((r) => cnf.and2(memory.readGuard[r], values.is(unrolled.reads[r].address, cell))),
      ...memory.writersOf([cell]).map((w) => memory.coInitial(cell, w)),
    ]);
    this.#cellAccessed.set(cell, accessed);
    return accessed;
  }

  member(set: BaseSet, node: number): Lit {
    const { memory, cnf } = this;
    const initial = node >= this.events.length;
    if (initial) return set === '_' || set === 'W' || set === 'IW' ? this.executed(node) : no;
    const event = memory.unrolled.events[this.events[node]];
    const executed = memory.executed[event.id];
    switch (set) {
      case '_':
        return executed;
      case 'R':
        return cnf.or(event.reads.map((r) => memory.readGuard[r]));
      case 'W':
        return cnf.or(event.writes.map((w) => memory.writeGuard[w]));
      case 'IW':
        return no;
      case 'F':
        return isFullFence(event.kind) ? executed : no;
      case 'S':
        return event.kind === 'S' ? executed : no;
    }
  }

  /** Whether a pair is in a base relation. */
  pair(name: BaseRelation, a: number, b: number): Lit {
    switch (name) {
      case 'po':
        return this.#po(a, b);
      case 'int': {
        const same = this.threadOf(a) === this.threadOf(b);
        return same ? this.cnf.and2(this.executed(a), this.executed(b)) : no;
      }
      case 'loc':
        return this.#loc(a, b);
      default:
        return this.relation(name).get(a, b);
    }
  }

  relation(name: BaseRelation): Relation {
    const known = this.#relations.get(name);
    if (known !== undefined) return known;
    const relation = this.#enumerate(name);
    this.#relations.set(name, relation);
    return relation;
  }

  #enumerate(name: BaseRelation): Relation {
    switch (name) {
      case 'rf':
        return this.#rf();
      case 'co':
        return this.#co();
      case 'fr':
        return this.#fr();
      default: {
        const relation = new Relation();
        const size = name === 'po' ? this.events.length : this.size;
        for (let a = 0; a < size; a++)
          for (let b = 0; b < size; b++) relation.set(a, b, this.pair(name, a, b));
        return relation;
      }
    }
  }

  #po(a: number, b: number): Lit {
    const { memory, cnf, events } = this;
    if (a === b || a >= events.length || b >= events.length) return no;
    const before = memory.before(events[a], events[b]);
    if (before === no) return no;
    const both = cnf.and2(this.executed(a), this.executed(b));
    return cnf.and2(both, before);
  }

  /** Several accesses of one event may give the same pair. */
  #add(relation: Relation, a: number, b: number, lit: Lit): void {
    if (lit !== no) relation.set(a, b, this.cnf.or2(relation.get(a, b), lit));
  }

  #rf(): Relation {
    const rf = new Relation();
    const { unrolled, sources } = this.memory;
    sources.forEach((list, r) => {
      const reader = this.nodeOf(unrolled.reads[r].event);
      for (const { write, cell, lit } of list) {
        const writer =
          write === undefined ? this.initialNode(cell ?? 0) : this.nodeOf(unrolled.writes[write].event);
        this.#add(rf, writer, reader, lit);
      }
    });
    return rf;
  }

  #co(): Relation {
    const co = new Relation();
    const { memory } = this;
    const { unrolled, analysis } = memory;
    for (const { id: b, event } of unrolled.writes) {
      if (memory.writeGuard[b] === no) continue;
      const node = this.nodeOf(event);
      for (const a of memory.writersOf(analysis.writeCells[b]))
        if (a !== b && memory.writeGuard[a] !== no)
          this.#add(co, this.nodeOf(unrolled.writes[a].event), node, memory.co(a, b));
      for (const cell of analysis.writeCells[b])
        this.#add(co, this.initialNode(cell), node, memory.coInitial(cell, b));
    }
    return co;
  }

  #fr(): Relation {
    const fr = new Relation();
    const { memory } = this;
    const { unrolled, analysis } = memory;
    for (const { id: r, event } of unrolled.reads)
      for (const w of memory.writersOf(analysis.readCells[r]))
        if (memory.readGuard[r] !== no && memory.writeGuard[w] !== no)
          this.#add(fr, this.nodeOf(event), this.nodeOf(unrolled.writes[w].event), memory.fr(r, w));
    return fr;
  }

  #loc(a: number, b: number): Lit {
    const { memory, cnf } = this;
    const { values } = memory;
    const common: Lit[] = [];
    for (const x of this.#accesses(a))
      for (const y of this.#accesses(b)) {
        if (!overlap(x.cells, y.cells)) continue;
        const same =
          x.address === undefined
            ? y.address === undefined
              ? yes
              : values.is(y.address, x.cells[0])
            : y.address === undefined
              ? values.is(x.address, y.cells[0])
              : values.same(x.address, y.address);
        common.push(cnf.and([x.guard, y.guard, same]));
      }
    return cnf.or(common);
  }

  #accesses(node: number) {
    const { memory } = this;
    const { unrolled, analysis } = memory;
    if (node >= this.events.length)
      return [
        { guard: this.executed(node), address: undefined, cells: [this.cells[node - this.events.length]] },
      ];
    const event = unrolled.events[this.events[node]];
    return [
      ...event.reads.map((r) => ({
        guard: memory.readGuard[r],
        address: unrolled.reads[r].address,
        cells: analysis.readCells[r],
      })),
      ...event.writes.map((w) => ({
        guard: memory.writeGuard[w],
        address: unrolled.writes[w].address,
        cells: analysis.writeCells[w],
      })),
    ];
  }
}
