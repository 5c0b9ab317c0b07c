// C11 <stdatomic.h>, GCC's __atomic builtins and the older __sync ones.

import { type MemoryOrder, memoryOrders } from '../../../../program/memoryOrder.js';
import type { FetchOp, SourceSpan } from '../../../../program/statement.js';
import type { BuiltinOf } from '../../builtin.js';
import { typeError } from '../../diagnostics.js';
import type { Place, Value } from '../../typed.js';
import {
  boolType,
  type CType,
  isAtomicStruct,
  isScalar,
  longType,
  sizeOf,
  typeName,
  unqualified,
  voidType,
} from '../../types.js';
import { coerce, constantOf, convert } from '../conversions.js';
import { inBytes, rvalue } from '../places.js';
import { expanded, given } from './index.js';
import * as table from './table.js';
import { argument, type BuiltinCall, doing, entries, meaning, resultTarget } from './table.js';

/** An order as C counts them. */
const orderConstant = (order: MemoryOrder, at: SourceSpan): Value =>
  constantOf(memoryOrders.indexOf(order), at);

/** The order argument, or seq_cst for the functions without one. */
const order = (call: BuiltinCall, index: number): Value =>
  index < call.args.length ? table.integerArgument(call, index) : orderConstant('seq_cst', call.at);

/** The object that an atomic operation works on. gcc's own functions take a struct that is not _Atomic, too. */
function atomicTarget(call: BuiltinCall): { place: Place; type: CType } {
  const place = table.sharedTarget(call, 0);
  const isStruct = isAtomicStruct(place.type) || (place.type.kind === 'struct' && call.name.startsWith('__'));
  if (!isScalar(place.type) && !isStruct)
    return typeError(
      `${call.name} needs a pointer to a number or pointer, not to ${typeName(place.type)}`,
      call.at,
    );
  return { place, type: unqualified(place.type) };
}

const cannot = (call: BuiltinCall, type: CType): never =>
  typeError(`${call.name} cannot work on ${typeName(type)}`, call.at);

/** An argument as a value of the object's type. */
type Operand = (call: BuiltinCall, index: number, type: CType) => Value;

const argumentAs: Operand = (call, index, type) => coerce(argument(call, index), type, call.args[index].at);

/** The object behind the pointer argument of a generic __atomic function. */
const pointed: Operand = (call, index, type) =>
  coerce(rvalue(resultTarget(call, index)), type, call.args[index].at);

/** Stores the value in the object that the argument points to. */
function into(call: BuiltinCall, index: number, value: Value): Value {
  const { at } = call;
  const place = resultTarget(call, index);
  const type = unqualified(place.type);
  return convert({ kind: 'assign', place, value: coerce(value, type, at), type, at }, voidType);
}

function load(call: BuiltinCall, orderIndex: number): Value {
  const { place, type } = atomicTarget(call);
  return meaning({ op: 'atomic-load', place, order: order(call, orderIndex) }, call, type);
}

function store(call: BuiltinCall, orderIndex: number, operand = argumentAs): Value {
  const { place, type } = atomicTarget(call);
  const value = operand(call, 1, type);
  return doing({ op: 'atomic-store', place, value, order: order(call, orderIndex) }, call);
}

function initialise(call: BuiltinCall): Value {
  const { place, type } = atomicTarget(call);
  const value = argumentAs(call, 1, type);
  return doing(
    { op: 'atomic-store', place, value, order: orderConstant('relaxed', call.at), initialises: true },
    call,
  );
}

function exchange(call: BuiltinCall, orderIndex: number, operand = argumentAs): Value {
  const { place, type } = atomicTarget(call);
  const value = operand(call, 1, type);
  return meaning(
    { op: 'atomic-rmw', place, rmw: 'xchg', value, order: order(call, orderIndex), result: 'old' },
    call,
    type,
  );
}

/**
 * The operand that is added or the like. C11 counts what a pointer points to, gcc's functions count bytes. The bits of a pointer are marks.
 */
function fetched(call: BuiltinCall, rmw: FetchOp, type: CType): Value {
  const { at } = call;
  if (type.kind === 'integer') return argumentAs(call, 1, type);
  if (type.kind !== 'pointer') return cannot(call, type);
  if (rmw !== '+' && rmw !== '-') return convert(argument(call, 1), longType);
  const counted = call.name.startsWith('__') ? { ...type, to: voidType } : type;
  return inBytes(coerce(argument(call, 1), longType, call.args[1].at), counted, at);
}

const fetch = (rmw: FetchOp, result: 'old' | 'new') => (call: BuiltinCall) => {
  const { place, type } = atomicTarget(call);
  const value = fetched(call, rmw, type);
  return meaning({ op: 'atomic-rmw', place, rmw, value, order: order(call, 2), result }, call, type);
};

const isWord = ({ kind }: CType): boolean => kind === 'integer' || kind === 'pointer';

/** `expected` is a pointer that receives the value found. An integer is converted to the type of the object. */
function compareExchange(call: BuiltinCall, operand: Operand, orderIndex: number, weak?: Value): Value {
  const { place, type } = atomicTarget(call);
  const expected = resultTarget(call, 1);
  const isAsLarge = sizeOf(expected.type) === sizeOf(type);
  const isAlike = expected.type.kind === type.kind;
  // a pointer is compared with a number of its size, or the other way round: gcc asks only for the size
  if (!isAlike && isWord(type) && isWord(expected.type) && isAsLarge)
    return expanded(call, '__diptych_compare_exchange', [call.name, ...given(call)]);
  if (!isAlike || (!isWord(type) && !isAsLarge))
    return typeError(`${call.name} needs a pointer to ${typeName(type)} as second argument`, call.args[1].at);
  const cas: BuiltinOf<'atomic-cas'> = {
    op: 'atomic-cas',
    place,
    expected: { kind: 'place', place: expected },
    desired: operand(call, 2, type),
    order: order(call, orderIndex),
    failure: order(call, orderIndex + 1),
    ...(weak === undefined ? {} : { weak }),
    result: 'success',
  };
  return meaning(cas, call, boolType);
}

