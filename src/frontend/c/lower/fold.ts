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
  type ExprWidth,
  isTruthOp,
  type UnaryOp,
  unary,
  widthOf,
} from '../../../program/expression.js';
import { toNumber } from '../../../program/integer.js';
import { isBoolean, negations } from '../../../program/negated.js';
import { convertInteger } from '../check/constants.js';
import type { CType } from '../types.js';

export const zero = constant(0);
export const one = constant(1);

const isConstant = (e: Expr, value: number): boolean => e.kind === 'const' && e.value === value;

/** The address in a location, if that is what the expression is. */
export function staticAddress(e: Expr): { location: string; offset: number } | undefined {
  if (e.kind === 'address') return { location: e.location, offset: 0 };
  if (e.kind === 'binary' && e.op === '+' && e.left.kind === 'address' && e.right.kind === 'const')
    return { location: e.left.location, offset: toNumber(e.right.value) };
  return isWidened(e) ? staticAddress(e.operand) : undefined;
}

/** An address of 64 bits is one of 32 with zeros in front. */
const isWidened = (e: Expr): e is Expr & { readonly kind: 'unary' } =>
  e.kind === 'unary' && e.op === 'zext32';

/** Whether the expression has one value, known before the program runs. */
export const isStatic = (e: Expr): boolean => e.kind === 'const' || staticAddress(e) !== undefined;

/** Whether an expression can be repeated instead of being kept in a register. */
export const isCheap = (e: Expr): boolean => e.kind === 'register' || isStatic(e);

export function foldUnary(op: UnaryOp, operand: Expr): Expr {
  if (operand.kind === 'const')
    return constant(applyUnary(op, operand.value, widthOf(operand)), widthOf(unary(op, operand)));
  if (op === 'low32' && operand.kind === 'unary' && (operand.op === 'sext32' || operand.op === 'zext32'))
    return operand.operand;
  if (op === 'low32' && operand.kind === 'binary' && narrowable.has(operand.op))
    return foldBinary(operand.op, foldUnary('low32', operand.left), foldUnary('low32', operand.right));
  if (narrowing.has(op) && operand.kind === 'unary' && operand.op === op) return operand;
  // addresses are below 2^31
  if (op === 'sext32' && staticAddress(operand) !== undefined) return unary('zext32', operand);
  if (op === '!' && staticAddress(operand) !== undefined) return zero;
  if (op === '!' && operand.kind === 'unary' && operand.op === '!') return truth(operand.operand);
  if (op === '!' && operand.kind === 'binary') {
    const negated = negations.get(operand.op);
    if (negated !== undefined) return binary(negated, operand.left, operand.right);
  }
  return unary(op, operand);
}

/** Operators whose low bits depend on the low bits of their operands only. */
const narrowable: ReadonlySet<BinaryOp> = new Set<BinaryOp>(['+', '-', '*', '&', '|', '^']);
const narrowing: ReadonlySet<UnaryOp> = new Set<UnaryOp>(['sext8', 'sext16', 'zext8', 'zext16']);

export function foldBinary(op: BinaryOp, left: Expr, right: Expr): Expr {
  const width = widthOf(left);
  if (left.kind === 'const' && right.kind === 'const')
    return constant(applyBinary(op, left.value, right.value, width), isTruthOp(op) ? 32 : width);
  switch (op) {
    case '+':
      return add(left, right);
    case '-':
      if (right.kind === 'const') return add(left, foldUnary('-', right));
      return difference(left, right) ?? binary(op, left, right);
    case '*':
      if (isConstant(right, 1)) return left;
      if (isConstant(left, 1)) return right;
      if (isConstant(left, 0) || isConstant(right, 0)) return constant(0, width);
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
      if (right.kind === 'const' && right.value > 0 && isBelow(left, toNumber(right.value))) return one;
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
    return add(left.left, foldBinary('+', left.right, right));
  if (isWidened(left) && staticAddress(left) !== undefined)
    return foldUnary('zext32', add(left.operand, foldUnary('low32', right)));
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
    ? constant(a.offset - b.offset, widthOf(left))
    : undefined;
}

export const isTrue = (e: Expr): boolean =>
  e.kind === 'const' ? e.value !== 0 : staticAddress(e) !== undefined;
export const isFalse = (e: Expr): boolean => isConstant(e, 0);

export const not = (e: Expr): Expr => foldUnary('!', e);

/** 1 if the value is not 0, else 0. */
export function truth(e: Expr): Expr {
  if (isTrue(e)) return one;
  if (isFalse(e)) return zero;
  return isBoolean(e) ? e : binary('!=', e, constant(0, widthOf(e)));
}

export function foldConditional(condition: Expr, whenTrue: Expr, whenFalse: Expr): Expr {
  if (isTrue(condition)) return whenTrue;
  if (isFalse(condition)) return whenFalse;
  if (sameStatic(whenTrue, whenFalse)) return whenTrue;
  if (widthOf(whenTrue) === 64) return conditional(condition, whenTrue, whenFalse);
  if (isConstant(whenTrue, 1) && isConstant(whenFalse, 0)) return truth(condition);
  if (isConstant(whenFalse, 0) && isBoolean(whenTrue)) return binary('&&', condition, whenTrue);
  if (isConstant(whenTrue, 1) && isBoolean(whenFalse)) return binary('||', condition, whenFalse);
  return conditional(condition, whenTrue, whenFalse);
}

const sameStatic = (a: Expr, b: Expr): boolean =>
  a.kind === 'const' && b.kind === 'const' && a.value === b.value && widthOf(a) === widthOf(b);

/** The bits of a value of the type in the program. */
export const valueWidth = (type: CType, pointers: ExprWidth): ExprWidth =>
  type.kind === 'pointer'
    ? pointers
    : (type.kind === 'integer' || type.kind === 'float') && type.size >= 8
      ? 64
      : 32;

/** The value of type `from` as one of type `to`. Values of types narrower than int are ints in the program. */
export function convertExpr(value: Expr, from: CType, to: CType, pointers: ExprWidth): Expr {
  if (to.kind === 'integer' && to.bool) return from.kind === 'integer' && from.bool ? value : truth(value);
  const width = valueWidth(to, pointers);
  if (value.kind === 'const' && from.kind === 'integer' && to.kind === 'integer')
    return constant(convertInteger(value.value, from, to), width);
  const sized = resized(value, width, from.kind === 'integer' && !from.signed);
  if (to.kind !== 'integer') return sized;
  if (to.precision !== undefined) return lowBits(sized, to.precision, to.signed);
  if (to.size >= 4) return sized;
  if (from.kind === 'integer') {
    if (from.bool || (from.size === to.size && from.signed === to.signed)) return sized;
    if (from.size < to.size && (to.signed || !from.signed)) return sized;
  }
  if (isBoolean(sized)) return sized;
  return foldUnary(`${to.signed ? 'sext' : 'zext'}${to.size === 1 ? 8 : 16}`, sized);
}

/** That many bits of a value of 64, read as a number. */
function lowBits(value: Expr, bits: number, signed: boolean): Expr {
  const others = constant(64 - bits, 64);
  return foldBinary(signed ? '>>' : '>>u', foldBinary('<<', value, others), others);
}

/** The value with other bits in front, or fewer. */
export function resized(value: Expr, width: ExprWidth, unsigned: boolean): Expr {
  const own = widthOf(value);
  if (own === width) return value;
  if (width === 32) return foldUnary('low32', value);
  return foldUnary(unsigned ? 'zext32' : 'sext32', value);
}

export const cellAddress = (location: string, offset: number): Expr =>
  add(addressOf(location), constant(offset));
