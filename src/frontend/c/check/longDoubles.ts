// Long doubles have more bits than the doubles they are computed with here: their arithmetic is known as far as doubles hold its results
// exactly. All other results are one constant that stands for any of them, which may be copied, computed with and printed.

import type { Integer } from '../../../program/integer.js';
import type { SourceSpan } from '../../../program/statement.js';
import { unsupported } from '../diagnostics.js';

export const refuseLongDouble = (at: SourceSpan): never =>
  unsupported('a long double that is not known beforehand, and that something depends on,', at);

/** The bits of a NaN that no program has. */
export const unknownLongDouble: Integer = 0x7ff4_0000_0000_0001n;

export const isUnknownLongDouble = (bits: Integer): boolean => BigInt(bits) === unknownLongDouble;

interface Parts {
  readonly whole: bigint;
  /** Times 2 to the power of it. */
  readonly power: number;
}

const view = new DataView(new ArrayBuffer(8));

function partsOf(value: number): Parts {
  view.setFloat64(0, value);
  const bits = view.getBigUint64(0);
  const exponent = Number((bits >> 52n) & 0x7ffn);
  const fraction = bits & 0xf_ffff_ffff_ffffn;
  const whole = exponent === 0 ? fraction : fraction | (1n << 52n);
  return { whole: bits >> 63n === 0n ? whole : -whole, power: Math.max(exponent, 1) - 1075 };
}

const isSame = (a: Parts, b: Parts): boolean =>
  a.power >= b.power
    ? a.whole << BigInt(a.power - b.power) === b.whole
    : a.whole === b.whole << BigInt(b.power - a.power);

const sum = (a: Parts, b: Parts): Parts => {
  const power = Math.min(a.power, b.power);
  const aligned = ({ whole, power: from }: Parts): bigint => whole << BigInt(from - power);
  return { whole: aligned(a) + aligned(b), power };
};

const product = (a: Parts, b: Parts): Parts => ({ whole: a.whole * b.whole, power: a.power + b.power });

/** Whether the number is what the fraction is. */
export function isFraction(
  value: number,
  { numerator, denominator }: { readonly numerator: bigint; readonly denominator: bigint },
): boolean {
  if (!Number.isFinite(value)) return false;
  const { whole, power } = partsOf(value);
  return isSame({ whole: numerator, power: 0 }, { whole: whole * denominator, power });
}

/** The result of + - * / on two numbers, if a double holds it. */
export function exactResult(op: string, x: number, y: number): number | undefined {
  const result = op === '+' ? x + y : op === '-' ? x - y : op === '*' ? x * y : x / y;
  if (Number.isNaN(result)) return undefined;
  if (!Number.isFinite(x) || !Number.isFinite(y) || (op === '/' && y === 0)) return result;
  if (!Number.isFinite(result)) return undefined;
  const [a, b, r] = [partsOf(x), partsOf(y), partsOf(result)];
  const isExact =
    op === '+'
      ? isSame(r, sum(a, b))
      : op === '-'
        ? isSame(r, sum(a, partsOf(-y)))
        : op === '*'
          ? isSame(r, product(a, b))
          : isSame(product(r, b), a);
  return isExact ? result : undefined;
}
