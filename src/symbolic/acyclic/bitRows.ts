// Relations between small numbers, as bits.

/** A set of pairs of small numbers. */
export class BitRows {
  readonly #words: number;
  readonly #bits: Uint32Array;
  readonly #shown: Uint32Array;

  constructor(readonly size: number) {
    this.#words = (size + 31) >>> 5;
    this.#bits = new Uint32Array(size * this.#words);
    this.#shown = new Uint32Array(this.#words).fill(0xffffffff);
  }

  set(a: number, b: number): void {
    this.#bits[a * this.#words + (b >>> 5)] |= 1 << (b & 31);
  }

  has(a: number, b: number): boolean {
    return (this.#bits[a * this.#words + (b >>> 5)] & (1 << (b & 31))) !== 0;
  }

  *row(a: number): Generator<number> {
    for (let i = 0; i < this.#words; i++)
      for (let bits = this.#bits[a * this.#words + i]; bits !== 0; bits &= bits - 1)
        yield (i << 5) + 31 - Math.clz32(bits & -bits);
  }

  /** The numbers of a row, in order, without those that are in the row of one before them. */
  *firsts(a: number): Generator<number, undefined> {
    const rest = this.#bits.slice(a * this.#words, (a + 1) * this.#words);
    for (let i = 0; i < this.#words; i++)
      while (rest[i] !== 0) {
        const b = (i << 5) + 31 - Math.clz32(rest[i] & -rest[i]);
        rest[i] &= rest[i] - 1;
        for (let j = i; j < this.#words; j++) rest[j] &= ~this.#bits[b * this.#words + j];
        yield b;
      }
    return undefined;
  }

  /** The same pairs the other way round. */
  inverse(): BitRows {
    const inverse = new BitRows(this.size);
    for (let a = 0; a < this.size; a++)
      for (let i = 0; i < this.#words; i++)
        for (let bits = this.#bits[a * this.#words + i]; bits !== 0; bits &= bits - 1)
          inverse.set((i << 5) + 31 - Math.clz32(bits & -bits), a);
    return inverse;
  }

  /** Takes a number out of every row, as far as `meets` is concerned. */
  hide(b: number): void {
    this.#shown[b >>> 5] &= ~(1 << (b & 31));
  }

  /** Adds all of row `b` to row `a`, or of row `b` of another set of as many. */
  include(a: number, b: number, other: BitRows = this): void {
    for (let i = 0; i < this.#words; i++) this.#bits[a * this.#words + i] |= other.#bits[b * this.#words + i];
  }

  /** Whether all of a row is in a row of another set. */
  isWithin(a: number, other: BitRows, b: number): boolean {
    for (let i = 0; i < this.#words; i++)
      if ((this.#bits[a * this.#words + i] & ~other.#bits[b * this.#words + i]) !== 0) return false;
    return true;
  }

  /** Whether a row and a row of another set have something in common that is not hidden. */
  meets(a: number, other: BitRows, b: number): boolean {
    for (let i = 0; i < this.#words; i++)
      if ((this.#bits[a * this.#words + i] & other.#bits[b * this.#words + i] & this.#shown[i]) !== 0)
        return true;
    return false;
  }
}
