// The base sets and relations of one execution as bits. Nodes are its events, in their order. After them comes one
// initial write for each cell that some event accesses, first in the cell's coherence order. The choice of a
// nondeterministic value is no event of cat; otherwise `po \ (W * R)` would order a store and a load with a choice
// between them.

import { addPair, emptyRelation, hasPair, wordsFor } from '../execution/bitRelation.js';
import type { EventId } from '../execution/event.js';
import { type Event, isFullFence } from '../execution/event.js';
import { type Execution, initialWrite } from '../execution/execution.js';
import { forEachFromRead } from '../execution/hb.js';
import { programOrder } from '../execution/programOrder.js';
import type { Address } from '../program/identity.js';
import { bug } from '../support/diagnostic.js';
import type { BaseRelation, BaseSet } from './ast.js';

type Add = (from: number, to: number) => void;

export class EventGraph {
  readonly #execution: Execution;
  /** Events and initial writes together. */
  readonly size: number;
  readonly words: number;
  readonly #events: readonly Event[];
  /** The node of each event, -1 for a choice. */
  readonly #nodeOf: Int32Array;
  /** The node of each accessed cell's initial write. */
  readonly #initial = new Map<number, number>();
  readonly #relations = new Map<BaseRelation, Uint32Array>();

  constructor(execution: Execution) {
    this.#execution = execution;
    this.#events = execution.events.filter((event) => event.kind !== 'choice');
    this.#nodeOf = new Int32Array(execution.events.length).fill(-1);
    this.#events.forEach(({ id, reads, writes }, node) => {
      this.#nodeOf[id] = node;
      for (const { address } of reads) this.#addCell(address);
      for (const { address } of writes) this.#addCell(address);
    });
    this.size = this.#events.length + this.#initial.size;
    this.words = wordsFor(this.size);
  }

  #addCell(address: Address): void {
    if (!this.#initial.has(address)) this.#initial.set(address, this.#events.length + this.#initial.size);
  }

  /** The event a node stands for, or `initialWrite`. */
  eventOf(node: number): number {
    return node < this.#events.length ? this.#events[node].id : initialWrite;
  }

  /** The node of an event that is no choice. */
  nodeOf(event: EventId): number {
    return this.#nodeOf[event];
  }

  set(name: BaseSet): Uint32Array {
    const set = new Uint32Array(this.words);
    for (let node = 0; node < this.size; node++) {
      const isInitial = node >= this.#events.length;
      if (isInitial ? name === '_' || name === 'W' || name === 'IW' : isIn(name, this.#events[node]))
        set[node >>> 5] |= 1 << (node & 31);
    }
    return set;
  }

  /** Callers must not change the result. */
  relation(name: BaseRelation): Uint32Array {
    const known = this.#relations.get(name) ?? this.#relation(name);
    this.#relations.set(name, known);
    return known;
  }

  #relation(name: BaseRelation): Uint32Array {
    const relation = emptyRelation(this.size);
    const add: Add = (from, to) => addPair(relation, this.words, from, to);
    switch (name) {
      case 'po':
        if (this.#events.length === this.#execution.events.length)
          return programOrder(this.#execution, this.size);
        this.#programOrder(add);
        break;
      case 'rf':
        this.#readsFrom(add);
        break;
      case 'co':
        this.#coherence(add);
        break;
      case 'fr':
        forEachFromRead(this.#execution, (read, write) => add(this.#nodeOf[read], this.#nodeOf[write]));
        break;
      case 'loc':
        this.#sameCell(add);
        break;
      case 'int':
        this.#sameThread(add);
        break;
    }
    return relation;
  }

  #initialOf(address: Address): number {
    return this.#initial.get(address) ?? bug(`cell ${address} has no initial write`);
  }

  /** Without the choices. */
  #programOrder(add: Add): void {
    const all = programOrder(this.#execution);
    const words = wordsFor(this.#execution.events.length);
    this.#events.forEach(({ id: from }, a) => {
      this.#events.forEach(({ id: to }, b) => {
        if (hasPair(all, words, from, to)) add(a, b);
      });
    });
  }

  #readsFrom(add: Add): void {
    const { rf } = this.#execution;
    this.#events.forEach(({ id, reads }, node) => {
      reads.forEach(({ address }, k) => {
        const source = rf[id][k];
        add(source === initialWrite ? this.#initialOf(address) : this.#nodeOf[source], node);
      });
    });
  }

  #coherence(add: Add): void {
    for (const [address, writers] of this.#execution.co) {
      if (writers.length === 0) continue;
      const ordered = [this.#initialOf(address), ...writers.map((id) => this.#nodeOf[id])];
      for (let i = 0; i < ordered.length; i++)
        for (let j = i + 1; j < ordered.length; j++) add(ordered[i], ordered[j]);
    }
  }

  #sameCell(add: Add): void {
    const accesses = new Map<number, number[]>();
    for (const [address, node] of this.#initial) accesses.set(address, [node]);
    this.#events.forEach(({ reads, writes }, node) => {
      for (const { address } of reads) accesses.get(address)?.push(node);
      for (const { address } of writes) accesses.get(address)?.push(node);
    });
    addSquares(accesses.values(), add);
  }

  #sameThread(add: Add): void {
    const threads = new Map<number, number[]>([[initialThread, [...this.#initial.values()]]]);
    this.#events.forEach(({ thread }, node) => {
      const nodes = threads.get(thread);
      if (nodes === undefined) threads.set(thread, [node]);
      else nodes.push(node);
    });
    addSquares(threads.values(), add);
  }
}

/** No thread of the program has this number. */
const initialThread = -1;

function addSquares(groups: Iterable<readonly number[]>, add: Add): void {
  for (const group of groups) for (const a of group) for (const b of group) add(a, b);
}

function isIn(name: BaseSet, event: Event): boolean {
  switch (name) {
    case '_':
      return true;
    case 'R':
      return event.reads.length > 0;
    case 'W':
      return event.writes.length > 0;
    case 'IW':
      return false;
    case 'F':
      return isFullFence(event.kind);
    case 'S':
      return event.kind === 'S';
  }
}
