// Atomic operations. An order that is only known when the program runs chooses between instructions.

import { folded } from '../../../module/fold.js';
import {
  compare,
  constant,
  type Register,
  type Value as Result,
  select,
  typeOf,
  unary,
} from '../../../module/value.js';
import { acquires, type MemoryOrder, memoryOrders, releases } from '../../../program/memoryOrder.js';
import type { SourceSpan } from '../../../program/statement.js';
import type { BuiltinOf } from '../builtin.js';
import { typeError } from '../diagnostics.js';
import type { Place, Value } from '../typed.js';
import { type CType, intType, unqualified } from '../types.js';
import { scalarIn, targetOf } from './accesses.js';
import { emitStruct } from './aggregates.js';
import {
  areaOf,
  compareExchangeLarge,
  copyStruct,
  exchangeLarge,
  loadLarge,
  storeLarge,
  wordOf,
} from './atomicStructs.js';
import { asInteger, converted, truthOf } from './conversions.js';
import type { FunctionEmitter } from './function.js';
import { operated } from './operators.js';
import { emitAddress } from './places.js';
import { scalarType } from './types.js';
import { oneStep } from './updates.js';
import { emitTruth, emitValue } from './values.js';

type Operation = 'load' | 'store' | 'rmw' | 'fence' | 'failure';

/** C forbids a load to release and a store to acquire; gcc takes the strongest order then. */
function allowed(operation: Operation, order: MemoryOrder): boolean {
  if (operation === 'store') return !acquires(order) || order === 'seq_cst';
  return (operation !== 'load' && operation !== 'failure') || !releases(order) || order === 'seq_cst';
}

function byOrder(
  f: FunctionEmitter,
  given: Value,
  operation: Operation,
  use: (order: MemoryOrder) => void,
): void {
  const { at } = given;
  const value = f.kept(emitValue(f, given), at);
  if (value.kind === 'const') {
    const order = memoryOrders[Number(value.value)] ?? typeError(`${value.value} is not a memory order`, at);
    use(allowed(operation, order) ? order : 'seq_cst');
    return;
  }
  const end = f.fresh('order.end');
  memoryOrders.forEach((order, i) => {
    if (!allowed(operation, order) || order === 'seq_cst') return;
    const [yes, no] = [f.fresh(`order.${order}`), f.fresh('order.other')];
    f.branch(compare('eq', value, constant(i, typeOf(value))), yes, no, at);
    f.begin(yes, at);
    use(order);
    f.jump(end, at);
    f.begin(no, at);
  });
  use('seq_cst');
  f.begin(end, at);
}

export function emitFence(f: FunctionEmitter, { order }: BuiltinOf<'fence'>, at: SourceSpan): void {
  byOrder(f, order, 'fence', (chosen) => {
    if (chosen !== 'relaxed') f.push({ kind: 'fence', order: chosen }, at);
  });
}

/** The bits of the value, in the type of the object. */
function emitWord(f: FunctionEmitter, value: Value, place: Place, at: SourceSpan): Result {
  const word = value.type.kind === 'struct' ? wordOf(value.type) : undefined;
  if (word !== undefined) return f.load(emitStruct(f, value), word, at);
  return f.kept(converted(emitValue(f, value), value.type, scalarIn(place), at), at);
}

/** Whether the value is one of a type for which the machine has no atomic operations. */
const isLarge = ({ type }: Value): boolean => type.kind === 'struct' && wordOf(type) === undefined;

export function emitAtomicLoad(
  f: FunctionEmitter,
  builtin: BuiltinOf<'atomic-load'>,
  at: SourceSpan,
): Result {
  const { place } = builtin;
  const isStruct = place.type.kind === 'struct';
  const word = isStruct ? wordOf(place.type) : scalarType(place.type, at);
  if (word === undefined) return loadLarge(f, place, at);
  const address = f.kept(emitAddress(f, place), at);
  const result = f.temporary(word);
  byOrder(f, builtin.order, 'load', (order) => f.push({ kind: 'load', result, address, order }, at));
  return isStruct ? areaOf(f, result, unqualified(place.type), at) : result;
}

