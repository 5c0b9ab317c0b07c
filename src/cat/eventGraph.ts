// The base sets and relations of one execution as bits. Nodes 0..n-1 are its events; after them comes one initial write for
// each cell that some event accesses, first in the cell's coherence order.

import { addPair, emptyRelation, wordsFor } from '../execution/bitRelation.js';
import { isFullFence } from '../execution/event.js';
import { type Execution, initialWrite } from '../execution/execution.js';
import { forEachFromRead } from '../execution/hb.js';
import { programOrder } from '../execution/programOrder.js';
import { bug } from '../program/diagnostic.js';
import type { BaseRelation, BaseSet } from './ast.js';

export class EventGraph {
  readonly execution: Execution;
  /** Events and initial writes together. */
  readonly size: number;
  readonly words: number;
  /** The node of each accessed cell's initial write. */
  readonly #initial = new Map<number, number>();

  constructor(execution: Execution) {
    this.execution = execution;
    const { events } = execution;
    for (const { reads, writes } of events) {
      for (const { address } of reads) this.#addCell(address);
      for (const { address } of writes) this.#addCell(address);
    }
    this.size = events.length + this.#initial.size;
    this.words = wordsFor(this.size);
  }

  #addCell(address: number): void {
    if (!this.#initial.has(address))
      this.#initial.set(address, this.execution.events.length + this.#initial.size);
  }

  /** The event a node stands for, or `initialWrite`. */
  eventOf(node: number): number {
    return node < this.execution.events.length ? node : initialWrite;
  }

  set(name: BaseSet): Uint32Array {
    const set = new Uint32Array(this.words);
    const { events } = this.execution;
    for (let node = 0; node < this.size; node++)
      if (node < events.length ? isIn(name, events[node]) : name === '_' || name === 'W' || name === 'IW')
        set[node >>> 5] |= 1 << (node & 31);
    return set;
  }

  relation(name: BaseRelation): Uint32Array {
    if (name === 'po') return programOrder(this.execution, this.size);
    const relation = emptyRelation(this.size);
    const add = (from: number, to: number): void => addPair(relation, this.words, from, to);
    switch (name) {
      case 'rf':
        this.#readsFrom(add);
        break;
      case 'co':
        this.#coherence(add);
        break;
      case 'fr':
        forEachFromRead(this.execution, add);
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

  #initialOf(address: number): number {
    return this.#initial.get(address) ?? bug(`cell ${address} has no initial write`);
  }

  #readsFrom(add: (from: number, to: number) => void): void {
    const { events, rf } = this.execution;
    for (const { id, reads } of events)
      reads.forEach(({ address }, k) => {
        const source = rf[id][k];
        add(source === initialWrite ? this.#initialOf(address) : source, id);
      });
  }

  #coherence(add: (from: number, to: number) => void): void {
    for (const [address, writers] of this.execution.co) {
      if (writers.length === 0) continue;
      const ordered = [this.#initialOf(address), ...writers];
      for (let i = 0; i < ordered.length; i++)
        for (let j = i + 1; j < ordered.length; j++) add(ordered[i], ordered[j]);
    }
  }

  #sameCell(add: (from: number, to: number) => void): void {
    const accesses = new Map<number, Set<number>>();
    for (const [address, node] of this.#initial) accesses.set(address, new Set([node]));
    for (const { id, reads, writes } of this.execution.events) {
      for (const { address } of reads) accesses.get(address)?.add(id);
      for (const { address } of writes) accesses.get(address)?.add(id);
    }
    for (const nodes of accesses.values()) for (const a of nodes) for (const b of nodes) add(a, b);
  }

  #sameThread(add: (from: number, to: number) => void): void {
    const { events } = this.execution;
    const threadOf = (node: number): number => (node < events.length ? events[node].thread : -1);
    for (let a = 0; a < this.size; a++)
      for (let b = 0; b < this.size; b++) if (threadOf(a) === threadOf(b)) add(a, b);
  }
}

function isIn(name: BaseSet, event: Execution['events'][number]): boolean {
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
