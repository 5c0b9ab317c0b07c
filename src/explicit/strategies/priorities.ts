// Random priorities (Burckhardt et al., ASPLOS 2010): each thread gets one, and of those that can take a step the one with the
// highest does; at a few random moments the one that runs falls behind all others. Orders of whole threads, and orders with one or
// two preemptions, are seen after a few runs however many threads there are. Two of five runs have no priorities. In one of them
// all steps are equally likely: threads that take a few steps each, and give up when they meet, have to take turns. In the other
// the threads run in step (inStep.ts). Run i depends on seed + i alone.

import { Random } from '../../support/prng.js';
import { InStep } from './inStep.js';
import type { Choice, Strategy } from './strategy.js';

/** Changes of priority in a run: none, one, two; then a run without priorities, one in step, and again. */
const kinds = 5;
const withPriorities = 3;

export class Priorities implements Strategy {
  readonly exhaustive = false;
  readonly #runs: number;
  readonly #seed: number;
  #begun = 0;
  #random = new Random(0);
  #steps = 0;
  /** The steps of the longest run so far. */
  #longest = 16;
  readonly #priority: number[] = [];
  readonly #changes: number[] = [];
  #hasPriorities = true;
  #inStep: InStep | undefined = undefined;

  constructor(runs: number, seed: number) {
    this.#runs = runs;
    this.#seed = seed;
  }

  begin(): number {
    if (this.#begun >= this.#runs) return -1;
    this.#random = new Random(this.#seed + this.#begun);
    this.#priority.length = 0;
    this.#changes.length = 0;
    const run = this.#seed + this.#begun;
    const kind = run % kinds;
    this.#hasPriorities = kind < withPriorities;
    this.#inStep = kind <= withPriorities ? undefined : new InStep(Math.floor(run / kinds), this.#random);
    for (let i = kind; i > 0 && this.#hasPriorities; i--)
      this.#changes.push(this.#random.int(0, this.#longest - 1));
    this.#begun++;
    this.#steps = 0;
    return 0;
  }

  next(choice: Choice): number {
    const { enabled, count } = choice;
    if (this.#inStep !== undefined) {
      this.#steps++;
      return this.#inStep.next(choice);
    }
    if (!this.#hasPriorities) {
      this.#steps++;
      return enabled[this.#random.int(0, count - 1)];
    }
    let best = enabled[0];
    for (let i = 1; i < count; i++)
      if (this.#priorityOf(enabled[i]) > this.#priorityOf(best)) best = enabled[i];
    if (this.#changes.includes(this.#steps++)) this.#priority[best] = -this.#steps;
    return best;
  }

  #priorityOf(process: number): number {
    this.#priority[process] ??= this.#random.next() >>> 0;
    return this.#priority[process];
  }

  /** Often one at the end of its range, or in the middle, where 0 is. */
  readonly value = (size: number): number => {
    const random = this.#random;
    const middle = Math.floor(size / 2);
    switch (random.int(0, 5)) {
      case 0:
        return 0;
      case 1:
        return size - 1;
      case 2:
        return middle;
      case 3:
        return Math.min(size - 1, middle + random.int(1, 8));
      default:
        return random.int(0, size - 1);
    }
  };

  end(): boolean {
    this.#longest = Math.max(this.#longest, this.#steps);
    return true;
  }

  explored(): number {
    return this.#begun / this.#runs;
  }
}
