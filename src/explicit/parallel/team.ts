// One thread's part in an exploration that several threads share. A thread searches as if it were alone. When another
// thread has nothing to do, it shares its first node with a pending branch, together with the nodes before it. Any
// thread can then begin the branch, with every step to its left asleep. Branches to the left may still be running,
// and may yet find sequences that belong below the branch. So as long as one of them is asleep, the nodes below the
// branch are shared too. docs/adr/0008-parallel-exploration.md says why that visits exactly what one thread visits.

import { AsleepBefore } from '../dpor/border.js';
import type { Sequence } from '../dpor/sequence.js';
import { SleepStack } from '../dpor/stepPool.js';
import type { WakeupTrees } from '../dpor/wakeupTree.js';
import { type FastState, READ } from '../fast/state.js';
import { insertShared } from './insertShared.js';
import * as word from './sharedMemory.js';
import { DONE, ENOUGH, FULL, MemoryFull, RUNS, type SharedMemory } from './sharedMemory.js';
import type { Parked, Shareable, Teammate } from './teammate.js';
import { Translation } from './translation.js';
import { type Task, Work } from './work.js';

/** Waiting for work goes on this long before the time is looked at. */
const patienceMs = 20;

export const usualPractice = 2;

export class Team implements Teammate {
  depth = 0;
  /** A branch is worth sharing if so many steps, and that share of the execution, follow it. */
  fewestSteps = 4;
  leastShare = 0.5;
  /**
   * This many branches, the last ones, are shared before any thread asks. Then all code for sharing has run, and V8
   * does not throw away code compiled later when the first foreign task comes.
   */
  practice = usualPractice;
  readonly #asleep = new AsleepBefore();
  /** Steps of shared trees, as the machine names them. */
  readonly #seen = new SleepStack(64);
  #task: Task | undefined;
  /** By depth, the shared nodes of the current execution and the step begun at each. */
  #nodes: number[] = [];
  #serials: number[] = [];
  #steps: number[] = [];
  readonly #work: Work;
  #search: Shareable | undefined;
  #translation: Translation | undefined;
  readonly #known = new Set<string>(['']);
  #knownScripts = 0;

  /**
   * For tests: `pause` is called where other threads may come first, and an impatient member never waits for work.
   */
  constructor(
    readonly memory: SharedMemory,
    readonly pause: () => void = () => {},
    readonly patient = true,
  ) {
    this.#work = new Work(memory);
  }

  /** The first thread brings the first script; false if there is nothing to do any more. */
  join(first: boolean): boolean {
    this.#lock();
    const { control } = this.memory;
    if (first) this.memory.addScript([]);
    const open = control[word.OPEN] > 0 && control[word.STOP] === 0;
    if (open) control[word.JOINED]++;
    this.memory.unlock();
    return open;
  }

  /** Waits until so many threads take part, or there is nothing left for them. */
  assemble(threads: number): void {
    const { control } = this.memory;
    for (let n = 0; n < threads; n = Atomics.load(control, word.JOINED)) {
      if (Atomics.load(control, word.OPEN) === 0 || this.stopped) return;
      Atomics.wait(control, word.JOINED, n, patienceMs);
    }
  }

  /** Whether to share or to stop; asked at every step. */
  get called(): boolean {
    return this.memory.control[word.ATTENTION] !== 0 || this.practice > 0;
  }

  get stopped(): boolean {
    return Atomics.load(this.memory.control, word.STOP) !== 0;
  }

  stop(): void {
    this.memory.stop(ENOUGH);
  }

