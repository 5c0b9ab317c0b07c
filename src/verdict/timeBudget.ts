// Shares the time for an answer among its explorations. Unused time goes to the later ones.

export class TimeBudget {
  readonly #end: number | undefined;
  #shares: number;

  constructor(milliseconds: number | undefined, explorations: number) {
    this.#end = milliseconds === undefined ? undefined : performance.now() + milliseconds;
    this.#shares = explorations;
  }

  /** Milliseconds for the next exploration, undefined for no limit. */
  next(): number | undefined {
    return this.#end === undefined
      ? undefined
      : (this.#end - performance.now()) / Math.max(1, this.#shares--);
  }
}
