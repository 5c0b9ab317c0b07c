// Depth-first search with optimal or source DPOR: takes steps, keeps sleep sets, follows wakeup trees, and takes steps
// back. One maximal execution after the other is the current state of `m` when `onMaximal` is called.

import { advance } from '../fast/advance.js';
import type { SearchCallbacks, Searcher, SearchResult } from '../fast/searcher.js';
import { AT_EVENT, type FastState, READ } from '../fast/state.js';
import { enabled, execute } from '../fast/steps.js';
import { undo } from '../fast/undo.js';
import { commutes, uncovers } from './dependence.js';
import { Estimate } from './estimate.js';
import { Races } from './races.js';
import { SleepStack } from './stepPool.js';
import { WakeupTrees } from './wakeupTree.js';

/** One step of a prefix: the process that takes it, and those that another search lets take this step. */
export interface PrefixStep {
  readonly process: number;
  readonly earlier: readonly number[];
}

const ticks = 1 << 12;

/** The search of a machine from where `prefix` leads. */
export const dporSearcher =
  (optimal: boolean, prefix?: readonly PrefixStep[]) =>
  (m: FastState): Searcher => {
    const search = new Search(m, optimal);
    search.begin(prefix);
    return search;
  };

export class Search implements Searcher {
  readonly #sleep = new SleepStack(256);
  readonly #sleepStart: Int32Array;
  readonly #trees = new WakeupTrees(1024);
  readonly #branches: Int32Array;
  readonly #races: Races;
  readonly #estimate: Estimate;
  readonly #optimal: boolean;
  #redundant = 0;
  /** The search does not go back behind this depth. */
  #root = 0;

  constructor(
    readonly m: FastState,
    optimal: boolean,
  ) {
    this.#optimal = optimal;
    this.#sleepStart = new Int32Array(m.maxEvents + 2);
    this.#branches = new Int32Array(m.maxEvents + 2).fill(-1);
    this.#estimate = new Estimate(m.maxEvents + 2);
    this.#races = new Races(m, this.#sleep, this.#sleepStart, this.#trees, this.#branches);
  }

  /**
   * Goes to where the search begins: executes `prefix`, putting to sleep at each of its nodes what is explored elsewhere.
   * Returns the processes that can go on from there.
   */
  begin(prefix: readonly PrefixStep[] = []): number[] {
    const { m } = this;
    for (let t = 0; t < m.threads; t++) if (m.status[t] === AT_EVENT && m.pc[t] === 0) advance(m, t);
    m.undoTop = 0;
    for (const { process, earlier } of prefix) {
      for (const other of earlier) {
        this.#step(other, -1);
        this.#retreat();
      }
      this.#step(process, -1);
    }
    this.#root = m.depth;
    this.#branches.fill(-1);
    this.#races.root = m.depth;
    this.#races.optimalFrom = this.#optimal && !this.#anyAsleep() ? m.depth : never;
    const next: number[] = [];
    for (let p = 0; p < m.processes; p++) if (enabled(m, p) && !this.#asleep(p)) next.push(p);
    return next;
  }

  /** Explores everything from where `begin` went. */
  run(callbacks: SearchCallbacks): SearchResult {
    const { m } = this;
    const branches = this.#branches;
    let fresh = true;
    let steps = 0;
    for (;;) {
      const n = m.depth;
      const branch = branches[n];
      let process = -1;
      let subtree = -1;
      if (branch >= 0) {
        process = this.#trees.process[branch];
        subtree = this.#trees.firstChild[branch];
        branches[n] = this.#trees.nextSibling[branch];
        this.#trees.release(branch);
        if (!fresh && this.#asleep(process)) continue;
      } else if (fresh) {
        process = this.#pick();
        if (process < 0) {
          this.#races.endOfExecution();
          if (process === allAsleep) this.#redundant++;
          else if (!callbacks.onMaximal()) return { finished: false, redundant: this.#redundant };
        }
      }
      if (process >= 0) {
        this.#step(process, subtree);
        fresh = true;
        if ((++steps & (ticks - 1)) === 0 && !callbacks.onTick())
          return { finished: false, redundant: this.#redundant };
      } else {
        if (n === this.#root) return { finished: true, redundant: this.#redundant };
        this.#retreat();
        fresh = false;
      }
    }
  }

  /** The share of the search that is done, from 0 to 1: an estimate. */
  explored(): number {
    return this.#estimate.explored(this.#root, this.m.depth, (n) => {
      let pending = 0;
      for (let b = this.#branches[n]; b >= 0; b = this.#trees.nextSibling[b]) pending++;
      return pending;
    });
  }

  /** Commits first, so that the first execution is one of SC. */
  #pick(): number {
    const { m } = this;
    let some = false;
    for (let p = m.processes - 1; p >= m.threads; p--)
      if (enabled(m, p)) {
        if (!this.#asleep(p)) return p;
        some = true;
      }
    for (let p = 0; p < m.threads; p++)
      if (enabled(m, p)) {
        if (!this.#asleep(p)) return p;
        some = true;
      }
    return some ? allAsleep : nothingEnabled;
  }

  #anyAsleep(): boolean {
    return this.#sleep.top > this.#sleepStart[this.m.depth];
  }

  #asleep(process: number): boolean {
    const sleep = this.#sleep;
    for (let s = this.#sleepStart[this.m.depth]; s < sleep.top; s++)
      if (sleep.process[s] === process) return true;
    return false;
  }

  #step(process: number, subtree: number): void {
    const { m } = this;
    const sleep = this.#sleep;
    const n = m.depth;
    const end = sleep.top;
    this.#sleepStart[n + 1] = end;
    execute(m, process);
    this.#branches[n + 1] = subtree;
    this.#estimate.enter(n + 1);
    const thread = m.processThread[process];
    const loadHidden = m.eventKind[n] === READ && m.oldReaderTop[n] < 0;
    for (let s = this.#sleepStart[n]; s < end; s++) {
      let hidden = sleep.hidden[s];
      if (m.processThread[sleep.process[s]] === thread) {
        if (hidden !== 0 && uncovers(m, sleep, s, n)) hidden = 0;
      } else if (!commutes(m, sleep, s, n, hidden !== 0, loadHidden)) continue;
      sleep.push(sleep.process[s], sleep.kind[s], sleep.cell[s], sleep.store[s], hidden, sleep.footprint[s]);
    }
    const races = this.#races;
    if (this.#optimal && races.optimalFrom === never && !this.#anyAsleep()) races.optimalFrom = n + 1;
    races.detect();
  }

  #retreat(): void {
    const { m } = this;
    const sleep = this.#sleep;
    const n = m.depth - 1;
    this.#estimate.leave(n + 1);
    this.#races.forget(n);
    if (this.#races.optimalFrom > n) this.#races.optimalFrom = never;
    sleep.top = this.#sleepStart[n + 1];
    const hidden = m.eventKind[n] === READ && m.oldReaderTop[n] < 0 ? 1 : 0;
    sleep.push(
      m.eventProcess[n],
      m.eventKind[n],
      m.eventCell[n],
      m.eventStore[n],
      hidden,
      m.eventFootprint[n],
    );
    undo(m);
  }
}

/** A depth no execution reaches. */
const never = 0x7fff_ffff;
const nothingEnabled = -1;
const allAsleep = -2;
