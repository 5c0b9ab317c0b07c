// Floating point as far as it is known before the program runs. A value of a floating type is the bits of its IEEE
// representation, read as a signed integer; arithmetic is only done on constants.

import { type Integer, toInteger, wrap } from '../../../program/integer.js';
import type { CType, FloatType } from '../types.js';

const view = new DataView(new ArrayBuffer(8));

/** The number that the bits mean. */
export function numberOf(bits: Integer, { size }: FloatType): number {
  if (size === 4) {
    view.setInt32(0, Number(bits));
    return view.getFloat32(0);
  }
  view.setBigInt64(0, BigInt(bits));
  return view.getFloat64(0);
}

/** A NaN without a sign: which bits JavaScript has for it depends on the processor, and on how a function was compiled. */
export function bitsOfNumber(value: number, { size }: FloatType): Integer {
  if (Number.isNaN(value)) return size === 4 ? 0x7fc0_0000 : 0x7ff8_0000_0000_0000n;
  if (size === 4) {
    view.setFloat32(0, value);
    return view.getInt32(0);
  }
  view.setFloat64(0, value);
  return toInteger(view.getBigInt64(0));
}

/** The same number with the other sign, a NaN too. */
export function negated(bits: Integer, type: FloatType): Integer {
  if (type.size === 4) return Number(bits) ^ -0x8000_0000;
  return toInteger(BigInt.asIntN(64, BigInt(bits) ^ (1n << 63n)));
}

const operations: Readonly<Record<string, (x: number, y: number) => number | boolean>> = {
  '+': (x, y) => x + y,
  '-': (x, y) => x - y,
  '*': (x, y) => x * y,
  '/': (x, y) => x / y,
  '==': (x, y) => x === y,
  '!=': (x, y) => x !== y,
  '<': (x, y) => x < y,
  '<=': (x, y) => x <= y,
  '>': (x, y) => x > y,
  '>=': (x, y) => x >= y,
};

/** Undefined for operators that floating types do not have. */
export function applyFloat(op: string, a: Integer, b: Integer, type: FloatType): Integer | undefined {
  const [x, y] = [numberOf(a, type), numberOf(b, type)];
  const result = operations[op]?.(x, y);
  if (typeof result !== 'number') return result === undefined ? undefined : result ? 1 : 0;
  if (Number.isNaN(x) || Number.isNaN(y)) return Number.isNaN(x) ? a : b;
  return bitsOfNumber(result, type);
}

/**
 * The value in another type, one of the two floating. Undefined where C leaves it so: a value that does not fit an
 * integer.
 */
export function convertFloat(value: Integer, from: CType, to: CType): Integer | undefined {
  if (from.kind === 'float') {
    const number = numberOf(value, from);
    if (to.kind === 'float') {
      const bits = bitsOfNumber(number, to);
      return Number.isNaN(number) && BigInt(value) < 0n ? negated(bits, to) : bits;
    }
    if (to.kind !== 'integer') return undefined;
    if (to.bool) return number === 0 ? 0 : 1;
    if (!Number.isFinite(number)) return undefined;
    const whole = BigInt(Math.trunc(number));
    const bits = BigInt(to.size * 8);
    const [least, most] = to.signed ? [-(2n ** (bits - 1n)), 2n ** (bits - 1n) - 1n] : [0n, 2n ** bits - 1n];
    if (whole < least || whole > most) return undefined;
    return to.size < 4
      ? toInteger(whole)
      : wrap(toInteger(BigInt.asIntN(64, whole)), to.size === 8 ? 64 : 32);
  }
  if (from.kind !== 'integer' || to.kind !== 'float') return undefined;
  const meant = from.signed ? BigInt(value) : BigInt.asUintN(from.size * 8, BigInt(value));
  return bitsOfNumber(to.size === 4 ? roundToOdd(meant) : Number(meant), to);
}

/** A double that rounds to the same float as the integer: the bits cut off leave a mark in the last bit. */
function roundToOdd(value: bigint): number {
  const negative = value < 0n;
  const magnitude = negative ? -value : value;
  const extra = BigInt(Math.max(0, magnitude.toString(2).length - 53));
  const kept = magnitude >> extra;
  const sticky = kept << extra === magnitude ? kept : kept | 1n;
  return (negative ? -1 : 1) * Number(sticky) * 2 ** Number(extra);
}
