// Values, one function for each kind of node. Operands are evaluated from left to right; an assignment's right side before its left.

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
import { leftToClang } from '../diagnostics.js';
import type { Place, Value, ValueOf } from '../typed.js';
import { isAtomicStruct, isScalar } from '../types.js';
import { emitUpdate, loadPlace, storePlace } from './accesses.js';
import { storeAtomic } from './atomicObjects.js';
import { emitBuiltin } from './builtins.js';
import { emitCall, emitCalled } from './calls.js';
import { giveBlockAny } from './choices.js';
import type { FunctionEmitter } from './function.js';
import { emitAddress, emitAddressOf, emitIndex, moved } from './places.js';
import {
  asInteger,
  compared,
  converted,
  isComparison,
  operated,
  refuseWide,
  scalarType,
  truthOf,
} from './scalars.js';
import { emitList } from './statements.js';
import { emitVaArg, isListCounter, startList } from './variadic.js';
import { compareWide, emitWide, fromWide, isComputed, isWide, wideTruth } from './wide.js';

/** The value of an expression; of a struct, where it lies. That address is good until something else is evaluated. */
export const emitValue = (f: FunctionEmitter, value: Value): Result =>
  f.within(value.at, () => {
    const result = evaluated(f, value);
    return isScalar(value.type) ? folded(result) : result;
  });

function evaluated(f: FunctionEmitter, value: Value): Result {
  const { type } = value;
  if (type.kind === 'void') {
    emitEffect(f, value);
    return constant(0, 'i32');
  }
  if (!isScalar(type)) refuseWide(type, f);
  if (isWide(type) && isComputed(value)) return emitWide(f, value);
  switch (value.kind) {
    case 'const':
      return constant(value.value, scalarType(type, f));
    case 'function':
      return symbol(f.unit.function(value.function));
    case 'load':
      return loadPlace(f, value.place);
    case 'address':
      return emitAddressOf(f, value.place);
    case 'unary':
      return unaryOf(f, value);
    case 'binary': {
      if (isWide(value.left.type)) return asInteger(compareWide(f, value), 'i32');
      const left = emitValue(f, value.left);
      return operated(f, value.op, left, emitValue(f, value.right));
    }
    case 'offset': {
      const pointer = emitValue(f, value.pointer);
      return moved(pointer, emitIndex(f, value.index), value.size);
    }
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
      if (isListCounter(value.place)) return startList(f, value.place, value.value);
      if (isAtomicStruct(value.place.type)) return storeAtomic(f, value.place, value.value);
      return storePlace(f, value.place, emitValue(f, value.value));
    case 'update':
      return emitUpdate(f, value);
    case 'call':
      return emitCalled(f, value);
    case 'builtin':
      return emitBuiltin(f, value.builtin, value);
  }
}

/** Evaluates an expression for its effects and drops the value. */
export const emitEffect = (f: FunctionEmitter, value: Value): void =>
  f.within(value.at, () => evaluateEffect(f, value));

function evaluateEffect(f: FunctionEmitter, value: Value): void {
  const isVoid = value.type.kind === 'void';
  if (value.kind === 'load' && isUnseen(value.place)) emitAddress(f, value.place);
  else if (value.kind === 'call') emitCall(f, value);
  else if (!isVoid) emitValue(f, value);
  else if (value.kind === 'convert') emitEffect(f, value.operand);
  else if (value.kind === 'comma') for (const part of [value.left, value.right]) emitEffect(f, part);
  else if (value.kind === 'conditional') emitBranches(f, value, (chosen) => emitEffect(f, chosen));
  else if (value.kind === 'statements') emitList(f, value.items);
  else if (value.kind === 'builtin') emitBuiltin(f, value.builtin, value);
  else leftToClang('this expression of type void', value.at);
}

/** `x;` and `(void)x;` do not look at the value of a local that nothing points to. */
const isUnseen = (place: Place): boolean =>
  place.kind === 'variable'
    ? place.variable.storage === 'local' && !place.variable.addressed
    : (place.kind === 'member' || place.kind === 'element') && isUnseen(place.base);

