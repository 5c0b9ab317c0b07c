// Stores to cells that no other thread writes while theirs runs. The thread knows what is in such a cell, so that it can tell when it stores
// the same again (program/quietStores.ts).

import { type Instruction, successorsOf } from '../../instruction.js';
import type { Body, Module } from '../../module.js';
import type { Division, Touch } from './divide.js';
import { Starts } from './starts.js';
import { TouchIndex } from './touchIndex.js';

/** A name for each such store; stores that may meet in a cell have one name. */
export function ownStores(module: Module, division: Division): ReadonlyMap<Instruction, string> {
  const names = new Map<Instruction, string>();
  const writes = division.touches.filter(({ access }) => access.writes);
  if (!writes.some(({ instruction }) => instruction.kind === 'store')) return names;
  const groups = new Groups(module, new TouchIndex(writes));
  const shared = new Set<Instruction>();
  const seen = new Set<Touch>();
  for (const touch of writes) {
    if (touch.instruction.kind !== 'store' || seen.has(touch)) continue;
    const { name, stores, isOwn } = groups.of(touch);
    for (const one of stores) {
      seen.add(one);
      if (isOwn) names.set(one.instruction, name);
      else shared.add(one.instruction);
    }
  }
  // Threads may have an instruction in common.
  for (const instruction of shared) names.delete(instruction);
  return names;
}

interface Group {
  readonly name: string;
  readonly stores: ReadonlySet<Touch>;
  readonly isOwn: boolean;
}

class Groups {
  readonly #module: Module;
  readonly #index: TouchIndex;
  readonly #starts: Starts;
  readonly #orders = new Map<number, Order>();

  constructor(module: Module, index: TouchIndex) {
    this.#module = module;
    this.#index = index;
    this.#starts = new Starts(module);
  }

  /** The stores of a thread that share cells with one of them, directly or through others, and whether nothing else writes these cells. */
  of(first: Touch): Group {
    const stores = new Set([first]);
    const before = new Set<Touch>();
    // An access through a pointer may have thousands of places: bytes that several stores write are looked at once.
    const met = new Set<string>();
    const [place] = first.places;
    let isOwn = place !== undefined;
    for (const store of stores) {
      const { bytes = 0 } = store.access;
      for (const { object, offset } of store.places) {
        const cell = `${object}+${offset}+${bytes}`;
        if (met.has(cell)) continue;
        met.add(cell);
        // A local loses its value where its life begins anew.
        isOwn &&= this.#module.globals.get(object)?.storage.kind !== 'local';
        for (const { touch, offset: from } of this.#index.overlapping(object, offset, offset + bytes))
          if (touch.thread !== first.thread) isOwn &&= this.#starts.isApart(touch, first);
          else if (touch.instruction.kind !== 'store') before.add(touch);
          else {
            isOwn &&= from === offset && touch.access.bytes === bytes;
            stores.add(touch);
          }
      }
    }
    const name = `${place?.object ?? ''}+${place?.offset ?? 0}`;
    return { name, stores, isOwn: isOwn && this.#areBefore(first.thread, before, stores) };
  }

  /** Whether these instructions of a thread never come after the stores: those that copy the first values of a struct, say. */
  #areBefore(thread: number, others: ReadonlySet<Touch>, stores: ReadonlySet<Touch>): boolean {
    if (others.size === 0) return true;
    const order = this.#orders.get(thread) ?? new Order(this.#module.threads[thread].body);
    this.#orders.set(thread, order);
    return [...stores].every((store) =>
      [...others].every((other) => !order.mayFollow(store.instruction, other.instruction)),
    );
  }
}

interface Position {
  readonly label: string;
  readonly index: number;
}

/** Which instructions of a thread may come after which. */
class Order {
  readonly #body: Body;
  /** Rounds of a loop that was written out have instructions in common. */
  readonly #positions = new Map<Instruction, Position[]>();
  readonly #after = new Map<string, ReadonlySet<string>>();

  constructor(body: Body) {
    this.#body = body;
    for (const [label, { instructions }] of body.blocks)
      for (const [index, i] of instructions.entries())
        this.#positions.set(i, [...this.#positionsOf(i), { label, index }]);
  }

  #positionsOf(i: Instruction): readonly Position[] {
    return this.#positions.get(i) ?? [];
  }

  mayFollow(first: Instruction, second: Instruction): boolean {
    const others = this.#positionsOf(second);
    return this.#positionsOf(first).some(({ label, index }) => {
      const after = this.#blocksAfter(label);
      return others.some((other) => after.has(other.label) || (other.label === label && other.index > index));
    });
  }

  #blocksAfter(label: string): ReadonlySet<string> {
    const known = this.#after.get(label);
    if (known !== undefined) return known;
    const after = new Set<string>();
    const open = [label];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      const block = this.#body.blocks.get(at);
      if (block === undefined) continue;
      for (const next of successorsOf(block.end)) {
        if (after.has(next)) continue;
        after.add(next);
        open.push(next);
      }
    }
    this.#after.set(label, after);
    return after;
  }
}
