// Atomic operations as events: each with the fences that the table of memory orders has for it (frontend/memoryOrders.ts).

import { type BinaryOp, type Expr, register } from '../../../program/expression.js';
import { toNumber } from '../../../program/integer.js';
import { type MemoryOrder, memoryOrders, mergedOrder } from '../../../program/memoryOrder.js';
import {
  type FetchOp,
  fetchOps,
  type RmwOp,
  type SourceSpan,
  type Statement,
} from '../../../program/statement.js';
import { type AtomicOperation, forbiddenOrder, surround } from '../../memoryOrders.js';
import type { BuiltinOf } from '../builtin.js';
import { typeError, unsupported } from '../diagnostics.js';
import type { Value } from '../typed.js';
import { type CType, intType, unqualified } from '../types.js';
import { convertExpr, foldBinary } from './fold.js';
import type { Frame } from './frame.js';
import { addressOfPlace, type LoweredPlace, lowerPlace, readCell, writeCell } from './places.js';
import { lowerValue } from './values.js';

/** A memory order must be known before the program runs. */
function orderOf(frame: Frame, value: Value, operation: AtomicOperation | 'failure'): MemoryOrder {
  const expr = lowerValue(frame, value);
  if (expr.kind !== 'const') return unsupported('a memory order that is not a constant', value.at);
  const order = memoryOrders[toNumber(expr.value)];
  if (order === undefined) return typeError(`${expr.value} is not a memory order`, value.at);
  if (operation === 'rmw' || operation === 'fence') return order;
  if (surround(operation === 'failure' ? 'load' : operation, order) === undefined)
    return typeError(forbiddenOrder(operation, order), value.at);
  return order;
}

/** Emits an event between the fences of its order. */
function surrounded<T>(
  frame: Frame,
  operation: AtomicOperation,
  order: MemoryOrder,
  at: SourceSpan,
  event: () => T,
  annotation: Pick<Statement, 'order' | 'failure'> = { order },
): T {
  const fences = surround(operation, order);
  // Around an access they are the machine's; a thread fence is one to C too.
  const machine = operation === 'fence' ? undefined : 'relaxed';
  for (const fence of fences?.before ?? []) frame.emitter.fence(fence, at, machine);
  const result = frame.emitter.orders.during(annotation, event);
  for (const fence of fences?.after ?? []) frame.emitter.fence(fence, at, machine);
  return result;
}

export function lowerFence(frame: Frame, builtin: BuiltinOf<'fence'>, at: SourceSpan): void {
  surrounded(frame, 'fence', orderOf(frame, builtin.order, 'fence'), at, () => {});
}

/** Assignment to an atomic object. */
export function storeSeqCst(frame: Frame, address: Expr, value: Expr, at: SourceSpan): void {
  surrounded(frame, 'store', 'seq_cst', at, () => frame.emitter.store(address, value, at));
}

/** The value of an atomic object. */
export function loadSeqCst(frame: Frame, place: LoweredPlace, at: SourceSpan): Expr {
  return surrounded(frame, 'load', 'seq_cst', at, () => readCell(frame, place, 0, at));
}

export function lowerAtomicLoad(frame: Frame, builtin: BuiltinOf<'atomic-load'>, at: SourceSpan): Expr {
  const order = orderOf(frame, builtin.order, 'load');
  const place = lowerPlace(frame, builtin.place);
  return surrounded(frame, 'load', order, at, () => readCell(frame, place, 0, at));
}

export function lowerAtomicStore(frame: Frame, builtin: BuiltinOf<'atomic-store'>, at: SourceSpan): void {
  const value = lowerValue(frame, builtin.value);
  const address = addressOfPlace(lowerPlace(frame, builtin.place));
  const order = orderOf(frame, builtin.order, 'store');
  const annotation = builtin.initialises === true ? {} : { order };
  surrounded(frame, 'store', order, at, () => frame.emitter.store(address, value, at), annotation);
}

