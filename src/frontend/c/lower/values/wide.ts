// Arithmetic on numbers of 128 bits: on their words, the lower one first. Division is C of the library (library/wide.ts).

import { constant, type Expr } from '../../../../program/expression.js';
import { type Integer, wrap } from '../../../../program/integer.js';
import type { SourceSpan } from '../../../../program/statement.js';
import { bug } from '../../../../support/diagnostic.js';
import { libraryPrefix } from '../../library/index.js';
import type { Value, ValueOf } from '../../typed.js';
import { type CType, unsignedLongType } from '../../types.js';
import { inline } from '../calls.js';
import { foldBinary, foldUnary, resized, truth } from '../fold.js';
import type { Frame } from '../frame.js';
import { asType, lowerPlace, readScalar, writeScalar } from '../memory/places.js';
import { isShift } from '../memory/words.js';
import { lowerCells, lowerValue, used } from '../values.js';

type Words = readonly [low: Expr, high: Expr];

const none = constant(0, 64);
const word = (value: Integer): Expr => constant(value, 64);

/** The words of an operand, which must have a value. */
function wordsOf(frame: Frame, value: Value): Words {
  const cells = lowerCells(frame, value);
  const [low, high] = cells.map((cell) =>
    frame.emitter.keep(used(frame, cell, unsignedLongType, value.at), value.at),
  );
  return [low, high];
}

/** 64 bits of 0 or of the sign. */
const signOf = (high: Expr): Expr => foldBinary('>>', high, word(63));

/** A narrower number in 128 bits. */
function extended(frame: Frame, value: Expr, type: CType, at: SourceSpan): Words {
  const unsigned = type.kind === 'integer' && !type.signed;
  const low = frame.emitter.keep(asType(frame, value, type, unsignedLongType), at);
  return [low, unsigned ? none : frame.emitter.keep(signOf(low), at)];
}

/** A value of 128 bits that is computed: by an operator, from a narrower one, or where it is stored. */
export function lowerWide(frame: Frame, value: ValueOf<'binary' | 'unary' | 'update' | 'convert'>): Words {
  const { at } = value;
  const keep = ([low, high]: Words): Words => [frame.emitter.keep(low, at), frame.emitter.keep(high, at)];
  switch (value.kind) {
    case 'convert':
      return extended(frame, lowerValue(frame, value.operand), value.operand.type, at);
    case 'unary': {
      const words = wordsOf(frame, value.operand);
      const [low, high] = words.map((part) => foldUnary('~', part));
      return keep(value.op === '~' ? [low, high] : difference([none, none], words));
    }
    case 'binary': {
      const left = wordsOf(frame, value.left);
      if (isShift(value.op)) return keep(shifted(value.op, left, countOf(frame, value.right), frame, at));
      return keep(operated(frame, value.op, left, wordsOf(frame, value.right), at));
    }
    case 'update':
      return updateWide(frame, value);
  }
}

type Operator = ValueOf<'binary'>['op'];

const countOf = (frame: Frame, count: Value): Expr =>
  frame.emitter.keep(resized(lowerValue(frame, count), 64, true), count.at);

function sum([al, ah]: Words, [bl, bh]: Words, frame: Frame, at: SourceSpan): Words {
  const low = frame.emitter.keep(foldBinary('+', al, bl), at);
  const carry = resized(foldBinary('<u', low, al), 64, true);
  return [low, foldBinary('+', foldBinary('+', ah, bh), carry)];
}

function difference([al, ah]: Words, [bl, bh]: Words): Words {
  const borrow = resized(foldBinary('<u', al, bl), 64, true);
  return [foldBinary('-', al, bl), foldBinary('-', foldBinary('-', ah, bh), borrow)];
}