export function emitAtomicStore(
  f: FunctionEmitter,
  builtin: BuiltinOf<'atomic-store'>,
  at: SourceSpan,
): void {
  const { place, initialises } = builtin;
  if (isLarge(builtin.value)) {
    if (initialises !== true) storeLarge(f, place, builtin.value, at);
    else copyStruct(f, f.kept(emitAddress(f, place), at), emitStruct(f, builtin.value), place.type, at);
    return;
  }
  const value = emitWord(f, builtin.value, place, at);
  const address = f.kept(emitAddress(f, place), at);
  if (initialises === true) {
    f.store(address, value, at);
    return;
  }
  byOrder(f, builtin.order, 'store', (order) => f.push({ kind: 'store', address, value, order }, at));
}

export function emitAtomicRmw(f: FunctionEmitter, builtin: BuiltinOf<'atomic-rmw'>, at: SourceSpan): Result {
  const { rmw: op } = builtin;
  if (op === 'xchg') return emitExchange(f, builtin, at);
  const type = scalarIn(builtin.place);
  const via = builtin.value.type;
  const given = f.kept(emitValue(f, builtin.value), at);
  const result = f.temporary(scalarType(type, at));
  const isPointer = type.kind === 'pointer';
  const operand = isPointer ? given : f.kept(converted(given, via, type, at), at);
  const next = (old: Result): Result => nextOf(f, op, old, operand, type, at);
  byOrder(f, builtin.order, 'rmw', (order) => {
    const value = oneStep(
      f,
      builtin.place,
      { op, via, type, operand, next, order, result: builtin.result },
      at,
    );
    f.push({ kind: 'set', result, value }, at);
  });
  return result;
}

function emitExchange(
  f: FunctionEmitter,
  { place, value: given, order: asked }: BuiltinOf<'atomic-rmw'>,
  at: SourceSpan,
): Result {
  if (isLarge(given)) return exchangeLarge(f, place, given, at);
  const value = emitWord(f, given, place, at);
  const result = f.temporary(typeOf(value));
  const address = f.kept(emitAddress(f, place), at);
  byOrder(f, asked, 'rmw', (order) => f.push({ kind: 'rmw', result, op: 'xchg', address, value, order }, at));
  return given.type.kind === 'struct' ? areaOf(f, result, given.type, at) : result;
}

/** The value that replaces the old one. */
function nextOf(
  f: FunctionEmitter,
  op: Exclude<BuiltinOf<'atomic-rmw'>['rmw'], 'xchg'>,
  old: Result,
  operand: Result,
  type: CType,
  at: SourceSpan,
): Result {
  if (type.kind === 'pointer')
    return unary(
      'inttoptr',
      'ptr',
      operated(f, op === '-' ? '-' : '+', unary('ptrtoint', 'i64', old), operand, at),
    );
  const isBool = type.kind === 'integer' && type.bool;
  const wide = (value: Result): Result => (isBool ? converted(value, type, intType, at) : value);
  const [a, b] = [wide(old), wide(operand)];
  const found =
    op === 'nand'
      ? operated(f, '^', operated(f, '&', a, b, at), constant(-1, typeOf(a)), at)
      : operated(f, op, a, b, at);
  return isBool ? converted(found, intType, type, at) : found;
}

/** The struct that is expected: where it lies. */
const emitExpected = (f: FunctionEmitter, { expected }: BuiltinOf<'atomic-cas'>, at: SourceSpan): Result =>
  f.kept(expected.kind === 'value' ? emitStruct(f, expected.value) : emitAddress(f, expected.place), at);

function emitStructCas(f: FunctionEmitter, builtin: BuiltinOf<'atomic-cas'>, at: SourceSpan): Result {
  const { place, desired, expected } = builtin;
  const type = unqualified(place.type);
  const from = emitExpected(f, builtin, at);
  const word = wordOf(type);
  const exchanged = (): { readonly found: Result; readonly equal: Result } => {
    if (word === undefined) {
      const wanted = f.area('wanted', type);
      copyStruct(f, wanted, from, type, at);
      return compareExchangeLarge(f, place, wanted, desired, at);
    }
    const wanted = f.load(from, word, at);
    const given = emitWord(f, desired, place, at);
    const address = f.kept(emitAddress(f, place), at);
    const found = f.temporary(word);
    exchangeByOrder(f, builtin, { found, address, expected: wanted, desired: given }, at);
    return { found: areaOf(f, found, type, at), equal: f.kept(isEqual(found, wanted), at) };
  };
  const { found, equal } = exchanged();
  if (expected.kind === 'value') return builtin.result === 'old' ? found : asInteger(equal, 'i8');
  whereFails(f, equal, () => copyStruct(f, from, found, type, at), at);
  return asInteger(equal, 'i8');
}

