// Atomic operations as events: each with the fences that the table of memory orders has for it (program/orderFences.ts).

import {
  type BinaryOp,
  constant,
  type Expr,
  type ExprWidth,
  register,
  widthOf,
} from '../../../../program/expression.js';
import { toNumber } from '../../../../program/integer.js';
import { type MemoryOrder, memoryOrders, mergedOrder } from '../../../../program/memoryOrder.js';
import { type AtomicOperation, surround } from '../../../../program/orderFences.js';
import {
  type FetchOp,
  fetchOps,
  type RmwOp,
  type SourceSpan,
  type Statement,
} from '../../../../program/statement.js';
import type { BuiltinOf } from '../../builtin.js';
import { typeError, unsupported } from '../../diagnostics.js';
import type { Place, Value } from '../../typed.js';
import { type CType, intType, isScalar, longType, scalarsOf, unqualified } from '../../types.js';
import { foldBinary, foldConditional, foldUnary, isFalse, resized, zero } from '../fold.js';
import type { Frame } from '../frame.js';
import {
  addressOfPlace,
  asType,
  type LoweredPlace,
  lowerPlace,
  readScalar,
  writeScalar,
} from '../memory/places.js';
import { isSplit, readAs, sizeOfScalar } from '../memory/scalars.js';
import { bitsOf } from '../memory/staticImage.js';
import { lowerTruth, lowerValue } from '../values.js';

/** Whether C allows the operation to have that order. */
const mayHave = (operation: AtomicOperation | 'failure', order: MemoryOrder): boolean =>
  operation === 'rmw' ||
  operation === 'fence' ||
  surround(operation === 'failure' ? 'load' : operation, order) !== undefined;

/**
 * Calls `use` with a constant order, or with each possible order in a choice at run time. A value that is no order at run time, and an
 * order that C forbids the operation, is the strongest, as in gcc.
 */
function byOrder(
  frame: Frame,
  value: Value,
  operation: AtomicOperation | 'failure',
  use: (order: MemoryOrder, forbidden: boolean) => Expr | undefined,
): Expr {
  const { emitter } = frame;
  const { at } = value;
  const expr = lowerValue(frame, value);
  if (expr.kind === 'const') {
    const order = memoryOrders[toNumber(expr.value)];
    if (order === undefined) return typeError(`${expr.value} is not a memory order`, at);
    const allowed = mayHave(operation, order);
    return use(allowed ? order : 'seq_cst', !allowed) ?? zero;
  }
  const chosen = emitter.keep(expr, at);
  const possible = memoryOrders.filter((order) => mayHave(operation, order));
  let result: string | undefined;
  const is = (order: MemoryOrder): Expr =>
    foldBinary('==', chosen, constant(memoryOrders.indexOf(order), widthOf(chosen)));
  const take = (order: MemoryOrder): void => {
    const found = use(order, false);
    if (found === undefined) return;
    result ??= emitter.temporary(widthOf(found) === 64 ? 64 : 32);
    emitter.assign(result, found, at);
  };
  emitter.select(possible, is, take, at);
  return result === undefined ? zero : emitter.read(result);
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
  frame.emitter.interrupt(at);
  return frame.emitter.interruptions.without(() => {
    for (const fence of fences?.before ?? []) frame.emitter.fence(fence, at, machine);
    const result = frame.emitter.orders.during(annotation, event);
    for (const fence of fences?.after ?? []) frame.emitter.fence(fence, at, machine);
    return result;
  });
}

export function lowerFence(frame: Frame, builtin: BuiltinOf<'fence'>, at: SourceSpan): void {
  byOrder(frame, builtin.order, 'fence', (order) => {
    surrounded(frame, 'fence', order, at, () => {});
    return undefined;
  });
}

/** Assignment to an atomic object. */
export function storeSeqCst(
  frame: Frame,
  place: LoweredPlace,
  type: CType,
  value: Expr,
  at: SourceSpan,
): void {
  surrounded(frame, 'store', 'seq_cst', at, storing(frame, place, type, value, at, 'seq_cst'));
}

/** Of several cells: a full fence follows, so no thread can tell the store from an atomic section. */
function storing(
  frame: Frame,
  place: LoweredPlace,
  type: CType,
  value: Expr,
  at: SourceSpan,
  order: MemoryOrder,
): () => void {
  const store = (): void => writeScalar(frame, place, type, value, at);
  return order === 'seq_cst' && frame.program.divided.isSection(at)
    ? () => frame.emitter.atomic(store, at)
    : store;
}

/** The value of an atomic object. */
export function loadSeqCst(frame: Frame, place: LoweredPlace, type: CType, at: SourceSpan): Expr {
  return surrounded(frame, 'load', 'seq_cst', at, () => readScalar(frame, place, type, at));
}

