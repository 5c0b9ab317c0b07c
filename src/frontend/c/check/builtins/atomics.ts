// C11 <stdatomic.h>, GCC's __atomic builtins and the older __sync ones.

import { type MemoryOrder, memoryOrders } from '../../../../program/memoryOrder.js';
import type { FetchOp, SourceSpan } from '../../../../program/statement.js';
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
import { rvalue, steps } from '../places.js';
import { expanded, given } from './macros.js';
import {
  argument,
  type BuiltinCall,
  doing,
  entry,
  integerArgument,
  type Library,
  type LibraryFunction,
  meaning,
  objectTarget,
  resultTarget,
  sharedTarget,
} from './table.js';

/** An order as C counts them. */
const orderConstant = (order: MemoryOrder, at: SourceSpan): Value =>
  constantOf(memoryOrders.indexOf(order), at);

/** The order argument, or seq_cst for the functions without one. */
const order = (call: BuiltinCall, index: number): Value =>
  index < call.args.length ? integerArgument(call, index) : orderConstant('seq_cst', call.at);

/** The object that an atomic operation works on. gcc's own functions take a struct that is not _Atomic, too. */
function atomicTarget(call: BuiltinCall): { place: Place; type: CType } {
  const place = sharedTarget(call, 0);
  const isStruct = isAtomicStruct(place.type) || (place.type.kind === 'struct' && call.name.startsWith('__'));
  if (!isScalar(place.type) && !isStruct)
    return typeError(
      `${call.name} needs a pointer to a number or pointer, not to ${typeName(place.type)}`,
      call.at,
    );
  return { place, type: unqualified(place.type) };
}

const valueFor = (call: BuiltinCall, index: number, type: CType): Value =>
  coerce(argument(call, index), type, call.args[index].at);

/** The object behind the pointer argument of a generic __atomic function. */
const pointedValue = (call: BuiltinCall, index: number, type: CType): Value =>
  coerce(rvalue(resultTarget(call, index)), type, call.args[index].at);

/** Stores the value in the object that the argument points to. */
function into(call: BuiltinCall, index: number, value: Value): Value {
  const place = resultTarget(call, index);
  const type = unqualified(place.type);
  return convert({ kind: 'assign', place, value: coerce(value, type, call.at), type, at: call.at }, voidType);
}

function load(call: BuiltinCall, orderIndex: number): Value {
  const { place, type } = atomicTarget(call);
  return meaning({ op: 'atomic-load', place, order: order(call, orderIndex) }, call, type);
}

function store(call: BuiltinCall, orderIndex: number, given = valueFor): Value {
  const { place, type } = atomicTarget(call);
  const value = given(call, 1, type);
  return doing({ op: 'atomic-store', place, value, order: order(call, orderIndex) }, call);
}

function exchange(call: BuiltinCall, orderIndex: number, given = valueFor): Value {
  const { place, type } = atomicTarget(call);
  const value = given(call, 1, type);
  return meaning(
    { op: 'atomic-rmw', place, rmw: 'xchg', value, order: order(call, orderIndex), result: 'old' },
    call,
    type,
  );
}

/** C11 counts what a pointer points to, gcc's functions count bytes. */
function fetch(
  call: BuiltinCall,
  rmw: FetchOp,
  orderIndex: number,
  result: 'old' | 'new',
  unit: 'element' | 'byte' = 'byte',
): Value {
  const { place, type } = atomicTarget(call);
  if (type.kind === 'struct' || type.kind === 'float')
    return typeError(`${call.name} cannot work on ${typeName(type)}`, call.at);
  let value = argument(call, 1);
  if (type.kind === 'pointer') {
    const size = unit === 'byte' ? 1 : steps(type.to);
    if ((rmw !== '+' && rmw !== '-') || size === undefined)
      return typeError(`${call.name} cannot work on ${typeName(type)}`, call.at);
    const count = coerce(value, longType, call.args[1].at);
    value = {
      kind: 'binary',
      op: '*',
      left: count,
      right: constantOf(size, call.at, longType),
      type: longType,
      at: call.at,
    };
  } else value = coerce(value, type, call.args[1].at);
  return meaning({ op: 'atomic-rmw', place, rmw, value, order: order(call, orderIndex), result }, call, type);
}

