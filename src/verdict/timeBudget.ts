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
    return this.#part(1 / Math.max(1, this.#shares--));
  }

  /** The same where the first explorations matter most: of three they get 3, 2 and 1 sixths. */
  nextOfFewer(): number | undefined {
    return this.#part(2 / (Math.max(1, this.#shares--) + 1));
  }

  #part(part: number): number | undefined {
    return this.#end === undefined ? undefined : (this.#end - performance.now()) * part;
  }
}
