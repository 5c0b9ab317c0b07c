// The indices of addresses: how many values an index may have, and which numbers divide it.

import { typeOf, type Value } from '../../value.js';

/** Fewer indices than this are told apart. */
const mostIndices = 64;

export const few = (count = 0): number | undefined => (count > 0 && count <= mostIndices ? count : undefined);

/** A product that wraps around is still a multiple of the power of two in its factor. */
export const powerOfTwoIn = (n: number): number => n & -n || 1;

/** How many values an index may have, which are those from 0 on. */
export function valuesFromZero(index: Value): number | undefined {
  if (index.kind === 'unary' && index.op === 'zext')
    return typeOf(index.operand) === 'i1' ? 2 : valuesFromZero(index.operand);
  if (index.kind !== 'binary' || index.right.kind !== 'const') return undefined;
  const right = Number(index.right.value);
  if (index.op === 'and') return few(right + 1);
  return index.op === 'urem' ? few(right) : undefined;
}

/** A divisor of an unknown number. */
export function strideOf(value: Value): number {
  if (value.kind === 'unary' && (value.op === 'sext' || value.op === 'zext')) return strideOf(value.operand);
  if (value.kind === 'binary' && value.right.kind === 'const') {
    const by = Math.abs(Number(value.right.value));
    if (value.op === 'mul' && by > 0) return by;
    if (value.op === 'shl' && by < 31) return 2 ** by;
    // The lowest bit of a mask: rustc rounds the alignment of a value up in this way.
    const mask = value.op === 'and' ? BigInt(value.right.value) : 0n;
    if (mask !== 0n) return Number(BigInt.asUintN(31, mask & -mask)) || 1;
  }
  return 1;
}
