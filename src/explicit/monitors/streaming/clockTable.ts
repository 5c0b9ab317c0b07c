// Vector clocks in one array, a row each. Threads may appear while a log is read: then all rows become wider.

export class ClockTable {
  /** Changes when the table grows: ask again after `offset` or `widen`. */
  data: Int32Array;
  #width: number;
  #rows = 64;

  constructor(width: number) {
    this.#width = width;
    this.data = new Int32Array(this.#rows * width);
  }

  /** Where the row begins; it is all zero if it was never touched. */
  offset(row: number): number {
    if (row >= this.#rows) {
      while (row >= this.#rows) this.#rows *= 2;
      const data = new Int32Array(this.#rows * this.#width);
      data.set(this.data);
      this.data = data;
    }
    return row * this.#width;
  }

  widen(width: number): void {
    const data = new Int32Array(this.#rows * width);
    for (let row = 0; row < this.#rows; row++)
      data.set(this.data.subarray(row * this.#width, (row + 1) * this.#width), row * width);
    this.data = data;
    this.#width = width;
  }
}

/** The row at `to` becomes the componentwise maximum of both; whether that changed it. */
export function mergeRow(
  target: Int32Array,
  to: number,
  source: Int32Array,
  from: number,
  width: number,
): boolean {
  let changed = false;
  for (let k = 0; k < width; k++) {
    const value = source[from + k];
    if (value <= target[to + k]) continue;
    target[to + k] = value;
    changed = true;
  }
  return changed;
}

export function copyRow(
  target: Int32Array,
  to: number,
  source: Int32Array,
  from: number,
  width: number,
): void {
  for (let k = 0; k < width; k++) target[to + k] = source[from + k];
}
