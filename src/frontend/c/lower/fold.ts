// Expression constructors that compute what is already known. Static expressions (numbers, addresses of cells) stay
// static through arithmetic; that is what lets thread creation in loops, constant arguments and null checks disappear.

import {
  addressOf,
  applyBinary,
  applyUnary,
  type BinaryOp,
  binary,
  conditional,
  constant,
  type Expr,
  type UnaryOp,
  unary,
} from '../../../program/expression.js';
import { toNumber } from '../../../program/integer.js';
import { wrap } from '../check/constants.js';
import type { CType } from '../types.js';

export const zero = constant(0);
export const one = constant(1);

const isConstant = (e: Expr, value: number): boolean => e.kind === 'const' && e.value === value;

/** The address of a cell of a location, if that is what the expression is. */
export function staticAddress(e: Expr): { location: string; offset: number } | undefined {
  if (e.kind === 'address') return { location: e.location, offset: 0 };
  if (e.kind === 'binary' && e.op === '+' && e.left.kind === 'address' && e.right.kind === 'const')
    return { location: e.left.location, offset: toNumber(e.right.value) };
  return undefined;
}

/** Whether the expression has one value, known before the program runs. */
export const isStatic = (e: Expr): boolean => e.kind === 'const' || staticAddress(e) !== undefined;

/** Whether an expression can be repeated instead of being kept in a register. */
export const isCheap = (e: Expr): boolean => e.kind === 'register' || isStatic(e);

export function foldUnary(op: UnaryOp, operand: Expr): Expr {
  if (operand.kind === 'const') return constant(applyUnary(op, operand.value));
  if (op === '!' && staticAddress(operand) !== undefined) return zero;
  if (op === '!' && operand.kind === 'unary' && operand.op === '!') return truth(operand.operand);
  if (op === '!' && operand.kind === 'binary') {
    const negated = negations.get(operand.op);
    if (negated !== undefined) return binary(negated, operand.left, operand.right);
  }
  return unary(op, operand);
}

const negations: ReadonlyMap<BinaryOp, BinaryOp> = new Map<BinaryOp, BinaryOp>([
  ['==', '!='],
  ['!=', '=='],
  ['<', '>='],
  ['>=', '<'],
  ['>', '<='],
  ['<=', '>'],
  ['<u', '>=u'],
  ['>=u', '<u'],
  ['>u', '<=u'],
  ['<=u', '>u'],
]);

export function foldBinary(op: BinaryOp, left: Expr, right: Expr): Expr {
  if (left.kind === 'const' && right.kind === 'const')
    return constant(applyBinary(op, left.value, right.value));
  switch (op) {
    case '+':
      return add(left, right);
    case '-':
      if (right.kind === 'const') return add(left, constant(-right.value));
      return difference(left, right) ?? binary(op, left, right);
    case '*':
      if (isConstant(right, 1)) return left;
      if (isConstant(left, 1)) return right;
      if (isConstant(left, 0) || isConstant(right, 0)) return zero;
      break;
    case '/':
    case '/u':
      if (isConstant(right, 1)) return left;
      break;
    case '==':
    case '!=': {
      const same = sameAddress(left, right);
      if (same !== undefined) return same === (op === '==') ? one : zero;
      break;
    }
    case '<u':
      if (right.kind === 'const' && isBelow(left, toNumber(right.value))) return one;
      break;
    case '&&':
      if (isFalse(left) || isFalse(right)) return zero;
      if (isTrue(left)) return truth(right);
      if (isTrue(right)) return truth(left);
      break;
    case '||':
      if (isTrue(left) || isTrue(right)) return one;
      if (isFalse(left)) return truth(right);
      if (isFalse(right)) return truth(left);
      break;
    default:
      break;
  }
  return binary(op, left, right);
}

/** `x % 4` and `x & 3` are below 4 whatever x is. */
function isBelow(e: Expr, limit: number): boolean {
  if (e.kind !== 'binary' || e.right.kind !== 'const' || e.right.value < 0) return false;
  return (
    (e.op === '%u' && e.right.value <= limit && e.right.value > 0) || (e.op === '&' && e.right.value < limit)
  );
}

function add(left: Expr, right: Expr): Expr {
  if (left.kind === 'const') return add(right, left);
  if (right.kind !== 'const') return binary('+', left, right);
  if (right.value === 0) return left;
  if (left.kind === 'binary' && left.op === '+' && left.right.kind === 'const')
    return add(left.left, constant(toNumber(left.right.value) + toNumber(right.value)));
  return binary('+', left, right);
}

/** Whether two static expressions are equal; undefined when that is not known. */
function sameAddress(left: Expr, right: Expr): boolean | undefined {
  const a = staticAddress(left);
  const b = staticAddress(right);
  if (a !== undefined && b !== undefined) {
    if (a.location === b.location) return a.offset === b.offset;
    return undefined;
  }
  if ((a !== undefined && isConstant(right, 0)) || (b !== undefined && isConstant(left, 0))) return false;
  return undefined;
}

function difference(left: Expr, right: Expr): Expr | undefined {
  const a = staticAddress(left);
  const b = staticAddress(right);
  return a !== undefined && b !== undefined && a.location === b.location
    ? constant(a.offset - b.offset)
    : undefined;
}

export const isTrue = (e: Expr): boolean =>
  e.kind === 'const' ? e.value !== 0 : staticAddress(e) !== undefined;
export const isFalse = (e: Expr): boolean => isConstant(e, 0);

const comparisons: ReadonlySet<BinaryOp> = new Set([...negations.keys(), '&&', '||'] satisfies BinaryOp[]);

const isBoolean = (e: Expr): boolean =>
  (e.kind === 'unary' && e.op === '!') || (e.kind === 'binary' && comparisons.has(e.op));

/** 1 if the value is not 0, else 0. */
export function truth(e: Expr): Expr {
  if (isTrue(e)) return one;
  if (isFalse(e)) return zero;
  return isBoolean(e) ? e : binary('!=', e, zero);
}

export function foldConditional(condition: Expr, whenTrue: Expr, whenFalse: Expr): Expr {
  if (isTrue(condition)) return whenTrue;
  if (isFalse(condition)) return whenFalse;
  if (isConstant(whenTrue, 1) && isConstant(whenFalse, 0)) return truth(condition);
  if (isConstant(whenFalse, 0) && isBoolean(whenTrue)) return binary('&&', condition, whenTrue);
  if (isConstant(whenTrue, 1) && isBoolean(whenFalse)) return binary('||', condition, whenFalse);
  return conditional(condition, whenTrue, whenFalse);
}

/** The value after it was stored in an object of type `to`; `from` says which values it can have. */
export function convertExpr(value: Expr, from: CType, to: CType): Expr {
  if (to.kind !== 'integer' || to.size >= 4) return value;
  if (value.kind === 'const') return constant(wrap(to, toNumber(value.value)));
  if (to.bool) return from.kind === 'integer' && from.bool ? value : truth(value);
  if (from.kind === 'integer') {
    if (from.bool || (from.size === to.size && from.signed === to.signed)) return value;
    if (from.size < to.size && (to.signed || !from.signed)) return value;
  }
  if (isBoolean(value)) return value;
  const bits = to.size * 8;
  if (!to.signed) return binary('&', value, constant(2 ** bits - 1));
  const shift = constant(32 - bits);
  return binary('>>', binary('<<', value, shift), shift);
}

export const cellAddress = (location: string, offset: number): Expr =>
  add(addressOf(location), constant(offset));
