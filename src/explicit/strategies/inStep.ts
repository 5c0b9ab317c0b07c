// Threads in step: each thread takes the same number of steps, then the next one has its turn, round after round. This
// is how threads run on processors of their own, so the compiled program often shows these executions first.
//
// Example: two threads that execute `a += b` and `b += a` in a loop reach their largest numbers only if they alternate
// with every round. Of 18 rounds with three steps each, random choices find this order once in billions of runs. Turns
// of three steps find it in one.
//
// The first thread runs alone until all threads have started, until it waits, or until none has started for a while.
// From then on it runs only if no other thread can. It usually creates the threads, waits for them and looks at their
// results. A store commits before the next step of any thread, so the executions are those of SC.
//
// The runs try turns of one step, of two, and so on. When all lengths were tried, some turns get a random length.

import type { Random } from '../../support/prng.js';
import type { Choice } from './strategy.js';

/** The longest turn. */
const mostSteps = 10;
/** After so many steps of the first thread without a new thread the others begin. */
const aloneFor = 32;
/** The chance of a turn with a random length once all lengths were tried. */
const unevenly = 0.15;

export class InStep {
  readonly #random: Random;
  readonly #length: number;
  readonly #uneven: boolean;
  readonly #backwards: boolean;
  #creator = -1;
  #isAlone = true;
  #seen = 0;
  #quiet = 0;
  #running = -1;
  #left = 0;

  /** The run with this number, of any. */
  constructor(run: number, random: Random) {
    this.#random = random;
    this.#length = 1 + (run % mostSteps);
    this.#backwards = Math.floor(run / mostSteps) % 2 === 1;
    this.#uneven = run >= 2 * mostSteps;
  }

  next({ enabled, count, threads }: Choice): number {
    // Threads come before buffers.
    if (enabled[count - 1] >= threads) return enabled[count - 1];
    if (this.#creator < 0) this.#creator = enabled[0];
    if (this.#isAlone) {
      if (count > this.#seen) this.#quiet = 0;
      else this.#quiet++;
      this.#seen = count;
      this.#isAlone = count < threads && this.#quiet < aloneFor && isAmong(this.#creator, enabled, count);
      if (this.#isAlone) return this.#creator;
    }
    if (this.#left === 0 || !isAmong(this.#running, enabled, count)) {
      this.#running = this.#following(enabled, count);
      this.#left =
        this.#uneven && this.#random.chance(unevenly) ? this.#random.int(1, mostSteps) : this.#length;
    }
    this.#left--;
    return this.#running;
  }

  /** The thread whose turn it is after that of `#running`; the creator only if no other can run. */
  #following(enabled: Int32Array, count: number): number {
    let first = -1;
    let next = -1;
    for (let i = 0; i < count; i++) {
      const thread = enabled[this.#backwards ? count - 1 - i : i];
      if (thread === this.#creator) continue;
      if (first < 0) first = thread;
      const isLater = this.#backwards ? thread < this.#running : thread > this.#running;
      if (next < 0 && isLater && this.#running >= 0) next = thread;
    }
    return next >= 0 ? next : first >= 0 ? first : this.#creator;
  }
}

function isAmong(process: number, enabled: Int32Array, count: number): boolean {
  for (let i = 0; i < count; i++) if (enabled[i] === process) return true;
  return false;
}
