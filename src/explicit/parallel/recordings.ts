// Executions of outcomes on their way from the thread that found them to the thread that shows them. That thread works
// while others search: to build, certify and show an execution takes longer than to find it. One thread writes and one
// reads, so all that they share beside the words is how many there are.

import type { Outcome } from '../../execution/execution.js';
import { fromWords, highWord, type Integer, lowWord } from '../../program/integer.js';
import type { Recording } from '../fast/recording.js';

export interface RecordedOutcome {
  readonly outcome: Outcome;
  readonly recording: Recording;
}

const mostWords = 1 << 21;

export class Recordings {
  readonly #length: Int32Array;
  readonly #words: Int32Array;
  /** How far this thread has written, or read. */
  #at = 0;

  constructor(
    readonly buffer: SharedArrayBuffer = new SharedArrayBuffer(
      Int32Array.BYTES_PER_ELEMENT * (1 + mostWords),
    ),
  ) {
    this.#length = new Int32Array(buffer, 0, 1);
    this.#words = new Int32Array(buffer, Int32Array.BYTES_PER_ELEMENT);
  }

  /** False if there is no room for it. */
  put({ outcome, recording: { steps, chosen } }: RecordedOutcome): boolean {
    const size = 3 + outcome.length * 2 + steps.length + chosen.size * 3;
    if (this.#at + size > this.#words.length) return false;
    this.#write(outcome.length);
    for (const value of outcome) this.#writeInteger(value);
    this.#write(steps.length);
    this.#words.set(steps, this.#at);
    this.#at += steps.length;
    this.#write(chosen.size);
    for (const [key, value] of chosen) {
      this.#write(key);
      this.#writeInteger(value);
    }
    Atomics.store(this.#length, 0, this.#at);
    return true;
  }

  take(): RecordedOutcome | undefined {
    if (this.#at >= Atomics.load(this.#length, 0)) return undefined;
    const outcome = Array.from({ length: this.#read() }, () => this.#readInteger());
    const length = this.#read();
    const steps = this.#words.slice(this.#at, this.#at + length);
    this.#at += length;
    const chosen = new Map<number, Integer>();
    for (let left = this.#read(); left > 0; left--) chosen.set(this.#read(), this.#readInteger());
    return { outcome, recording: { steps, chosen } };
  }

  #write(word: number): void {
    this.#words[this.#at++] = word;
  }

  #writeInteger(value: Integer): void {
    this.#write(lowWord(value));
    this.#write(highWord(value));
  }

  #read(): number {
    return this.#words[this.#at++];
  }

  #readInteger(): Integer {
    const low = this.#read();
    return fromWords(low, this.#read());
  }
}
