// The instructions that points-to looks at again. Their registers or objects hold more addresses than when it last looked. It goes
// through them in the order of the program, and looks at the new addresses only (semi-naive evaluation).

import { pushed } from '../../../support/pushed.js';
import { type Instruction, valuesOf } from '../../instruction.js';
import type { Thread } from '../../module.js';
import { forEachValue } from '../../value.js';
import type { TargetSet } from './targets.js';

/** An instruction, and its place in the order of the program. */
export interface Item {
  readonly thread: number;
  readonly instruction: Instruction;
  readonly at: number;
  /** The version of the value that a set has set, or of the addresses that a copy has copied between. */
  version: number;
  /** The versions of what the item has read from a place: addresses that were stored there, or all that a load finds. */
  readonly read: Map<object, number>;
  /** The versions of what it has stored there. */
  readonly stored: Map<TargetSet, number>;
}

export class Work {
  readonly #items: Item[] = [];
  /** Whether each item is to be looked at. */
  readonly #open: boolean[] = [];
  #left = 0;
  /** The items that use a register, by thread and name. */
  readonly #users: readonly Map<string, Item[]>[];
  /** The items that read addresses from an object. */
  readonly #readers = new Map<string, Set<Item>>();

  constructor(threads: readonly Thread[]) {
    this.#users = threads.map(() => new Map());
    for (const [thread, { body }] of threads.entries())
      for (const { instructions } of body.blocks.values())
        for (const instruction of instructions) this.#add(thread, instruction);
  }

  #add(thread: number, instruction: Instruction): void {
    const item: Item = {
      thread,
      instruction,
      at: this.#items.length,
      version: 0,
      read: new Map(),
      stored: new Map(),
    };
    this.#items.push(item);
    this.#open.push(true);
    this.#left++;
    const users = this.#users[thread];
    for (const value of valuesOf(instruction))
      forEachValue(value, (v) => {
        if (v.kind !== 'register') return;
        if (users.get(v.name)?.at(-1) !== item) pushed(users, v.name, item);
      });
  }

  /** Looks at all items that are open, and at those that this opens. */
  run(look: (item: Item) => void): void {
    while (this.#left > 0)
      for (const item of this.#items) {
        if (!this.#open[item.at]) continue;
        this.#open[item.at] = false;
        this.#left--;
        look(item);
      }
  }

  #reopen(item: Item): void {
    if (this.#open[item.at]) return;
    this.#open[item.at] = true;
    this.#left++;
  }

  /** A register holds more addresses. */
  registerGrew(thread: number, name: string): void {
    for (const item of this.#users[thread]?.get(name) ?? []) this.#reopen(item);
  }

  /** An object holds more addresses. */
  objectGrew(object: string): void {
    for (const item of this.#readers.get(object) ?? []) this.#reopen(item);
  }

  /** The item reads addresses from the object. */
  reads(item: Item, object: string): void {
    const known = this.#readers.get(object);
    if (known === undefined) this.#readers.set(object, new Set([item]));
    else known.add(item);
  }
}
