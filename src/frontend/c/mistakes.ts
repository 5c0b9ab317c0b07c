// The mistakes of a file, up to a useful number. Code after a mistake is checked as well, and mistakes that only
// follow from it are not reported.

import { type Diagnostic, InputError } from '../../support/diagnostic.js';
import { libraryFile } from './diagnostics.js';

/** More would not be read. */
const limit = 20;

/** A mistake that another one, already reported, leads to. */
export class Consequence extends InputError {
  constructor(
    diagnostic: Diagnostic,
    /** The other one, where that is known. */
    readonly of?: Diagnostic,
  ) {
    super(diagnostic);
  }
}

/** `mistake`: the diagnostic, where it is known. */
type Attempt<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly mistake: Diagnostic | undefined };

/** All mistakes together. They are not collected again. */
class Reported extends InputError {}

export class Mistakes {
  readonly #found: Diagnostic[] = [];
  /** How many of them make the program wrong whether they are reached or not. */
  #certain = 0;

  /** The result of `work`; when it fails, the mistake is kept for `report`. */
  guard<T>(work: () => T): Attempt<T> {
    return this.#attempt(work, false);
  }

  /** The same, but an unsupported construct is reported only if the program runs it: see `refuse`. */
  guardReached<T>(work: () => T): Attempt<T> {
    return this.#attempt(work, true);
  }

  #attempt<T>(work: () => T, onlyReached: boolean): Attempt<T> {
    try {
      return { ok: true, value: work() };
    } catch (error) {
      if (!(error instanceof InputError) || error instanceof Reported) throw error;
      if (error instanceof Consequence) return { ok: false, mistake: error.of };
      const isCertain = !onlyReached || error.diagnostic.code !== 'c-unsupported';
      // a header that several files include has its mistakes once
      const isKnown = this.#found.some((known) => isSame(known, error.diagnostic));
      if (!isKnown) this.#found.push(error.diagnostic);
      if (isCertain && (!isKnown || this.#certain === 0)) this.#certain++;
      if (this.#certain >= limit) this.refuse();
      return { ok: false, mistake: error.diagnostic };
    }
  }

  /** Throws what was found, if the program cannot be understood. */
  report(): void {
    if (this.#certain > 0) this.refuse();
  }

  /** The mistake as it was found, with its hint. */
  known(mistake: Diagnostic): Diagnostic | undefined {
    return this.#found.find((known) => isSame(known, mistake));
  }

  /** Those of these that are known, if there are any, and then what else was found in the program's own files. */
  andOthers(reached: readonly Diagnostic[]): readonly Diagnostic[] {
    if (!reached.some((one) => this.#found.some((known) => isSame(known, one)))) return reached;
    const others = this.#found.filter(
      (known) => known.file !== libraryFile && !reached.some((one) => isSame(known, one)),
    );
    return [...reached, ...others].slice(0, limit);
  }

  /** Something that is not supported is run: throws what was found. */
  refuse(): void {
    const [first, ...more] = this.#found.slice(0, limit);
    if (first !== undefined) throw new Reported(more.length === 0 ? first : { ...first, more });
  }
}

export const isSame = (a: Diagnostic, b: Diagnostic): boolean =>
  a.line !== undefined &&
  a.line === b.line &&
  a.column === b.column &&
  a.file === b.file &&
  a.message === b.message;
