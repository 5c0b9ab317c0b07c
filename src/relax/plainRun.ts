// A run under sequential consistency on a random schedule, from which phase I predicts. How often threads alternate is drawn
// for each run: some run long stretches of one thread, some switch at every step.

import { Machine } from '../explicit/machines/machine.js';
import { sc } from '../explicit/machines/sc.js';
import type { Random } from '../support/prng.js';
import { Run, type RunResult, type Subject } from './run.js';

export function plainRun({ code, labels, maxSteps }: Subject, random: Random): RunResult {
  const run = new Run(Machine.start(code, sc), labels, random);
  const turns = new Turns(random);
  while (run.steps < maxSteps) {
    const ready = run.ready();
    if (ready.length === 0) break;
    const moving = ready.filter((t) => !run.isSpinning(t));
    run.execute(turns.next(moving.length === 0 ? ready : moving));
  }
  return run.end();
}

/** Chooses the next thread: mostly the last one again, with a probability that is drawn once. */
export class Turns {
  readonly #random: Random;
  #change: number;
  #last = -1;

  constructor(random: Random) {
    this.#random = random;
    this.#change = random.pick(changes);
  }

  /** From now on every thread is equally likely. */
  alternate(): void {
    this.#change = 1;
  }

  next(ready: readonly number[]): number {
    if (!ready.includes(this.#last) || this.#random.chance(this.#change))
      this.#last = this.#random.pick(ready);
    return this.#last;
  }
}

/** How likely another thread's turn comes after each step. */
const changes = [1, 0.5, 0.2, 0.05] as const;
