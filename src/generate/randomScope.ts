// The names that statements of a random program may use: the locations by the type of their cells, and per thread the
// registers written so far. Integers and addresses are kept apart, so that every address is valid unless faults are
// wanted.

import type { Location } from '../program/program.js';
import type { Random } from '../support/prng.js';
import type { Feature } from './randomOptions.js';

export interface RandomPlan {
  readonly features: ReadonlySet<Feature>;
  /** Cells that hold integers. */
  readonly plain: readonly Location[];
  readonly arrays: readonly Location[];
  /** Cells that hold addresses of plain cells. */
  readonly pointers: readonly Location[];
  readonly locks: readonly Location[];
  /** Cells that threads wait for: semaphores, locks for readers and writers. */
  readonly counters: readonly Location[];
  /** Values handed out to stores so far, shared by all threads: distinct values tell writes apart. */
  readonly values: number[];
}

/** Names that are fresh per thread: `r` integers, `p` addresses, `h` heap blocks, `i` loop counters. */
export class RandomRegisters {
  readonly integers: string[] = [];
  readonly addresses: string[] = [];
  /** Heap blocks of this thread, of two cells each, where they are in scope: those it will free and those it will not. */
  readonly freed: string[] = [];
  readonly kept: string[] = [];
  #next = 0;

  fresh(prefix: string): string {
    return `${prefix}${this.#next++}`;
  }

  /** A register for the result of a load: mostly a new one. */
  integer(random: Random): string {
    if (this.integers.length > 0 && random.chance(0.1)) return random.pick(this.integers);
    const name = this.fresh('r');
    this.integers.push(name);
    return name;
  }

  address(): string {
    const name = this.fresh('p');
    this.addresses.push(name);
    return name;
  }
}