/** All 128 bits of a product of two words, by their halves. */
function wholeProduct(frame: Frame, a: Expr, b: Expr, at: SourceSpan): Words {
  const keep = (value: Expr): Expr => frame.emitter.keep(value, at);
  const low = (value: Expr): Expr => foldBinary('&', value, word(0xffff_ffff));
  const high = (value: Expr): Expr => foldBinary('>>u', value, word(32));
  const times = (x: Expr, y: Expr): Expr => keep(foldBinary('*', x, y));
  const [al, ah, bl, bh] = [low(a), high(a), low(b), high(b)].map(keep);
  const [ll, lh, hl, hh] = [times(al, bl), times(al, bh), times(ah, bl), times(ah, bh)];
  const middle = keep(foldBinary('+', foldBinary('+', high(ll), low(lh)), low(hl)));
  const top = [high(lh), high(hl), high(middle)].reduce((all, one) => foldBinary('+', all, one), hh);
  return [foldBinary('*', a, b), top];
}

function product(frame: Frame, [al, ah]: Words, [bl, bh]: Words, at: SourceSpan): Words {
  const [low, high] = wholeProduct(frame, al, bl, at);
  const crossed = foldBinary('+', foldBinary('*', al, bh), foldBinary('*', ah, bl));
  return [low, foldBinary('+', high, crossed)];
}

/** A count of 128 and more means nothing. */
function shifted(op: Operator, [low, high]: Words, given: Expr, frame: Frame, at: SourceSpan): Words {
  const { emitter } = frame;
  const count = emitter.keep(foldBinary('&', given, word(127)), at);
  const by = emitter.keep(foldBinary('&', count, word(63)), at);
  // 64 - by, where a shift by 64 must give 0: by 1 and by 63 - by
  const rest = emitter.keep(foldBinary('-', word(63), by), at);
  const far = foldBinary('>=u', count, word(64));
  const filling = op === '>>' ? emitter.keep(signOf(high), at) : none;
  const choose = (whenFar: Expr, whenNear: Expr): Expr =>
    emitter.choose(
      far,
      () => whenFar,
      () => whenNear,
      at,
    );
  if (op === '<<') {
    const moved = emitter.keep(foldBinary('<<', low, by), at);
    const over = foldBinary('>>u', foldBinary('>>u', low, word(1)), rest);
    return [choose(none, moved), choose(moved, foldBinary('|', foldBinary('<<', high, by), over))];
  }
  const moved = emitter.keep(foldBinary(op, high, by), at);
  const over = foldBinary('<<', foldBinary('<<', high, word(1)), rest);
  return [choose(moved, foldBinary('|', foldBinary('>>u', low, by), over)), choose(filling, moved)];
}

const parts: ReadonlyMap<Operator, string> = new Map<Operator, string>([
  ['/', 'i_wide_quotient'],
  ['%', 'i_wide_remainder'],
  ['/u', 'i_wide_quotient_u'],
  ['%u', 'i_wide_remainder_u'],
]);

/** The result, if both words of each operand are known. */
function known(op: Operator, left: Words, right: Words): Words | undefined {
  const numbers = [left, right].map(([low, high]) => {
    if (low.kind !== 'const' || high.kind !== 'const') return undefined;
    const bits = (BigInt.asUintN(64, BigInt(high.value)) << 64n) | BigInt.asUintN(64, BigInt(low.value));
    return op.endsWith('u') ? bits : BigInt.asIntN(128, bits);
  });
  const [a, b] = numbers;
  if (a === undefined || b === undefined || b === 0n) return undefined;
  const result = op.startsWith('/') ? a / b : a % b;
  return [word(wrap(result, 64)), word(wrap(result >> 64n, 64))];
}

function divided(frame: Frame, op: Operator, left: Words, right: Words, at: SourceSpan): Words {
  const name = libraryPrefix + (parts.get(op) ?? bug(`the operator ${op} of 128 bits`));
  const isZero = foldBinary('==', foldBinary('|', right[0], right[1]), none);
  frame.emitter.assert(foldUnary('!', isZero), 'division by zero', at, 'division-by-zero');
  const computed = known(op, left, right);
  if (computed !== undefined) return computed;
  const symbol = frame.program.unit.functions.get(name) ?? bug(`there is no part ${name}`);
  const [low = none, high = none] = inline(frame, symbol, [left, right], at);
  return [low, high];
}

