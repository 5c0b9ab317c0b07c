// Numbers in litmus files are 32-bit: anything from -2^31 to 2^32-1, the upper half read as negative. With a W at its end a
// number is one of 64 bits.

import { type Integer, toInteger } from '../../program/integer.js';
import type { Source } from './source.js';
import type { Span } from './syntax.js';

export const isWide = (text: string): boolean => text.endsWith('W');

export function readInteger(source: Source, text: string, span: Span): Integer {
  return isWide(text)
    ? toInteger(readBits(source, text.slice(0, -1), span, 64n))
    : readNumber(source, text, span);
}

export function readNumber(source: Source, text: string, span: Span): number {
  return Number(readBits(source, text, span, 32n));
}

function readBits(source: Source, text: string, span: Span, bits: bigint): bigint {
  const negative = text.startsWith('-');
  const digits = text.replace(/^-\s*/, '').replace(/[uU]?[lL]*$/, '');
  const magnitude = BigInt(digits);
  const value = negative ? -magnitude : magnitude;
  if (value < -(2n ** (bits - 1n)) || value >= 2n ** bits)
    return source.fail(
      'number-too-large',
      `${text.length > 40 ? 'this number' : text} does not fit ${bits} bits`,
      span,
    );
  return BigInt.asIntN(Number(bits), value);
}

/** A number in C code: a leading 0 makes it octal. */
export function readCInteger(source: Source, text: string, span: Span): Integer {
  return readInteger(source, inDecimal(source, text, span), span);
}

export function readCNumber(source: Source, text: string, span: Span): number {
  return readNumber(source, inDecimal(source, text, span), span);
}

function inDecimal(source: Source, text: string, span: Span): string {
  const [, sign, digits, wide] = /^(-?\s*)0(\d+)(W?)$/.exec(text) ?? [];
  if (digits === undefined) return text;
  if (/[89]/.test(digits)) return source.fail('bad-number', `${text} is not an octal number`, span);
  return `${sign.trim()}${BigInt(`0o${digits}`)}${wide}`;
}
