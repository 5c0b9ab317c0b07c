// Integers of 65 to 128 bits as two words, the low one first.

import {
  type ArithmeticOp,
  binary,
  type CompareOp,
  compare,
  constant,
  not,
  select,
  symbol,
  unary,
  type Value,
} from '../../../module/value.js';
import type { Piece } from '../layout.js';
import type { Emitter } from './emitter.js';
import { cleared, extendedSigned, resized, signExtended } from './integers.js';
import { requireDivisor } from './requirements.js';

const word: Piece = { offset: 0, type: 'i64', bits: 64 };
const w = (value: number | bigint): Value => constant(value, 'i64');
const widened = (condition: Value): Value => unary('zext', 'i64', condition);

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
  const [low, high] = words(emitter, left, pieces, op === 'ashr');
  const [low2, high2] = words(emitter, right, pieces, false);
  switch (op) {
    case 'and':
    case 'or':
    case 'xor':
      return asPieces(binary(op, low, low2), binary(op, high, high2), pieces);
    case 'add': {
      const sum = emitter.kept(binary('add', low, low2));
      const carry = widened(compare('ult', sum, low));
      return asPieces(sum, binary('add', binary('add', high, high2), carry), pieces);
    }
    case 'sub': {
      const borrow = widened(compare('ult', low, low2));
      return asPieces(binary('sub', low, low2), binary('sub', binary('sub', high, high2), borrow), pieces);
    }
    case 'mul': {
      const crossed = binary('add', binary('mul', low, high2), binary('mul', high, low2));
      return asPieces(
        binary('mul', low, low2),
        binary('add', highProduct(emitter, low, low2), crossed),
        pieces,
      );
    }
    case 'shl':
    case 'lshr':
    case 'ashr':
      return asPieces(...shifted(emitter, op, low, high, low2), pieces);
    case 'sdiv':
    case 'srem':
    case 'udiv':
    case 'urem':
      return wideDivision(emitter, op, left, right, pieces);
    default:
      return emitter.refuse(`${op} of integers of more than 64 bits`);
  }
}

const divisions = { sdiv: '__divti3', srem: '__modti3', udiv: '__udivti3', urem: '__umodti3' } as const;

/** The function that a compiler calls for it. */
function wideDivision(
  emitter: Emitter,
  op: keyof typeof divisions,
  left: readonly Value[],
  right: readonly Value[],
  pieces: readonly Piece[],
): Value[] {
  const signed = op === 'sdiv' || op === 'srem';
  const args = [...words(emitter, left, pieces, signed), ...words(emitter, right, pieces, signed)];
  requireDivisor(emitter, binary('or', args[2], args[3]));
  const name = emitter.unit.external(divisions[op], ['i64', 'i64', 'i64', 'i64'], ['i64', 'i64']);
  const results = [emitter.temporary('i64'), emitter.temporary('i64')];
  emitter.push({ kind: 'call', target: symbol(name), args, results });
  return asPieces(results[0], results[1], pieces);
}

/** The upper 64 bits of the product of two unsigned words, from their halves. */
function highProduct(emitter: Emitter, a: Value, b: Value): Value {
  const lower = (value: Value): Value => emitter.kept(binary('and', value, w(0xffff_ffff)));
  const upper = (value: Value): Value => emitter.kept(binary('lshr', value, w(32)));
  const [a0, a1, b0, b1] = [lower(a), upper(a), lower(b), upper(b)];
  const middle = emitter.kept(binary('add', binary('mul', a1, b0), upper(binary('mul', a0, b0))));
  const rest = binary('add', binary('mul', a0, b1), lower(middle));
  return emitter.kept(
    binary(
      'add',
      binary('add', binary('mul', a1, b1), upper(middle)),
      binary('lshr', emitter.kept(rest), w(32)),
    ),
  );
}

/** By a distance below 128. */
function shifted(
  emitter: Emitter,
  op: 'shl' | 'lshr' | 'ashr',
  low: Value,
  high: Value,
  by: Value,
): [Value, Value] {
  const far = emitter.kept(compare('uge', by, w(64)));
  const none = emitter.kept(compare('eq', by, w(0)));
  const near = emitter.kept(binary('and', by, w(63)));
  const back = emitter.kept(binary('and', binary('sub', w(64), near), w(63)));
  if (op === 'shl') {
    const across = select(none, high, binary('or', binary('shl', high, near), binary('lshr', low, back)));
    return [select(far, w(0), binary('shl', low, near)), select(far, binary('shl', low, near), across)];
  }
  const sign = op === 'ashr' ? binary('ashr', high, w(63)) : w(0);
  const across = select(none, low, binary('or', binary('lshr', low, near), binary('shl', high, back)));
  return [select(far, binary(op, high, near), across), select(far, sign, binary(op, high, near))];
}

export function wideCompare(
  emitter: Emitter,
  op: CompareOp,
  left: readonly Value[],
  right: readonly Value[],
  pieces: readonly Piece[],
): Value {
  const signed = op.startsWith('s');
  const [low, high] = words(emitter, left, pieces, signed);
  const [low2, high2] = words(emitter, right, pieces, signed);
  const same = compare('eq', high, high2);
  if (op === 'eq') return binary('and', compare('eq', low, low2), same);
  if (op === 'ne') return not(binary('and', compare('eq', low, low2), same));
  const strict: CompareOp = /gt|ge/.test(op) ? (signed ? 'sgt' : 'ugt') : signed ? 'slt' : 'ult';
  const lows: CompareOp = op.endsWith('gt')
    ? 'ugt'
    : op.endsWith('ge')
      ? 'uge'
      : op.endsWith('lt')
        ? 'ult'
        : 'ule';
  return select(same, compare(lows, low, low2), compare(strict, high, high2));
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