/** With an order as last argument a failure orders nothing. */
const compareAndSwap = (result: 'success' | 'old') => (call: BuiltinCall) => {
  const { place, type } = atomicTarget(call);
  if (type.kind === 'float') return cannot(call, type);
  const cas: BuiltinOf<'atomic-cas'> = {
    op: 'atomic-cas',
    place,
    expected: { kind: 'value', value: argumentAs(call, 1, type) },
    desired: argumentAs(call, 2, type),
    order: order(call, 3),
    failure: orderConstant(call.args.length > 3 ? 'relaxed' : 'seq_cst', call.at),
    result,
  };
  return meaning(cas, call, result === 'old' ? type : boolType);
};

/** On the one cell of an atomic_flag, or of the argument of __atomic_test_and_set. */
function testAndSet(call: BuiltinCall): Value {
  const place = table.objectTarget(call, 0);
  const value = constantOf(1, call.at);
  const old = meaning(
    { op: 'atomic-rmw', place, rmw: 'xchg', value, order: order(call, 1), result: 'old' },
    call,
  );
  return convert(old, boolType);
}

function clear(call: BuiltinCall, orderOf = order(call, 1)): Value {
  const place = table.objectTarget(call, 0);
  return doing({ op: 'atomic-store', place, value: constantOf(0, call.at), order: orderOf }, call);
}

const fence = (call: BuiltinCall): Value => doing({ op: 'fence', order: order(call, 0) }, call);

const nothing = (call: BuiltinCall): Value => doing({ op: 'ignore', args: [] }, call);

const isLockFree = (call: BuiltinCall): Value => constantOf(1, call.at, boolType);

const fetches: readonly (readonly [string, FetchOp])[] = [
  ['add', '+'],
  ['sub', '-'],
  ['and', '&'],
  ['or', '|'],
  ['xor', '^'],
];

const gccFetches: typeof fetches = [...fetches, ['nand', 'nand']];

/** `atomic_f` and `atomic_f_explicit`, which takes so many more arguments. */
const both = (name: string, count: number, check: (call: BuiltinCall) => Value, orders = 1) => [
  ...entries(name, count, check),
  ...entries(`${name}_explicit`, count + orders, check),
];

export const atomics: table.Library = new Map([
  ...both('atomic_load', 1, (call) => load(call, 1)),
  ...both('atomic_store', 2, (call) => store(call, 2)),
  ...both('atomic_exchange', 2, (call) => exchange(call, 2)),
  ...fetches.flatMap(([word, op]) => both(`atomic_fetch_${word}`, 2, fetch(op, 'old'))),
  ...both('atomic_compare_exchange_strong', 3, (call) => compareExchange(call, argumentAs, 3), 2),
  ...both(
    'atomic_compare_exchange_weak',
    3,
    (call) => compareExchange(call, argumentAs, 3, constantOf(1, call.at)),
    2,
  ),
  ...both('atomic_flag_test_and_set', 1, testAndSet),
  ...both('atomic_flag_clear', 1, (call) => clear(call)),
  ...entries('atomic_init', 2, initialise),
  ...entries('atomic_is_lock_free', 1, isLockFree),
  ...entries('atomic_thread_fence __atomic_thread_fence', 1, fence),
  ...entries('atomic_signal_fence __atomic_signal_fence', 1, nothing),

  ...entries('__atomic_load_n', 2, (call) => load(call, 1)),
  ...entries('__atomic_store_n', 3, (call) => store(call, 2)),
  ...entries('__atomic_exchange_n', 3, (call) => exchange(call, 2)),
  ...entries('__atomic_load', 3, (call) => into(call, 1, load(call, 2))),
  ...entries('__atomic_store', 3, (call) => store(call, 2, pointed)),
  ...entries('__atomic_exchange', 4, (call) => into(call, 2, exchange(call, 3, pointed))),
  ...entries('__atomic_always_lock_free __atomic_is_lock_free', 2, isLockFree),
  ...entries('__atomic_compare_exchange_n', 6, (call) =>
    compareExchange(call, argumentAs, 4, table.integerArgument(call, 3)),
  ),
  ...entries('__atomic_compare_exchange', 6, (call) =>
    compareExchange(call, pointed, 4, table.integerArgument(call, 3)),
  ),
  ...gccFetches.flatMap(([word, op]) => [
    ...entries(`__atomic_fetch_${word}`, 3, fetch(op, 'old')),
    ...entries(`__atomic_${word}_fetch`, 3, fetch(op, 'new')),
    ...entries(`__sync_fetch_and_${word}`, 2, fetch(op, 'old')),
    ...entries(`__sync_${word}_and_fetch`, 2, fetch(op, 'new')),
  ]),
  ...entries('__atomic_test_and_set', 2, testAndSet),
  ...entries('__atomic_clear', 2, (call) => clear(call)),

  ...entries('__sync_synchronize', 0, fence),
  ...entries('__sync_bool_compare_and_swap', 3, compareAndSwap('success')),
  ...entries('__sync_val_compare_and_swap', 3, compareAndSwap('old')),
  ...entries('__DAT3M_CAS', 4, compareAndSwap('success')),
  ...entries('__sync_lock_test_and_set', 2, (call) => exchange(call, 2)),
  ...entries('__sync_lock_release', 1, (call) => clear(call, orderConstant('release', call.at))),
]);