const isWord = ({ kind }: CType): boolean => kind === 'integer' || kind === 'pointer';

/** A pointer is compared with a number of its size, or the other way round: gcc asks only for the size. */
const compareExchangeOther = (call: BuiltinCall): Value =>
  expanded(call, '__diptych_compare_exchange', [call.name, ...given(call)]);

/** An integer is converted to the type of the object. */
const kindsBySize: ReadonlySet<CType['kind']> = new Set(['float', 'struct']);

/** `expected` is a pointer that receives what was found. */
function compareExchange(
  call: BuiltinCall,
  desired: (type: CType) => Value,
  orderIndex: number,
  weak?: Value,
): Value {
  const { place, type } = atomicTarget(call);
  const expected = resultTarget(call, 1);
  const isOtherWord = isWord(type) && isWord(expected.type) && type.kind !== expected.type.kind;
  if (isOtherWord && sizeOf(expected.type) === sizeOf(type)) return compareExchangeOther(call);
  if (
    expected.type.kind !== type.kind ||
    (kindsBySize.has(type.kind) && sizeOf(expected.type) !== sizeOf(type))
  )
    return typeError(`${call.name} needs a pointer to ${typeName(type)} as second argument`, call.args[1].at);
  return meaning(
    {
      op: 'atomic-cas',
      place,
      expected: { kind: 'place', place: expected },
      desired: desired(type),
      order: order(call, orderIndex),
      failure: order(call, orderIndex + 1),
      ...(weak === undefined ? {} : { weak }),
      result: 'success',
    },
    call,
    boolType,
  );
}

/** With an order at `orderIndex` a failure orders nothing. */
function compareAndSwap(call: BuiltinCall, result: 'success' | 'old', orderIndex?: number): Value {
  const { place, type } = atomicTarget(call);
  if (type.kind === 'float') return typeError(`${call.name} cannot work on ${typeName(type)}`, call.at);
  return meaning(
    {
      op: 'atomic-cas',
      place,
      expected: { kind: 'value', value: valueFor(call, 1, type) },
      desired: valueFor(call, 2, type),
      order: orderIndex === undefined ? orderConstant('seq_cst', call.at) : order(call, orderIndex),
      failure: orderConstant(orderIndex === undefined ? 'seq_cst' : 'relaxed', call.at),
      result,
    },
    call,
    result === 'old' ? type : boolType,
  );
}

/** The one cell of an atomic_flag, or of the argument of __atomic_test_and_set. */
function flag(call: BuiltinCall): Place {
  return objectTarget(call, 0);
}

function testAndSet(call: BuiltinCall): Value {
  const place = flag(call);
  const old = meaning(
    {
      op: 'atomic-rmw',
      place,
      rmw: 'xchg',
      value: constantOf(1, call.at),
      order: order(call, 1),
      result: 'old',
    },
    call,
  );
  return convert(old, boolType);
}

const clear = (call: BuiltinCall, orderOf: Value = order(call, 1)): Value =>
  doing({ op: 'atomic-store', place: flag(call), value: constantOf(0, call.at), order: orderOf }, call);

const fetches: readonly (readonly [string, FetchOp])[] = [
  ['add', '+'],
  ['sub', '-'],
  ['and', '&'],
  ['or', '|'],
  ['xor', '^'],
];

/** `atomic_f` and `atomic_f_explicit`, which takes one more argument. */
function both(
  name: string,
  count: number,
  check: (call: BuiltinCall) => Value,
): (readonly [string, LibraryFunction])[] {
  return [entry(name, count, check), entry(`${name}_explicit`, count + 1, check)];
}

