// Integers of a width that the module lacks, such as i24, are held in the next wider type with the other bits 0.
// Signed reads extend the sign first. Operations that may set the other bits clear them.

import { bitsOf, type Type } from '../../../module/type.js';
import { binary, constant, unary, type Value } from '../../../module/value.js';
import type { Piece } from '../layout.js';

const isOdd = ({ type, bits }: Piece): boolean => bits < bitsOf(type);

/** The value with only the bits that count. */
export const cleared = (value: Value, piece: Piece): Value =>
  isOdd(piece) ? binary('and', value, constant((1n << BigInt(piece.bits)) - 1n, piece.type)) : value;

/** The value as a signed number of the whole type. */
export function signExtended(value: Value, piece: Piece): Value {
  if (!isOdd(piece)) return value;
  const distance = constant(bitsOf(piece.type) - piece.bits, piece.type);
  return binary('ashr', binary('shl', value, distance), distance);
}

/** Zero extension or truncation between the types of two pieces. */
export function resized(value: Value, from: Piece, to: Piece): Value {
  const converted =
    from.type === to.type
      ? value
      : unary(bitsOf(from.type) < bitsOf(to.type) ? 'zext' : 'trunc', to.type, value);
  return to.bits < from.bits ? cleared(converted, to) : converted;
}

/** Sign extension from one piece to another that has more bits. */
export function extendedSigned(value: Value, from: Piece, to: Piece): Value {
  const signed = signExtended(value, from);
  return cleared(from.type === to.type ? signed : unary('sext', to.type, signed), to);
}

/** A constant of so many bits. */
export const integer = (
  value: bigint,
  { type, bits }: { readonly type: Type; readonly bits: number },
): Value => constant(bits < bitsOf(type) ? BigInt.asUintN(bits, value) : value, type);
