// The values of the choices that one step makes, in their order: first the least ones, then, each time the step is
// taken, the next in lexicographic order.

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

  /** The values for the next time the same step is taken; undefined if all were taken. */
  next(): readonly number[] | undefined {
    for (let i = this.#made - 1; i >= 0; i--)
      if (this.#values[i] + 1 < this.#sizes[i]) return [...this.#values.slice(0, i), this.#values[i] + 1];
    return undefined;
  }
}
