// The functions of C11's <stdatomic.h> and of the Linux kernel that touch memory, and the events they stand for on a
// machine with store buffers: see docs/language.md. The `_relaxed` forms without `atomic_` are what the printer writes.

import type { Width } from '../../../program/integer.js';
import { type MemoryOrder, memoryOrders } from '../../../program/memoryOrder.js';
import type { FetchOp } from '../../../program/statement.js';
import { present } from '../../../support/present.js';

/** Where an order comes from: the function's name, or an argument such as memory_order_relaxed. */
export type OrderSource = MemoryOrder | { readonly argument: number };

/** `width` is that of the access; absent: 32. */
export type MemoryFunction = { readonly width?: Width } & AnyFunction;

type AnyFunction =
  /** `lvalue`: the argument is `*p`, not `p`. */
  | {
      readonly kind: 'load';
      readonly lvalue: boolean;
      readonly order: OrderSource;
      readonly arity: number;
      readonly plain?: boolean;
    }
  /** `fenced`: a full fence follows, for every order. */
  | {
      readonly kind: 'store';
      readonly lvalue: boolean;
      readonly order: OrderSource;
      readonly arity: number;
      readonly fenced?: boolean;
      /** Not an atomic access to C. */
      readonly plain?: boolean;
    }
  | {
      readonly kind: 'rmw';
      readonly op: 'xchg' | FetchOp;
      readonly order: OrderSource;
      /** The positions of pointer and value; without a value it is 1. */
      readonly pointer: number;
      readonly value?: number;
      readonly result: 'old' | 'new' | 'is-zero' | 'none';
      readonly arity: number;
      /** C11 puts the pointer first, the kernel last, under the same name: the arguments tell. */
      readonly eitherOrder?: boolean;
    }
  | {
      readonly kind: 'cas';
      readonly order: OrderSource;
      /** The order of a failed exchange, which only loads. Absent: the load part of the other order. */
      readonly failure?: OrderSource;
      readonly arity: number;
      readonly expected: 'value' | 'pointer';
    }
  | { readonly kind: 'fence'; readonly order: OrderSource | 'none'; readonly arity: number };

const functions = new Map<string, MemoryFunction>();
const define = (name: string, f: MemoryFunction): void => {
  functions.set(name, f);
};

const fetchNames: readonly (readonly [string, FetchOp])[] = [
  ['add', '+'],
  ['sub', '-'],
  ['and', '&'],
  ['or', '|'],
  ['xor', '^'],
];

// diptych's own: exactly one event each.
for (const width of [undefined, 8, 16, 64] as const) {
  const bits = width ?? '';
  const sized = present({ width });
  const own = {
    ...sized,
    kind: 'rmw',
    order: 'relaxed',
    pointer: 0,
    value: 1,
    result: 'old',
    arity: 2,
  } as const;
  define(`xchg${bits}_relaxed`, { ...own, op: 'xchg' });
  for (const [name, op] of [...fetchNames, ['mul', '*'], ['nand', 'nand']] as const)
    define(`fetch_${name}${bits}_relaxed`, { ...own, op });
  define(`cmpxchg${bits}_relaxed`, { ...sized, kind: 'cas', order: 'relaxed', arity: 3, expected: 'value' });
  if (width === undefined) continue;
  define(`load${bits}`, { width, kind: 'load', lvalue: false, order: 'relaxed', plain: true, arity: 1 });
  define(`store${bits}`, { width, kind: 'store', lvalue: false, order: 'relaxed', plain: true, arity: 2 });
}

// C11.
define('atomic_init', { kind: 'store', lvalue: false, order: 'relaxed', plain: true, arity: 2 });
define('atomic_load', { kind: 'load', lvalue: false, order: 'seq_cst', arity: 1 });
define('atomic_load_explicit', { kind: 'load', lvalue: false, order: { argument: 1 }, arity: 2 });
define('atomic_store', { kind: 'store', lvalue: false, order: 'seq_cst', arity: 2 });
define('atomic_store_explicit', { kind: 'store', lvalue: false, order: { argument: 2 }, arity: 3 });
for (const [suffix, order] of [
  ['', 'seq_cst'],
  ['_explicit', { argument: 2 }],
] as const) {
  const arity = suffix === '' ? 2 : 3;
  const common = { kind: 'rmw', order, pointer: 0, value: 1, result: 'old', arity } as const;
  define(`atomic_exchange${suffix}`, { ...common, op: 'xchg' });
  for (const [name, op] of fetchNames)
    define(`atomic_fetch_${name}${suffix}`, { ...common, op, eitherOrder: suffix === '' });
  for (const strength of ['strong', 'weak'])
    define(`atomic_compare_exchange_${strength}${suffix}`, {
      kind: 'cas',
      ...(suffix === '' ? { order: 'seq_cst' } : { order: { argument: 3 }, failure: { argument: 4 } }),
      arity: suffix === '' ? 3 : 5,
      expected: 'pointer',
    });
}
define('atomic_thread_fence', { kind: 'fence', order: { argument: 0 }, arity: 1 });
define('atomic_signal_fence', { kind: 'fence', order: 'none', arity: 1 });

