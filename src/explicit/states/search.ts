// Depth-first search that goes on from each state once, however many executions lead to it. It visits one execution for each
// final state rather than one for each trace, so it is for final states and findings, not for traces: threads that count in
// loops have many traces and few states. What DPOR has not finished in a while may be finished here (aside.ts).

import { heapStride } from '../../program/layout.js';
import { advance } from '../fast/advance.js';
import type { SearchCallbacks, Searcher, SearchResult } from '../fast/searcher.js';
import { AT_EVENT, ENDED, type FastState, NOT_SPAWNED, WAITING } from '../fast/state.js';
import { enabled, execute } from '../fast/steps.js';
import { undo } from '../fast/undo.js';
import { liveSlots } from './liveSlots.js';
import { StateSet } from './stateSet.js';

const ticks = 1 << 12;

/** `budget` counts the states that searches may still go to. */
export const stateSearcher =
  (budget: { left: number }) =>
  (m: FastState): Searcher =>
    new StateSearch(m, budget);

class StateSearch implements Searcher {
  readonly #m: FastState;
  readonly #budget: { left: number };
  readonly #states = new StateSet();
  readonly #live: readonly (readonly Int32Array[])[];
  /** What can be done at each depth of the current execution, those of depth n from `first[n]` to `first[n + 1]`. */
  readonly #options: number[] = [];
  readonly #first: number[] = [0];
  readonly #next: number[] = [];

  constructor(m: FastState, budget: { left: number }) {
    this.#m = m;
    this.#budget = budget;
    this.#live = m.code.threads.map((_, t) => liveSlots(m.code, t));
    for (let t = 0; t < m.threads; t++) if (m.status[t] === AT_EVENT && m.pc[t] === 0) advance(m, t);
    m.undoTop = 0;
  }

  explored(): number {
    return 0;
  }

  run(callbacks: SearchCallbacks): SearchResult {
    const m = this.#m;
    const stopped: SearchResult = { finished: false, redundant: 0 };
    let steps = 0;
    let redundant = 0;
    this.#isNew();
    if (!this.#look() && !callbacks.onMaximal()) return stopped;
    for (;;) {
      const depth = m.depth;
      if (this.#next[depth] === this.#first[depth + 1]) {
        if (depth === 0) return { finished: true, redundant };
        undo(m);
        continue;
      }
      execute(m, this.#options[this.#next[depth]++]);
      if ((++steps & (ticks - 1)) === 0 && !callbacks.onTick()) return stopped;
      if (!this.#isNew()) {
        redundant++;
        undo(m);
        continue;
      }
      if (--this.#budget.left < 0) return stopped;
      if (!this.#look() && !callbacks.onMaximal()) return stopped;
    }
  }

  /** Lists what can be done next; whether there is something. */
  #look(): boolean {
    const m = this.#m;
    const depth = m.depth;
    const first = this.#first[depth];
    this.#options.length = first;
    for (let p = 0; p < m.processes; p++) if (enabled(m, p)) this.#options.push(p);
    this.#next[depth] = first;
    this.#first[depth + 1] = this.#options.length;
    return this.#options.length > first;
  }

  /** Writes down all that the future depends on; whether it was not there before. */
  #isNew(): boolean {
    const m = this.#m;
    const states = this.#states;
    states.begin();
    for (let t = 0; t < m.threads; t++) {
      const status = m.status[t];
      states.word(status);
      states.word(m.pc[t]);
      states.word(m.choices[t]);
      if (status === NOT_SPAWNED) continue;
      const base = m.registerBase[t];
      if (status === AT_EVENT || status === WAITING || status === ENDED) {
        const live = this.#live[t][m.pc[t]];
        for (let i = 0; i < live.length; i++) states.word(m.registers[base + live[i]]);
      } else {
        // what a thread that was stopped would do next is looked at when all have come to their end
        const end = base + m.code.threads[t].initial.length;
        for (let slot = base; slot < end; slot++) states.word(m.registers[slot]);
      }
      if (m.buffered) this.#buffer(t);
    }
    for (let cell = 0; cell < m.globals; cell++) this.#cell(cell);
    if (m.cells > m.globals)
      for (let t = 0; t < m.threads; t++) {
        const first = m.globals + t * heapStride;
        states.word(m.heapTop[t]);
        for (let cell = first; cell < first + m.heapTop[t]; cell++) {
          this.#cell(cell);
          states.word(m.blockSize[cell]);
        }
      }
    for (const { kind, thread, pc } of m.findings) {
      states.word(kind);
      states.word(thread);
      states.word(pc);
    }
    states.word(m.findings.length);
    for (const { thread, pc } of m.cuts) {
      states.word(thread);
      states.word(pc);
    }
    return states.add();
  }

  #cell(cell: number): void {
    const m = this.#m;
    this.#states.word(m.memory[cell]);
    if (m.wide) this.#states.word(m.memoryHigh[cell]);
    if (m.accessMayFail) this.#states.word(m.cellState[cell]);
  }

  /** The stores of a thread that have not reached memory, oldest first. */
  #buffer(t: number): void {
    const m = this.#m;
    const states = this.#states;
    states.word(m.pending[t]);
    let left = m.pending[t];
    for (let k = m.storeCount[t] - 1; left > 0; k--) {
      const s = t * m.maxStores + k;
      if (m.storeCommit[s] >= 0) continue;
      left--;
      states.word(m.storeCell[s]);
      states.word(m.storeValue[s]);
      if (m.wide) states.word(m.storeHigh[s]);
      states.word(m.storeState[s]);
      states.word(m.storePc[s]);
      states.word(m.epoch[t] - m.storeEpoch[s]);
    }
  }
}
