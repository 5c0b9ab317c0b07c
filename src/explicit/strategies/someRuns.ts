// Runs under SC to see what can be come to at all: the first one takes the first thread that can go on and the least values, the others
// what chance says. At least so many, and more as long as all of them together are short: many stop at the first assumption.

import { Random } from '../../support/prng.js';
import type { Code } from '../bytecode/compile.js';
import { type Capacity, CapacityExceeded, firstCapacity, larger } from '../fast/capacity.js';
import { FastState } from '../fast/state.js';
import type { Choice, Strategy } from './strategy.js';
import { Walk } from './walk.js';

const fewestRuns = 64;
const mostRuns = 4_000;
const stepsOfAll = 100_000;
/** Of one run, which is looked at where it is then. */
const mostSteps = 20_000;

/** Whether `isSo` where one of them ends; it is asked of each until then, as long as that may go on. */
export function someRunIs(
  code: Code,
  isSo: (m: FastState) => boolean,
  mayGoOn: () => boolean = () => true,
): boolean {
  for (let capacity: Capacity = firstCapacity; ; )
    try {
      return isSoIn(new FastState(code, 'sc', capacity), isSo, mayGoOn);
    } catch (error) {
      if (!(error instanceof CapacityExceeded)) throw error;
      capacity = larger(capacity, error);
    }
}

function isSoIn(m: FastState, isSo: (m: FastState) => boolean, mayGoOn: () => boolean): boolean {
  const runs = new SomeRuns();
  for (let found = false; ; ) {
    const look = (): boolean => {
      found = isSo(m);
      return !found;
    };
    const { finished } = new Walk(m, runs).run({
      onTick: () => {
        const goesOn = runs.stepsOfThis < mostSteps && mayGoOn();
        if (!goesOn) look();
        return goesOn;
      },
      onMaximal: () => look() && mayGoOn(),
    });
    if (found || finished || runs.isOver || !mayGoOn()) return found;
  }
}

class SomeRuns implements Strategy {
  readonly exhaustive = true;
  readonly #random = new Random(1);
  #begun = 0;
  #steps = 0;
  stepsOfThis = 0;

  get isOver(): boolean {
    return this.#begun >= fewestRuns && (this.#begun >= mostRuns || this.#steps >= stepsOfAll);
  }

  begin(): number {
    if (this.isOver) return -1;
    this.#begun++;
    this.stepsOfThis = 0;
    return 0;
  }

  next({ enabled, count }: Choice): number {
    this.#steps++;
    this.stepsOfThis++;
    return enabled[this.#choose(count)];
  }

  /** Of many values small ones: sizes and counts are compared with each other. */
  readonly value = (size: number): number => {
    if (size <= 256) return this.#choose(size);
    // half of the numbers of such a range are below 0
    const zero = size > 0x8000_0000 ? Math.floor(size / 2) : 0;
    return zero + this.#choose(this.#choose(4) === 0 ? 256 : 4);
  };

  end(): boolean {
    return true;
  }

  explored(): number {
    return this.#begun / fewestRuns;
  }

  #choose(count: number): number {
    return this.#begun === 1 ? 0 : this.#random.int(0, count - 1);
  }
}