// The Linux kernel's.
define('READ_ONCE', { kind: 'load', lvalue: true, order: 'relaxed', arity: 1 });
define('rcu_dereference', { kind: 'load', lvalue: true, order: 'consume', arity: 1 });
define('atomic_read', { kind: 'load', lvalue: false, order: 'relaxed', arity: 1 });
for (const name of ['smp_load_acquire', 'atomic_read_acquire'])
  define(name, { kind: 'load', lvalue: false, order: 'acquire', arity: 1 });
define('WRITE_ONCE', { kind: 'store', lvalue: true, order: 'relaxed', arity: 2 });
define('smp_store_mb', { kind: 'store', lvalue: true, order: 'relaxed', fenced: true, arity: 2 });
define('rcu_assign_pointer', { kind: 'store', lvalue: true, order: 'release', arity: 2 });
define('atomic_set', { kind: 'store', lvalue: false, order: 'relaxed', arity: 2 });
for (const name of ['smp_store_release', 'atomic_set_release'])
  define(name, { kind: 'store', lvalue: false, order: 'release', arity: 2 });
for (const name of ['smp_mb', 'smp_mb__before_atomic', 'smp_mb__after_atomic', 'smp_mb__after_spinlock'])
  define(name, { kind: 'fence', order: 'seq_cst', arity: 0 });
define('smp_wmb', { kind: 'fence', order: 'release', arity: 0 });
define('smp_rmb', { kind: 'fence', order: 'acquire', arity: 0 });
define('barrier', { kind: 'fence', order: 'none', arity: 0 });
for (const [suffix, order] of [
  ['', 'seq_cst'],
  ['_relaxed', 'relaxed'],
  ['_acquire', 'acquire'],
  ['_release', 'release'],
] as const) {
  for (const prefix of ['', 'atomic_']) {
    define(`${prefix}xchg${suffix}`, {
      kind: 'rmw',
      op: 'xchg',
      order,
      pointer: 0,
      value: 1,
      result: 'old',
      arity: 2,
    });
    define(`${prefix}cmpxchg${suffix}`, { kind: 'cas', order, arity: 3, expected: 'value' });
  }
  const valueFirst = { kind: 'rmw', order, pointer: 1, value: 0, arity: 2 } as const;
  for (const [name, op] of fetchNames) {
    if (suffix !== '') define(`atomic_fetch_${name}${suffix}`, { ...valueFirst, op, result: 'old' });
    if (op === '+' || op === '-')
      define(`atomic_${name}_return${suffix}`, { ...valueFirst, op, result: 'new' });
  }
  for (const [name, op] of [
    ['inc', '+'],
    ['dec', '-'],
  ] as const) {
    const one = { kind: 'rmw', op, order, pointer: 0, arity: 1 } as const;
    define(`atomic_${name}_return${suffix}`, { ...one, result: 'new' });
    define(`atomic_fetch_${name}${suffix}`, { ...one, result: 'old' });
    if (suffix === '') {
      define(`atomic_${name}_and_test`, { ...one, result: 'is-zero' });
      define(`atomic_${name}`, { ...one, order: 'relaxed', result: 'none' });
    }
  }
}
for (const [name, op] of fetchNames)
  define(`atomic_${name}`, {
    kind: 'rmw',
    op,
    order: 'relaxed',
    pointer: 1,
    value: 0,
    result: 'none',
    arity: 2,
  });
define('atomic_sub_and_test', {
  kind: 'rmw',
  op: '-',
  order: 'seq_cst',
  pointer: 1,
  value: 0,
  result: 'is-zero',
  arity: 2,
});

export const memoryFunction = (name: string): MemoryFunction | undefined => functions.get(name);
export const memoryFunctionNames = (): Iterable<string> => functions.keys();

/** The order that an argument such as memory_order_release names. */
export function namedOrder(name: string): MemoryOrder | undefined {
  const order = name.replace(/^(memory_order_|mo_)/, '');
  return memoryOrders.find((known) => known === order);
}
