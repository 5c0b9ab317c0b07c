// Random testing: each run takes one of the possible steps, all equally likely. Run i depends on seed + i alone, so any run
// can be had again.

import { Random } from '../../support/prng.js';
import type { Choice, Strategy } from './strategy.js';

export class RandomWalk implements Strategy {
  readonly exhaustive = false;
  readonly #runs: number;
  readonly #seed: number;
  #begun = 0;
  #random = new Random(0);

  constructor(runs: number, seed: number) {
    this.#runs = runs;
    this.#seed = seed;
  }

  begin(): number {
    if (this.#begun >= this.#runs) return -1;
    this.#random = new Random(this.#seed + this.#begun++);
    return 0;
  }

  next({ enabled, count }: Choice): number {
    return count === 1 ? enabled[0] : enabled[this.#random.int(0, count - 1)];
  }

  readonly value = (size: number): number => this.#random.int(0, size - 1);

  end(): boolean {
    return true;
  }

  explored(): number {
    return this.#begun / this.#runs;
  }
}
