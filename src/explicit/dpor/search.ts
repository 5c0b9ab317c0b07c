// Depth-first search with optimal or source DPOR: takes steps, keeps sleep sets, follows wakeup trees, and takes steps
// back. One maximal execution after the other is the current state of `m` when `onMaximal` is called.

import { int32s } from '../../support/smallArrays.js';
import { advance } from '../fast/advance.js';
import type { SearchCallbacks, Searcher, SearchResult } from '../fast/searcher.js';
import { AT_EVENT, type FastState, READ } from '../fast/state.js';
import { enabled, execute } from '../fast/steps.js';
import { undo } from '../fast/undo.js';
import type { Shareable, Teammate } from '../parallel/teammate.js';
import type { Task } from '../parallel/work.js';
import type { UnsettledRace } from './border.js';
import { commutes, stops, uncovers } from './dependence.js';
import { Estimate } from './estimate.js';
import { Races } from './races.js';
import { SleepStack } from './stepPool.js';
import { WakeupTrees } from './wakeupTree.js';

/** All of the search, or what a thread of a team does of it. */
export const dporSearcher =
  (optimal: boolean, team?: Teammate) =>
  (m: FastState): Searcher =>
    new Search(m, optimal, team);

export class Search implements Searcher, Shareable {
  readonly sleep = new SleepStack(32);
  readonly sleepStart: Int32Array;
  readonly trees = new WakeupTrees(64);
  readonly branches: Int32Array;
  readonly #races: Races;
  readonly #estimate: Estimate;
  readonly #team: Teammate | undefined;
  #redundant = 0;

  constructor(
    readonly m: FastState,
    optimal: boolean,
    team?: Teammate,
  ) {
    this.sleepStart = int32s(m.maxEvents + 2);
    this.branches = int32s(m.maxEvents + 2).fill(-1);
    this.#estimate = new Estimate(m.maxEvents + 2);
    this.#races = new Races(m, this.sleep, this.sleepStart, this.trees, this.branches, optimal);
    this.#team = team;
    this.#races.border = team;
    for (let t = 0; t < m.threads; t++) if (m.status[t] === AT_EVENT && m.pc[t] === 0) advance(m, t);
    m.undoTop = 0;
  }

