// Atomic operations. An order that is only known when the program runs chooses between instructions.

import { folded } from '../../../module/fold.js';
import { isFloat } from '../../../module/type.js';
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
import type { BuiltinOf } from '../builtin.js';
import { typeError } from '../diagnostics.js';
import type { Place, Value } from '../typed.js';
import { type CType, intType, longType } from '../types.js';
import { oneStep, scalarIn, targetOf } from './accesses.js';
import {
  compareExchangeLarge,
  emitWord,
  exchangeLarge,
  fromWord,
  isLarge,
  loadLarge,
  storeLarge,
  wordOf,
} from './atomicObjects.js';
import type { FunctionEmitter } from './function.js';
import { emitAddress, keptAddress } from './places.js';
import { asInteger, converted, operated, scalarType, truthOf } from './scalars.js';
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
  const value = f.within(given.at, () => f.kept(emitValue(f, given)));
  if (value.kind === 'const') {
    const order =
      memoryOrders[Number(value.value)] ?? typeError(`${value.value} is not a memory order`, given.at);
    use(allowed(operation, order) ? order : 'seq_cst');
    return;
  }
  const end = f.fresh('order.end');
  memoryOrders.forEach((order, i) => {
    if (!allowed(operation, order) || order === 'seq_cst') return;
    const [yes, no] = [f.fresh(`order.${order}`), f.fresh('order.other')];
    f.branch(compare('eq', value, constant(i, typeOf(value))), yes, no);
    f.begin(yes);
    use(order);
    f.jump(end);
    f.begin(no);
  });
  use('seq_cst');
  f.begin(end);
}

export function emitFence(f: FunctionEmitter, { order }: BuiltinOf<'fence'>): void {
  byOrder(f, order, 'fence', (chosen) => {
    if (chosen !== 'relaxed') f.push({ kind: 'fence', order: chosen });
  });
}

export function emitAtomicLoad(
  f: FunctionEmitter,
  { place, order: asked }: BuiltinOf<'atomic-load'>,
): Result {
  const word = place.type.kind === 'struct' ? wordOf(place.type) : scalarType(place.type, f);
  if (word === undefined) return loadLarge(f, place);
  const address = keptAddress(f, place);
  const result = f.temporary(word);
  byOrder(f, asked, 'load', (order) => f.push({ kind: 'load', result, address, order }));
  return fromWord(f, result, place.type);
}

export function emitAtomicStore(f: FunctionEmitter, builtin: BuiltinOf<'atomic-store'>): void {
  const { place, value: given, initialises } = builtin;
  if (isLarge(given.type)) {
    if (initialises === true) f.copy(keptAddress(f, place), emitValue(f, given), place.type);
    else storeLarge(f, place, given);
    return;
  }
  const value = emitWord(f, given, place);
  const address = keptAddress(f, place);
  if (initialises === true) f.store(address, value);
  else byOrder(f, builtin.order, 'store', (order) => f.store(address, value, order));
}

export function emitAtomicRmw(f: FunctionEmitter, builtin: BuiltinOf<'atomic-rmw'>): Result {
  const { rmw: op, place, value: given } = builtin;
  if (op === 'xchg') return emitExchange(f, builtin);
  const type = scalarIn(place);
  const via = given.type;
  const value = f.kept(emitValue(f, given));
  const result = f.temporary(scalarType(type, f));
  const operand = type.kind === 'pointer' ? value : f.kept(converted(f, value, via, type));
  const next = (old: Result): Result => nextOf(f, op, old, operand, type);
  byOrder(f, builtin.order, 'rmw', (order) =>
    f.set(result, oneStep(f, { place, op, via, type, operand, next, order, result: builtin.result })),
  );
  return result;
}

function emitExchange(
  f: FunctionEmitter,
  { place, value: given, order: asked }: BuiltinOf<'atomic-rmw'>,
): Result {
  if (isLarge(given.type)) return exchangeLarge(f, place, given);
  const value = emitWord(f, given, place);
  const result = f.temporary(typeOf(value));
  const address = keptAddress(f, place);
  byOrder(f, asked, 'rmw', (order) => f.push({ kind: 'rmw', result, op: 'xchg', address, value, order }));
  return fromWord(f, result, given.type);
}

