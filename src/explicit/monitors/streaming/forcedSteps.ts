// The commits that a trace forces (clocks/forcedCommits.ts), for a stream. Of the steps below the horizon only the
// last one of each pair of threads is kept. For a past that does not reach that step, the forced commits are not
// known. Then everything counts as forced, and nothing is reported.

import type { ThreadId } from '../../../program/identity.js';

interface Steps {
  /** The thread whose events force. */
  readonly thread: ThreadId;
  /** Indices of its events, ascending, and the level from there on, ascending. */
  readonly at: number[];
  readonly level: number[];
  dropped: boolean;
}

export class ForcedSteps {
  /** By owner, and then by thread. */
  readonly #steps: (Steps | undefined)[][] = [];
  /** By owner: those that force anything. */
  readonly #known: Steps[][] = [];

  force(owner: number, level: number, thread: ThreadId, index: number): void {
    const steps = this.#steps[owner]?.[thread] ?? this.#begin(owner, thread);
    const top = steps.level.length - 1;
    if (level <= (top < 0 ? 0 : steps.level[top])) return;
    steps.at.push(index);
    steps.level.push(level);
  }

  #begin(owner: number, thread: ThreadId): Steps {
    while (this.#steps.length <= owner) {
      this.#steps.push([]);
      this.#known.push([]);
    }
    const steps = { thread, at: [], level: [], dropped: false };
    const row = this.#steps[owner];
    while (row.length <= thread) row.push(undefined);
    row[thread] = steps;
    this.#known[owner].push(steps);
    return steps;
  }

  /** Whether an event of the past, the row at `from`, forces the commit of a store of `owner` that is at `level`. */
  isForced(owner: number, level: number, past: Int32Array, from: number): boolean {
    const known = this.#known[owner];
    if (known === undefined) return false;
    for (const { thread, at, level: levels, dropped } of known) {
      const seen = past[from + thread];
      const top = levels.length - 1;
      if (top < 0) continue;
      if (dropped && at[0] >= seen) return true;
      if (levels[top] <= level) continue;
      if (at[top] < seen) return true;
      const first = firstAbove(levels, level);
      if (at[first] < seen) return true;
    }
    return false;
  }

  /** Forgets what makes no difference to pasts that reach the horizon; how many steps are left. */
  prune(horizon: Int32Array): number {
    let left = 0;
    for (const known of this.#known)
      for (const steps of known) {
        const { thread, at, level } = steps;
        // The first step that is not below the horizon; the one before it is kept too.
        const keep = firstAbove(at, horizon[thread] - 1) - 1;
        if (keep > 0) {
          at.splice(0, keep);
          level.splice(0, keep);
          steps.dropped = true;
        }
        left += at.length;
      }
    return left;
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