  /** Explores everything, or what the team leaves to this thread. */
  run(callbacks: SearchCallbacks): SearchResult {
    const { m, branches } = this;
    const team = this.#team;
    if (team !== undefined) this.go(team, team.begin(this));
    let fresh = true;
    const onTick = (): boolean => callbacks.onTick();
    for (;;) {
      const n = m.depth;
      const branch = branches[n];
      let process = -1;
      let subtree = -1;
      if (branch >= 0) {
        process = this.trees.process[branch];
        subtree = this.trees.firstChild[branch];
        branches[n] = this.trees.nextSibling[branch];
        this.trees.release(branch);
        if (!fresh && this.#asleep(process)) continue;
      } else if (fresh) {
        process = this.#pick();
        if (process < 0) {
          if (!this.#races.endOfExecution(onTick)) return this.#stopped();
          if (process === allAsleep) this.#redundant++;
          else if (!callbacks.onMaximal()) return this.#stopped();
        }
      }
      if (process >= 0) {
        this.step(process, subtree);
        fresh = true;
        if (!this.#races.mayGoOn(onTick)) return this.#stopped();
        if (team?.called === true) {
          if (team.stopped) return this.#stopped();
          team.share(this);
        }
      } else if (n > (team?.depth ?? 0)) {
        this.#retreat(team?.depth ?? 0);
        fresh = false;
      } else {
        const task = team?.finish(callbacks.onTick);
        if (team?.stopped === true) return this.#stopped();
        if (team === undefined || task === undefined) return { finished: true, redundant: this.#redundant };
        this.go(team, task);
        fresh = true;
      }
    }
  }

  #stopped(): SearchResult {
    this.#team?.stop(this);
    return { finished: false, redundant: this.#redundant };
  }

  /** Goes to where a task begins, past steps whose races other searches have handled, and takes its first step. */
  go(team: Teammate, task: Task): void {
    const { m, sleep } = this;
    const common = team.common(task);
    while (m.depth > Math.max(0, common - 1)) {
      this.#races.forget(m.depth - 1);
      undo(m);
    }
    for (let k = Math.max(1, common); k < task.nodes.length; k++) {
      execute(m, team.localStep(task.steps[k]));
      this.#races.takeOver(task.unsettled[k]);
    }
    sleep.top = 0;
    this.sleepStart[m.depth] = 0;
    const subtree = team.enter(task, sleep, this.trees);
    if (task.branch < 0) {
      this.branches[m.depth] = subtree;
      return;
    }
    this.step(team.localStep(task.branch), subtree);
    const next = team.settle(task, this);
    if (next !== undefined) this.go(team, next);
  }

  unsettledOf(n: number): readonly UnsettledRace[] {
    return this.#races.unsettledOf(n);
  }

  /** The share of the search that is done, from 0 to 1: an estimate. */
  explored(): number {
    return this.#estimate.explored(0, this.m.depth, (n) => {
      let pending = 0;
      for (let b = this.branches[n]; b >= 0; b = this.trees.nextSibling[b]) pending++;
      return pending;
    });
  }

  /**
   * Commits first, so that the first execution is one of SC; under PSO from the process that was opened first, with which executions
   * of dekker share more of their steps: a fifth fewer are taken.
   */
  #pick(): number {
    const { m } = this;
    const { threads, queueHead, status } = m;
    const anyAsleep = this.sleepStart[m.depth] < this.sleep.top;
    // A buffer of which nothing else is known can always commit.
    const always = !m.perCell && !m.inOrder;
    let some = false;
    const last = m.processes - 1;
    for (let k = threads; k <= last; k++) {
      const p = m.perCell ? k : last + threads - k;
      if (queueHead[p] >= 0 && (always || enabled(m, p))) {
        if (!anyAsleep || !this.#asleep(p)) return p;
        some = true;
      }
    }
    for (let p = 0; p < threads; p++)
      if (status[p] === AT_EVENT && enabled(m, p)) {
        if (!anyAsleep || !this.#asleep(p)) return p;
        some = true;
      }
    return some ? allAsleep : nothingEnabled;
  }

  #asleep(process: number): boolean {
    const sleep = this.sleep;
    for (let s = this.sleepStart[this.m.depth]; s < sleep.top; s++)
      if (sleep.process[s] === process) return true;
    return false;
  }

  /** Goes back to where the first `depth` steps had been taken, and forgets what was to be done since. */
  backTo(depth: number): void {
    const { m } = this;
    for (; m.depth > depth; undo(m)) {
      this.replaceBranches(m.depth, -1);
      this.#races.forget(m.depth - 1);
    }
    this.replaceBranches(depth, -1);
    this.sleep.top = this.sleepStart[depth];
  }

  replaceBranches(n: number, first: number): void {
    this.#release(this.branches[n]);
    this.branches[n] = first;
  }

  #release(first: number): void {
    const { trees } = this;
    for (let b = first; b >= 0; ) {
      const next = trees.nextSibling[b];
      this.#release(trees.firstChild[b]);
      trees.release(b);
      b = next;
    }
  }

  /** Takes steps whose races other searches have handled. */
  follow(processes: readonly number[], unsettled: readonly (readonly UnsettledRace[])[]): void {
    for (const [k, process] of processes.entries()) {
      execute(this.m, process);
      this.#races.takeOver(unsettled[k]);
    }
    this.sleep.top = 0;
    this.sleepStart[this.m.depth] = 0;
  }

  endOfExecution(): void {
    this.#races.endOfExecution(() => true);
  }

  step(process: number, subtree: number): void {
    const { m } = this;
    const sleep = this.sleep;
    const n = m.depth;
    const end = sleep.top;
    this.sleepStart[n + 1] = end;
    execute(m, process);
    this.branches[n + 1] = subtree;
    this.#estimate.enter(n + 1);
    const thread = m.processThread[process];
    const loadHidden = m.eventKind[n] === READ && m.oldReaderTop[n] < 0;
    for (let s = this.sleepStart[n]; s < end; s++) {
      let hidden = sleep.hidden[s];
      if (m.processThread[sleep.process[s]] === thread) {
        if (stops(m, sleep, s, n)) continue;
        if (hidden !== 0 && uncovers(m, sleep, s, n)) hidden = 0;
      } else if (!commutes(m, sleep, s, n, hidden !== 0, loadHidden)) continue;
      sleep.push(sleep.process[s], sleep.kind[s], sleep.cell[s], sleep.store[s], hidden, sleep.footprint[s]);
    }
    this.#races.detect();
  }

  /**
   * Takes back the last step and those before it, down to `least`, at whose nodes nothing is left to do. The last of
   * them falls asleep.
   */
  #retreat(least: number): void {
    const { m, branches } = this;
    const sleep = this.sleep;
    let n = m.depth;
    for (;;) {
      this.#estimate.leave(n--);
      this.#races.forget(n);
      if (branches[n] >= 0 || n <= least) break;
      undo(m);
    }
    sleep.top = this.sleepStart[n + 1];
    const hidden = (m.eventKind[n] === READ && m.oldReaderTop[n] < 0) || m.eventStops[n] !== 0 ? 1 : 0;
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

const nothingEnabled = -1;
const allAsleep = -2;
