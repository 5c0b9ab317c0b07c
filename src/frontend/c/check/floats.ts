// Floating point as far as it is known before the program runs. A value of a floating type is the bits of its IEEE
// representation, read as a signed integer; arithmetic is only done on constants.

import { type Integer, toInteger } from '../../../program/integer.js';
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
export const negated = (bits: bigint, { size }: FloatType): bigint =>
  BigInt.asIntN(8 * size, bits ^ (1n << BigInt(8 * size - 1)));

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
export function applyFloat(op: string, a: bigint, b: bigint, type: FloatType): bigint | undefined {
  const [x, y] = [numberOf(a, type), numberOf(b, type)];
  const result = operations[op]?.(x, y);
  if (typeof result !== 'number') return result === undefined ? undefined : BigInt(result);
  if (Number.isNaN(x) || Number.isNaN(y)) return Number.isNaN(x) ? a : b;
  return BigInt(bitsOfNumber(result, type));
}

/** A number of a floating type in another type. Undefined where C leaves it so: a value that does not fit an integer. */
export function convertedFloat(bits: bigint, from: FloatType, to: CType): bigint | undefined {
  const number = numberOf(bits, from);
  if (to.kind === 'float') {
    const other = BigInt(bitsOfNumber(number, to));
    return Number.isNaN(number) && bits < 0n ? negated(other, to) : other;
  }
  if (to.kind !== 'integer') return undefined;
  if (to.bool) return number === 0 ? 0n : 1n;
  if (!Number.isFinite(number)) return undefined;
  const whole = BigInt(Math.trunc(number));
  const fits = whole === (to.signed ? BigInt.asIntN : BigInt.asUintN)(to.size * 8, whole);
  return fits ? whole : undefined;
}

/** An integer in a floating type. */
export const floatOf = (value: bigint, to: FloatType): bigint =>
  BigInt(bitsOfNumber(to.size === 4 ? roundToOdd(value) : Number(value), to));

/** A double that rounds to the same float as the integer: the bits cut off leave a mark in the last bit. */
function roundToOdd(value: bigint): number {
  const negative = value < 0n;
  const magnitude = negative ? -value : value;
  const extra = BigInt(Math.max(0, length(magnitude) - 53));
  const kept = magnitude >> extra;
  const sticky = kept << extra === magnitude ? kept : kept | 1n;
  return (negative ? -1 : 1) * Number(sticky) * 2 ** Number(extra);
}

const length = (n: bigint): number => n.toString(2).length;

/** Suffixes of the types with a size in their name. */
const sized: ReadonlyMap<string, string> = new Map([
  ['f32', 'f'],
  ['f64', ''],
  ['f32x', ''],
  ['f64x', 'l'],
  ['f128', 'l'],
]);

/**
 * The number that a floating constant is; undefined when the text is none. It is rounded once: a float to 24 bits, not to a double and
 * then to a float.
 */
export function floatLiteral(text: string): { value: number; suffix: string } | undefined {
  const decimal = /^([0-9]*)\.?([0-9]*)(?:e([+-]?[0-9]+))?(|f|l|f(?:32|64)x?|f128)$/i.exec(text);
  const hex = /^0x([0-9a-f]*)\.?([0-9a-f]*)p([+-]?[0-9]+)(|f|l|f(?:32|64)x?|f128)$/i.exec(text);
  const [, whole = '', part = '', power = '0', ending = ''] = decimal ?? hex ?? [];
  if (whole + part === '') return undefined;
  const suffix = sized.get(ending.toLowerCase()) ?? ending.toLowerCase();
  const digits = BigInt(`${hex === null ? '' : '0x'}${whole}${part}`);
  const exponent = Number(power) - (hex === null ? 1 : 4) * part.length;
  if (suffix === 'f') return { value: scaled(digits, hex === null ? 10n : 2n, exponent), suffix };
  if (decimal !== null) return { value: Number(text.slice(0, text.length - ending.length)), suffix };
  // one power of 2 may be too small for a double, though the product is not
  const half = Math.trunc(exponent / 2);
  return { value: Number(digits) * 2 ** half * 2 ** (exponent - half), suffix };
}

/** With a larger exponent no number is finite, and with a smaller one none is above 0, for any digits. */
const mostExponent = 6000;

/** The digits times a power of the base, as a double that rounds to the same float. */
function scaled(digits: bigint, base: bigint, exponent: number): number {
  if (digits === 0n || Math.abs(exponent) > mostExponent)
    return digits === 0n || exponent < 0 ? 0 : Number.POSITIVE_INFINITY;
  const scale = base ** BigInt(Math.abs(exponent));
  if (exponent >= 0) return roundToOdd(digits * scale);
  const shift = Math.max(0, length(scale) - length(digits) + 60);
  const quotient = (digits << BigInt(shift)) / scale;
  const isExact = quotient * scale === digits << BigInt(shift);
  return roundToOdd(isExact ? quotient : (quotient << 1n) | 1n) * 2 ** -(isExact ? shift : shift + 1);
}
