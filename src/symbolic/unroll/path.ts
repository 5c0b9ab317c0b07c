// Where control is while a thread is unrolled: under which guard, with which values in the registers. Paths split at
// branches and are merged again where branches, blocks and loops end.

import type { Registers } from './registers.js';
import type { Term, Terms } from './term.js';

export interface Path {
  guard: Term;
  readonly registers: Registers;
}

/** Where `break label` and `continue label` lead. */
export interface Frame {
  readonly label: string;
  /** Paths that leave, in the order they do. */
  readonly exits: Path[];
  /** Paths that go on with the next round; undefined for a block. */
  readonly continues: Path[] | undefined;
}

export const branch = (path: Path, guard: Term): Path => ({ guard, registers: path.registers.copy() });

/** The path that both lead to; `selects` holds whenever the first one was taken, and never if the second was. */
export function merge(
  terms: Terms,
  selects: Term,
  a: Path | undefined,
  b: Path | undefined,
): Path | undefined {
  if (a === undefined) return b;
  if (b === undefined) return a;
  const registers = a.registers.mergedWith(b.registers, (x, y) =>
    terms.ite(selects, x ?? terms.no, y ?? terms.no),
  );
  return { guard: terms.or(a.guard, b.guard), registers };
}

/** Merged from the last to the first, so that the guards of successive exits of a loop fold to the guard before it. */
export function mergeAll(terms: Terms, paths: readonly Path[]): Path | undefined {
  return paths.reduceRight<Path | undefined>((rest, path) => merge(terms, path.guard, path, rest), undefined);
}
