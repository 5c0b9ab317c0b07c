// Arithmetic on integers of 128 bits as two words, the low one first. `keep` puts a value into a register, so that it is computed once.

import {
  type ArithmeticOp,
  binary,
  type CompareOp,
  compare,
  constant,
  not,
  select,
  unary,
  type Value,
} from './value.js';

export type Words = readonly [low: Value, high: Value];

type Keep = (value: Value) => Value;

const w = (value: number | bigint): Value => constant(value, 'i64');
const widened = (condition: Value): Value => unary('zext', 'i64', condition);

/** The functions of the library that a compiler calls for a division. */
export const wideDivisions = {
  sdiv: '__divti3',
  srem: '__modti3',
  udiv: '__udivti3',
  urem: '__umodti3',
} as const;

export type WideDivision = keyof typeof wideDivisions;

export const isWideDivision = (op: ArithmeticOp): op is WideDivision => op in wideDivisions;

/** The result of an operation that is no division; undefined if there is none of that name. */
export function wideResult(
  keep: Keep,
  op: ArithmeticOp,
  [low, high]: Words,
  [low2, high2]: Words,
): Words | undefined {
  switch (op) {
    case 'and':
    case 'or':
    case 'xor':
      return [binary(op, low, low2), binary(op, high, high2)];
    case 'add': {
      const sum = keep(binary('add', low, low2));
      const carry = widened(compare('ult', sum, low));
      return [sum, binary('add', binary('add', high, high2), carry)];
    }
    case 'sub': {
      const borrow = widened(compare('ult', low, low2));
      return [binary('sub', low, low2), binary('sub', binary('sub', high, high2), borrow)];
    }
    case 'mul': {
      const crossed = binary('add', binary('mul', low, high2), binary('mul', high, low2));
      return [binary('mul', low, low2), binary('add', highProduct(keep, low, low2), crossed)];
    }
    case 'shl':
    case 'lshr':
    case 'ashr':
      return shifted(keep, op, [low, high], low2);
    default:
      return undefined;
  }
}

/** The upper 64 bits of the product of two unsigned words, from their halves. */
function highProduct(keep: Keep, a: Value, b: Value): Value {
  const lower = (value: Value): Value => keep(binary('and', value, w(0xffff_ffff)));
  const upper = (value: Value): Value => keep(binary('lshr', value, w(32)));
  const [a0, a1, b0, b1] = [lower(a), upper(a), lower(b), upper(b)];
  const middle = keep(binary('add', binary('mul', a1, b0), upper(binary('mul', a0, b0))));
  const rest = binary('add', binary('mul', a0, b1), lower(middle));
  return keep(
    binary('add', binary('add', binary('mul', a1, b1), upper(middle)), binary('lshr', keep(rest), w(32))),
  );
}

/** By a distance below 128. */
function shifted(keep: Keep, op: 'shl' | 'lshr' | 'ashr', [low, high]: Words, by: Value): Words {
  const far = keep(compare('uge', by, w(64)));
  const none = keep(compare('eq', by, w(0)));
  const near = keep(binary('and', by, w(63)));
  const back = keep(binary('and', binary('sub', w(64), near), w(63)));
  if (op === 'shl') {
    const across = select(none, high, binary('or', binary('shl', high, near), binary('lshr', low, back)));
    return [select(far, w(0), binary('shl', low, near)), select(far, binary('shl', low, near), across)];
  }
  const sign = op === 'ashr' ? binary('ashr', high, w(63)) : w(0);
  const across = select(none, low, binary('or', binary('lshr', low, near), binary('shl', high, back)));
  return [select(far, binary(op, high, near), across), select(far, sign, binary(op, high, near))];
}

/** A comparison of two wide integers as an `i1`. */
export function wideComparison(op: CompareOp, [low, high]: Words, [low2, high2]: Words): Value {
  const signed = op.startsWith('s');
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
