// A branch of a search that is explored apart, in another process. The steps asleep at the nodes before it are known
// when it begins and do not change. So the branch can decide whether a race across the border is to be reversed. Only
// the coordinator knows where the sequence goes in its trees. So the branch sends the execution in which it found the
// race.

import type { Script } from '../../choices/everyValue.js';
import { AsleepBefore, type UnsettledRace } from '../../dpor/border.js';
import type { Sequence } from '../../dpor/sequence.js';
import type { SleepStack } from '../../dpor/stepPool.js';
import type { WakeupTrees } from '../../dpor/wakeupTree.js';
import type { FastState } from '../../fast/state.js';
import type { Shareable, Teammate } from '../teammate.js';
import type { Task } from '../work.js';
import {
  ownProcess,
  ownTrees,
  pushStep,
  type SentStep,
  type SentTree,
  sentProcess,
  sentStep,
  sentTrees,
} from './steps.js';

/** The branch to explore. */
export interface BranchJob {
  /** The steps that lead there, as processes, and for each the races that are not settled. */
  readonly prefix: readonly number[];
  readonly unsettled: readonly (readonly UnsettledRace[])[];
  /** By node before it, the steps asleep there. */
  readonly asleep: readonly (readonly SentStep[])[];
  /** The steps asleep where it begins, and the steps to explore there first. */
  readonly sleep: readonly SentStep[];
  readonly tree: readonly SentTree[];
}

/** An execution with a sequence for the nodes before the branch: the processes of its steps behind the prefix. */
export interface Crossing {
  readonly steps: readonly number[];
  /** It was found at the end of the execution. */
  readonly atEnd: boolean;
}

/** The rest of a branch. */
export interface Rest {
  /** The processes of the last execution, behind the prefix. */
  readonly steps: readonly number[];
  /** By node, the steps that are asleep and those that are pending. */
  readonly nodes: readonly { readonly sleep: readonly SentStep[]; readonly tree: readonly SentTree[] }[];
}

export class Branch implements Teammate {
  depth = 0;
  readonly #asleep = new AsleepBefore();
  readonly called = false;
  stopped = false;
  readonly crossings: Crossing[] = [];
  left: Rest | undefined;
  readonly #job: BranchJob;
  readonly #known = new Set<string>();
  #m: FastState | undefined;
  #search: Shareable | undefined;
  #begun = false;
  #end = -1;

  constructor(job: BranchJob) {
    this.#job = job;
  }

  /** One search, without choices. */
  next(): Script | undefined {
    if (this.#begun) return undefined;
    this.#begun = true;
    return new Map();
  }

  add(): void {
    throw new Error('a branch that is explored apart has no choices');
  }

  explored(): number {
    return 0;
  }

  stop(search: Shareable): void {
    this.stopped = true;
    this.left = this.#rest(search);
  }

  begin(search: Shareable): Task {
    this.#search = search;
    this.#m = search.m;
    const { prefix, unsettled } = this.#job;
    const nodes = [-1, ...prefix.keys()];
    return {
      script: 0,
      nodes,
      serials: nodes,
      steps: [-1, ...prefix.keys()],
      unsettled: [[], ...unsettled],
      branch: -1,
      child: -1,
    };
  }

  finish(): undefined {}

  common(): number {
    return 0;
  }

  localStep(step: number): number {
    return ownProcess(this.#machine, this.#job.prefix[step]);
  }

  enter(_task: Task, sleep: SleepStack, trees: WakeupTrees): number {
    const m = this.#machine;
    this.depth = this.#job.prefix.length;
    for (const step of this.#job.sleep) pushStep(m, sleep, step);
    return ownTrees(m, trees, this.#job.tree);
  }

  settle(): undefined {}

  share(): void {}

  asleepAt(i: number): AsleepBefore {
    const asleep = this.#asleep;
    if (asleep.begin(i)) return asleep;
    for (const step of this.#job.asleep[i]) pushStep(this.#machine, asleep.pool, step);
    asleep.end(i);
    return asleep;
  }

  endsAt(depth: number): void {
    this.#end = depth;
  }

  insert(i: number, v: Sequence): void {
    const m = this.#machine;
    const key = `${i}: ${[...v.positions.subarray(0, v.length)].map((x) => `${m.eventProcess[x]} ${m.eventKind[x]} ${m.eventCell[x]} ${m.eventStore[x]} ${m.eventFootprint[x]} ${v.hiddenOf(x)}`).join()}`;
    if (this.#known.has(key)) return;
    this.#known.add(key);
    const end = this.#end >= 0 ? this.#end : m.depth;
    this.crossings.push({
      steps: Array.from(m.eventProcess.subarray(this.depth, end), (p) => sentProcess(m, p)),
      atEnd: this.#end >= 0,
    });
  }

  /** At how many nodes of the current execution something is pending: as many branches, or more, are left if the search stops here. */
  get pendingNodes(): number {
    if (this.#search === undefined) return 0;
    const { m, branches } = this.#search;
    let nodes = 0;
    for (let n = this.depth; n < m.depth; n++) if (branches[n] >= 0) nodes++;
    return nodes;
  }

  /** The rest when the search was stopped at the end of an execution. */
  #rest({ m, sleep, sleepStart, branches, trees }: Shareable): Rest {
    const nodes = Array.from({ length: m.depth - this.depth }, (_, i) => {
      const k = this.depth + i;
      const asleep: SentStep[] = [];
      for (let s = sleepStart[k]; s < sleepStart[k + 1]; s++) asleep.push(sentStep(m, sleep, s));
      return { sleep: asleep, tree: sentTrees(m, trees, branches[k]) };
    });
    const steps = Array.from(m.eventProcess.subarray(this.depth, m.depth), (p) => sentProcess(m, p));
    return { steps, nodes };
  }

  get #machine(): FastState {
    if (this.#m === undefined) throw new Error('no machine takes part');
    return this.#m;
  }
}
