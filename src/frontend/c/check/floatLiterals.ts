// Floating constants, rounded once: a float to 24 bits, not to a double and then to a float.

/** Suffixes of the types with a size in their name. */
const sized: ReadonlyMap<string, string> = new Map([
  ['f32', 'f'],
  ['f64', ''],
  ['f32x', ''],
  ['f64x', 'l'],
  ['f128', 'l'],
]);

/** The number that a floating constant is; undefined when the text is none. */
export function floatLiteral(text: string): { value: number; suffix: '' | 'f' | 'l' } | undefined {
  const match =
    /^([0-9]*\.?[0-9]*(?:[eE][+-]?[0-9]+)?|0[xX][0-9a-fA-F]*\.?[0-9a-fA-F]*[pP][+-]?[0-9]+)(|[fF]|[lL]|[fF](?:32|64)x?|[fF]128)$/.exec(
      text,
    );
  if (match === null || !/[0-9a-fA-F]/.test(match[1])) return undefined;
  const suffix = sized.get(match[2].toLowerCase()) ?? match[2].toLowerCase();
  const [bits, least] = suffix === 'f' ? [24, -149] : [53, -1074];
  return {
    value: rounded(match[1], bits, least),
    suffix: suffix === 'f' ? 'f' : suffix === 'l' ? 'l' : '',
  };
}

/** With a larger exponent no number is finite, and with a smaller one none is above 0, for any digits. */
const mostExponent = 6000;

interface Fraction {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** The value of the digits; undefined where the exponent alone decides. */
function fractionOf(text: string): Fraction | undefined {
  const { digits, exponent, base } = scanned(text);
  if (Math.abs(exponent) > mostExponent) return undefined;
  const scale = base ** BigInt(Math.abs(exponent));
  return {
    numerator: exponent < 0 ? digits : digits * scale,
    denominator: exponent < 0 ? scale : 1n,
  };
}

function scanned(text: string): { digits: bigint; exponent: number; base: bigint } {
  const hex = /^0[xX]([0-9a-fA-F]*)\.?([0-9a-fA-F]*)[pP]([+-]?[0-9]+)$/.exec(text);
  const [, whole = '', part = '', power = '0'] =
    hex ?? /^([0-9]*)\.?([0-9]*)(?:[eE]([+-]?[0-9]+))?$/.exec(text) ?? [];
  return {
    digits: BigInt(`${hex === null ? '' : '0x'}0${whole}${part}`),
    exponent: Number(power) - (hex === null ? 1 : 4) * part.length,
    base: hex === null ? 10n : 2n,
  };
}

/** The nearest number that has so many bits, the last of them worth 2 to the power of `least` or more. */
function rounded(text: string, bits: number, least: number): number {
  const { digits, exponent, base } = scanned(text);
  // JavaScript reads such a number so
  if (base === 10n && (bits === 53 || Math.abs(exponent) > mostExponent)) return Number(text);
  if (digits === 0n || Math.abs(exponent) > mostExponent)
    return digits === 0n || exponent < 0 ? 0 : Number.POSITIVE_INFINITY;
  const { numerator, denominator } = fractionOf(text) ?? { numerator: 0n, denominator: 1n };
  return nearest(numerator, denominator, bits, least);
}

const length = (n: bigint): number => n.toString(2).length;

/** A fraction, rounded to even where two are as near. */
function nearest(numerator: bigint, denominator: bigint, bits: number, least: number): number {
  const about = length(numerator) - length(denominator);
  const log =
    numerator << BigInt(Math.max(0, -about)) < denominator << BigInt(Math.max(0, about)) ? about - 1 : about;
  const unit = Math.max(log - bits + 1, least);
  const [above, below] =
    unit < 0 ? [numerator << BigInt(-unit), denominator] : [numerator, denominator << BigInt(unit)];
  const [quotient, twice] = [above / below, (above % below) * 2n];
  const up = twice > below || (twice === below && quotient % 2n === 1n);
  return Number(quotient + (up ? 1n : 0n)) * 2 ** unit;
}