  /** The script of the next task, which may be waited for; undefined when there is none, or it is time to stop. */
  next(mayGoOn: () => boolean): ReadonlyMap<number, number> | undefined {
    this.#task ??= this.#await(mayGoOn);
    if (this.#task !== undefined && !mayGoOn()) this.stop();
    if (this.#task === undefined || this.stopped) return undefined;
    const numbers = this.memory.scriptAt(this.#task.script);
    return new Map(
      Array.from({ length: numbers.length / 2 }, (_, i) => [numbers[2 * i], numbers[2 * i + 1]]),
    );
  }

  /** One that another execution asks for. */
  add(script: ReadonlyMap<number, number>): void {
    const numbers = [...script].flat();
    if (this.#known.has(numbers.join())) return;
    this.#lock();
    const { control } = this.memory;
    for (; this.#knownScripts < control[word.SCRIPTS]; this.#knownScripts++)
      this.#known.add(this.memory.scriptAt(this.#knownScripts).join());
    if (!this.#known.has(numbers.join())) this.#guard(() => this.memory.addScript(numbers));
    this.#known.add(numbers.join());
    this.#unlock();
  }

  /** The progress of the other threads is unknown. */
  explored(): number {
    return 0;
  }

  /** The share of the whole that is done, if this thread did all of it, of one script, and shared nothing. */
  exploredAlone(): number | undefined {
    return this.depth > 0 || this.memory.control[word.SCRIPTS] > 1 ? undefined : this.#search?.explored();
  }

  /** The task that `next` found, for a machine with that script. */
  begin(search: Shareable): Task {
    const task = this.#task;
    if (task === undefined) throw new Error('no task was taken');
    this.#search = search;
    this.#translation = new Translation(search.m, this.memory);
    this.#asleep.forget();
    this.#nodes = [];
    this.#serials = [];
    this.depth = 0;
    return task;
  }

  /** The last task is done. The next one of the same script, if it comes first; undefined ends the search of this script. */
  finish(mayGoOn: () => boolean): Task | undefined {
    const script = this.#task?.script;
    this.#task = this.#await(mayGoOn, true);
    return this.#task?.script === script ? this.#task : undefined;
  }

  /** How many of the nodes that lead to the task the current execution has already. */
  common({ serials }: Task): number {
    let n = 0;
    while (n < serials.length && n < this.#serials.length && serials[n] === this.#serials[n]) n++;
    return n;
  }

  localStep(step: number): number {
    return this.#machine.localStep(step);
  }

  /** Goes behind the border with a task: its sleeping steps are pushed to `sleep`; returns its wakeup tree. */
  enter(task: Task, sleep: SleepStack, trees: WakeupTrees): number {
    this.#asleep.forget();
    this.#nodes = [...task.nodes];
    this.#serials = [...task.serials];
    this.#steps = [...task.steps.slice(1), task.branch];
    this.depth = task.nodes.length;
    if (task.branch < 0) return -1;
    this.#lock();
    const { memory } = this;
    const node = task.nodes[task.nodes.length - 1];
    for (let s = memory.asleep[node]; s !== task.branch; s = memory.next[s]) this.#machine.push(sleep, s);
    const subtree = this.#machine.imported(memory.firstChild[task.branch], trees);
    memory.firstChild[task.branch] = -1;
    this.#unlock();
    return subtree;
  }

  /**
   * The first step of a task was taken, and what is asleep behind it is on the stack of the search. If something is, while
   * others explore what comes before, the node stays shared, and the task goes on with its first branch.
   */
  settle(task: Task, search: Shareable): Task | undefined {
    const { memory } = this;
    const { child } = task;
    if (child < 0) return undefined;
    const { m, sleep, sleepStart, trees } = search;
    let next: Task | undefined;
    this.#lock();
    const from = sleepStart[m.depth];
    if (sleep.top > from && memory.pending[child] >= 0)
      this.#guard(() => {
        for (let s = from; s < sleep.top; s++) this.#work.addAsleep(child, this.#machine.pooled(sleep, s));
        this.#work.addUnsettled(child, search.unsettledOf(m.depth - 1));
        memory.ready[child] = 1;
        memory.running[child] = 0;
        this.#work.countPending(child);
        next = this.#work.take(child);
      });
    else {
      search.branches[m.depth] = this.#machine.imported(memory.pending[child], trees);
      memory.child[task.branch] = -1;
      memory.freeNode(child);
    }
    this.#unlock();
    return next;
  }

  asleepAt(i: number): AsleepBefore {
    const { memory } = this;
    const asleep = this.#asleep;
    if (asleep.begin(i)) return asleep;
    this.#lock();
    for (let s = memory.asleep[this.#nodes[i]]; s !== this.#steps[i]; s = memory.next[s])
      this.#machine.push(asleep.pool, s);
    this.#unlock();
    asleep.end(i);
    return asleep;
  }

  /** It goes into trees here and now, whenever it was found. */
  endsAt(): void {}

  /** For a machine that comes to many tasks. */
  attach(m: FastState): void {
    this.#translation = new Translation(m, this.memory);
    this.#serials = [];
  }

  /** Parks a task whose branch another thread explores: `unpark` goes on with it. */
  park(): Parked {
    const parked = { task: this.#task, nodes: this.#nodes, serials: this.#serials, steps: this.#steps };
    this.#task = undefined;
    this.#serials = [];
    return parked;
  }

  unpark({ task, nodes, serials, steps }: Parked): void {
    this.#task = task;
    this.#asleep.forget();
    this.#nodes = [...nodes];
    this.#serials = [...serials];
    this.#steps = [...steps];
    this.depth = nodes.length;
  }

  /** A branch that is pending, of the first node that has one, or of the last. */
  take(last: boolean): Task | undefined {
    this.#lock();
    const { memory } = this;
    this.#task = this.#guard(
      () => this.#work.nextScript() ?? this.#work.take(last ? memory.deepest() : memory.shallowest()),
    );
    this.#unlock();
    return this.#task;
  }

  /** The branch begun last is done. */
  leave(): void {
    this.#lock();
    this.#guard(() => this.#end());
    this.#unlock();
  }

  /** Shares the nodes of a search up to one. */
  shareUpTo(search: Shareable, d: number): void {
    this.#lock();
    this.#guard(() => {
      for (let k = this.depth; k <= d; k++) this.#shareNode(search, k);
    });
    this.#unlock();
  }

  insert(i: number, v: Sequence): void {
    this.#seen.top = 0;
    this.#lock();
    this.#guard(() => insertShared(this.#machine, this.#seen, v, this.#nodes[i], this.#steps[i]));
    this.#unlock();
  }

  /** Shares the first pending branch of a search, unless it is too small. */
  share(search: Shareable): void {
    const { m, branches } = search;
    let d = this.depth;
    if (this.practice > 0) {
      for (d = m.depth - 1; d >= this.depth && branches[d] < 0; ) d--;
      if (d < this.depth) return;
      this.practice--;
    } else {
      while (d < m.depth && branches[d] < 0) d++;
      if (d > m.depth - Math.max(this.fewestSteps, this.leastShare * m.depth)) return;
    }
    this.#lock();
    this.#guard(() => {
      for (let k = this.depth; k <= d; k++) this.#shareNode(search, k);
      this.memory.signal();
    });
    this.#unlock();
  }

  #shareNode(search: Shareable, k: number): void {
    const { memory } = this;
    const { m, sleep, sleepStart, branches, trees } = search;
    const node = memory.newNode();
    memory.parent[node] = k === 0 ? -1 : this.#nodes[k - 1];
    memory.depth[node] = k;
    memory.step[node] = k === 0 ? -1 : this.#steps[k - 1];
    memory.script[node] = this.#task?.script ?? 0;
    for (let s = sleepStart[k]; s < sleepStart[k + 1]; s++)
      this.#work.addAsleep(node, this.#machine.pooled(sleep, s));
    const own = this.#machine.event(k, m.eventKind[k] === READ && m.oldReaderTop[k] < 0 ? 1 : 0);
    this.#work.addAsleep(node, own);
    memory.state[own] = RUNS;
    memory.running[node] = 1;
    memory.pending[node] = this.#machine.exported(branches[k], trees);
    memory.ready[node] = 1;
    this.#work.countPending(node);
    branches[k] = -1;
    if (k > 0) {
      memory.child[this.#steps[k - 1]] = node;
      this.#work.addUnsettled(node, search.unsettledOf(k - 1));
    }
    this.#nodes[k] = node;
    this.#serials[k] = memory.serial[node];
    this.#steps[k] = own;
    this.depth = k + 1;
  }

  /** Waits for a task; undefined when all is done, or it is time to stop. */
  #await(mayGoOn: () => boolean, done = false): Task | undefined {
    const { memory } = this;
    const { control } = memory;
    this.#lock();
    let task = done ? this.#guard(() => this.#leave()) : undefined;
    while (task === undefined && control[word.OPEN] > 0 && control[word.STOP] === 0) {
      task = this.#guard(() => this.#work.nextScript() ?? this.#work.take(memory.shallowest()));
      if (task !== undefined || !this.patient) break;
      control[word.HUNGRY]++;
      const signal = Atomics.load(control, word.SIGNAL);
      this.#unlock();
      Atomics.wait(control, word.SIGNAL, signal, patienceMs);
      if (!mayGoOn()) this.stop();
      this.#lock();
      control[word.HUNGRY]--;
    }
    this.#unlock();
    return control[word.STOP] === 0 ? task : undefined;
  }

  /** The branch begun last is done: returns the next task at its node, or at those before. */
  #leave(): Task | undefined {
    const { memory } = this;
    this.#end();
    for (let k = this.depth - 1; k >= 0; k--) {
      const node = this.#nodes[k];
      if (memory.serial[node] !== this.#serials[k]) continue;
      const task = this.#work.take(node);
      if (task !== undefined) return task;
    }
    return undefined;
  }

  #end(): void {
    const { memory } = this;
    const last = this.depth - 1;
    if (last < 0) this.#work.closeSearch();
    else {
      memory.state[this.#steps[last]] = DONE;
      memory.running[this.#nodes[last]]--;
      this.#work.sweep();
    }
  }

  get #machine(): Translation {
    if (this.#translation === undefined) throw new Error('no machine takes part');
    return this.#translation;
  }

  #lock(): void {
    this.pause();
    this.memory.lock();
  }

  #unlock(): void {
    this.memory.unlock();
  }

  /** Memory that is full ends the exploration; it is done again by one thread. */
  #guard<T>(work: () => T): T | undefined {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof MemoryFull)) throw error;
      this.memory.stop(FULL);
      return undefined;
    }
  }
}