/** Goes to one of two blocks. */
export function emitCondition(f: FunctionEmitter, value: Value, yes: string, no: string): void {
  if (value.kind === 'logical') {
    const right = f.fresh(value.op === '&&' ? 'and' : 'or');
    if (value.op === '&&') emitCondition(f, value.left, right, no);
    else emitCondition(f, value.left, yes, right);
    f.begin(right);
    emitCondition(f, value.right, yes, no);
  } else if (value.kind === 'unary' && value.op === '!') emitCondition(f, value.operand, no, yes);
  else f.branch(emitTruth(f, value), yes, no);
}

/** Whether a value is not 0, as an `i1`. */
export function emitTruth(f: FunctionEmitter, value: Value): Result {
  if (value.kind === 'unary' && value.op === '!') return not(emitTruth(f, value.operand));
  if (value.kind === 'binary' && isComparison(value.op)) {
    if (isWide(value.left.type)) return f.within(value.at, () => compareWide(f, value));
    const left = emitValue(f, value.left);
    return compared(value.op, left, emitValue(f, value.right));
  }
  return isWide(value.type) ? wideTruth(f, value) : truthOf(emitValue(f, value));
}

function unaryOf(f: FunctionEmitter, { op, operand, type, at }: ValueOf<'unary'>): Result {
  if (op === '!') return asInteger(not(emitTruth(f, operand)), scalarType(type, f));
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
  const { operand, type } = value;
  if (!isScalar(type)) return emitValue(f, operand);
  if (isWide(operand.type)) return fromWide(f, value);
  if (operand.kind === 'call' && type.kind === 'pointer' && type.to.kind !== 'void') {
    const block = f.within(operand.at, () => {
      const called = folded(emitCalled(f, operand, f.unit.layouts.name(type.to)));
      giveBlockAny(f, operand, called, type.to);
      return called;
    });
    return converted(f, block, operand.type, type);
  }
  const given = emitValue(f, operand);
  if (operand.type.kind === 'void') return constant(0, scalarType(type, f));
  return converted(f, given, operand.type, type);
}

function logicalOf(f: FunctionEmitter, { op, left, right, type }: ValueOf<'logical'>): Result {
  const result = f.temporary('i1');
  const isAnd = op === '&&';
  f.set(result, constant(isAnd ? 0 : 1, 'i1'));
  f.ways(
    (other, end) => emitCondition(f, left, isAnd ? other : end, isAnd ? end : other),
    () => f.set(result, folded(emitTruth(f, right))),
  );
  return asInteger(result, scalarType(type, f));
}

function conditionalOf(f: FunctionEmitter, value: ValueOf<'conditional'>): Result {
  const { type } = value;
  if (!isScalar(type)) {
    const area = f.area('chosen', type);
    emitBranches(f, value, (chosen) => f.copy(area, emitValue(f, chosen), type));
    return area;
  }
  const result = f.temporary(scalarType(type, f));
  emitBranches(f, value, (chosen) => f.set(result, emitValue(f, chosen)));
  return result;
}

/** Both values of `condition ? whenTrue : whenFalse`, each in a block of its own. */
function emitBranches(
  f: FunctionEmitter,
  { condition, whenTrue, whenFalse }: ValueOf<'conditional'>,
  emit: (chosen: Value) => void,
): void {
  f.ways(
    (yes, no) => emitCondition(f, condition, yes, no),
    () => emit(whenTrue),
    () => emit(whenFalse),
  );
}

function statementsOf(f: FunctionEmitter, { items, result, type }: ValueOf<'statements'>): Result {
  let found: Result | undefined;
  emitList(f, items, () => {
    if (result === undefined) return;
    const variable = f.variable(result);
    found = isScalar(type) ? f.load(variable, scalarType(type, f)) : variable;
  });
  return found ?? undef(scalarType(type, f));
}
