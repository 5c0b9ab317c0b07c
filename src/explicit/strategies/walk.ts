// Runs a strategy on the fast machine: one execution after the other, each taken back only as far as the next one differs.

import { startThreads } from '../fast/advance.js';
import type { SearchCallbacks, Searcher, SearchResult } from '../fast/searcher.js';
import type { FastState } from '../fast/state.js';
import { enabled, execute } from '../fast/steps.js';
import { rewind, undo } from '../fast/undo.js';
import type { Strategy } from './strategy.js';

const ticks = 1 << 12;

export class Walk implements Searcher {
  readonly #m: FastState;
  readonly #strategy: Strategy;
  readonly #choice: { enabled: Int32Array; count: number; threads: number };

  constructor(m: FastState, strategy: Strategy) {
    this.#m = m;
    this.#strategy = strategy;
    this.#choice = { enabled: new Int32Array(m.processThread.length), count: 0, threads: m.threads };
  }

  explored(): number {
    return this.#strategy.explored();
  }

  run(callbacks: SearchCallbacks): SearchResult {
    const m = this.#m;
    const strategy = this.#strategy;
    const choice = this.#choice;
    const stopped: SearchResult = { finished: false, redundant: 0 };
    let steps = 0;
    for (let keep = strategy.begin(); keep >= 0; keep = strategy.begin()) {
      while (m.depth > keep) undo(m);
      if (keep === 0) this.#start();
      for (this.#look(); choice.count > 0; this.#look()) {
        execute(m, strategy.next(choice));
        if ((++steps & (ticks - 1)) === 0 && !callbacks.onTick()) return stopped;
      }
      if (strategy.end() && !callbacks.onMaximal()) return stopped;
    }
    return { finished: strategy.exhaustive, redundant: 0 };
  }

  /** Runs what comes before the first step; it may choose values, so it is taken back as well. */
  #start(): void {
    const m = this.#m;
    rewind(m, 0);
    if (this.#strategy.value !== undefined) m.script = new Drawn(m, this.#strategy.value);
    startThreads(m);
  }

  #look(): void {
    const m = this.#m;
    const choice = this.#choice;
    let count = 0;
    for (let p = 0; p < m.processes; p++) {
      if (!enabled(m, p)) continue;
      let i = count++;
      // Buffers are numbered as they come into use; a strategy is to see them in an order that does not depend on that.
      if (m.perCell)
        for (; i > 0 && this.#place(choice.enabled[i - 1]) > this.#place(p); i--)
          choice.enabled[i] = choice.enabled[i - 1];
      choice.enabled[i] = p;
    }
    choice.count = count;
  }

  /** Threads by number, then buffers by thread and cell. */
  #place(process: number): number {
    const m = this.#m;
    if (process < m.threads) return process;
    const thread = m.processThread[process];
    return m.threads + thread * m.cells + m.storeCell[thread * m.maxStores + m.queueHead[process]];
  }
}

/** A script of nondeterministic values that are drawn when they are first asked for. */
class Drawn extends Map<number, number> {
  readonly #m: FastState;
  readonly #draw: (size: number) => number;

  constructor(m: FastState, draw: (size: number) => number) {
    super();
    this.#m = m;
    this.#draw = draw;
  }

  override get(key: number): number {
    const known = super.get(key);
    if (known !== undefined) return known;
    const drawn = this.#draw(this.#m.ranges.get(key) ?? 1);
    this.set(key, drawn);
    return drawn;
  }
}
