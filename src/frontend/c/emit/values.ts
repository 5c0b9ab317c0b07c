// Values of scalars, one function for each kind of node. Operands are evaluated from left to right; an assignment's right side before its left.

import { folded } from '../../../module/fold.js';
import { isFloat } from '../../../module/type.js';
import {
  binary,
  constant,
  not,
  type Value as Result,
  symbol,
  typeOf,
  unary,
  undef,
} from '../../../module/value.js';
import type { SourceSpan } from '../../../program/statement.js';
import { leftToClang } from '../diagnostics.js';
import type { Place, Value, ValueOf } from '../typed.js';
import { isScalar } from '../types.js';
import { loadPlace, storePlace } from './accesses.js';
import { emitStruct } from './aggregates.js';
import { emitBuiltin } from './builtins.js';
import { emitCall, emitCalled } from './calls.js';
import { giveBlockAny } from './choices.js';
import { asInteger, converted, truthOf } from './conversions.js';
import type { FunctionEmitter } from './function.js';
import { compared, isComparison, operated } from './operators.js';
import { emitAddress, emitAddressOf, emitOffset } from './places.js';
import { emitList } from './statements.js';
import { scalarType } from './types.js';
import { emitUpdate } from './updates.js';
import { emitVaArg, isListCounter, startList } from './variadic.js';
import { compareWide, fromWide, isWide, wideTruth } from './wide.js';

/** The value of a scalar expression. */
export function emitValue(f: FunctionEmitter, value: Value): Result {
  return folded(evaluated(f, value));
}

function evaluated(f: FunctionEmitter, value: Value): Result {
  const { at, type } = value;
  if (type.kind === 'void') {
    emitEffect(f, value);
    return constant(0, 'i32');
  }
  if (!isScalar(type)) return emitStruct(f, value);
  switch (value.kind) {
    case 'const':
      return constant(value.value, scalarType(type, at));
    case 'function':
      return symbol(f.unit.function(value.function));
    case 'load':
      return loadPlace(f, value.place, at);
    case 'address':
      return emitAddressOf(f, value.place);
    case 'unary':
      return unaryOf(f, value);
    case 'binary': {
      if (isWide(value.left.type)) return asInteger(compareWide(f, value), 'i32');
      const left = emitValue(f, value.left);
      return operated(f, value.op, left, emitValue(f, value.right), at);
    }
    case 'offset':
      return emitOffset(f, emitValue(f, value.pointer), value.index, value.size);
    case 'difference': {
      const [left, right] = [value.left, value.right].map((v) => unary('ptrtoint', 'i64', emitValue(f, v)));
      return binary('sdiv', binary('sub', left, right), constant(value.size, 'i64'));
    }
    case 'convert':
      return convertOf(f, value);
    case 'logical':
      return logicalOf(f, value);
    case 'conditional':
      return conditionalOf(f, value);
    case 'comma':
      emitEffect(f, value.left);
      return emitValue(f, value.right);
    case 'statements':
      return statementsOf(f, value);
    case 'va-arg':
      return emitVaArg(f, value);
    case 'assign':
      return assignOf(f, value);
    case 'update':
      return emitUpdate(f, value);
    case 'call':
      return emitCalled(f, value);
    case 'builtin':
      return emitBuiltin(f, value.builtin, value);
  }
}

/** Evaluates an expression for its effects and drops the value. */
export function emitEffect(f: FunctionEmitter, value: Value): void {
  if (value.kind === 'load' && isUnseen(value.place)) {
    emitAddress(f, value.place);
    return;
  }
  if (value.type.kind !== 'void') {
    if (value.kind === 'call') emitCall(f, value);
    else if (isScalar(value.type)) emitValue(f, value);
    else emitStruct(f, value);
    return;
  }
  switch (value.kind) {
    case 'convert':
      emitEffect(f, value.operand);
      return;
    case 'comma':
      emitEffect(f, value.left);
      emitEffect(f, value.right);
      return;
    case 'conditional':
      emitBranches(f, value, (chosen) => emitEffect(f, chosen));
      return;
    case 'statements':
      emitList(f, value.items);
      return;
    case 'call':
      emitCall(f, value);
      return;
    case 'builtin':
      emitBuiltin(f, value.builtin, value);
      return;
    default:
      leftToClang('this expression of type void', value.at);
  }
}

/** `x;` and `(void)x;` do not look at the value of a local that nothing points to. */
const isUnseen = (place: Place): boolean =>
  place.kind === 'variable'
    ? place.variable.storage === 'local' && !place.variable.addressed
    : (place.kind === 'member' || place.kind === 'element') && isUnseen(place.base);

