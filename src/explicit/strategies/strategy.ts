// A strategy decides which step an execution takes next, in place of DPOR. It sees the possible steps, not the
// machine. Every strategy is one short file, and walk.ts runs them all.

/** The steps that are possible at one point of an execution. */
export interface Choice {
  /** The processes that can take a step, in its first `count` places: threads (numbers below `threads`), then buffers. */
  readonly enabled: Int32Array;
  readonly count: number;
  readonly threads: number;
}

export interface Strategy {
  /** Begins the next execution. Returns the number of first steps it shares with the last one; -1 if no execution is left. */
  begin(): number;
  /** The process that takes the next step. */
  next(choice: Choice): number;
  /**
   * Draws a nondeterministic value below `size`. It is absent if all values are explored: then there is one search for
   * each list of values.
   */
  readonly value?: (size: number) => number;
  /** Ends the execution. Returns whether it is a new one. */
  end(): boolean;
  /** The share of all executions that has been visited, from 0 to 1: an estimate. */
  explored(): number;
  /** Whether the executions are all that the program has, once none is left. */
  readonly exhaustive: boolean;
}

/** A strategy and its parameters, as a user names them. */
export type StrategyChoice =
  /** Every interleaving with at most `bound` preemptions, those with fewer first. */
  | { readonly kind: 'preemptions'; readonly bound: number }
  /** `runs` runs; run i is the first run of seed + i. */
  | { readonly kind: 'random'; readonly runs: number; readonly seed: number };
