// Conversions.

import { bitsOf } from '../../../module/type.js';
import { binary, constant, type UnaryOp, unary, type Value } from '../../../module/value.js';
import type { Piece } from '../layout.js';
import type { Instruction } from '../syntax.js';
import { isWide } from './arithmetic.js';
import type { Emitter } from './emitter.js';
import { cleared, extendedSigned, resized, signExtended } from './integers.js';
import { widenedTo, wideResized } from './wide.js';

type Cast = Extract<Instruction, { op: 'cast' }>;

export function emitCast(emitter: Emitter, i: Cast): void {
  const from = emitter.pieces(i.operand.type);
  const to = emitter.pieces(i.type);
  const values = emitter.values(i.operand);
  emitter.result(castValues(emitter, i, values, from, to));
}

function castValues(
  emitter: Emitter,
  { operator, operand, type }: Cast,
  values: readonly Value[],
  from: readonly Piece[],
  to: readonly Piece[],
): Value[] {
  if (operator === 'bitcast' || operator === 'addrspacecast') return reinterpreted(emitter, values, from, to);
  const fromWide = isWide(emitter, operand.type);
  return fromWide || isWide(emitter, type)
    ? wideCast(emitter, operator, values, from, to, fromWide)
    : values.map((value, k) => converted(emitter, operator, value, from[k], to[k]));
}

function converted(emitter: Emitter, operator: string, value: Value, from: Piece, to: Piece): Value {
  switch (operator) {
    case 'trunc':
    case 'zext':
      return resized(value, from, to);
    case 'sext':
      return extendedSigned(value, from, to);
    case 'ptrtoint':
    case 'ptrtoaddr':
      return cleared(unary('ptrtoint', to.type, value), to);
    case 'inttoptr':
      return unary('inttoptr', 'ptr', value);
    case 'sitofp':
      return unary('sitofp', to.type, signExtended(value, from));
    case 'uitofp':
    case 'fpext':
    case 'fptrunc':
      return unary(operator, to.type, value);
    case 'fptosi':
    case 'fptoui':
      return cleared(unary(operator satisfies UnaryOp, to.type, value), to);
    default:
      return emitter.refuse(operator);
  }
}

function wideCast(
  emitter: Emitter,
  operator: string,
  values: readonly Value[],
  from: readonly Piece[],
  to: readonly Piece[],
  fromWide: boolean,
): Value[] {
  if (from.length > 2 || to.length > 2) return emitter.refuse('an integer of more than 128 bits');
  switch (operator) {
    case 'trunc':
      return to.length === 1 ? [resized(values[0], from[0], to[0])] : wideResized(values, from, to, false);
    case 'zext':
    case 'sext':
      return fromWide
        ? wideResized(values, from, to, operator === 'sext')
        : widenedTo(to, values[0], from[0], operator === 'sext');
    default:
      return emitter.refuse(`${operator} of integers of more than 64 bits`);
  }
}

/** The same bits as another type: the pieces may be cut otherwise. */
function reinterpreted(
  emitter: Emitter,
  values: readonly Value[],
  from: readonly Piece[],
  to: readonly Piece[],
): Value[] {
  if (from.length === to.length && from.every((piece, k) => piece.bits === to[k].bits))
    return values.map((value, k) => asType(value, from[k].type, to[k].type));
  if (from.every((piece) => piece.bits === 1) && to.length === 1 && to[0].bits === from.length)
    return [maskOf(values, to[0])];
  const bits = values.map((value, k) => emitter.kept(asInteger(value, from[k])));
  return to.map((piece) => {
    const parts: Value[] = [];
    const type = intType(piece);
    from.forEach((source, k) => {
      const distance = 8 * (source.offset - piece.offset);
      if (distance >= piece.bits || distance <= -source.bits) return;
      if (source.bits % 8 !== 0 || piece.bits % 8 !== 0) emitter.refuse('a vector of parts of bytes');
      const wide = unary('zext', 'i64', bits[k]);
      const whole = intType(source) === 'i64' ? bits[k] : wide;
      parts.push(
        distance === 0
          ? whole
          : binary(distance > 0 ? 'shl' : 'lshr', whole, constant(Math.abs(distance), 'i64')),
      );
    });
    const joined = parts.reduce((a, b) => binary('or', a, b));
    return asType(type === 'i64' ? joined : unary('trunc', type, joined), type, piece.type);
  });
}

/** The number whose bits are these truth values, the first one lowest. */
function maskOf(values: readonly Value[], { type }: Piece): Value {
  const bits = values.map((value, k) => binary('shl', unary('zext', type, value), constant(k, type)));
  return bits.reduce((a, b) => binary('or', a, b));
}

const intType = ({ type }: Piece): 'i8' | 'i16' | 'i32' | 'i64' => {
  const bits = bitsOf(type);
  return bits <= 8 ? 'i8' : bits === 16 ? 'i16' : bits === 32 ? 'i32' : 'i64';
};

const asInteger = (value: Value, piece: Piece): Value => asType(value, piece.type, intType(piece));

/** Between types of the same number of bits. */
function asType(value: Value, from: Piece['type'], to: Piece['type']): Value {
  if (from === to) return value;
  if (from === 'ptr' && to === 'i64') return unary('ptrtoint', 'i64', value);
  if (from === 'i64' && to === 'ptr') return unary('inttoptr', 'ptr', value);
  return unary('bitcast', to, value);
}