/** Emits a U with the fences its order asks for; the value it read. */
function rmw(
  frame: Frame,
  address: Expr,
  op: RmwOp,
  order: MemoryOrder,
  at: SourceSpan,
  annotation: Pick<Statement, 'order' | 'failure'> = { order },
): Expr {
  const target = frame.emitter.temporary();
  const event = (): void => frame.emitter.emit({ kind: 'rmw', target, address, op, at });
  surrounded(frame, 'rmw', order, at, event, annotation);
  return register(target);
}

interface Update {
  readonly op: BinaryOp;
  readonly operand: Expr;
  readonly type: CType;
  readonly next: (old: Expr) => Expr;
  readonly result: 'old' | 'new';
}

/** `x += e` and `x++` on an atomic x: one seq_cst read-modify-write. */
export function atomicUpdate(frame: Frame, address: Expr, update: Update, at: SourceSpan): Expr {
  return readModifyWrite(frame, address, update, 'seq_cst', at);
}

const asFetchOp = (op: BinaryOp): FetchOp | undefined => fetchOps.find((fetch) => fetch === op);

/**
 * One U where the machine has such an operation. For others (`x /= 2`; addition to types narrower than int, whose
 * result wraps around earlier) an atomic section, which is a full fence whatever the order.
 */
function readModifyWrite(
  frame: Frame,
  address: Expr,
  update: Update,
  order: MemoryOrder,
  at: SourceSpan,
): Expr {
  const { emitter } = frame;
  const { type, next, operand, result } = update;
  const op = asFetchOp(update.op);
  const wraps =
    type.kind === 'integer' && type.size < 4 && (update.op === '+' || update.op === '-' || update.op === '*');
  if (op !== undefined && !wraps) {
    const old = rmw(frame, address, { kind: 'fetch', op, value: operand }, order, at);
    return result === 'old' ? old : emitter.keep(foldBinary(update.op, old, operand), at);
  }
  let old: Expr = operand;
  let replaced: Expr = operand;
  emitter.orders.during({ order }, () =>
    emitter.atomic(() => {
      old = emitter.load(address, at);
      replaced = emitter.keep(next(old), at);
      emitter.store(address, replaced, at);
    }, at),
  );
  return result === 'old' ? old : replaced;
}

export function lowerAtomicRmw(frame: Frame, builtin: BuiltinOf<'atomic-rmw'>, at: SourceSpan): Expr {
  const operand = lowerValue(frame, builtin.value);
  const address = addressOfPlace(lowerPlace(frame, builtin.place));
  const order = orderOf(frame, builtin.order, 'rmw');
  const type = unqualified(builtin.place.type);
  if (builtin.rmw === 'xchg') return rmw(frame, address, { kind: 'xchg', value: operand }, order, at);
  const { rmw: op, result } = builtin;
  const next = (old: Expr): Expr => convertExpr(foldBinary(op, old, operand), intType, type);
  return readModifyWrite(frame, address, { op, operand, type, next, result }, order, at);
}

export function lowerAtomicCas(frame: Frame, builtin: BuiltinOf<'atomic-cas'>, at: SourceSpan): Expr {
  const { emitter } = frame;
  const address = addressOfPlace(lowerPlace(frame, builtin.place));
  const exchange = (expected: Expr): Expr => {
    const desired = lowerValue(frame, builtin.desired);
    const order = orderOf(frame, builtin.order, 'rmw');
    const failure = orderOf(frame, builtin.failure, 'failure');
    return rmw(frame, address, { kind: 'cas', expected, desired }, mergedOrder(order, failure), at, {
      order,
      failure,
    });
  };
  if (builtin.expected.kind === 'value') {
    const expected = lowerValue(frame, builtin.expected.value);
    const old = exchange(expected);
    return builtin.result === 'old' ? old : foldBinary('==', old, expected);
  }
  const found = lowerPlace(frame, builtin.expected.place);
  const expected = emitter.keep(readCell(frame, found, 0, at), at);
  const old = exchange(expected);
  const success = emitter.keep(foldBinary('==', old, expected), at);
  emitter.branch(
    success,
    () => {},
    () => writeCell(frame, found, 0, old, at),
    at,
  );
  return success;
}
