// Counting of bits and the order of bytes, as arithmetic of the engines' programs.

import { binary, constant, type Expr, type ExprWidth, widthOf } from '../../../program/expression.js';
import type { Type } from '../../type.js';
import { normal, resized } from './widths.js';

/** `value` is unsigned, of as many bits as the type of the operand, in an expression of 32 or 64 bits. */
export function countBits(
  op: 'popcount' | 'clz' | 'ctz' | 'bswap',
  value: Expr,
  bits: number,
  type: Type,
): Expr {
  const width = widthOf(value);
  const bit = (i: number): Expr => binary('&', shifted(value, i, width), constant(1, width));
  const number = (n: number): Expr => constant(n, width);
  let result: Expr;
  switch (op) {
    case 'popcount':
      result = Array.from({ length: bits }, (_, i) => bit(i)).reduce((a, b) => binary('+', a, b));
      break;
    case 'ctz':
      result = firstSet(
        Array.from({ length: bits }, (_, i) => [bit(i), number(i)]),
        number(bits),
      );
      break;
    case 'clz':
      result = firstSet(
        Array.from({ length: bits }, (_, i) => [bit(bits - 1 - i), number(i)]),
        number(bits),
      );
      break;
    case 'bswap':
      result = Array.from({ length: bits / 8 }, (_, i) =>
        binary(
          '<<',
          binary('&', shifted(value, i * 8, width), constant(255, width)),
          constant(bits - 8 - i * 8, width),
        ),
      ).reduce((a, b) => binary('|', a, b));
      break;
  }
  return normal(resized(result, type === 'i64' ? 64 : 32), type);
}

const shifted = (value: Expr, by: number, width: ExprWidth): Expr =>
  by === 0 ? value : binary('>>u', value, constant(by, width));

/** The number of the first of these that is 1. */
const firstSet = (bits: readonly (readonly [Expr, Expr])[], none: Expr): Expr =>
  bits.reduceRight<Expr>(
    (rest, [bit, number]) => ({
      kind: 'conditional',
      condition: binary('!=', bit, constant(0, widthOf(bit))),
      whenTrue: number,
      whenFalse: rest,
      ...(widthOf(number) === 64 ? { width: 64 as const } : {}),
    }),
    none,
  );
