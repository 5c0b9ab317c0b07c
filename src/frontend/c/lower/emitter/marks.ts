// A value may be copied with its object although it was never written. Copying it is fine (C11 6.2.6.1), using it is not. Such
// a value has a mask with a bit for each byte that was written. Any other value has all bits set. Registers of variables have a
// flag instead, which says whether there is a value.

import { binary, constant, type Expr } from '../../../../program/expression.js';
import { foldBinary, foldConditional, isTrue } from '../fold.js';
import { all, maskThrough, written } from './maskThrough.js';

export { written };

/** Holds whether a register that was declared without a value has one. */
export const flagOf = (name: string): string => `?${name}`;

/** Holds the mask of what such a register received. */
export const maskOf = (name: string): string => `?${name}?`;

/** Whether a register holds a flag or mask of another. */
export const isFlagOrMask = (name: string): boolean => name.startsWith('?');

/** The mask of a value that is there as a whole or not at all. */
export const maskIf = (has: Expr): Expr =>
  isTrue(has) ? written : foldConditional(has, written, constant(0));

/** The mask of what was put together: of each part, how many bytes there are before it. */
export function joinedMask(
  parts: readonly { readonly has: Expr; readonly from: number; readonly bytes: number }[],
): Expr {
  if (parts.every(({ has }) => isTrue(has))) return written;
  const rest = all & ~parts.reduce((bits, { from, bytes }) => bits | bitsOf(from, bytes), 0);
  return parts.reduce<Expr>(
    (mask, { has, from, bytes }) =>
      foldBinary('|', mask, foldConditional(has, constant(bitsOf(from, bytes)), constant(0))),
    constant(rest),
  );
}

/** Whether the bytes were all written. */
export function covers(mask: Expr, from: number, bytes: number): Expr {
  if (mask.kind === 'const')
    return constant((Number(mask.value) & bitsOf(from, bytes)) === bitsOf(from, bytes) ? 1 : 0);
  if (mask.kind === 'conditional' && mask.whenTrue === written && mask.whenFalse.kind === 'const')
    return mask.condition;
  const wanted = constant(bitsOf(from, bytes));
  return binary('==', foldBinary('&', mask, wanted), wanted);
}

/** A long double has as many as a double: it is written as a whole. */
const bitsOf = (from: number, bytes: number): number => ((2 ** bytes - 1) << from) & all;

/** The flags and masks of the registers that a thread writes. */
export class Marks {
  /** Registers that have a flag. */
  readonly #flagged = new Set<string>();
  /** Parts of structs: copying another struct over it may take the value away again. */
  readonly #parts = new Set<string>();
  readonly #masks = new Map<string, Expr>();
  readonly #carriers = new Set<string>();

  flag(name: string): void {
    this.#flagged.add(name);
  }

  isFlagged(name: string): boolean {
    return this.#flagged.has(name);
  }

  addPart(name: string): void {
    this.#parts.add(name);
  }

  isPart(name: string): boolean {
    return this.#parts.has(name);
  }

  /** A register that is written in one place, with the mask of what it holds. */
  mark(name: string, mask: Expr): void {
    if (mask !== written) this.#masks.set(name, mask);
  }

  /** A register that several copies go to. */
  carry(name: string): void {
    this.#carriers.add(name);
  }

  isCarrier(name: string): boolean {
    return this.#carriers.has(name);
  }

  /** The mask of a value, which may have been computed since its parts were read. */
  of(value: Expr, read: (name: string) => Expr): Expr {
    if (this.#masks.size === 0 && this.#carriers.size === 0) return written;
    return maskThrough(value, (name) => {
      if (!this.#carriers.has(name)) return this.#masks.get(name) ?? written;
      const mask = read(maskOf(name));
      return mask.kind === 'const' && mask.value === all ? written : mask;
    });
  }
}

/** The flag after a value with the flag `has` came to where `here` says. */
export const flagAfter = (before: Expr, here: Expr, has: Expr): Expr =>
  isTrue(here) ? has : isTrue(has) ? foldBinary('||', before, here) : foldConditional(here, has, before);
