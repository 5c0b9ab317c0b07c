// Relations between small numbers, as bits.

/** A set of pairs of small numbers. */
export class BitRows {
  readonly #words: number;
  readonly #bits: Uint32Array;

  constructor(readonly size: number) {
    this.#words = (size + 31) >>> 5;
    this.#bits = new Uint32Array(size * this.#words);
  }

  set(a: number, b: number): void {
    this.#bits[a * this.#words + (b >>> 5)] |= 1 << (b & 31);
  }

  clear(a: number, b: number): void {
    this.#bits[a * this.#words + (b >>> 5)] &= ~(1 << (b & 31));
  }

  has(a: number, b: number): boolean {
    return (this.#bits[a * this.#words + (b >>> 5)] & (1 << (b & 31))) !== 0;
  }

  *row(a: number): Generator<number> {
    for (let b = 0; b < this.size; b++) if (this.has(a, b)) yield b;
  }

  /** Adds all of row `b` to row `a`. */
  include(a: number, b: number): void {
    for (let i = 0; i < this.#words; i++) this.#bits[a * this.#words + i] |= this.#bits[b * this.#words + i];
  }

  /** Whether all of a row is in a row of another set. */
  isWithin(a: number, other: BitRows, b: number): boolean {
    for (let i = 0; i < this.#words; i++)
      if ((this.#bits[a * this.#words + i] & ~other.#bits[b * this.#words + i]) !== 0) return false;
    return true;
  }

  /** Whether a row and a row of another set have something in common. */
  meets(a: number, other: BitRows, b: number): boolean {
    for (let i = 0; i < this.#words; i++)
      if ((this.#bits[a * this.#words + i] & other.#bits[b * this.#words + i]) !== 0) return true;
    return false;
  }
}
