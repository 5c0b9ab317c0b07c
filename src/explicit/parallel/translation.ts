// Copies of steps for other threads, and of theirs for a machine, under names that mean the same on every thread. A
// machine numbers the auxiliary processes of PSO and the footprints of atomic blocks in the order in which it comes to
// them. Threads come to them in different orders.

import { SleepStack, type StepPool } from '../dpor/stepPool.js';
import type { WakeupTrees } from '../dpor/wakeupTree.js';
import { BLOCK, type FastState } from '../fast/state.js';
import { FOOTPRINTS, type SharedMemory } from './sharedMemory.js';

export class Translation {
  readonly #m: FastState;
  readonly #memory: SharedMemory;
  readonly #sharedProcess = new Map<number, number>();
  /** From local to shared footprints, and back. */
  readonly #shared = new Map<number, number>();
  readonly #local = new Map<number, number>();
  #known = 0;
  readonly #seen = new SleepStack(1);

  constructor(
    m: FastState,
    readonly memory: SharedMemory,
  ) {
    this.#m = m;
    this.#memory = memory;
  }

  /** Auxiliary processes of PSO are named by their thread and cell. */
  sharedProcess(process: number): number {
    const m = this.#m;
    if (!m.perCell || process < m.threads) return process;
    let shared = this.#sharedProcess.get(process);
    if (shared === undefined) {
      shared = m.threads + m.auxiliary.indexOf(process);
      this.#sharedProcess.set(process, shared);
    }
    return shared;
  }

  localProcess(shared: number): number {
    const m = this.#m;
    if (!m.perCell || shared < m.threads) return shared;
    return m.auxiliaryAt(shared - m.threads);
  }

  /** The process of a shared step. */
  localStep(step: number): number {
    return this.localProcess(this.#memory.process[step]);
  }

  /** A shared copy of an event. */
  event(x: number, hidden: number): number {
    const memory = this.#memory;
    const m = this.#m;
    const step = memory.newStep();
    memory.process[step] = this.sharedProcess(m.eventProcess[x]);
    memory.kind[step] = m.eventKind[x];
    memory.cell[step] = m.eventCell[x];
    memory.store[step] = m.eventStore[x];
    memory.hidden[step] = hidden;
    memory.footprint[step] = m.eventKind[x] === BLOCK ? this.sharedFootprint(m.eventFootprint[x]) : -1;
    return step;
  }

  /** A shared copy of a private step. */
  pooled(pool: StepPool, s: number): number {
    const memory = this.#memory;
    const step = memory.newStep();
    memory.process[step] = this.sharedProcess(pool.process[s]);
    memory.kind[step] = pool.kind[s];
    memory.cell[step] = pool.cell[s];
    memory.store[step] = pool.store[s];
    memory.hidden[step] = pool.hidden[s];
    memory.footprint[step] = pool.kind[s] === BLOCK ? this.sharedFootprint(pool.footprint[s]) : -1;
    return step;
  }

  /** A private copy of a shared step. */
  push(pool: SleepStack, step: number): void {
    const memory = this.#memory;
    const footprint = memory.kind[step] === BLOCK ? this.localFootprint(memory.footprint[step]) : -1;
    pool.push(
      this.localStep(step),
      memory.kind[step],
      memory.cell[step],
      memory.store[step],
      memory.hidden[step],
      footprint,
    );
  }

  exported(first: number, trees: WakeupTrees): number {
    if (first < 0) return -1;
    const step = this.pooled(trees, first);
    this.#memory.firstChild[step] = this.exported(trees.firstChild[first], trees);
    this.#memory.next[step] = this.exported(trees.nextSibling[first], trees);
    trees.release(first);
    return step;
  }

  imported(first: number, trees: WakeupTrees): number {
    if (first < 0) return -1;
    const memory = this.#memory;
    const node = trees.allocate();
    this.#seen.top = 0;
    this.push(this.#seen, first);
    const seen = this.#seen;
    trees.set(
      node,
      seen.process[0],
      seen.kind[0],
      seen.cell[0],
      seen.store[0],
      seen.hidden[0],
      seen.footprint[0],
    );
    // The arrays are others when the pool has grown.
    const child = this.imported(memory.firstChild[first], trees);
    const sibling = this.imported(memory.next[first], trees);
    trees.firstChild[node] = child;
    trees.nextSibling[node] = sibling;
    memory.freeStep(first);
    return node;
  }

  /** Under the lock, as is the next one. */
  sharedFootprint(footprint: number): number {
    this.#learn();
    let shared = this.#shared.get(footprint);
    if (shared === undefined) {
      shared = this.#memory.addFootprint(this.#m.footprints[footprint]);
      this.#learn();
    }
    return shared;
  }

  localFootprint(shared: number): number {
    this.#learn();
    return this.#local.get(shared) ?? -1;
  }

  #learn(): void {
    for (; this.#known < this.#memory.control[FOOTPRINTS]; this.#known++) {
      const local = this.#m.footprint([...this.#memory.footprintAt(this.#known)]);
      this.#local.set(this.#known, local);
      this.#shared.set(local, this.#known);
    }
  }
}
