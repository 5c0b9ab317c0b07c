// Integers of 8 to 64 bits outside the engines: in programs, events, outcomes, conditions and files. A value of n
// bits is the signed one of its two readings. It is a number where numbers are exact (up to 2^53 - 1 in size) and a
// bigint only beyond that. So === compares values, and maps may have them as keys.

export type Width = 8 | 16 | 32 | 64;
export const widths: readonly Width[] = [8, 16, 32, 64];

export type Integer = number | bigint;

/** The canonical form of a whole number. */
export function toInteger(value: Integer): Integer {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value : BigInt(value);
  const near = Number(value);
  return Number.isSafeInteger(near) ? near : value;
}

/** The low `width` bits, read as signed. */
export function wrap(value: Integer, width: Width): Integer {
  if (width === 64) return toInteger(BigInt.asIntN(64, BigInt(value)));
  const low = lowWord(value);
  return (low << (32 - width)) >> (32 - width);
}

/** The low `width` bits, read as unsigned. */
export const unsignedOf = (value: Integer, width: Width): Integer =>
  toInteger(BigInt.asUintN(width, BigInt(value)));

/** The number that is meant, for what is a number in every program: addresses, counts, choices of 32 bits. */
export const toNumber = (value: Integer): number => Number(value);

export const compareIntegers = (a: Integer, b: Integer): number => (a < b ? -1 : a > b ? 1 : 0);

/** Bits 0 to 31, as a signed number. */
export const lowWord = (value: Integer): number =>
  typeof value === 'number' ? value | 0 : Number(BigInt.asIntN(32, value));

/** Bits 32 to 63, as a signed number. */
export const highWord = (value: Integer): number =>
  typeof value === 'number' ? Math.floor(value / 2 ** 32) | 0 : Number(BigInt.asIntN(32, value >> 32n));

/** The value of 64 bits with these halves. */
export function fromWords(low: number, high: number): Integer {
  const near = high * 2 ** 32 + (low >>> 0);
  return Number.isSafeInteger(near) ? near : (BigInt(high) << 32n) | BigInt(low >>> 0);
}

/** The JSON form: a number where numbers are exact, else its digits. */
export const toJson = (value: Integer): number | string => (typeof value === 'number' ? value : `${value}`);

/** The value of `toJson`'s text or number; undefined if it is none. */
export function fromJson(value: unknown): Integer | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value : undefined;
  if (typeof value === 'bigint') return toInteger(value);
  return typeof value === 'string' && /^-?[0-9]+$/.test(value) ? toInteger(BigInt(value)) : undefined;
}
