// What a search shares with others that explore the same program: the nodes of the current execution before `depth` belong to
// all of them. Races with events there are reversed by whoever finds them, in the trees that all share.

import type { Sequence } from './sequence.js';
import type { SleepStack } from './stepPool.js';

export interface Border {
  readonly depth: number;
  /** The steps that are asleep at the node that was opened last, and those that somebody has begun to explore from there. */
  readonly asleep: SleepStack;
  /** Nobody else changes node `i` until it is closed. */
  open(i: number): void;
  /** Into the tree of the open node. */
  insert(v: Sequence): void;
  close(): void;
  /** What is inserted from now on is found at the end of an execution of that length; -1: on the way. */
  endsAt(depth: number): void;
}

/** A race that is tried again at the end of each execution, as others need to know it. */
export interface UnsettledRace {
  /** The position of its first event. */
  readonly i: number;
  /** Whether the second event is a lock that waited for the first. */
  readonly lock: boolean;
}
