// Iterative context bounding (Musuvathi and Qadeer, PLDI 2007): every interleaving with at most `bound` preemptions, first
// those with none, then those with one, and so on. A preemption switches away from a thread that could go on; leaving one
// that waits or has ended is free, and so is the commit of a buffered store. No reduction: equivalent interleavings are all
// visited. Each round searches depth first and visits those of the round before on its way; they are few in comparison.

import type { Choice, Strategy } from './strategy.js';

/** One point of the current execution. */
interface Point {
  /** The possible steps here; free steps first, the running thread before all others. */
  readonly options: number[];
  /** The place in `options` of the scheduled step. */
  taken: number;
  /** The thread that took the last step before, or -1. */
  running: number;
  /** Whether it could take the next one too. */
  runningEnabled: boolean;
  /** Preemptions before this point. */
  preemptions: number;
}

export class PreemptionBounded implements Strategy {
  readonly #bound: number;
  /** Preemptions allowed in this round. */
  #allowed = 0;
  /** Whether this round left something out. */
  #pruned = false;
  readonly #points: Point[] = [];
  #depth = 0;
  #running = -1;
  #preemptions = 0;
  #begun = false;

  constructor(bound: number) {
    this.#bound = bound;
  }

  get exhaustive(): boolean {
    return !this.#pruned;
  }

  begin(): number {
    if (!this.#begun) {
      this.#begun = true;
      return 0;
    }
    while (--this.#depth >= 0) {
      const point = this.#points[this.#depth];
      if (++point.taken < point.options.length) {
        this.#running = point.running;
        this.#preemptions = point.preemptions;
        return this.#depth;
      }
    }
    if (!this.#pruned || this.#allowed >= this.#bound) return -1;
    this.#allowed++;
    this.#pruned = false;
    this.#depth = 0;
    this.#running = -1;
    this.#preemptions = 0;
    for (const point of this.#points) point.taken = 0;
    return 0;
  }

  next(choice: Choice): number {
    const d = this.#depth++;
    if (d === this.#points.length)
      this.#points.push({ options: [], taken: 0, running: -1, runningEnabled: false, preemptions: 0 });
    const point = this.#points[d];
    if (point.taken === 0) this.#list(point, choice);
    const process = point.options[point.taken];
    if (process < choice.threads) {
      if (point.runningEnabled && process !== point.running) this.#preemptions++;
      this.#running = process;
    }
    // The rest of the execution is new.
    if (d + 1 < this.#points.length) this.#points[d + 1].taken = 0;
    return process;
  }

  #list(point: Point, { enabled, count, threads }: Choice): void {
    const { options } = point;
    options.length = 0;
    point.running = this.#running;
    point.preemptions = this.#preemptions;
    point.runningEnabled = false;
    for (let i = 0; i < count; i++)
      if (enabled[i] === this.#running) {
        point.runningEnabled = true;
        options.push(this.#running);
      }
    const maySwitch = !point.runningEnabled || this.#preemptions < this.#allowed;
    for (let i = 0; i < count; i++) if (enabled[i] >= threads) options.push(enabled[i]);
    for (let i = 0; i < count; i++) {
      if (enabled[i] >= threads || enabled[i] === this.#running) continue;
      if (maySwitch) options.push(enabled[i]);
      else this.#pruned = true;
    }
  }

  end(): boolean {
    return this.#preemptions === this.#allowed;
  }

  explored(): number {
    let share = 0;
    let weight = 1;
    for (let d = 0; d < this.#depth; d++) {
      const { options, taken } = this.#points[d];
      weight /= options.length;
      share += taken * weight;
    }
    return share;
  }
}
