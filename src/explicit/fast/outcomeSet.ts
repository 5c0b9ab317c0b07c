// The distinct outcomes seen so far, without an allocation for one that was seen before. A value of 64 bits is two words, the
// low one first.

import type { Outcome } from '../../execution/execution.js';
import { fromWords } from '../../program/integer.js';

export class OutcomeSet {
  readonly #width: number;
  #values: Int32Array;
  /** Open addressing: 1 + the outcome's number, 0 where empty. */
  #table = new Int32Array(64);
  #count = 0;
  /** Write the candidate here, then call `add`. */
  readonly candidate: Int32Array;

  readonly #wide: readonly boolean[];

  /** `wide` says of each value whether it has 64 bits. */
  constructor(wide: readonly boolean[]) {
    const width = wide.length + wide.filter((w) => w).length;
    this.#wide = wide;
    this.#width = width;
    this.#values = new Int32Array(Math.max(width, 1) * 16);
    this.candidate = new Int32Array(width);
  }

  /** Whether the candidate is new; then it is kept. */
  add(): boolean {
    const { candidate } = this;
    const width = this.#width;
    const mask = this.#table.length - 1;
    let slot = hash(candidate) & mask;
    for (let number = this.#table[slot]; number !== 0; number = this.#table[slot]) {
      const from = (number - 1) * width;
      let same = true;
      for (let i = 0; same && i < width; i++) same = this.#values[from + i] === candidate[i];
      if (same) return false;
      slot = (slot + 1) & mask;
    }
    if ((this.#count + 1) * width > this.#values.length) {
      const larger = new Int32Array(this.#values.length * 2);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values.set(candidate, this.#count * width);
    this.#count++;
    this.#table[slot] = this.#count;
    if (this.#count * 2 > this.#table.length) this.#rehash();
    return true;
  }

  list(): Outcome[] {
    return Array.from({ length: this.#count }, (_, i) => this.#outcome(this.#row(i)));
  }

  /** The candidate as an outcome. */
  current(): Outcome {
    return this.#outcome(this.candidate);
  }

  #outcome(words: Int32Array): Outcome {
    let at = 0;
    return this.#wide.map((wide) => (wide ? fromWords(words[at++], words[at++]) : words[at++]));
  }

  #row(number: number): Int32Array {
    return this.#values.subarray(number * this.#width, (number + 1) * this.#width);
  }

  #rehash(): void {
    this.#table = new Int32Array(this.#table.length * 2);
    const mask = this.#table.length - 1;
    for (let i = 0; i < this.#count; i++) {
      let slot = hash(this.#row(i)) & mask;
      while (this.#table[slot] !== 0) slot = (slot + 1) & mask;
      this.#table[slot] = i + 1;
    }
  }
}

function hash(values: Int32Array): number {
  let h = 0x811c_9dc5 | 0;
  for (let i = 0; i < values.length; i++) h = Math.imul(h ^ values[i], 0x0100_0193) ^ (h >>> 15);
  return h ^ (h >>> 13);
}