export function lowerAtomicLoad(frame: Frame, builtin: BuiltinOf<'atomic-load'>, at: SourceSpan): Expr {
  const place = lowerPlace(frame, builtin.place);
  const type = unqualified(builtin.place.type);
  return byOrder(frame, builtin.order, 'load', (order) =>
    surrounded(frame, 'load', order, at, () => readScalar(frame, place, type, at)),
  );
}

/** The integer that an operation on an atomic_flag works on. */
function scalarIn(place: Place): CType {
  const type = unqualified(place.type);
  return isScalar(type) ? type : (scalarsOf(type)[0]?.type ?? type);
}

export function lowerAtomicStore(frame: Frame, builtin: BuiltinOf<'atomic-store'>, at: SourceSpan): void {
  const type = scalarIn(builtin.place);
  const value = asType(frame, lowerValue(frame, builtin.value), builtin.value.type, type);
  const place = lowerPlace(frame, builtin.place);
  byOrder(frame, builtin.order, 'store', (order) => {
    const annotation = builtin.initialises === true ? {} : { order };
    surrounded(frame, 'store', order, at, storing(frame, place, type, value, at, order), annotation);
    return undefined;
  });
}

/** Emits a U with the fences its order asks for; the value it read. */
function rmw(
  frame: Frame,
  place: LoweredPlace,
  type: CType,
  op: RmwOp,
  order: MemoryOrder,
  at: SourceSpan,
  annotation: Pick<Statement, 'order' | 'failure'> = { order },
): Expr {
  const { emitter, program } = frame;
  const grain = place.kind === 'memory' ? place.grain : undefined;
  if (place.bits !== undefined) unsupported('an atomic operation on a bit-field', at);
  const inUnion = place.kind === 'memory' && place.cell !== undefined;
  if (inUnion || isSplit(type, grain)) return splitRmw(frame, place, type, op, at, annotation);
  const width = grain === undefined ? program.cellWidth(type) : bitsOf(sizeOfScalar(type));
  const target = emitter.temporary(width === 64 ? 64 : 32);
  const address = addressOfPlace(place);
  if (grain !== undefined) program.divided.note(frame, grain, address, at, false);
  const sized = resizedOp(op, width === 64 ? 64 : 32);
  const event = (): void => {
    emitter.rmw(target, address, sized, width, at);
  };
  surrounded(frame, 'rmw', order, at, event, annotation);
  const found = emitter.register(target);
  return type.kind === 'pointer' ? resized(found, program.pointerWidth, false) : readAs(found, type);
}

function resizedOp(op: RmwOp, width: ExprWidth): RmwOp {
  const fitted = (value: Expr): Expr => resized(value, width, false);
  switch (op.kind) {
    case 'xchg':
    case 'fetch':
      return { ...op, value: fitted(op.value) };
    case 'cas':
      return { ...op, expected: fitted(op.expected), desired: fitted(op.desired) };
  }
}

/** On an object that is divided into smaller cells, or in a larger one: an atomic section over them, as a locked instruction is. */
function splitRmw(
  frame: Frame,
  place: LoweredPlace,
  type: CType,
  op: RmwOp,
  at: SourceSpan,
  annotation: Pick<Statement, 'order' | 'failure'>,
): Expr {
  const { emitter } = frame;
  let old: Expr = constant(0);
  emitter.orders.during(annotation, () =>
    emitter.atomic(() => {
      old = emitter.keep(readScalar(frame, place, type, at), at);
      writeScalar(frame, place, type, emitter.keep(rmwResult(op, old), at), at);
    }, at),
  );
  return old;
}

function rmwResult(op: RmwOp, old: Expr): Expr {
  const fitted = (value: Expr): Expr => resized(value, widthOf(old), false);
  switch (op.kind) {
    case 'xchg':
      return fitted(op.value);
    case 'fetch':
      return fetched(op.op, old, fitted(op.value));
    case 'cas':
      return foldConditional(foldBinary('==', old, fitted(op.expected)), fitted(op.desired), old);
  }
}

const fetched = (op: FetchOp, old: Expr, operand: Expr): Expr =>
  op === 'nand' ? foldUnary('~', foldBinary('&', old, operand)) : foldBinary(op, old, operand);

interface Update {
  readonly op: BinaryOp | 'nand';
  readonly operand: Expr;
  /** The type of the operand, in which the operation is done. */
  readonly via: CType;
  readonly type: CType;
  readonly next: (old: Expr) => Expr;
  readonly result: 'old' | 'new';
}

/** `x += e` and `x++` on an atomic x: one seq_cst read-modify-write. */
export function atomicUpdate(frame: Frame, place: LoweredPlace, update: Update, at: SourceSpan): Expr {
  return readModifyWrite(frame, place, update, 'seq_cst', at);
}

const asFetchOp = (op: BinaryOp | 'nand'): FetchOp | undefined => fetchOps.find((fetch) => fetch === op);

/**
 * One U where the machine has such an operation. For others (`x /= 2`, arithmetic on _Bool and on floating-point numbers) an atomic section, which is a
 * full fence whatever the order.
 */