/** The value that replaces the old one. */
function nextOf(
  f: FunctionEmitter,
  op: Exclude<BuiltinOf<'atomic-rmw'>['rmw'], 'xchg'>,
  old: Result,
  operand: Result,
  type: CType,
): Result {
  if (type.kind === 'pointer')
    return unary('inttoptr', 'ptr', nextOf(f, op, unary('ptrtoint', 'i64', old), operand, longType));
  const isBool = type.kind === 'integer' && type.bool;
  const wide = (value: Result): Result => (isBool ? converted(f, value, type, intType) : value);
  const [a, b] = [wide(old), wide(operand)];
  const found =
    op === 'nand' ? operated(f, '^', operated(f, '&', a, b), constant(-1, typeOf(a))) : operated(f, op, a, b);
  return isBool ? converted(f, found, intType, type) : found;
}

type Cas = BuiltinOf<'atomic-cas'>;

export function emitAtomicCas(f: FunctionEmitter, builtin: Cas): Result {
  const { place, expected, desired } = builtin;
  if (isLarge(desired.type)) return casOfLarge(f, builtin);
  const isStruct = desired.type.kind === 'struct';
  const address = keptAddress(f, place);
  const found = f.temporary((isStruct ? wordOf(desired.type) : undefined) ?? scalarType(scalarIn(place), f));
  if (expected.kind === 'value') {
    const wanted = emitWord(f, expected.value, place);
    exchange(f, builtin, { found, address, expected: wanted, desired: emitWord(f, desired, place) });
    if (builtin.result === 'old') return fromWord(f, found, desired.type);
    return asInteger(isEqual(found, wanted), 'i8');
  }
  const target = isStruct ? structTarget(f, expected.place, found) : scalarTarget(f, builtin, expected.place);
  const wanted = target.load();
  const fails = isStruct ? undefined : failsByChance(f, builtin);
  const given = emitWord(f, desired, place);
  const replaced = fails === undefined ? given : f.kept(select(fails, wanted, given));
  exchange(f, builtin, { found, address, expected: wanted, desired: replaced });
  const equal = isEqual(found, wanted);
  const success = f.kept(fails === undefined ? equal : select(fails, constant(0, 'i1'), equal));
  whereFails(f, success, () => target.store(found));
  return asInteger(success, 'i8');
}

/** Where the expected value is, and where the value that is found instead goes. */
interface ExpectedTarget {
  load(): Result;
  store(found: Result): void;
}

function scalarTarget(f: FunctionEmitter, { place }: Cas, expected: Place): ExpectedTarget {
  const [type, own] = [scalarIn(place), scalarIn(expected)];
  const target = targetOf(f, expected);
  return {
    load: () => f.kept(converted(f, target.load(), own, type)),
    store: (found) => target.store(converted(f, found, type, own)),
  };
}

function structTarget(f: FunctionEmitter, expected: Place, { type }: Register): ExpectedTarget {
  const address = keptAddress(f, expected);
  return { load: () => f.load(address, type), store: (found) => f.store(address, found) };
}

function casOfLarge(f: FunctionEmitter, { place, expected, desired, result }: Cas): Result {
  const from = f.kept(
    expected.kind === 'value' ? emitValue(f, expected.value) : emitAddress(f, expected.place),
  );
  const { found, equal } = compareExchangeLarge(f, place, from, desired);
  if (expected.kind === 'value' && result === 'old') return found;
  if (expected.kind === 'place') whereFails(f, equal, () => f.copy(from, found, place.type));
  return asInteger(equal, 'i8');
}

function exchange(
  f: FunctionEmitter,
  { order: asked, failure: askedThen }: Cas,
  { found: result, ...operands }: { found: Register; address: Result; expected: Result; desired: Result },
): void {
  byOrder(f, asked, 'rmw', (order) =>
    byOrder(f, askedThen, 'failure', (failure) =>
      f.push({ kind: 'cmpxchg', result, ...operands, order, failure }),
    ),
  );
}

const whereFails = (f: FunctionEmitter, success: Result, then: () => void): void =>
  f.ways((failed, end) => f.branch(success, end, failed), then);

const isEqual = (a: Result, b: Result): Result => {
  const type = typeOf(a);
  if (!isFloat(type)) return compare('eq', a, b);
  const word = type === 'f32' ? 'i32' : 'i64';
  return compare('eq', unary('bitcast', word, a), unary('bitcast', word, b));
};

/** A weak one may, as C has it. In a loop that tries again that is one more round, which shows nothing. */
function failsByChance(f: FunctionEmitter, { weak }: Cas): Result | undefined {
  if (weak === undefined) return undefined;
  const isWeak = folded(emitTruth(f, weak));
  if (isWeak.kind === 'const' && isWeak.value === 0) return undefined;
  const chance = f.asked('spurious', [constant(0, 'ptr')], 'i32');
  return f.kept(select(isWeak, truthOf(chance), constant(0, 'i1')));
}
