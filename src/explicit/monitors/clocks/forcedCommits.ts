// The commits that a trace forces, in every interleaving. For each pair of threads (q, r) and each event of r, it
// keeps how far along q's stores the events of r up to it force commits. "How far" is a level: stores below it have
// committed. Levels only grow, so bisection finds the level that r's events in some past force.

import type { ThreadId } from '../../../program/identity.js';
import type { Past } from '../monitor.js';

interface Steps {
  /** Indices of events of r, ascending. */
  readonly at: number[];
  /** The level from there on, ascending. */
  readonly level: number[];
}

export class ForcedCommits {
  readonly #threads: number;
  readonly #steps: readonly Steps[];

  constructor(threads: number) {
    this.#threads = threads;
    this.#steps = Array.from({ length: threads * threads }, () => ({ at: [], level: [] }));
  }

  /** Event `index` of `thread` comes after the commits of all stores of `owner` below `level`. */
  force(owner: number, level: number, thread: ThreadId, index: number): void {
    const steps = this.#steps[owner * this.#threads + thread];
    const top = steps.level.length - 1;
    if (level <= (top < 0 ? 0 : steps.level[top])) return;
    steps.at.push(index);
    steps.level.push(level);
  }

  /** Whether an event of the past forces the commit of a store of `owner` that is at `level`. */
  isForced(owner: number, level: number, past: Past): boolean {
    for (let thread = 0; thread < this.#threads; thread++) {
      const { at, level: levels } = this.#steps[owner * this.#threads + thread];
      const first = firstAbove(levels, level);
      if (first < at.length && at[first] < past[thread]) return true;
    }
    return false;
  }
}

/** The first position of an ascending list whose number is above `bound`. */
function firstAbove(numbers: readonly number[], bound: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (numbers[middle] > bound) high = middle;
    else low = middle + 1;
  }
  return low;
}
