// C's binary operators: how strongly they bind, and their results on numbers of any size.

import type { BinaryOperator } from './ast.js';

/** The level of each: operators of a higher one bind more strongly. */
export const precedence: ReadonlyMap<string, readonly [level: number, op: BinaryOperator]> = new Map(
  (
    [
      ['||'],
      ['&&'],
      ['|'],
      ['^'],
      ['&'],
      ['==', '!='],
      ['<', '<=', '>', '>='],
      ['<<', '>>'],
      ['+', '-'],
      ['*', '/', '%'],
    ] as const
  ).flatMap((ops, level) => ops.map((op) => [op, [level, op]] as const)),
);

/** Undefined where there is no result. */
type Operation = (a: bigint, b: bigint) => bigint | boolean | undefined;

export const operations: Readonly<Record<BinaryOperator, Operation>> = {
  '||': (a, b) => a !== 0n || b !== 0n,
  '&&': (a, b) => a !== 0n && b !== 0n,
  '|': (a, b) => a | b,
  '^': (a, b) => a ^ b,
  '&': (a, b) => a & b,
  '==': (a, b) => a === b,
  '!=': (a, b) => a !== b,
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
  '<<': (a, b) => a << b,
  '>>': (a, b) => a >> b,
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => (b === 0n ? undefined : a / b),
  '%': (a, b) => (b === 0n ? undefined : a % b),
};
