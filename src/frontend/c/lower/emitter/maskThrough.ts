// Which bytes of a computed value were written, from the written bytes of its operands. Shifts move bytes, and `& 0xff` hides
// the bytes above the first. A sum has the bytes below the first that is missing. Masks are those of marks.ts: a bit for each
// byte; bits beyond the value's width say nothing.

import { type BinaryOp, constant, type Expr, type UnaryOp, widthOf } from '../../../../program/expression.js';
import { foldBinary, foldConditional } from '../fold.js';

/** A bit for every byte. */
export const all = 255;
/** Every byte was written. */
export const written: Expr = constant(all);

/** `ofRegister`: the mask of what a register holds. */
export function maskThrough(value: Expr, ofRegister: (name: string) => Expr): Expr {
  const of = (e: Expr): Expr => maskThrough(e, ofRegister);
  switch (value.kind) {
    case 'register':
      return ofRegister(value.name);
    case 'unary': {
      const mask = of(value.operand);
      return mask === written || isWhole(mask) ? mask : throughUnary(value.op, mask, bytesOf(value.operand));
    }
    case 'binary': {
      const [left, right] = [of(value.left), of(value.right)];
      if (left === written && right === written) return written;
      return throughBinary(value.op, value, left, right);
    }
    case 'conditional': {
      const [left, right] = [of(value.whenTrue), of(value.whenFalse)];
      return left === written && right === written ? written : foldConditional(value.condition, left, right);
    }
    default:
      return written;
  }
}

const bytesOf = (e: Expr): number => widthOf(e) / 8;
const bits = (n: number): Expr => (n === all ? written : constant(n));
const or = (mask: Expr, n: number): Expr => foldBinary('|', mask, bits(n));
const and = (mask: Expr, n: number): Expr => foldBinary('&', mask, bits(n));

/** The mask of what is there as a whole or not at all. */
const isWhole = (mask: Expr): boolean =>
  mask.kind === 'conditional' &&
  mask.whenTrue === written &&
  mask.whenFalse.kind === 'const' &&
  mask.whenFalse.value === 0;

/** All bytes if those of the value are there, else none. */
const allOrNone = (mask: Expr, bytes: number): Expr => {
  const wanted = bits(2 ** bytes - 1);
  return foldConditional(foldBinary('==', foldBinary('&', mask, wanted), wanted), written, constant(0));
};

/** The bytes above the lowest `bytes` repeat its sign. */
const signed = (mask: Expr, bytes: number): Expr =>
  foldConditional(
    foldBinary('!=', and(mask, 1 << (bytes - 1)), constant(0)),
    or(mask, all & ~(2 ** bytes - 1)),
    and(mask, 2 ** bytes - 1),
  );

function throughUnary(op: UnaryOp, mask: Expr, bytes: number): Expr {
  switch (op) {
    case '~':
    case 'low32':
      return mask;
    case 'zext8':
      return or(mask, 0xfe);
    case 'zext16':
      return or(mask, 0xfc);
    case 'zext32':
      return or(mask, 0xf0);
    case 'sext8':
      return signed(mask, 1);
    case 'sext16':
      return signed(mask, 2);
    case 'sext32':
      return signed(mask, 4);
    default:
      return allOrNone(mask, bytes);
  }
}

function throughBinary(op: BinaryOp, { left, right }: Expr & { kind: 'binary' }, a: Expr, b: Expr): Expr {
  const bytes = bytesOf(left);
  const both = a === written ? b : b === written ? a : foldBinary('&', a, b);
  const whole = isWhole(both);
  const hidden = (byte: number): number =>
    (left.kind === 'const' ? bytesThat(left.value, byte) : 0) |
    (right.kind === 'const' ? bytesThat(right.value, byte) : 0);
  switch (op) {
    case '&':
      return whole && hidden(0) === 0 ? both : or(both, hidden(0));
    case '|':
      return whole && hidden(255) === 0 ? both : or(both, hidden(255));
    case '^':
      return both;
    case '+':
    case '-':
    case '*': {
      // those below the first that is missing
      const next = foldBinary('+', both, constant(1));
      return whole ? both : foldBinary('>>u', foldBinary('^', both, next), constant(1));
    }
    case '<<':
    case '>>':
    case '>>u':
      if (right.kind === 'const') return shifted(op, a, Number(right.value) & (bytes * 8 - 1), bytes);
      return allOrNone(both, bytes);
    default:
      return allOrNone(both, bytes);
  }
}

/** The bytes of a number that are this one. */
function bytesThat(value: number | bigint, byte: number): number {
  const number = BigInt.asUintN(64, BigInt(value));
  let found = 0;
  for (let i = 0; i < 8; i++) if (((number >> BigInt(8 * i)) & 255n) === BigInt(byte)) found |= 1 << i;
  return found;
}

function shifted(op: '<<' | '>>' | '>>u', mask: Expr, count: number, bytes: number): Expr {
  const whole = Math.floor(count / 8);
  const moved = (by: number): Expr => {
    if (op === '<<') return and(or(foldBinary('<<', mask, constant(by)), 2 ** by - 1), all);
    const own = or(mask, all & ~(2 ** bytes - 1));
    const top = foldBinary('!=', and(mask, 1 << (bytes - 1)), constant(0));
    const filled = or(foldBinary('>>u', own, constant(by)), all & ~(all >> by));
    const vacated = all & ~((2 ** bytes - 1) >> by);
    return op === '>>u' || by === 0 ? filled : foldConditional(top, filled, and(filled, all & ~vacated));
  };
  const first = moved(whole);
  // a byte then has bits of two
  return count % 8 === 0 ? first : foldBinary('&', first, moved(Math.min(whole + 1, bytes)));
}
