// Other mistakes of a program that cannot be lowered: it is lowered again without the statement that failed, until nothing fails.
// Of what fails in a function for the same reason the first is told: leaving a statement out may make what follows fail as well.

import { type Diagnostic, InputError } from '../../../support/diagnostic.js';
import type { TypedStatement } from '../typed.js';
import { isTooLarge } from './programSize.js';

/** More would not be read. */
const limit = 20;
/** Lowering again takes its time. */
const mostRounds = 40;

export class LeftOut {
  readonly #statements = new Set<TypedStatement>();
  readonly #found: Diagnostic[] = [];
  readonly #said = new Set<string>();
  #failed: { readonly error: unknown; readonly statement: TypedStatement; readonly name: string } | undefined;

  has(statement: TypedStatement): boolean {
    return this.#statements.has(statement);
  }

  /** Remembers the innermost statement in which `work` fails, of the function `name`. */
  whileIn(statement: TypedStatement, name: string, work: () => void): void {
    try {
      work();
    } catch (error) {
      if (this.#failed?.error !== error) this.#failed = { error, statement, name };
      throw error;
    }
  }

  /** All that is found by lowering without what failed. */
  mistakes(lower: () => void): readonly Diagnostic[] {
    for (let round = 0; round < mostRounds && this.#found.length < limit; round++) {
      try {
        lower();
        break;
      } catch (error) {
        const failed = this.#failed;
        if (!(error instanceof InputError)) throw error;
        if (failed?.error !== error || this.#statements.has(failed.statement)) break;
        this.#statements.add(failed.statement);
        for (const diagnostic of [error.diagnostic, ...(error.diagnostic.more ?? [])])
          this.#keep(diagnostic, failed.name);
        if (isOfTheWhole(error.diagnostic)) break;
      }
    }
    return this.#found;
  }

  #keep({ more: _, ...diagnostic }: Diagnostic, name: string): void {
    const key = `${name} ${diagnostic.hint ?? diagnostic.message}`;
    if (this.#said.has(key)) return;
    this.#said.add(key);
    this.#found.push(diagnostic);
  }
}

/** Whether it is a mistake of no statement: without one the program is as large as before, and what threads share is seen last. */
const isOfTheWhole = (diagnostic: Diagnostic): boolean =>
  diagnostic.code === 'c-mixed-size' || isTooLarge(diagnostic);

/** The program's own file comes first. */
const order = (a: Diagnostic, b: Diagnostic): number =>
  (a.file ?? '').localeCompare(b.file ?? '') ||
  (a.line ?? 0) - (b.line ?? 0) ||
  (a.column ?? 0) - (b.column ?? 0);

/** The result of `lower`. If `lower` fails, the error tells all mistakes found, as `andOthers` extends them. */
export function withAllMistakes<T>(
  lower: (leftOut?: LeftOut) => T,
  andOthers: (reached: readonly Diagnostic[]) => readonly Diagnostic[],
): T {
  try {
    return lower();
  } catch (error) {
    if (!(error instanceof InputError) || isOfTheWhole(error.diagnostic)) throw error;
    const leftOut = new LeftOut();
    const reached = leftOut.mistakes(() => lower(leftOut)).toSorted(order);
    const [first = error.diagnostic, ...more] = andOthers(reached);
    throw new InputError(more.length === 0 ? first : { ...first, more }, error.text);
  }
}
