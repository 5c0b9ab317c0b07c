// Counting of bits and the order of bytes, as arithmetic of the engines' programs.

import { binary, conditional, constant, type Expr, widthOf } from '../../../program/expression.js';
import { bitsOf, type Type } from '../../type.js';
import { normal, registerWidth, resized } from './widths.js';

/** `value` is unsigned, of as many bits as the type of the operand, in an expression of 32 or 64 bits. */
export function countBits(
  op: 'popcount' | 'clz' | 'ctz' | 'bswap',
  value: Expr,
  bits: number,
  type: Type,
): Expr {
  const width = widthOf(value);
  const number = (n: number): Expr => constant(n, width);
  const shifted = (by: number): Expr => (by === 0 ? value : binary('>>u', value, number(by)));
  const bit = (i: number): Expr => binary('&', shifted(i), number(1));
  /** The number of the first of all bits that is 1. */
  const firstSet = (bitAt: (k: number) => Expr): Expr => {
    let found = number(bits);
    for (let k = bits - 1; k >= 0; k--)
      found = conditional(binary('!=', bitAt(k), number(0)), number(k), found);
    return found;
  };
  const all = (count: number, of: (k: number) => Expr): Expr[] =>
    Array.from({ length: count }, (_, k) => of(k));
  const counted = (): Expr => {
    switch (op) {
      case 'popcount':
        return all(bits, bit).reduce((a, b) => binary('+', a, b));
      case 'ctz':
        return firstSet(bit);
      case 'clz':
        return firstSet((k) => bit(bits - 1 - k));
      case 'bswap':
        return all(bits / 8, (k) =>
          binary('<<', binary('&', shifted(k * 8), number(255)), number(bits - 8 - k * 8)),
        ).reduce((a, b) => binary('|', a, b));
    }
  };
  return normal(resized(counted(), registerWidth(bitsOf(type))), type);
}
