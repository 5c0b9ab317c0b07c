// The part of a state's name that describes memory: a sum over its cells, each mixed with its content. So a step
// changes as much of the sum as of memory: its own cell and the cells in the undo log (fast/undo.ts). The 128-bit
// sums of two different memories collide about as rarely as their names (stateSet.ts).

import { BLOCK, type FastState, READ } from '../fast/state.js';
import { BLOCK_SIZE, CELL_STATE, MEMORY, MEMORY_HIGH } from '../fast/undo.js';
import { CONTENTS, NOTHING } from './likeThreads.js';

const words = 4;

export class MemoryName {
  readonly #m: FastState;
  readonly #kind: Uint8Array | undefined;
  /** Of memory as it is. */
  readonly sum = new Int32Array(words);
  /** The contribution of each cell. */
  readonly #part: Int32Array;
  /** Cells with what they added before, and by depth how many of them there were. */
  readonly #old: number[] = [];
  readonly #marks: number[] = [];

  /** `kind`: how each cell tells states apart; absent: by what it holds. */
  constructor(m: FastState, kind?: Uint8Array) {
    this.#m = m;
    this.#kind = kind;
    this.#part = new Int32Array(m.cells * words);
  }

  /** Of the memory before the first step. */
  begin(): void {
    const m = this.#m;
    this.#old.length = 0;
    this.#part.fill(0);
    this.sum.fill(0);
    for (let cell = 0; cell < m.globals; cell++) this.#add(cell);
    if (m.cells === m.globals) return;
    for (let t = 0; t < m.threads; t++) {
      const first = m.globals + t * m.heapStride;
      for (let cell = first; cell < first + m.heapTop[t]; cell++) this.#add(cell);
    }
  }

  /** The last step was taken. */
  stepped(): void {
    const m = this.#m;
    const n = m.depth - 1;
    this.#marks[n] = this.#old.length;
    const kind = m.eventKind[n];
    if (kind !== READ && kind !== BLOCK) this.#replace(m.eventCell[n]);
    const { undoLog } = m;
    for (let at = m.undoMark[n]; at < m.undoTop; at += 3)
      switch (undoLog[at]) {
        case MEMORY:
        case MEMORY_HIGH:
        case CELL_STATE:
        case BLOCK_SIZE:
          this.#replace(undoLog[at + 1]);
      }
  }

  /** Step `m.depth` was taken back. */
  takenBack(): void {
    const old = this.#old;
    const mark = this.#marks[this.#m.depth];
    for (let top = old.length; top > mark; ) {
      top -= 1 + words;
      const at = old[top] * words;
      for (let i = 0; i < words; i++) {
        this.sum[i] += old[top + 1 + i] - this.#part[at + i];
        this.#part[at + i] = old[top + 1 + i];
      }
    }
    old.length = mark;
  }

  #replace(cell: number): void {
    const at = cell * words;
    const part = this.#part;
    this.#old.push(cell, part[at], part[at + 1], part[at + 2], part[at + 3]);
    for (let i = 0; i < words; i++) this.sum[i] -= part[at + i];
    this.#add(cell);
  }

  /** Adds the current content of the cell, which was not in the sum. */
  #add(cell: number): void {
    const m = this.#m;
    const kind = this.#kind?.[cell] ?? CONTENTS;
    // its part stays 0
    if (kind === NOTHING) return;
    const value = kind === CONTENTS || m.memory[cell] === 0 ? m.memory[cell] : 1;
    let a = Math.imul(cell + 1, 0x9e3779b1);
    let b = Math.imul(cell + 1, 0x85ebca77) ^ 0x27d4eb2f;
    const state = m.accessMayFail ? m.cellState[cell] : 0;
    const size = cell < m.globals ? 0 : m.blockSize[cell];
    a = mixed(a ^ value);
    b = mixed(b + value);
    if (m.wide) {
      a = mixed(a + m.memoryHigh[cell]);
      b = mixed(b ^ Math.imul(m.memoryHigh[cell], 0xc2b2ae35));
    }
    a = mixed(a ^ (Math.imul(size, 8) + state));
    b = mixed(b + (Math.imul(size, 8) ^ state));
    const { sum } = this;
    const part = this.#part;
    const at = cell * words;
    part[at] = a;
    part[at + 1] = b;
    part[at + 2] = mixed(a + Math.imul(b, 0xcc9e2d51));
    part[at + 3] = mixed(b ^ Math.imul(a, 0xe6546b64));
    for (let i = 0; i < words; i++) sum[i] += part[at + i];
  }
}

/** Murmur's finaliser: no two numbers become the same. */
export function mixed(value: number): number {
  let z = value;
  z = Math.imul(z ^ (z >>> 16), 0x21f0aaad);
  z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
  return z ^ (z >>> 15);
}
