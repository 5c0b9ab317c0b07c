// Integer arithmetic that says more than its result: overflow, saturation, the greater of two.

import { bitsOf } from '../../../../module/type.js';
import {
  binary,
  type CompareOp,
  compare,
  constant,
  not,
  select,
  unary,
  type Value,
} from '../../../../module/value.js';
import type { Piece } from '../../layout.js';
import { isWide } from '../arithmetic.js';
import type { Emitter } from '../emitter.js';
import { cleared, signExtended } from '../integers.js';
import { wideBinary, wideCompare } from '../wide.js';
import { type Builtin, operand } from './builtin.js';

/** Arguments as numbers of the whole type: those of odd widths have their sign extended if they are signed. */
const numbers = (
  emitter: Emitter,
  values: readonly Value[],
  pieces: readonly Piece[],
  signed: boolean,
): Value[] => values.map((value, k) => emitter.kept(signed ? signExtended(value, pieces[k]) : value));

const extreme =
  (op: CompareOp): Builtin =>
  (emitter, call) => {
    const { type } = operand(call, 0);
    const pieces = emitter.pieces(type);
    const left = emitter.values(operand(call, 0));
    const right = emitter.values(operand(call, 1));
    if (isWide(emitter, type)) {
      const first = emitter.kept(wideCompare(emitter, op, left, right, pieces));
      return emitter.result(left.map((value, k) => select(first, value, right[k])));
    }
    const signed = op.startsWith('s');
    const a = numbers(emitter, left, pieces, signed);
    const b = numbers(emitter, right, pieces, signed);
    emitter.result(left.map((value, k) => select(compare(op, a[k], b[k]), value, right[k])));
  };

const absolute: Builtin = (emitter, call) => {
  const pieces = emitter.pieces(operand(call, 0).type);
  const values = numbers(emitter, emitter.values(operand(call, 0)), pieces, true);
  emitter.result(
    values.map((value, k) => {
      const zero = constant(0, pieces[k].type);
      return cleared(select(compare('slt', value, zero), binary('sub', zero, value), value), pieces[k]);
    }),
  );
};

/** -1, 0 or 1. */
const order =
  (less: CompareOp, more: CompareOp): Builtin =>
  (emitter, call) => {
    const pieces = emitter.pieces(operand(call, 0).type);
    const signed = less.startsWith('s');
    const a = numbers(emitter, emitter.values(operand(call, 0)), pieces, signed);
    const b = numbers(emitter, emitter.values(operand(call, 1)), pieces, signed);
    const results = emitter.pieces(call.type);
    emitter.result(
      results.map((piece, k) =>
        cleared(
          select(
            compare(less, a[k], b[k]),
            constant(-1, piece.type),
            select(compare(more, a[k], b[k]), constant(1, piece.type), constant(0, piece.type)),
          ),
          piece,
        ),
      ),
    );
  };

type Operation = 'add' | 'sub' | 'mul';

/** The result in the bits of the piece, and whether it is another number than the true one. */
function overflowing(
  emitter: Emitter,
  op: Operation,
  signed: boolean,
  a: Value,
  b: Value,
  piece: Piece,
): { result: Value; overflows: Value } {
  if (piece.bits < 64) {
    // in 64 bits nothing overflows but the product of two numbers of more than 32
    if (op !== 'mul' || piece.bits <= 32) return inWord(emitter, op, signed, a, b, piece);
  }
  const result = emitter.kept(binary(op, a, b));
  const zero = constant(0, piece.type);
  switch (op) {
    case 'add': {
      if (!signed) return { result, overflows: compare('ult', result, a) };
      const changed = binary('and', binary('xor', a, result), binary('xor', b, result));
      return { result, overflows: compare('slt', changed, zero) };
    }
    case 'sub': {
      if (!signed) return { result, overflows: compare('ult', a, b) };
      const changed = binary('and', binary('xor', a, b), binary('xor', a, result));
      return { result, overflows: compare('slt', changed, zero) };
    }
    case 'mul': {
      // Division by zero, and of the least number by -1, is 0 in the module.
      const back = compare('ne', binary(signed ? 'sdiv' : 'udiv', result, a), b);
      return { result, overflows: binary('and', compare('ne', a, zero), back) };
    }
  }
}

