// Which thread of an exploration looks after an outcome: the first that claims it. Several threads come to the same outcomes, and
// to look at an execution of one takes longer than to find it. Open addressing in memory that all threads have, without a lock:
// an entry is written before it is put into the table, and never changes.

import type { Outcome } from '../../execution/execution.js';
import { highWord, lowWord } from '../../program/integer.js';

const slots = 1 << 18;
const mostWords = 1 << 21;

export class Claims {
  /** How many words are used, and how many slots. */
  readonly #used: Int32Array;
  /** Where the entry of a slot begins; 0 where there is none. */
  readonly #table: Int32Array;
  readonly #words: Int32Array;

  constructor(
    readonly buffer: SharedArrayBuffer = new SharedArrayBuffer(
      Int32Array.BYTES_PER_ELEMENT * (2 + slots + mostWords),
    ),
  ) {
    const bytes = Int32Array.BYTES_PER_ELEMENT;
    this.#used = new Int32Array(buffer, 0, 2);
    this.#table = new Int32Array(buffer, bytes * 2, slots);
    this.#words = new Int32Array(buffer, bytes * (2 + slots), mostWords);
  }

  /** Whether no other thread has claimed it. Once there is no more room, every thread may look after everything. */
  claim(outcome: Outcome): boolean {
    const length = outcome.length * 2;
    if (Atomics.load(this.#used, 0) + length >= mostWords || Atomics.load(this.#used, 1) * 2 > slots)
      return true;
    const at = 1 + Atomics.add(this.#used, 0, length);
    if (at + length > mostWords) return true;
    const words = this.#words;
    let hash = 0x811c_9dc5 | 0;
    for (const [i, value] of outcome.entries()) {
      words[at + 2 * i] = lowWord(value);
      words[at + 2 * i + 1] = highWord(value);
      hash = Math.imul(hash ^ words[at + 2 * i], 0x0100_0193) ^ (hash >>> 15);
      hash = Math.imul(hash ^ words[at + 2 * i + 1], 0x0100_0193) ^ (hash >>> 15);
    }
    for (let slot = (hash ^ (hash >>> 13)) & (slots - 1); ; slot = (slot + 1) & (slots - 1)) {
      const known = Atomics.compareExchange(this.#table, slot, 0, at);
      if (known !== 0 && !this.#equal(known, at, length)) continue;
      if (known === 0) Atomics.add(this.#used, 1, 1);
      return known === 0;
    }
  }

  #equal(a: number, b: number, length: number): boolean {
    for (let i = 0; i < length; i++) if (this.#words[a + i] !== this.#words[b + i]) return false;
    return true;
  }
}
