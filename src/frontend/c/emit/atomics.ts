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
import type { Value } from '../typed.js';
import { type CType, intType } from '../types.js';
import { scalarIn, targetOf } from './accesses.js';
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

export function emitAtomicLoad(
  f: FunctionEmitter,
  builtin: BuiltinOf<'atomic-load'>,
  at: SourceSpan,
): Result {
  const address = f.kept(emitAddress(f, builtin.place), at);
  const result = f.temporary(scalarType(builtin.place.type, at));
  byOrder(f, builtin.order, 'load', (order) => f.push({ kind: 'load', result, address, order }, at));
  return result;
}

export function emitAtomicStore(
  f: FunctionEmitter,
  builtin: BuiltinOf<'atomic-store'>,
  at: SourceSpan,
): void {
  const type = scalarIn(builtin.place);
  const value = f.kept(converted(emitValue(f, builtin.value), builtin.value.type, type, at), at);
  const address = f.kept(emitAddress(f, builtin.place), at);
  if (builtin.initialises === true) {
    f.store(address, value, at);
    return;
  }
  byOrder(f, builtin.order, 'store', (order) => f.push({ kind: 'store', address, value, order }, at));
}

export function emitAtomicRmw(f: FunctionEmitter, builtin: BuiltinOf<'atomic-rmw'>, at: SourceSpan): Result {
  const type = scalarIn(builtin.place);
  const own = scalarType(type, at);
  const via = builtin.value.type;
  const given = f.kept(emitValue(f, builtin.value), at);
  const result = f.temporary(own);
  const { rmw: op } = builtin;
  if (op === 'xchg') {
    const value = f.kept(converted(given, via, type, at), at);
    const address = f.kept(emitAddress(f, builtin.place), at);
    byOrder(f, builtin.order, 'rmw', (order) =>
      f.push({ kind: 'rmw', result, op: 'xchg', address, value, order }, at),
    );
    return result;
  }
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

export function emitAtomicCas(f: FunctionEmitter, builtin: BuiltinOf<'atomic-cas'>, at: SourceSpan): Result {
  const type = scalarIn(builtin.place);
  const address = f.kept(emitAddress(f, builtin.place), at);
  const found = f.temporary(scalarType(type, at));
  const exchange = (expected: Result, fails: Result | undefined): void => {
    const given = f.kept(converted(emitValue(f, builtin.desired), builtin.desired.type, type, at), at);
    const desired = fails === undefined ? given : f.kept(select(fails, expected, given), at);
    byOrder(f, builtin.order, 'rmw', (order) =>
      byOrder(f, builtin.failure, 'failure', (failure) =>
        f.push({ kind: 'cmpxchg', result: found, address, expected, desired, order, failure }, at),
      ),
    );
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
  const [failed, end] = [f.fresh('cmpxchg.fails'), f.fresh('cmpxchg.end')];
  f.branch(success, end, failed, at);
  f.begin(failed, at);
  target.store(converted(found, type, own, at));
  f.begin(end, at);
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
