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
  /** How many steps of the execution before the next one repeats; -1 when there is no next one. */
  begin(): number;
  /** The process that takes the next step. */
  next(choice: Choice): number;
  /**
   * Draws a nondeterministic value from 0 up to, not including, `size`; absent when each is explored, one search per script
   * of values.
   */
  readonly value?: (size: number) => number;
  /** The execution has ended; whether it is one that was not there before. */
  end(): boolean;
  /** The share of all executions that has been visited, from 0 to 1: an estimate. */
  explored(): number;
  /** Once no execution is left: whether these were all there are. */
  readonly exhaustive: boolean;
}

/** A strategy and its parameters, as a user names them. */
export type StrategyChoice =
  /** Every interleaving with at most `bound` preemptions, those with fewer first. */
  | { readonly kind: 'preemptions'; readonly bound: number }
  /** `runs` runs; run i is the first run of seed + i. */
  | { readonly kind: 'random'; readonly runs: number; readonly seed: number };
