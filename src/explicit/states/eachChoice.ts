// The values of the choices that one step makes, in the order they are made: first all of them the least, then, each time the step is
// taken, what comes next in the order of words.

import type { FastState } from '../fast/state.js';

export class EachChoice extends Map<number, number> {
  readonly #m: FastState;
  readonly #values: number[] = [];
  readonly #sizes: number[] = [];
  #made = 0;

  constructor(m: FastState) {
    super();
    this.#m = m;
  }

  /** For the next step; choices beyond these values are the least. */
  begin(values: readonly number[]): void {
    this.#made = 0;
    this.#values.length = 0;
    for (const value of values) this.#values.push(value);
  }

  override get(key: number): number {
    const at = this.#made++;
    this.#values[at] ??= 0;
    this.#sizes[at] = this.#m.ranges.get(key) ?? 1;
    return this.#values[at];
  }

  /** What to take the same step with the next time; undefined if it has been taken in every way. */
  next(): readonly number[] | undefined {
    for (let i = this.#made - 1; i >= 0; i--)
      if (this.#values[i] + 1 < this.#sizes[i]) return [...this.#values.slice(0, i), this.#values[i] + 1];
    return undefined;
  }
}