function exchangeByOrder(
  f: FunctionEmitter,
  { order: asked, failure: askedThen }: BuiltinOf<'atomic-cas'>,
  exchange: { found: Register; address: Result; expected: Result; desired: Result },
  at: SourceSpan,
): void {
  const { found: result, ...operands } = exchange;
  byOrder(f, asked, 'rmw', (order) =>
    byOrder(f, askedThen, 'failure', (failure) =>
      f.push({ kind: 'cmpxchg', result, ...operands, order, failure }, at),
    ),
  );
}

function whereFails(f: FunctionEmitter, success: Result, then: () => void, at: SourceSpan): void {
  const [failed, end] = [f.fresh('cmpxchg.fails'), f.fresh('cmpxchg.end')];
  f.branch(success, end, failed, at);
  f.begin(failed, at);
  then();
  f.begin(end, at);
}

export function emitAtomicCas(f: FunctionEmitter, builtin: BuiltinOf<'atomic-cas'>, at: SourceSpan): Result {
  if (builtin.desired.type.kind === 'struct') return emitStructCas(f, builtin, at);
  const type = scalarIn(builtin.place);
  const address = f.kept(emitAddress(f, builtin.place), at);
  const found = f.temporary(scalarType(type, at));
  const exchange = (expected: Result, fails: Result | undefined): void => {
    const given = f.kept(converted(emitValue(f, builtin.desired), builtin.desired.type, type, at), at);
    const desired = fails === undefined ? given : f.kept(select(fails, expected, given), at);
    exchangeByOrder(f, builtin, { found, address, expected, desired }, at);
  };
  if (builtin.expected.kind === 'value') {
    const expected = f.kept(emitValue(f, builtin.expected.value), at);
    exchange(expected, undefined);
    return builtin.result === 'old' ? found : asInteger(isEqual(found, expected), 'i8');
  }
  const { place } = builtin.expected;
  const own = scalarIn(place);
  const target = targetOf(f, place, at);
  const expected = f.kept(converted(target.load(), own, type, at), at);
  const fails = failsByChance(f, builtin, at);
  exchange(expected, fails);
  const equal = isEqual(found, expected);
  const success = f.temporary('i1');
  f.push(
    {
      kind: 'set',
      result: success,
      value: fails === undefined ? equal : select(fails, constant(0, 'i1'), equal),
    },
    at,
  );
  whereFails(f, success, () => target.store(converted(found, type, own, at)), at);
  return asInteger(success, 'i8');
}

const isEqual = (a: Result, b: Result): Result => {
  const type = typeOf(a);
  if (!type.startsWith('f')) return compare('eq', a, b);
  const word = type === 'f32' ? 'i32' : 'i64';
  return compare('eq', unary('bitcast', word, a), unary('bitcast', word, b));
};

/** A weak one may, as C has it. In a loop that tries again that is one more round, which shows nothing. */
function failsByChance(
  f: FunctionEmitter,
  { weak }: BuiltinOf<'atomic-cas'>,
  at: SourceSpan,
): Register | undefined {
  if (weak === undefined) return undefined;
  const isWeak = folded(emitTruth(f, weak));
  if (isWeak.kind === 'const' && isWeak.value === 0) return undefined;
  const chance = f.temporary('i32');
  f.intrinsic('spurious', [constant(0, 'ptr')], at, chance);
  const fails = f.temporary('i1');
  f.push(
    { kind: 'set', result: fails, value: folded(select(isWeak, truthOf(chance), constant(0, 'i1'))) },
    at,
  );
  return fails;
}
