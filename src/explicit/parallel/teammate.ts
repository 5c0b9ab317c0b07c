// The interface between a search and its teammates: threads of one process (team.ts), or other processes
// (apart/branch.ts).

import type { Scripts } from '../choices/everyValue.js';
import type { Border, UnsettledRace } from '../dpor/border.js';
import type { SleepStack } from '../dpor/stepPool.js';
import type { WakeupTrees } from '../dpor/wakeupTree.js';
import type { FastState } from '../fast/state.js';
import type { Task } from './work.js';

/** The parts of a search that it shows when it shares its nodes. */
export interface Shareable {
  readonly m: FastState;
  readonly sleep: SleepStack;
  readonly sleepStart: Int32Array;
  readonly branches: Int32Array;
  readonly trees: WakeupTrees;
  unsettledOf(n: number): readonly UnsettledRace[];
  /** The share of it that is done, from 0 to 1, as long as no node is shared: an estimate. */
  explored(): number;
}

/** The questions of a search to its teammates. */
export interface Teammate extends Border, Scripts {
  readonly called: boolean;
  readonly stopped: boolean;
  /** The search ends before it is done. */
  stop(search?: Shareable): void;
  begin(search: Shareable): Task;
  finish(mayGoOn: () => boolean): Task | undefined;
  common(task: Task): number;
  localStep(step: number): number;
  enter(task: Task, sleep: SleepStack, trees: WakeupTrees): number;
  settle(task: Task, search: Shareable): Task | undefined;
  share(search: Shareable): void;
}

/** A task that another thread works on. */
export interface Parked {
  readonly task: Task | undefined;
  readonly nodes: readonly number[];
  readonly serials: readonly number[];
  readonly steps: readonly number[];
}
