// The mistakes of a file, as many as are worth reading: what comes after one is looked at as well, and what only follows from it
// is not reported.

import { type Diagnostic, InputError } from '../../support/diagnostic.js';

/** More would not be read. */
const limit = 20;

/** A mistake that another one, already reported, leads to. */
export class Consequence extends InputError {}

/** All of them, which nobody collects again. */
class Reported extends InputError {}

export class Mistakes {
  readonly #found: Diagnostic[] = [];

  /** What `work` yields; when it fails, the mistake is kept for `report`. */
  guard<T>(work: () => T): { readonly ok: true; readonly value: T } | { readonly ok: false } {
    try {
      return { ok: true, value: work() };
    } catch (error) {
      if (!(error instanceof InputError) || error instanceof Reported) throw error;
      if (!(error instanceof Consequence)) this.#found.push(error.diagnostic);
      if (this.#found.length >= limit) this.report();
      return { ok: false };
    }
  }

  /** Throws what was found. */
  report(): void {
    const [first, ...more] = this.#found;
    if (first !== undefined) throw new Reported(more.length === 0 ? first : { ...first, more });
  }
}
