// Atomic operations as events, the way x86 and SPARC PSO compilers map them (docs/language-c.md):
//   load of any order R; relaxed store W; release store S W; seq_cst store W F;
//   relaxed, consume, acquire RMW U; release and acq_rel RMW S U; seq_cst RMW F U F.

import { type BinaryOp, type Expr, register } from '../../../program/expression.js';
import { type FetchOp, fetchOps, type RmwOp, type SourceSpan } from '../../../program/statement.js';
import type { BuiltinOf } from '../builtin.js';
import { memoryOrders } from '../check/memoryOrders.js';
import { typeError, unsupported } from '../diagnostics.js';
import type { Value } from '../typed.js';
import { type CType, intType, unqualified } from '../types.js';
import { convertExpr, foldBinary } from './fold.js';
import type { Frame } from './frame.js';
import { addressOfPlace, lowerPlace, readCell, writeCell } from './places.js';
import { lowerValue } from './values.js';

export type Order = keyof typeof memoryOrders;

/** A memory order must be known before the program runs. */
export function orderOf(frame: Frame, value: Value): Order {
  const expr = lowerValue(frame, value);
  if (expr.kind !== 'const') return unsupported('a memory order that is not a constant', value.at);
  for (const name of ['relaxed', 'consume', 'acquire', 'release', 'acqRel', 'seqCst'] as const)
    if (memoryOrders[name] === expr.value) return name;
  return typeError(`${expr.value} is not a memory order`, value.at);
}

export function orderingFence(frame: Frame, order: Order, at: SourceSpan): void {
  switch (order) {
    case 'seqCst':
      frame.emitter.fence('full', at);
      break;
    case 'release':
      frame.emitter.fence('store-store', at);
      break;
    case 'acqRel':
      frame.emitter.fence('store-store', at);
      frame.emitter.fence('load-load', at);
      break;
    case 'acquire':
      frame.emitter.fence('load-load', at);
      break;
    default:
      break;
  }
}

export function storeSeqCst(frame: Frame, address: Expr, value: Expr, at: SourceSpan): void {
  frame.emitter.store(address, value, at);
  frame.emitter.fence('full', at);
}

export function lowerAtomicLoad(frame: Frame, builtin: BuiltinOf<'atomic-load'>, at: SourceSpan): Expr {
  const order = orderOf(frame, builtin.order);
  const value = readCell(frame, lowerPlace(frame, builtin.place), 0, at);
  if (order === 'acquire' || order === 'seqCst') frame.emitter.fence('load-load', at);
  return value;
}

export function lowerAtomicStore(frame: Frame, builtin: BuiltinOf<'atomic-store'>, at: SourceSpan): void {
  const value = lowerValue(frame, builtin.value);
  const address = addressOfPlace(lowerPlace(frame, builtin.place));
  const order = orderOf(frame, builtin.order);
  if (order === 'seqCst') {
    storeSeqCst(frame, address, value, at);
    return;
  }
  if (order === 'release' || order === 'acqRel') frame.emitter.fence('store-store', at);
  frame.emitter.store(address, value, at);
}

/** Emits a U with the fences its order asks for; the value it read. */
function rmw(frame: Frame, address: Expr, op: RmwOp, order: Order, at: SourceSpan): Expr {
  const target = frame.emitter.temporary();
  if (order === 'seqCst') frame.emitter.fence('full', at);
  if (order === 'release' || order === 'acqRel') frame.emitter.fence('store-store', at);
  frame.emitter.emit({ kind: 'rmw', target, address, op, at });
  if (order === 'acquire' || order === 'acqRel') frame.emitter.fence('load-load', at);
  if (order === 'seqCst') frame.emitter.fence('full', at);
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
  return readModifyWrite(frame, address, update, 'seqCst', at);
}

const asFetchOp = (op: BinaryOp): FetchOp | undefined => fetchOps.find((fetch) => fetch === op);

/**
 * One U where the machine has such an operation. For others (`x /= 2`; addition to types narrower than int, whose
 * result wraps around earlier) an atomic section, which is a full fence whatever the order.
 */
function readModifyWrite(frame: Frame, address: Expr, update: Update, order: Order, at: SourceSpan): Expr {
  const { emitter } = frame;
  const { type, next, operand, result } = update;
  const op = asFetchOp(update.op);
  const wraps =
    type.kind === 'integer' && type.size < 4 && (update.op === '+' || update.op === '-' || update.op === '*');
  if (op !== undefined && !wraps) {
    const old = rmw(frame, address, { kind: 'fetch', op, value: operand }, order, at);
    return result === 'old' ? old : emitter.keep(foldBinary(op, old, operand), at);
  }
  let old: Expr = operand;
  let replaced: Expr = operand;
  emitter.atomic(() => {
    old = emitter.load(address, at);
    replaced = emitter.keep(next(old), at);
    emitter.store(address, replaced, at);
  }, at);
  return result === 'old' ? old : replaced;
}

export function lowerAtomicRmw(frame: Frame, builtin: BuiltinOf<'atomic-rmw'>, at: SourceSpan): Expr {
  const operand = lowerValue(frame, builtin.value);
  const address = addressOfPlace(lowerPlace(frame, builtin.place));
  const order = orderOf(frame, builtin.order);
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
    return rmw(frame, address, { kind: 'cas', expected, desired }, orderOf(frame, builtin.order), at);
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