/** Goes to one of two blocks. */
export function emitCondition(
  f: FunctionEmitter,
  value: Value,
  yes: string,
  no: string,
  at: SourceSpan,
): void {
  if (value.kind === 'logical') {
    const right = f.fresh(value.op === '&&' ? 'and' : 'or');
    if (value.op === '&&') emitCondition(f, value.left, right, no, at);
    else emitCondition(f, value.left, yes, right, at);
    f.begin(right, at);
    emitCondition(f, value.right, yes, no, at);
  } else if (value.kind === 'unary' && value.op === '!') emitCondition(f, value.operand, no, yes, at);
  else f.branch(emitTruth(f, value), yes, no, at);
}

/** Whether a value is not 0, as an `i1`. */
export function emitTruth(f: FunctionEmitter, value: Value): Result {
  if (value.kind === 'unary' && value.op === '!') return not(emitTruth(f, value.operand));
  if (value.kind === 'binary' && isComparison(value.op)) {
    if (isWide(value.left.type)) return compareWide(f, value);
    const left = emitValue(f, value.left);
    return compared(value.op, left, emitValue(f, value.right));
  }
  return isWide(value.type) ? wideTruth(f, value) : truthOf(emitValue(f, value));
}

function unaryOf(f: FunctionEmitter, value: ValueOf<'unary'>): Result {
  const { op, operand, type, at } = value;
  if (op === '!') return asInteger(not(emitTruth(f, operand)), scalarType(type, at));
  const given = emitValue(f, operand);
  const own = typeOf(given);
  switch (op) {
    case '-':
      return isFloat(own) ? unary('fneg', own, given) : binary('sub', constant(0, own), given);
    case '~':
      return binary('xor', given, constant(-1, own));
    default:
      return leftToClang(`the operator ${op}`, at);
  }
}

function convertOf(f: FunctionEmitter, value: ValueOf<'convert'>): Result {
  const { operand, type, at } = value;
  if (isWide(operand.type)) return fromWide(f, value);
  if (operand.kind === 'call' && type.kind === 'pointer' && type.to.kind !== 'void') {
    const block = folded(emitCalled(f, operand, f.unit.layout(type.to)));
    giveBlockAny(f, operand, block, type.to);
    return converted(block, operand.type, type, at);
  }
  const given = emitValue(f, operand);
  if (operand.type.kind === 'void') return constant(0, scalarType(type, at));
  return converted(given, operand.type, type, at);
}

function logicalOf(f: FunctionEmitter, value: ValueOf<'logical'>): Result {
  const { at, type } = value;
  const result = f.temporary('i1');
  const [right, end] = [f.fresh('logical.right'), f.fresh('logical.end')];
  const isAnd = value.op === '&&';
  f.push({ kind: 'set', result, value: constant(isAnd ? 0 : 1, 'i1') }, at);
  emitCondition(f, value.left, isAnd ? right : end, isAnd ? end : right, at);
  f.begin(right, at);
  const truth = folded(emitTruth(f, value.right));
  f.push({ kind: 'set', result, value: truth }, at);
  f.begin(end, at);
  return asInteger(result, scalarType(type, at));
}

function conditionalOf(f: FunctionEmitter, value: ValueOf<'conditional'>): Result {
  const { at, type } = value;
  const result = f.temporary(scalarType(type, at));
  emitBranches(f, value, (chosen) => f.push({ kind: 'set', result, value: emitValue(f, chosen) }, at));
  return result;
}

/** Both values of `condition ? whenTrue : whenFalse`, each in a block of its own. */
export function emitBranches(
  f: FunctionEmitter,
  { condition, whenTrue, whenFalse, at }: ValueOf<'conditional'>,
  emit: (chosen: Value) => void,
): void {
  const [yes, no, end] = [f.fresh('cond.true'), f.fresh('cond.false'), f.fresh('cond.end')];
  emitCondition(f, condition, yes, no, at);
  f.begin(yes, at);
  emit(whenTrue);
  f.jump(end, at);
  f.begin(no, at);
  emit(whenFalse);
  f.begin(end, at);
}

function statementsOf(f: FunctionEmitter, value: ValueOf<'statements'>): Result {
  const { result, type, at } = value;
  if (result === undefined) {
    emitList(f, value.items);
    return undef(scalarType(type, at));
  }
  let found: Result | undefined;
  emitList(f, value.items, () => {
    found = f.load(f.variable(result), scalarType(type, at), at);
  });
  return found ?? undef(scalarType(type, at));
}

function assignOf(f: FunctionEmitter, value: ValueOf<'assign'>): Result {
  const { place, at } = value;
  if (isListCounter(place)) return startList(f, place, value.value);
  return storePlace(f, place, emitValue(f, value.value), at);
}