function inWord(
  emitter: Emitter,
  op: Operation,
  signed: boolean,
  a: Value,
  b: Value,
  piece: Piece,
): { result: Value; overflows: Value } {
  const extend = signed ? 'sext' : 'zext';
  const wide = emitter.kept(binary(op, widenedBy(extend, a, piece), widenedBy(extend, b, piece)));
  const result = emitter.kept(cleared(unary('trunc', piece.type, wide), piece));
  const again = signed ? signExtended(result, piece) : result;
  return { result, overflows: compare('ne', widenedBy(extend, again, piece), wide) };
}

const widenedBy = (extend: 'sext' | 'zext', value: Value, piece: Piece): Value =>
  bitsOf(piece.type) === 64 ? value : unary(extend, 'i64', value);

const withOverflow =
  (op: Operation, signed: boolean): Builtin =>
  (emitter, call) => {
    const { type } = operand(call, 0);
    const pieces = emitter.pieces(type);
    const left = emitter.values(operand(call, 0));
    const right = emitter.values(operand(call, 1));
    if (isWide(emitter, type)) return wideOverflow(emitter, op, signed, left, right, pieces);
    const [a] = numbers(emitter, left, pieces, signed);
    const [b] = numbers(emitter, right, pieces, signed);
    if (pieces.length > 1) emitter.refuse('overflow of vectors');
    const { result, overflows } = overflowing(emitter, op, signed, a, b, pieces[0]);
    emitter.result([result, overflows]);
  };

function wideOverflow(
  emitter: Emitter,
  op: Operation,
  signed: boolean,
  left: readonly Value[],
  right: readonly Value[],
  pieces: readonly Piece[],
): void {
  if (op === 'mul' || signed) emitter.refuse('overflow of integers of more than 64 bits');
  const result = wideBinary(emitter, op, left, right, pieces).map((value) => emitter.kept(value));
  const overflows =
    op === 'add'
      ? wideCompare(emitter, 'ult', result, left, pieces)
      : wideCompare(emitter, 'ult', left, right, pieces);
  emitter.result([...result, overflows]);
}

/** The nearest number that there is, in place of one that does not fit. */
const saturating =
  (op: 'add' | 'sub', signed: boolean): Builtin =>
  (emitter, call) => {
    const pieces = emitter.pieces(operand(call, 0).type);
    const a = numbers(emitter, emitter.values(operand(call, 0)), pieces, signed);
    const b = numbers(emitter, emitter.values(operand(call, 1)), pieces, signed);
    emitter.result(
      pieces.map((piece, k) => {
        const { result, overflows } = overflowing(emitter, op, signed, a[k], b[k], piece);
        return select(overflows, bound(op, signed, a[k], piece), result);
      }),
    );
  };

/** Where a result stops: below if the left operand is negative, for signed numbers. */
function bound(op: 'add' | 'sub', signed: boolean, left: Value, piece: Piece): Value {
  const { type } = piece;
  if (!signed) return op === 'add' ? cleared(constant(-1, type), piece) : constant(0, type);
  const greatest = constant((1n << BigInt(piece.bits - 1)) - 1n, type);
  const least = cleared(constant(-(1n << BigInt(piece.bits - 1)), type), piece);
  return select(not(compare('slt', left, constant(0, type))), greatest, least);
}

export const integers: Readonly<Record<string, Builtin>> = {
  smax: extreme('sgt'),
  smin: extreme('slt'),
  umax: extreme('ugt'),
  umin: extreme('ult'),
  abs: absolute,
  scmp: order('slt', 'sgt'),
  ucmp: order('ult', 'ugt'),
  'sadd.with.overflow': withOverflow('add', true),
  'ssub.with.overflow': withOverflow('sub', true),
  'smul.with.overflow': withOverflow('mul', true),
  'uadd.with.overflow': withOverflow('add', false),
  'usub.with.overflow': withOverflow('sub', false),
  'umul.with.overflow': withOverflow('mul', false),
  'sadd.sat': saturating('add', true),
  'ssub.sat': saturating('sub', true),
  'uadd.sat': saturating('add', false),
  'usub.sat': saturating('sub', false),
};
