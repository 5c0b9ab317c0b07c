// A search whose branches are explored apart: the pending branches, those being explored, and their results. It is a
// team (team.ts) whose threads are elsewhere, and the nodes that several of them share are here. A sequence found
// below one branch may belong to another: it is put there when the result comes. Nothing depends on when that is
// (docs/adr/0008-parallel-exploration.md). Results are taken in the order in which the branches were given away, so
// the same results lead to the same branches again.

import type { ModelName } from '../../../execution/execution.js';
import type { Program } from '../../../program/program.js';
import { compile } from '../../bytecode/compile.js';
import { Search } from '../../dpor/search.js';
import type { Capacity } from '../../fast/capacity.js';
import { FastState } from '../../fast/state.js';
import { enabled, execute } from '../../fast/steps.js';
import { undo } from '../../fast/undo.js';
import { OPEN, PENDING, SharedMemory, STOP } from '../sharedMemory.js';
import { Team } from '../team.js';
import type { Parked } from '../teammate.js';
import type { BranchJob, Crossing, Rest } from './branch.js';
import { ownProcess, ownTrees, pushStep, type SentStep, sentProcess, sentStep, sentTrees } from './steps.js';

/** A branch that was given away. */
export interface GivenBranch {
  readonly job: BranchJob;
  readonly parked: Parked;
}

/** Branches that wait: with more than this the last nodes are taken first, so that there are not ever more of them. */
const manyPending = 400;

export class Ledger {
  readonly #memory = new SharedMemory();
  readonly #team = new Team(this.#memory, undefined, false);
  readonly #search: Search;

  /** Where `capacity` is exceeded, it throws that. */
  constructor(
    program: Program,
    { model, unroll }: { readonly model: ModelName; readonly unroll: number },
    capacity: Capacity,
  ) {
    const m = new FastState(compile(program, { unroll }), model, capacity);
    m.script = new Map();
    this.#search = new Search(m, true, this.#team);
    this.#team.attach(m);
    this.#team.join(true);
  }

  /** Everything was explored. */
  get done(): boolean {
    return this.#memory.control[OPEN] === 0;
  }

  /** There are more branches than there is room for: the search must be done again in one process. */
  get full(): boolean {
    return this.#memory.control[STOP] !== 0;
  }

  get pending(): number {
    return this.#memory.control[PENDING];
  }

  /** A branch to explore, if one is pending. */
  give(): GivenBranch | undefined {
    const task = this.#team.take(this.pending > manyPending);
    if (task === undefined || this.full) return undefined;
    const search = this.#search;
    search.go(this.#team, task);
    const { m, sleep, sleepStart, branches, trees } = search;
    const depth = m.depth;
    const asleepAt = (from: number, to: number): SentStep[] =>
      Array.from({ length: to - from }, (_, i) => sentStep(m, sleep, from + i));
    const job: BranchJob = {
      prefix: Array.from(m.eventProcess.subarray(0, depth), (p) => sentProcess(m, p)),
      unsettled: Array.from({ length: depth }, (_, n) => [...search.unsettledOf(n)]),
      asleep: Array.from({ length: depth }, (_, i) => this.#asleepBefore(i)),
      sleep: asleepAt(sleepStart[depth], sleep.top),
      tree: sentTrees(m, trees, branches[depth]),
    };
    const parked = this.#team.park();
    search.backTo(0);
    return { job, parked };
  }

  #asleepBefore(i: number): SentStep[] {
    const { pool, from, to } = this.#team.asleepAt(i);
    return Array.from({ length: to - from }, (_, k) => sentStep(this.#search.m, pool, from + k));
  }

  /** Throws a RangeError if the executions of a result are none of the branch. */
  check({ job }: GivenBranch, crossings: readonly Crossing[], rest: Rest | undefined): void {
    const { m } = this.#search;
    if (rest !== undefined && rest.steps.length !== rest.nodes.length)
      throw new RangeError('nodes without steps');
    try {
      for (const process of job.prefix) execute(m, ownProcess(m, process));
      for (const { steps } of [...crossings, ...(rest === undefined ? [] : [rest])]) {
        for (const sent of steps) {
          const process = ownProcess(m, sent);
          if (!enabled(m, process)) throw new RangeError(`process ${sent} can take no step`);
          execute(m, process);
        }
        while (m.depth > job.prefix.length) undo(m);
      }
    } finally {
      while (m.depth > 0) undo(m);
    }
  }

  /** A branch was explored, as far as it was; the result was checked. */
  take({ job, parked }: GivenBranch, crossings: readonly Crossing[], rest: Rest | undefined): void {
    this.#return(job, parked);
    for (const crossing of crossings) this.#cross(job, crossing);
    if (rest !== undefined) this.#takeBack(job, rest);
    this.#team.leave();
    this.#team.park();
    this.#search.backTo(0);
  }

  /** To where the branch begins. */
  #return({ prefix, unsettled, sleep }: BranchJob, parked: Parked): void {
    const search = this.#search;
    search.backTo(0);
    const { m } = search;
    this.#team.unpark(parked);
    search.follow(
      prefix.map((process) => ownProcess(m, process)),
      unsettled,
    );
    for (const step of sleep) pushStep(m, search.sleep, step);
  }

  /** Runs the execution again and inserts its reversals at the nodes before the branch. */
  #cross({ prefix, sleep }: BranchJob, { steps, atEnd }: Crossing): void {
    const search = this.#search;
    for (const process of steps) this.#step(process);
    if (atEnd) search.endOfExecution();
    search.backTo(prefix.length);
    for (const step of sleep) pushStep(search.m, search.sleep, step);
  }

  /** The rest of the branch is pending here from now on. */
  #takeBack({ prefix }: BranchJob, { steps, nodes }: Rest): void {
    const search = this.#search;
    const { m } = search;
    let last = -1;
    for (const [i, process] of steps.entries()) {
      const k = prefix.length + i;
      search.sleep.top = search.sleepStart[k];
      for (const step of nodes[i].sleep) pushStep(m, search.sleep, step);
      this.#step(process);
      if (nodes[i].tree.length > 0) last = k;
    }
    for (const [i, { tree }] of nodes.entries())
      search.replaceBranches(prefix.length + i, ownTrees(m, search.trees, tree));
    if (last >= 0) this.#team.shareUpTo(search, last);
  }

  #step(sent: number): void {
    this.#search.step(ownProcess(this.#search.m, sent), -1);
  }
}
