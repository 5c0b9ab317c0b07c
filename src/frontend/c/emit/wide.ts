// Numbers of 128 bits. The type checker has them as structs of two words, the low one first; operators on them are operations on these words.

import { substitute } from '../../../module/fold.js';
import { requireDivisor } from '../../../module/requirements.js';
import { binary, compare, constant, offset, type Value as Result, symbol } from '../../../module/value.js';
import {
  isWideDivision,
  type Words,
  wideComparison,
  wideDivisions,
  wideResult,
} from '../../../module/wide.js';
import type { BinaryOp } from '../../../program/expression.js';
import { bug } from '../../../support/diagnostic.js';
import type { Value, ValueOf } from '../typed.js';
import { type CType, longType, unsignedLongType, wideSign } from '../types.js';
import { targetOf } from './accesses.js';
import type { FunctionEmitter } from './function.js';
import { keptAddress } from './places.js';
import { arithmeticOf, asInteger, comparisonOf, converted, isSigned, resized } from './scalars.js';
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

/** A nested value, with all that is known in it computed. */
const keep = (f: FunctionEmitter, value: Result): Result => f.kept(substitute(value, (leaf) => leaf));

/** Both words of a value. */
const wordsOf = (f: FunctionEmitter, value: Value): Words =>
  f.within(value.at, () => {
    if (!isComputed(value)) return wordsAt(f, f.kept(emitValue(f, value)));
    const [low, high] = computed(f, value);
    return [keep(f, low), keep(f, high)];
  });

const wordsAt = (f: FunctionEmitter, address: Result): Words => [
  f.load(address, 'i64'),
  f.load(offset(address, 8), 'i64'),
];

function storeWords(f: FunctionEmitter, address: Result, [low, high]: Words): void {
  f.store(address, low);
  f.store(offset(address, 8), high);
}

/** The address of an area that holds the value. */
export function emitWide(f: FunctionEmitter, value: Computed): Result {
  const words = wordsOf(f, value);
  const area = f.area('wide', value.type);
  storeWords(f, area, words);
  return area;
}

/** A narrower integer. */
export function widened(f: FunctionEmitter, value: Result, type: CType): Words {
  const signed = type.kind !== 'integer' || type.signed;
  const low = keep(f, converted(f, value, type, signed ? longType : unsignedLongType));
  return [low, signed ? f.kept(binary('ashr', low, constant(63, 'i64'))) : none];
}

function computed(f: FunctionEmitter, value: Computed): Words {
  switch (value.kind) {
    case 'convert':
      return widened(f, emitValue(f, value.operand), value.operand.type);
    case 'unary': {
      const operand = wordsOf(f, value.operand);
      if (value.op === '-') return operatedOn(f, '-', [none, none], operand);
      const ones = constant(-1, 'i64');
      return operatedOn(f, '^', operand, [ones, ones]);
    }
    case 'binary': {
      const left = wordsOf(f, value.left);
      return operatedOn(f, value.op, left, operandOf(f, value.right));
    }
    case 'update': {
      const operand = operandOf(f, value.operand);
      const address = keptAddress(f, value.place);
      const old = wordsAt(f, address);
      const [low, high] = operatedOn(f, value.op, old, operand);
      const replaced: Words = [keep(f, low), keep(f, high)];
      storeWords(f, address, replaced);
      return value.result === 'old' ? old : replaced;
    }
  }
}

/** The count of a shift is narrower. */
function operandOf(f: FunctionEmitter, operand: Value): Words {
  if (isWide(operand.type)) return wordsOf(f, operand);
  const low = f.within(operand.at, () =>
    keep(f, resized(emitValue(f, operand), 'i64', isSigned(operand.type))),
  );
  return [low, none];
}

export function operatedOn(f: FunctionEmitter, op: BinaryOp, left: Words, right: Words): Words {
  const found = arithmeticOf(op);
  if (!isWideDivision(found))
    return wideResult((value) => keep(f, value), found, left, right) ?? bug(`${op} on numbers of 128 bits`);
  requireDivisor(f, f.kept(binary('or', ...right)));
  const name = f.unit.external(wideDivisions[found], ['i64', 'i64', 'i64', 'i64'], ['i64', 'i64']);
  const results = [f.temporary('i64'), f.temporary('i64')] as const;
  f.push({ kind: 'call', results, target: symbol(name), args: [...left, ...right] });
  return results;
}

/** Whether the number is not 0, as an `i1`. */
export const wideTruth = (f: FunctionEmitter, value: Value): Result =>
  compare('ne', binary('or', ...wordsOf(f, value)), none);

/** A comparison of two such numbers as an `i1`. */
export function compareWide(f: FunctionEmitter, { op, left, right }: ValueOf<'binary'>): Result {
  const first = wordsOf(f, left);
  return keep(f, wideComparison(comparisonOf(op), first, wordsOf(f, right)));
}

/** The number in a narrower type. */
export function fromWide(f: FunctionEmitter, { operand, type }: ValueOf<'convert'>): Result {
  if (type.kind === 'integer' && type.bool) return asInteger(wideTruth(f, operand), 'i8');
  const [low] = wordsOf(f, operand);
  return converted(f, low, unsignedLongType, type);
}

/** `x op= e` where e is wider than x. */
export function updateByWide(f: FunctionEmitter, value: ValueOf<'update'>): Result {
  const { place, type } = value;
  const operand = operandOf(f, value.operand);
  const target = targetOf(f, place);
  const old = target.load();
  const [low] = operatedOn(f, value.op, widened(f, old, type), operand);
  const stored = target.store(keep(f, converted(f, low, unsignedLongType, type)));
  return value.result === 'old' ? old : stored;
}
