// A set of states, of which 128 bits each are kept: those of two different states among a billion are the same with a probability
// of 1 in 10^20.

const words = 4;
const seeds = Int32Array.of(0x2545f491, 0x7f4a7c15, 0x1b873593, 0x38495ab5);

export class StateSet {
  #table = new Int32Array(words << 12);
  #mask = (1 << 12) - 1;
  size = 0;
  /** The name of the state that is being written, word by word. */
  readonly #whole = new Int32Array(words);
  readonly #part = new Int32Array(words);
  #lanes = this.#whole;

  begin(): void {
    this.#lanes = this.#whole;
    this.#lanes.set(seeds);
  }

  /** Words that follow are those of a part, which is added to a sum of parts. */
  beginPart(): void {
    this.#lanes = this.#part;
    this.#lanes.set(seeds);
  }

  endPart(sum: Int32Array): void {
    finish(this.#part);
    for (let i = 0; i < words; i++) sum[i] += this.#part[i];
    this.#lanes = this.#whole;
  }

  /** Adds a word to the name. */
  word(value: number): void {
    const lanes = this.#lanes;
    lanes[0] = Math.imul(rotated(lanes[0] ^ value, 13), 0x85ebca6b) + 0x165667b1;
    lanes[1] = Math.imul(rotated(lanes[1] + value, 15), 0xc2b2ae35) ^ 0x27d4eb2f;
    lanes[2] = Math.imul(rotated(lanes[2] ^ Math.imul(value, 0x9e3779b1), 17), 0xcc9e2d51) + lanes[3];
    lanes[3] = Math.imul(rotated(lanes[3] + Math.imul(value, 0x85ebca77), 11), 0xe6546b64) ^ lanes[0];
  }

  /** Whether the state was not there. */
  add(): boolean {
    const lanes = this.#lanes;
    finish(lanes);
    // all zeros is an empty place
    if ((lanes[0] | lanes[1] | lanes[2] | lanes[3]) === 0) lanes[0] = 1;
    if (!this.#put(this.#table, this.#mask, lanes, 0)) return false;
    if (++this.size * 2 > this.#mask) this.#grow();
    return true;
  }

  #put(table: Int32Array, mask: number, from: Int32Array, at: number): boolean {
    const [a, b, c, d] = [from[at], from[at + 1], from[at + 2], from[at + 3]];
    for (let place = a & mask; ; place = (place + 1) & mask) {
      const i = place * words;
      if (table[i] === a && table[i + 1] === b && table[i + 2] === c && table[i + 3] === d) return false;
      if (table[i] !== 0 || table[i + 1] !== 0 || table[i + 2] !== 0 || table[i + 3] !== 0) continue;
      table[i] = a;
      table[i + 1] = b;
      table[i + 2] = c;
      table[i + 3] = d;
      return true;
    }
  }

  #grow(): void {
    const mask = this.#mask * 2 + 1;
    const table = new Int32Array((mask + 1) * words);
    const old = this.#table;
    for (let i = 0; i < old.length; i += words)
      if (old[i] !== 0 || old[i + 1] !== 0 || old[i + 2] !== 0 || old[i + 3] !== 0)
        this.#put(table, mask, old, i);
    this.#table = table;
    this.#mask = mask;
  }
}

/** So that every bit counts for every other of its lane. */
function finish(lanes: Int32Array): void {
  for (let i = 0; i < words; i++) {
    let z = lanes[i];
    z = Math.imul(z ^ (z >>> 16), 0x21f0aaad);
    z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
    lanes[i] = z ^ (z >>> 15);
  }
}

const rotated = (value: number, by: number): number => (value << by) | (value >>> (32 - by));
