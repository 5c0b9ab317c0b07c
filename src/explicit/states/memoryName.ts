// A name of what memory holds, kept up to date: each cell adds its own part, so that a step changes the name by what it has changed.

import { heapStride } from '../../program/layout.js';
import type { FastState } from '../fast/state.js';

const lanes = 4;
const multipliers = Int32Array.of(0x85ebca6b, 0xc2b2ae35, 0x9e3779b1, 0xcc9e2d51);
const increments = Int32Array.of(0x165667b1, 0x27d4eb2f, 0x7f4a7c15, 0x2545f491);

export class MemoryName {
  readonly lanes = new Int32Array(lanes);
  readonly #m: FastState;
  /** What the name is of: values, their high words, states of cells, sizes of blocks. */
  readonly #now: readonly (Int32Array | Uint8Array)[];
  readonly #then: readonly (Int32Array | Uint8Array)[];
  /** How much of each thread's heap has ever been in use. */
  readonly #heapTop: Int32Array;

  constructor(m: FastState) {
    this.#m = m;
    this.#now = [
      m.memory,
      ...(m.wide ? [m.memoryHigh] : []),
      ...(m.accessMayFail ? [m.cellState] : []),
      ...(m.cells > m.globals ? [m.blockSize] : []),
    ];
    this.#then = this.#now.map((part) => part.slice());
    this.#heapTop = new Int32Array(m.threads);
  }

  update(): void {
    const m = this.#m;
    for (const [part, now] of this.#now.entries()) {
      const then = this.#then[part];
      this.#compare(part, now, then, 0, m.globals);
      if (m.cells > m.globals)
        for (let t = 0; t < m.threads; t++) {
          const first = m.globals + t * heapStride;
          this.#compare(part, now, then, first, first + Math.max(this.#heapTop[t], m.heapTop[t]));
        }
    }
    for (let t = 0; t < m.threads; t++) this.#heapTop[t] = Math.max(this.#heapTop[t], m.heapTop[t]);
  }

  #compare(
    part: number,
    now: Int32Array | Uint8Array,
    then: Int32Array | Uint8Array,
    from: number,
    to: number,
  ): void {
    for (let cell = from; cell < to; cell++) {
      if (now[cell] === then[cell]) continue;
      this.#add(cell * lanes + part, then[cell], -1);
      this.#add(cell * lanes + part, now[cell], 1);
      then[cell] = now[cell];
    }
  }

  #add(place: number, value: number, sign: 1 | -1): void {
    for (let i = 0; i < lanes; i++) {
      let z =
        Math.imul(place, multipliers[i]) ^ Math.imul(value + increments[i], multipliers[(i + 1) % lanes]);
      z = Math.imul(z ^ (z >>> 16), 0x21f0aaad) ^ Math.imul(place, increments[i]);
      z = Math.imul(z ^ (z >>> 15), 0x735a2d97) ^ value;
      z = Math.imul(z ^ (z >>> 16), multipliers[i]);
      this.lanes[i] += Math.imul(sign, z ^ (z >>> 15));
    }
  }
}
