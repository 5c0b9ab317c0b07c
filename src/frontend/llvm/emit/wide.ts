// Integers of 65 to 128 bits as two words, the low one first.

import { requireDivisor } from '../../../module/requirements.js';
import {
  type ArithmeticOp,
  binary,
  type CompareOp,
  constant,
  symbol,
  type Value,
} from '../../../module/value.js';
import {
  isWideDivision,
  type WideDivision,
  wideComparison,
  wideDivisions,
  wideResult,
} from '../../../module/wide.js';
import type { Piece } from '../layout.js';
import type { Emitter } from './emitter.js';
import { cleared, extendedSigned, resized, signExtended } from './integers.js';

const word: Piece = { offset: 0, type: 'i64', bits: 64 };
const w = (value: number | bigint): Value => constant(value, 'i64');

/** Both words as i64; `signed` extends the sign of a high word of fewer bits. */
function words(
  emitter: Emitter,
  values: readonly Value[],
  pieces: readonly Piece[],
  signed: boolean,
): [Value, Value] {
  if (values.length !== 2) emitter.refuse('an integer of more than 128 bits');
  const high = signed ? extendedSigned(values[1], pieces[1], word) : resized(values[1], pieces[1], word);
  return [emitter.kept(values[0]), emitter.kept(high)];
}

/** Two words as pieces again. */
const asPieces = (low: Value, high: Value, pieces: readonly Piece[]): Value[] => [
  low,
  resized(high, word, pieces[1]),
];

export function wideBinary(
  emitter: Emitter,
  op: ArithmeticOp,
  left: readonly Value[],
  right: readonly Value[],
  pieces: readonly Piece[],
): Value[] {
  if (isWideDivision(op)) return wideDivision(emitter, op, left, right, pieces);
  const a = words(emitter, left, pieces, op === 'ashr');
  const b = words(emitter, right, pieces, false);
  const found = wideResult((value) => emitter.kept(value), op, a, b);
  if (found === undefined) return emitter.refuse(`${op} of integers of more than 64 bits`);
  return asPieces(...found, pieces);
}

/** The function that a compiler calls for it. */
function wideDivision(
  emitter: Emitter,
  op: WideDivision,
  left: readonly Value[],
  right: readonly Value[],
  pieces: readonly Piece[],
): Value[] {
  const signed = op === 'sdiv' || op === 'srem';
  const args = [...words(emitter, left, pieces, signed), ...words(emitter, right, pieces, signed)];
  requireDivisor(emitter, binary('or', args[2], args[3]));
  const name = emitter.unit.external(wideDivisions[op], ['i64', 'i64', 'i64', 'i64'], ['i64', 'i64']);
  const results = [emitter.temporary('i64'), emitter.temporary('i64')];
  emitter.push({ kind: 'call', target: symbol(name), args, results });
  return asPieces(results[0], results[1], pieces);
}

export function wideCompare(
  emitter: Emitter,
  op: CompareOp,
  left: readonly Value[],
  right: readonly Value[],
  pieces: readonly Piece[],
): Value {
  const signed = op.startsWith('s');
  return wideComparison(op, words(emitter, left, pieces, signed), words(emitter, right, pieces, signed));
}

/** An integer of up to 64 bits as a wide one. */
export function widenedTo(pieces: readonly Piece[], value: Value, from: Piece, signed: boolean): Value[] {
  if (!signed) return [resized(value, from, word), constant(0, pieces[1].type)];
  const low = extendedSigned(value, from, word);
  return [low, resized(binary('ashr', low, w(63)), word, pieces[1])];
}

/** A wide integer as another wide one. */
export function wideResized(
  values: readonly Value[],
  from: readonly Piece[],
  to: readonly Piece[],
  signed: boolean,
): Value[] {
  const high = signed ? signExtended(values[1], from[1]) : values[1];
  const own: Piece = { ...from[1], bits: signed ? 64 : from[1].bits };
  return [
    values[0],
    cleared(signed ? extendedSigned(high, from[1], to[1]) : resized(high, own, to[1]), to[1]),
  ];
}