function readModifyWrite(
  frame: Frame,
  place: LoweredPlace,
  update: Update,
  order: MemoryOrder,
  at: SourceSpan,
): Expr {
  const { emitter, program } = frame;
  const { type, next, result, via } = update;
  const op = asFetchOp(update.op);
  const arithmetic = update.op === '+' || update.op === '-' || update.op === '*' || update.op === 'nand';
  const isFloat = type.kind === 'float' || via.kind === 'float';
  if (op !== undefined && !isFloat && !(type.kind === 'integer' && type.bool && arithmetic)) {
    const operand = resized(update.operand, program.valueWidth(type), !isSigned(via));
    const old = rmw(frame, place, type, { kind: 'fetch', op, value: operand }, order, at);
    if (result === 'old') return old;
    const replaced = fetched(op, old, operand);
    const whole: CType = program.valueWidth(type) === 64 ? longType : intType;
    return emitter.keep(type.kind === 'integer' ? asType(frame, replaced, whole, type) : replaced, at);
  }
  let old: Expr = update.operand;
  let replaced: Expr = update.operand;
  emitter.orders.during({ order }, () =>
    emitter.atomic(() => {
      old = emitter.keep(readScalar(frame, place, type, at), at);
      replaced = emitter.keep(next(old), at);
      writeScalar(frame, place, type, replaced, at);
    }, at),
  );
  return result === 'old' ? old : replaced;
}

const isSigned = (type: CType): boolean => type.kind !== 'integer' || type.signed;

export function lowerAtomicRmw(frame: Frame, builtin: BuiltinOf<'atomic-rmw'>, at: SourceSpan): Expr {
  const type = scalarIn(builtin.place);
  const via = builtin.value.type;
  const operand = lowerValue(frame, builtin.value);
  const place = lowerPlace(frame, builtin.place);
  const { rmw: op, result } = builtin;
  if (op === 'xchg') {
    const value = asType(frame, operand, via, type);
    return byOrder(frame, builtin.order, 'rmw', (order) =>
      rmw(frame, place, type, { kind: 'xchg', value }, order, at),
    );
  }
  const next = (old: Expr): Expr =>
    asType(
      frame,
      fetched(op, old, resized(operand, widthOf(old), !isSigned(via))),
      type.kind === 'integer' && type.size === 8 ? type : intType,
      type,
    );
  return byOrder(frame, builtin.order, 'rmw', (order) =>
    readModifyWrite(frame, place, { op, operand, via, type, next, result }, order, at),
  );
}

export function lowerAtomicCas(frame: Frame, builtin: BuiltinOf<'atomic-cas'>, at: SourceSpan): Expr {
  const { emitter } = frame;
  const place = lowerPlace(frame, builtin.place);
  const type = scalarIn(builtin.place);
  const exchange = (expected: Expr, fails: Expr): Expr => {
    const given = asType(frame, lowerValue(frame, builtin.desired), builtin.desired.type, type);
    const desired = foldConditional(fails, resized(expected, widthOf(given), true), given);
    return byOrder(frame, builtin.order, 'rmw', (order) =>
      byOrder(frame, builtin.failure, 'failure', (failure, forbidden) =>
        rmw(frame, place, type, { kind: 'cas', expected, desired }, mergedOrder(order, failure), at, {
          order: forbidden ? failure : order,
          failure,
        }),
      ),
    );
  };
  if (builtin.expected.kind === 'value') {
    const expected = emitter.keep(lowerValue(frame, builtin.expected.value), at);
    const old = exchange(expected, zero);
    return builtin.result === 'old' ? old : foldBinary('==', old, expected);
  }
  const found = lowerPlace(frame, builtin.expected.place);
  const own = unqualified(builtin.expected.place.type);
  const expected = emitter.keep(asType(frame, readScalar(frame, found, own, at), own, type), at);
  const fails = failsByChance(frame, builtin, at);
  const old = exchange(expected, fails);
  const success = emitter.keep(foldConditional(fails, zero, foldBinary('==', old, expected)), at);
  emitter.branch(
    success,
    () => {},
    () => writeScalar(frame, found, own, asType(frame, old, type, own), at),
    at,
  );
  return success;
}

/**
 * A weak one may, as C has it: it writes back what it found. In a loop that tries until it succeeds that is one more round,
 * which shows nothing.
 */
function failsByChance(frame: Frame, { weak }: BuiltinOf<'atomic-cas'>, at: SourceSpan): Expr {
  const { emitter, thread } = frame;
  if (weak === undefined || thread.inOpenLoop) return zero;
  const isWeak = emitter.keep(lowerTruth(frame, weak), at);
  if (isFalse(isWeak)) return zero;
  const chance = emitter.temporary();
  const means = ['does not fail by chance', 'fails by chance'] as const;
  emitter.emit({ kind: 'nondet', target: chance, from: 0, to: 1, means, at });
  return foldBinary('&', isWeak, register(chance));
}
