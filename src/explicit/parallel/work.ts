// The work at shared nodes: branches are taken from left to right, and a node is freed when nothing more can be found
// there. All of it runs under the lock.

import type { UnsettledRace } from '../dpor/border.js';
import { DONE, OPEN, PENDING, RUNS, SCRIPTS, SCRIPTS_BEGUN, type SharedMemory } from './sharedMemory.js';

/** A branch of a shared node, to be explored from there. */
export interface Task {
  readonly script: number;
  /** The shared nodes from the first to the branch's own, by depth; none for a search that is yet to begin. */
  readonly nodes: readonly number[];
  readonly serials: readonly number[];
  /** For each node, the step that leads to it, and the races of that step that are not settled. */
  readonly steps: readonly number[];
  readonly unsettled: readonly (readonly UnsettledRace[])[];
  /** The branch, among the shared steps. */
  readonly branch: number;
  /** The node it leads to, if that is shared from the beginning; else -1. */
  readonly child: number;
}

export class Work {
  constructor(readonly memory: SharedMemory) {}

  countPending(node: number): void {
    const { memory } = this;
    for (let s = memory.pending[node]; s >= 0; s = memory.next[s]) memory.control[PENDING]++;
    memory.signal();
  }

  addUnsettled(node: number, races: readonly UnsettledRace[]): void {
    const { memory } = this;
    for (const { i, lock } of races) {
      const race = memory.newStep();
      memory.cell[race] = i;
      memory.kind[race] = lock ? 1 : 0;
      memory.next[race] = memory.unsettled[node];
      memory.unsettled[node] = race;
    }
  }

  /**
   * Frees the nodes that are done. A node whose sleeping steps other threads still explore may get more work from
   * them.
   */
  sweep(): void {
    const { memory } = this;
    for (let node = memory.done(); node >= 0; node = memory.done()) {
      const parent = memory.parent[node];
      const step = memory.step[node];
      memory.freeNode(node);
      if (parent < 0) this.closeSearch();
      else {
        memory.state[step] = DONE;
        memory.child[step] = -1;
        memory.running[parent]--;
      }
    }
  }

  closeSearch(): void {
    if (--this.memory.control[OPEN] === 0) this.memory.signal();
  }

  nextScript(): Task | undefined {
    const { control } = this.memory;
    if (control[SCRIPTS_BEGUN] === control[SCRIPTS]) return undefined;
    return {
      script: control[SCRIPTS_BEGUN]++,
      nodes: [],
      serials: [],
      steps: [],
      unsettled: [],
      branch: -1,
      child: -1,
    };
  }

  /** Begins the first branch that is pending at a node, if there is one. */
  take(node: number): Task | undefined {
    const { memory } = this;
    if (node < 0 || memory.pending[node] < 0 || memory.ready[node] === 0) return undefined;
    const branch = memory.pending[node];
    memory.pending[node] = memory.next[branch];
    memory.next[branch] = -1;
    memory.control[PENDING]--;
    this.addAsleep(node, branch);
    if (memory.anyRuns(node, branch) || !memory.isFinal(node)) this.shareBehind(node, branch);
    memory.state[branch] = RUNS;
    memory.running[node]++;
    const nodes: number[] = [];
    for (let n = node; n >= 0; n = memory.parent[n]) nodes.unshift(n);
    return {
      script: memory.script[node],
      nodes,
      serials: nodes.map((n) => memory.serial[n]),
      steps: nodes.map((n) => memory.step[n]),
      unsettled: nodes.map((n) => this.#unsettledOf(n)),
      branch,
      child: memory.child[branch],
    };
  }

  /** The node that a begun branch leads to, before it is known what is asleep there. */
  shareBehind(node: number, branch: number): void {
    const { memory } = this;
    const child = memory.newNode();
    memory.parent[child] = node;
    memory.depth[child] = memory.depth[node] + 1;
    memory.step[child] = branch;
    memory.script[child] = memory.script[node];
    memory.pending[child] = memory.firstChild[branch];
    memory.running[child] = 1;
    memory.firstChild[branch] = -1;
    memory.child[branch] = child;
  }

  #unsettledOf(node: number): UnsettledRace[] {
    const { memory } = this;
    const races: UnsettledRace[] = [];
    for (let r = memory.unsettled[node]; r >= 0; r = memory.next[r])
      races.push({ i: memory.cell[r], lock: memory.kind[r] === 1 });
    return races;
  }

  addAsleep(node: number, step: number): void {
    const { memory } = this;
    if (memory.asleep[node] < 0) memory.asleep[node] = step;
    else memory.next[memory.lastAsleep[node]] = step;
    memory.lastAsleep[node] = step;
  }
}
