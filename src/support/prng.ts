// A small seeded source of randomness (splitmix32), so that a seed alone names a random program on every machine.

export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed | 0;
  }

  /** Any 32-bit value. */
  next(): number {
    this.#state = (this.#state + 0x9e3779b9) | 0;
    let z = this.#state;
    z = Math.imul(z ^ (z >>> 16), 0x21f0aaad);
    z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
    return (z ^ (z >>> 15)) | 0;
  }

  /** A whole number from `from` to `to`, both included. */
  int(from: number, to: number): number {
    return from + Math.floor(((this.next() >>> 0) / 0x1_0000_0000) * (to - from + 1));
  }

  chance(probability: number): boolean {
    return (this.next() >>> 0) / 0x1_0000_0000 < probability;
  }

  pick<T>(items: readonly T[]): T {
    return items[this.int(0, items.length - 1)];
  }

  /** One of the choices, each as likely as its weight. At least one weight is positive. */
  weighted<T>(choices: readonly (readonly [weight: number, choice: T])[]): T {
    const total = choices.reduce((sum, [weight]) => sum + weight, 0);
    let left = ((this.next() >>> 0) / 0x1_0000_0000) * total;
    for (const [weight, choice] of choices) {
      if (left < weight) return choice;
      left -= weight;
    }
    return choices.filter(([weight]) => weight > 0)[0][1];
  }

  /** An independent stream, so that two uses do not disturb each other. */
  fork(): Random {
    return new Random(this.next());
  }
}
