// Numbers of 128 bits. The type checker has them as structs of two words, the low one first; operators on them are operations on these words.

import { substitute } from '../../../module/fold.js';
import { binary, compare, constant, offset, type Value as Result, symbol } from '../../../module/value.js';
import {
  isWideDivision,
  type Words,
  wideComparison,
  wideDivisions,
  wideResult,
} from '../../../module/wide.js';
import type { BinaryOp } from '../../../program/expression.js';
import type { SourceSpan } from '../../../program/statement.js';
import { bug } from '../../../support/diagnostic.js';
import type { Value, ValueOf } from '../typed.js';
import { type CType, longType, unsignedLongType, wideSign } from '../types.js';
import { targetOf } from './accesses.js';
import { emitStruct } from './aggregates.js';
import { asInteger, converted, resized } from './conversions.js';
import type { FunctionEmitter } from './function.js';
import { arithmeticOf, comparisonOf, requireDivisor } from './operators.js';
import { emitAddress } from './places.js';
import { isSigned } from './types.js';
import { emitValue } from './values.js';

const none = constant(0, 'i64');

export const isWide = (type: CType): boolean => wideSign(type) !== undefined;

type Computed = ValueOf<'binary' | 'unary' | 'update' | 'convert'>;

/** A value that an operator yields, or that was narrower; others lie in memory. */
export const isComputed = (value: Value): value is Computed =>
  value.kind === 'binary' ||
  value.kind === 'unary' ||
  value.kind === 'update' ||
  (value.kind === 'convert' && value.operand.type.kind !== 'struct');

const keeper =
  (f: FunctionEmitter, at: SourceSpan) =>
  (value: Result): Result =>
    f.kept(
      substitute(value, (leaf) => leaf),
      at,
    );

function kept(f: FunctionEmitter, [low, high]: Words, at: SourceSpan): Words {
  const keep = keeper(f, at);
  return [keep(low), keep(high)];
}

/** Both words of a value. */
function wordsOf(f: FunctionEmitter, value: Value): Words {
  if (isComputed(value)) return kept(f, computed(f, value), value.at);
  return wordsAt(f, f.kept(emitStruct(f, value), value.at), value.at);
}

const wordsAt = (f: FunctionEmitter, address: Result, at: SourceSpan): Words => [
  f.load(address, 'i64', at),
  f.load(offset(address, 8), 'i64', at),
];

function storeWords(f: FunctionEmitter, address: Result, [low, high]: Words, at: SourceSpan): void {
  f.store(address, low, at);
  f.store(offset(address, 8), high, at);
}

/** The address of an area that holds the value. */
export function emitWide(f: FunctionEmitter, value: Computed): Result {
  const words = wordsOf(f, value);
  const area = f.area('wide', value.type);
  storeWords(f, area, words, value.at);
  return area;
}

/** A narrower integer. */
export function widened(f: FunctionEmitter, value: Result, type: CType, at: SourceSpan): Words {
  const signed = type.kind !== 'integer' || type.signed;
  const low = keeper(f, at)(converted(value, type, signed ? longType : unsignedLongType, at));
  return [low, signed ? f.kept(binary('ashr', low, constant(63, 'i64')), at) : none];
}

function computed(f: FunctionEmitter, value: Computed): Words {
  const { at } = value;
  switch (value.kind) {
    case 'convert':
      return widened(f, emitValue(f, value.operand), value.operand.type, at);
    case 'unary': {
      const operand = wordsOf(f, value.operand);
      if (value.op === '-') return operatedOn(f, '-', [none, none], operand, at);
      const ones = constant(-1, 'i64');
      return operatedOn(f, '^', operand, [ones, ones], at);
    }
    case 'binary': {
      const left = wordsOf(f, value.left);
      return operatedOn(f, value.op, left, operandOf(f, value.right), at);
    }
    case 'update': {
      const operand = operandOf(f, value.operand);
      const address = f.kept(emitAddress(f, value.place), at);
      const old = wordsAt(f, address, at);
      const replaced = kept(f, operatedOn(f, value.op, old, operand, at), at);
      storeWords(f, address, replaced, at);
      return value.result === 'old' ? old : replaced;
    }
  }
}

/** The count of a shift is narrower. */
function operandOf(f: FunctionEmitter, operand: Value): Words {
  if (isWide(operand.type)) return wordsOf(f, operand);
  return [keeper(f, operand.at)(resized(emitValue(f, operand), 'i64', isSigned(operand.type))), none];
}

export function operatedOn(
  f: FunctionEmitter,
  op: BinaryOp,
  left: Words,
  right: Words,
  at: SourceSpan,
): Words {
  const found = arithmeticOf(op);
  if (!isWideDivision(found))
    return wideResult(keeper(f, at), found, left, right) ?? bug(`${op} on numbers of 128 bits`);
  requireDivisor(f, f.kept(binary('or', ...right), at), at);
  const name = f.unit.external(wideDivisions[found], ['i64', 'i64', 'i64', 'i64'], ['i64', 'i64']);
  const [low, high] = [f.temporary('i64'), f.temporary('i64')];
  f.push({ kind: 'call', results: [low, high], target: symbol(name), args: [...left, ...right] }, at);
  return [low, high];
}

/** Whether the number is not 0, as an `i1`. */
export function wideTruth(f: FunctionEmitter, value: Value): Result {
  return compare('ne', binary('or', ...wordsOf(f, value)), none);
}

/** A comparison of two such numbers as an `i1`. */
export function compareWide(f: FunctionEmitter, { op, left, right, at }: ValueOf<'binary'>): Result {
  const first = wordsOf(f, left);
  return keeper(f, at)(wideComparison(comparisonOf(op), first, wordsOf(f, right)));
}

/** The number in a narrower type. */
export function fromWide(f: FunctionEmitter, { operand, type, at }: ValueOf<'convert'>): Result {
  if (type.kind === 'integer' && type.bool) return asInteger(wideTruth(f, operand), 'i8');
  const [low] = wordsOf(f, operand);
  return converted(low, unsignedLongType, type, at);
}

/** `x op= e` where e is wider than x. */
export function updateByWide(f: FunctionEmitter, value: ValueOf<'update'>): Result {
  const { place, type, at } = value;
  const operand = operandOf(f, value.operand);
  const target = targetOf(f, place, at);
  const old = target.load();
  const [low] = operatedOn(f, value.op, widened(f, old, type, at), operand, at);
  const stored = target.store(keeper(f, at)(converted(low, unsignedLongType, type, at)));
  return value.result === 'old' ? old : stored;
}
