// Stores to cells that no other thread writes while theirs runs. The thread knows what is in such a cell, so that it can tell when it stores
// the same again (program/quietStores.ts).

import { pushed } from '../../../support/pushed.js';
import type { Instruction } from '../../instruction.js';
import type { Body, Module } from '../../module.js';
import { Order, type Position } from '../../order.js';
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

interface Ordered {
  readonly order: Order;
  readonly positions: ReadonlyMap<Instruction, readonly Position[]>;
}

class Groups {
  readonly #module: Module;
  readonly #index: TouchIndex;
  readonly #starts: Starts;
  readonly #orders = new Map<number, Ordered>();

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
    const { body } = this.#module.threads[thread];
    const { order, positions } = this.#orders.get(thread) ?? {
      order: new Order(body),
      positions: positionsIn(body),
    };
    this.#orders.set(thread, { order, positions });
    const of = (touches: ReadonlySet<Touch>): readonly Position[] =>
      [...touches].flatMap(({ instruction }) => positions.get(instruction) ?? []);
    const later = of(others);
    return of(stores).every((store) => !later.some((other) => order.mayFollow(store, other)));
  }
}

/** Rounds of a loop that was written out have instructions in common. */
function positionsIn(body: Body): ReadonlyMap<Instruction, readonly Position[]> {
  const positions = new Map<Instruction, Position[]>();
  for (const [label, { instructions }] of body.blocks)
    for (const [index, i] of instructions.entries()) pushed(positions, i, { label, index });
  return positions;
}