export const atomics: Library = new Map([
  ...both('atomic_load', 1, (call) => load(call, 1)),
  ...both('atomic_store', 2, (call) => store(call, 2)),
  ...both('atomic_exchange', 2, (call) => exchange(call, 2)),
  ...fetches.flatMap(([word, op]) =>
    both(`atomic_fetch_${word}`, 2, (call) => fetch(call, op, 2, 'old', 'element')),
  ),
  ...['strong', 'weak'].flatMap((kind) => {
    const check = (call: BuiltinCall): Value =>
      compareExchange(
        call,
        (type) => valueFor(call, 2, type),
        3,
        kind === 'weak' ? constantOf(1, call.at) : undefined,
      );
    return [
      entry(`atomic_compare_exchange_${kind}`, 3, check),
      entry(`atomic_compare_exchange_${kind}_explicit`, 5, check),
    ];
  }),
  ...both('atomic_flag_test_and_set', 1, testAndSet),
  ...both('atomic_flag_clear', 1, (call) => clear(call)),
  entry('atomic_init', 2, (call) => {
    const { place, type } = atomicTarget(call);
    const relaxed = orderConstant('relaxed', call.at);
    const value = valueFor(call, 1, type);
    return doing({ op: 'atomic-store', place, value, order: relaxed, initialises: true }, call);
  }),
  entry('atomic_is_lock_free', 1, (call) => constantOf(1, call.at, boolType)),
  entry('atomic_thread_fence', 1, (call) => doing({ op: 'fence', order: order(call, 0) }, call)),
  entry('atomic_signal_fence', 1, (call) => doing({ op: 'ignore', args: [] }, call)),

  entry('__atomic_load_n', 2, (call) => load(call, 1)),
  entry('__atomic_store_n', 3, (call) => store(call, 2)),
  entry('__atomic_exchange_n', 3, (call) => exchange(call, 2)),
  entry('__atomic_load', 3, (call) => into(call, 1, load(call, 2))),
  entry('__atomic_store', 3, (call) => store(call, 2, pointedValue)),
  entry('__atomic_exchange', 4, (call) => into(call, 2, exchange(call, 3, pointedValue))),
  ...['__atomic_always_lock_free', '__atomic_is_lock_free'].map((name) =>
    entry(name, 2, (call) => constantOf(1, call.at, boolType)),
  ),
  entry('__atomic_compare_exchange_n', 6, (call) =>
    compareExchange(call, (type) => valueFor(call, 2, type), 4, integerArgument(call, 3)),
  ),
  entry('__atomic_compare_exchange', 6, (call) =>
    compareExchange(call, (type) => pointedValue(call, 2, type), 4, integerArgument(call, 3)),
  ),
  ...fetches.flatMap(([word, op]) => [
    entry(`__atomic_fetch_${word}`, 3, (call) => fetch(call, op, 2, 'old')),
    entry(`__atomic_${word}_fetch`, 3, (call) => fetch(call, op, 2, 'new')),
    entry(`__sync_fetch_and_${word}`, 2, (call) => fetch(call, op, 2, 'old')),
    entry(`__sync_${word}_and_fetch`, 2, (call) => fetch(call, op, 2, 'new')),
  ]),
  entry('__atomic_test_and_set', 2, testAndSet),
  entry('__atomic_clear', 2, (call) => clear(call)),
  entry('__atomic_thread_fence', 1, (call) => doing({ op: 'fence', order: order(call, 0) }, call)),
  entry('__atomic_signal_fence', 1, (call) => doing({ op: 'ignore', args: [] }, call)),
  entry('__atomic_fetch_nand', 3, (call) => fetch(call, 'nand', 2, 'old')),
  entry('__atomic_nand_fetch', 3, (call) => fetch(call, 'nand', 2, 'new')),
  entry('__sync_fetch_and_nand', 2, (call) => fetch(call, 'nand', 2, 'old')),
  entry('__sync_nand_and_fetch', 2, (call) => fetch(call, 'nand', 2, 'new')),

  entry('__sync_synchronize', 0, (call) =>
    doing({ op: 'fence', order: orderConstant('seq_cst', call.at) }, call),
  ),
  entry('__sync_bool_compare_and_swap', 3, (call) => compareAndSwap(call, 'success')),
  entry('__sync_val_compare_and_swap', 3, (call) => compareAndSwap(call, 'old')),
  entry('__DAT3M_CAS', 4, (call) => compareAndSwap(call, 'success', 3)),
  entry('__sync_lock_test_and_set', 2, (call) => exchange(call, 2)),
  entry('__sync_lock_release', 1, (call) => clear(call, orderConstant('release', call.at))),
]);
