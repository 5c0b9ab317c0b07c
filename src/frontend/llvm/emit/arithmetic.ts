// Arithmetic and comparisons, piece by piece; integers of more than 64 bits are in wide.ts.

import { requireDivisor, requireQuotient } from '../../../module/requirements.js';
import { bitsOf } from '../../../module/type.js';
import {
  type ArithmeticOp,
  arithmeticOps,
  binary,
  compare,
  constant,
  unary,
  type Value,
} from '../../../module/value.js';
import type { Piece } from '../layout.js';
import type { Instruction, Type } from '../syntax.js';
import type { Emitter } from './emitter.js';
import { cleared, signExtended } from './integers.js';
import { compareOp } from './operands.js';
import { wideBinary, wideCompare } from './wide.js';

type Of<K extends Instruction['op']> = Extract<Instruction, { op: K }>;

/** Whether a type is an integer that takes several registers. */
export function isWide(emitter: Emitter, type: Type): boolean {
  const meant = emitter.unit.types.resolve(type, 0);
  return meant.kind === 'int' && meant.bits > 64;
}

export function emitBinary(emitter: Emitter, i: Of<'binary'>): void {
  const op = arithmeticOps.find((name) => name === i.operator);
  if (op === undefined) emitter.refuse(i.operator);
  const pieces = emitter.pieces(i.left.type);
  const left = emitter.values(i.left);
  const right = emitter.values(i.right);
  emitter.result(
    isWide(emitter, i.left.type)
      ? wideBinary(emitter, op, left, right, pieces)
      : pieces.map((piece, k) => arithmetic(emitter, op, left[k], right[k], piece)),
  );
}

function arithmetic(emitter: Emitter, op: ArithmeticOp, left: Value, right: Value, piece: Piece): Value {
  switch (op) {
    case 'sdiv':
    case 'srem': {
      const [a, b] = [emitter.kept(signExtended(left, piece)), emitter.kept(signExtended(right, piece))];
      requireDivisor(emitter, b);
      requireQuotient(emitter, a, b, piece.bits);
      return cleared(binary(op, a, b), piece);
    }
    case 'udiv':
    case 'urem': {
      const divisor = emitter.kept(right);
      requireDivisor(emitter, divisor);
      return binary(op, left, divisor);
    }
    case 'ashr':
      return cleared(binary(op, signExtended(left, piece), right), piece);
    default:
      return cleared(binary(op, left, right), piece);
  }
}

export function emitCompare(emitter: Emitter, i: Of<'icmp'>): void {
  const op = compareOp(i.predicate);
  if (op === undefined) emitter.refuse(`icmp ${i.predicate}`);
  const pieces = emitter.pieces(i.left.type);
  const left = emitter.values(i.left);
  const right = emitter.values(i.right);
  const isSigned = /^s/.test(op);
  emitter.result(
    isWide(emitter, i.left.type)
      ? [wideCompare(emitter, op, left, right, pieces)]
      : pieces.map((piece, k) =>
          isSigned && piece.bits < bitsOf(piece.type)
            ? compare(op, signExtended(left[k], piece), signExtended(right[k], piece))
            : compare(op, left[k], right[k]),
        ),
  );
}

export function emitFloatCompare(emitter: Emitter, i: Of<'fcmp'>): void {
  const left = emitter.values(i.left);
  const right = emitter.values(i.right);
  if (i.predicate === 'true' || i.predicate === 'false') {
    emitter.result(left.map(() => constant(i.predicate === 'true' ? 1 : 0, 'i1')));
    return;
  }
  const op = compareOp(`f${i.predicate}`);
  if (op === undefined) emitter.refuse(`fcmp ${i.predicate}`);
  emitter.result(left.map((value, k) => compare(op, value, right[k])));
}

export function emitNegation(emitter: Emitter, i: Of<'fneg'>): void {
  const pieces = emitter.pieces(i.operand.type);
  emitter.result(emitter.values(i.operand).map((value, k) => unary('fneg', pieces[k].type, value)));
}