function operated(frame: Frame, op: Operator, left: Words, right: Words, at: SourceSpan): Words {
  switch (op) {
    case '+':
      return sum(left, right, frame, at);
    case '-':
      return difference(left, right);
    case '*':
      return product(frame, left, right, at);
    case '&':
    case '|':
    case '^':
      return [foldBinary(op, left[0], right[0]), foldBinary(op, left[1], right[1])];
    default:
      return divided(frame, op, left, right, at);
  }
}

const unsignedOrders: ReadonlyMap<Operator, Operator> = new Map<Operator, Operator>([
  ['<', '<u'],
  ['<=', '<=u'],
  ['>', '>u'],
  ['>=', '>=u'],
]);

/** Whether the number is not 0. */
export function wideTruth(frame: Frame, value: Value): Expr {
  const [low, high] = wordsOf(frame, value);
  return truth(foldBinary('|', low, high));
}

/** Of operands as wide as this. */
export function compareWide(frame: Frame, { left, op, right, at }: ValueOf<'binary'>): Expr {
  const [al, ah] = wordsOf(frame, left);
  const [bl, bh] = wordsOf(frame, right);
  const differ = foldBinary('|', foldBinary('^', al, bl), foldBinary('^', ah, bh));
  if (op === '==' || op === '!=') return foldBinary(op, differ, none);
  const ofLow = unsignedOrders.get(op) ?? op;
  return frame.emitter.choose(
    foldBinary('==', ah, bh),
    () => foldBinary(ofLow, al, bl),
    () => foldBinary(op, ah, bh),
    at,
  );
}

/** A number of 128 bits in a narrower type. */
export function fromWide(frame: Frame, { operand, type }: ValueOf<'convert'>): Expr {
  const [low, high] = wordsOf(frame, operand);
  if (type.kind === 'integer' && type.bool) return truth(foldBinary('|', low, high));
  return asType(frame, low, unsignedLongType, type);
}

function updated(frame: Frame, value: ValueOf<'update'>, old: Words, operand: Words): Words {
  const { op, at } = value;
  return isShift(op) ? shifted(op, old, operand[0], frame, at) : operated(frame, op, old, operand, at);
}

function operandOf(frame: Frame, { op, operand }: ValueOf<'update'>): Words {
  return isShift(op) ? [countOf(frame, operand), none] : wordsOf(frame, operand);
}

function updateWide(frame: Frame, value: ValueOf<'update'>): Words {
  const { emitter } = frame;
  const { place, at } = value;
  const operand = operandOf(frame, value);
  const target = lowerPlace(frame, place);
  const [low, high] = [0, 8].map((offset) =>
    emitter.keep(readScalar(frame, target, unsignedLongType, at, 'checked', offset), at),
  );
  const result = updated(frame, value, [low, high], operand).map((part) => emitter.keep(part, at));
  result.forEach((part, i) => {
    writeScalar(frame, target, unsignedLongType, part, at, i * 8);
  });
  return value.result === 'old' ? [low, high] : [result[0], result[1]];
}

/** `x += e` where x is narrower than e. */
export function updateByWide(frame: Frame, value: ValueOf<'update'>): Expr {
  const { emitter } = frame;
  const { place, type, at } = value;
  const operand = operandOf(frame, value);
  const target = lowerPlace(frame, place);
  const old = emitter.keep(readScalar(frame, target, type, at), at);
  const [low] = updated(frame, value, extended(frame, old, type, at), operand);
  const kept = emitter.keep(asType(frame, low, unsignedLongType, type), at);
  writeScalar(frame, target, type, kept, at);
  return value.result === 'old' ? old : kept;
}
