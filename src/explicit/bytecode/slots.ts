// The register file of a thread while it is compiled: named registers, loop counters, temporaries and constants side by side.
// A value of 64 bits takes two slots, the low word's first.

import type { ExprWidth } from '../../program/expression.js';
import { highWord, type Integer, lowWord } from '../../program/integer.js';

// Slots whose place is only known at the end are numbered from these marks; no opcode, jump or slot is that large.
const constantMark = 1 << 26;
const temporaryMark = 1 << 27;
const counterMark = 1 << 28;

interface RegisterFile {
  /** The contents at the start. */
  readonly initial: Int32Array;
  /** Where a slot came to be; other words stay as they are. */
  place(word: number): number;
}

export class Slots {
  readonly names = new Map<string, number>();
  readonly #widthOf: (register: string) => ExprWidth;
  readonly #constants = new Map<string, number>();
  readonly #constantWords: number[] = [];
  #named = 0;
  #counters = 0;
  #temporaries = 0;
  #maxTemporaries = 0;

  constructor(widthOf: (register: string) => ExprWidth) {
    this.#widthOf = widthOf;
  }

  named(name: string): number {
    const known = this.names.get(name);
    if (known !== undefined) return known;
    const slot = this.#named;
    this.names.set(name, slot);
    this.#named += this.#widthOf(name) === 64 ? 2 : 1;
    return slot;
  }

  constant(value: Integer, width: ExprWidth = 32): number {
    const key = `${value}${width === 64 ? 'W' : ''}`;
    const index = this.#constants.get(key) ?? this.#constantWords.length;
    if (!this.#constants.has(key)) {
      this.#constants.set(key, index);
      this.#constantWords.push(lowWord(value));
      if (width === 64) this.#constantWords.push(highWord(value));
    }
    return constantMark + index;
  }

  /** Temporaries live until `release`. */
  temporary(width: ExprWidth = 32): number {
    const slot = this.#temporaries;
    this.#temporaries += width === 64 ? 2 : 1;
    this.#maxTemporaries = Math.max(this.#maxTemporaries, this.#temporaries);
    return temporaryMark + slot;
  }

  release(): void {
    this.#temporaries = 0;
  }

  counter(): number {
    return counterMark + this.#counters++;
  }

  /** To be called when every slot is known. */
  lay(values: Iterable<readonly [register: string, value: Integer]>): RegisterFile {
    const firstCounter = this.#named;
    const firstTemporary = firstCounter + this.#counters;
    const firstConstant = firstTemporary + this.#maxTemporaries;
    const initial = new Int32Array(firstConstant + this.#constantWords.length);
    for (const [name, value] of values) {
      const slot = this.named(name);
      initial[slot] = lowWord(value);
      if (this.#widthOf(name) === 64) initial[slot + 1] = highWord(value);
    }
    initial.set(this.#constantWords, firstConstant);
    return {
      initial,
      place: (word) => {
        if (word >= counterMark) return firstCounter + (word - counterMark);
        if (word >= temporaryMark) return firstTemporary + (word - temporaryMark);
        return word >= constantMark ? firstConstant + (word - constantMark) : word;
      },
    };
  }
}
