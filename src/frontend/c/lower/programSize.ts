// How large a program may become when its functions are inlined. One that recurses is lowered again with less depth until it fits.

import type { CutReason } from '../../../program/cutReason.js';
import type { SourceSpan } from '../../../program/statement.js';
import { type Diagnostic, InputError } from '../../../support/diagnostic.js';
import { isStackOverflow } from '../../../support/stackOverflow.js';
import { unsupported } from '../diagnostics.js';

const mostStatements = 100_000;
/** Of threads that start their like, which the engines follow at the same time: more take too long. */
const mostOfThreads = 20_000;

export const isTooLarge = ({ message }: Diagnostic): boolean => message.startsWith('a program this large');

/** The advice for a program that is too large because it recurses, by which it is known. */
const byRecursion = 'a smaller --unroll bounds recursion';

/** The statements of all threads together. */
export class ProgramSize {
  #count = 0;
  #most = mostStatements;
  #recurses = false;

  /** One statement more. */
  grow(at: SourceSpan = { line: 1, column: 1 }): void {
    if (++this.#count <= this.#most) return;
    unsupported(
      'a program this large (after functions are inlined)',
      at,
      this.#recurses ? byRecursion : undefined,
    );
  }

  /** A function is inlined in itself. */
  recurse(): void {
    this.#recurses = true;
  }

  /** A thread has started its like; `depth` is how often one may. */
  recurseInThreads(depth: number): void {
    if (!this.#recurses && depth > 1) this.#most = Math.min(mostStatements, this.#count + mostOfThreads);
    this.#recurses = true;
  }
}

/** The unroll bound, or less where the program would be too large. */
export type DepthOfRecursion = number;

/** The reason of a cut where recursion goes no further; undefined where the user's bound cuts it. */
export const cutOfDepth = ({ depth, unroll }: { depth: number; unroll: number }): CutReason | undefined =>
  depth < unroll ? { kind: 'call-depth', depth } : undefined;

/** Calls `lower` with depth `most`, and with a third less each time the program is too large or too deep. */
export function deepest<T>(most: number, lower: (depth: number) => T): T {
  try {
    return lower(most);
  } catch (error) {
    const isTooLarge = error instanceof InputError && error.diagnostic.hint === byRecursion;
    if ((!isTooLarge && !isStackOverflow(error)) || most < 2) throw error;
    return deepest(Math.floor(most * (2 / 3)), lower);
  }
}
