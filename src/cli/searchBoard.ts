// How far a search has come, told by the thread that searches and read by the one that shows it.

import type { SearchProgress } from '../verdict/engine.js';

export class SearchBoard {
  readonly buffer: SharedArrayBuffer;
  readonly #cells: Int32Array;

  constructor(buffer: SharedArrayBuffer = new SharedArrayBuffer(8)) {
    this.buffer = buffer;
    this.#cells = new Int32Array(buffer);
  }

  tell({ solves, found }: SearchProgress): void {
    Atomics.store(this.#cells, 0, solves);
    Atomics.store(this.#cells, 1, found);
  }

  /** undefined if nothing was told yet. */
  read(): { readonly solves: number; readonly found: number } | undefined {
    const [solves, found] = [Atomics.load(this.#cells, 0), Atomics.load(this.#cells, 1)];
    return solves === 0 ? undefined : { solves, found };
  }
}
