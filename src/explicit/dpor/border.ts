// The border between a search and others that explore the same program: the nodes of the current execution before
// `depth` belong to all of them. The search that finds a race with an event there reverses it in the shared trees.

import { int32s } from '../../support/smallArrays.js';
import type { Sequence } from './sequence.js';
import { doubled, SleepStack } from './stepPool.js';

export interface Border {
  readonly depth: number;
  /** The steps asleep at node `i`, and the steps that other searches began to explore from there before this one. */
  asleepAt(i: number): AsleepBefore;
  /** Into the tree of node `i`. */
  insert(i: number, v: Sequence): void;
  /** Later insertions are found at the end of an execution of that length; -1: on the way. */
  endsAt(depth: number): void;
}

/** A race that is tried again at the end of each execution, as others need to know it. */
export interface UnsettledRace {
  /** The position of its first event. */
  readonly i: number;
  /** Whether the second event is a lock that waited for the first. */
  readonly lock: boolean;
}

/**
 * The steps asleep at nodes before the border. They do not change while a search is below them, and are asked for
 * once.
 */
export class AsleepBefore {
  readonly pool = new SleepStack(64);
  /** Where the part of the node that was asked for last begins and ends. */
  from = 0;
  to = 0;
  /** The same by node; -1 if it was not asked for. */
  #from: Int32Array = int32s(32).fill(-1);
  #to: Int32Array = int32s(32);

  /** The search goes below other nodes. */
  forget(): void {
    this.pool.top = 0;
    this.#from.fill(-1);
  }

  /** Finds the part of node `i`; false if its steps are to be pushed now, and then `end` called. */
  begin(i: number): boolean {
    while (i >= this.#from.length) {
      const length = this.#from.length;
      this.#from = doubled(this.#from).fill(-1, length);
      this.#to = doubled(this.#to);
    }
    const from = this.#from[i];
    this.from = from < 0 ? this.pool.top : from;
    this.to = this.#to[i];
    return from >= 0;
  }

  end(i: number): void {
    this.to = this.pool.top;
    this.#from[i] = this.from;
    this.#to[i] = this.to;
  }
}
