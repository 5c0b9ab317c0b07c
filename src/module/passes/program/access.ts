// Accesses to memory as statements. An access is one statement where its object has a cell of its size there; where the object is
// divided further it is several, and a read-modify-write of several cells is an atomic section.

import { binary, conditional, constant, type Expr, unary, widthOf } from '../../../program/expression.js';
import type { Width } from '../../../program/integer.js';
import { type AccessOrder, type MemoryOrder, mergedOrder } from '../../../program/memoryOrder.js';
import { type AtomicOperation, surround } from '../../../program/orderFences.js';
import type { FenceKind, FetchOp, RmwOp, StatementOf } from '../../../program/statement.js';
import { present } from '../../../support/present.js';
import type { InstructionOf, RmwOp as ModuleRmwOp } from '../../instruction.js';
import { bitsOf, bytesOf, type Type } from '../../type.js';
import { symbol, typeOf, type Value } from '../../value.js';
import type { Whole } from '../cells/wholes.js';
import { sum } from './expressions.js';
import { loadMember, storeMember } from './members.js';
import type { ThreadCode } from './threadCode.js';
import {
  normal,
  registerWidth,
  resized,
  shiftedLeft,
  shiftedRight,
  sized,
  unsignedBits,
  unsignedOf,
} from './widths.js';

/** A cell that an access touches, from the access's address on. */
export interface Part {
  readonly delta: number;
  readonly bytes: 1 | 2 | 4 | 8;
  readonly width: Width;
  /** Accesses of several sizes begin at the cell. */
  readonly union?: Whole;
}

const memoryOrderOf = (order: AccessOrder | undefined): MemoryOrder | undefined =>
  order === undefined || order === 'volatile' ? undefined : order;

const fetchOps: Partial<Record<ModuleRmwOp, FetchOp>> = {
  add: '+',
  sub: '-',
  mul: '*',
  and: '&',
  or: '|',
  xor: '^',
  nand: 'nand',
};

/** Emits the event of an atomic operation between the fences of its order; in a section there are none. */
function surrounded(
  code: ThreadCode,
  operation: AtomicOperation,
  order: MemoryOrder | undefined,
  event: () => void,
): void {
  const fences = order === undefined || code.inSection ? undefined : surround(operation, order);
  const fence = (kind: FenceKind): void => code.add({ kind: 'fence', fence: kind, order: 'relaxed' });
  for (const kind of fences?.before ?? []) fence(kind);
  event();
  for (const kind of fences?.after ?? []) fence(kind);
}

export function emitFence(code: ThreadCode, { order, fence }: InstructionOf<'fence'>): void {
  if (code.inSection) return;
  const kinds = fence === undefined ? (surround('fence', order)?.before ?? []) : [fence];
  for (const kind of kinds) code.add({ kind: 'fence', fence: kind, order });
}

export function emitLoad(code: ThreadCode, i: InstructionOf<'load'>): void {
  const { order, result } = i;
  const address = code.expressions.address(i.address);
  const parts = code.parts.partsOf(i, 0, bytesOf(result.type));
  code.checkIndices(i.address);
  checkEnd(code, i, bytesOf(result.type), address);
  const [{ union }] = parts;
  if (union !== undefined) {
    surrounded(code, 'load', memoryOrderOf(order), () => loadMember(code, i, address, union));
    return;
  }
  const isSection = code.parts.sections.has(i);
  const base = isSection ? code.kept(address) : address;
  // A compiler loads members together with the bytes between them, which have no values.
  const isMixed = !isSection && parts.length > 1 && code.parts.mayBeUnset(i, 0);
  const load = (): void => {
    if (i.has === undefined && !isMixed) {
      loadParts(code, code.registerName(result), result.type, base, parts, order);
      return;
    }
    const has = loadIfSet(code, i, base, parts);
    if (i.has === undefined)
      code.assert(has, 'a load of bytes that were never written', 'uninitialised-read');
    else if (code.isUsed(i.has)) code.assign(code.registerName(i.has), has);
  };
  if (isSection) code.section(load);
  else surrounded(code, 'load', memoryOrderOf(order), load);
}

/** An access that begins in an object and ends behind it touches the first byte behind it, which the engines report. */
function checkEnd(
  code: ThreadCode,
  i: InstructionOf<'load'> | InstructionOf<'store'>,
  bytes: number,
  address: Expr,
): void {
  const room = code.parts.overrunOf(code.thread, i.address, bytes);
  if (room !== undefined) touchByte(code, i.kind, sum(address, constant(room)));
}

export function touchByte(code: ThreadCode, kind: 'load' | 'store', address: Expr): void {
  if (kind === 'store') code.store(address, constant(0), 8);
  else code.load(address, 8);
}

/** A store to an object that may not be written. */
function checkConstant(code: ThreadCode, { address }: InstructionOf<'store'>, place: Expr): void {
  const { points, module } = code.parts;
  const objects = new Set([...points.of(code.thread, address).values()].map(({ object }) => object));
  const constants = [...objects]
    .flatMap((object) => module.globals.get(object) ?? [])
    .filter((g) => g.constant);
  for (const { name, label = name, size } of constants) {
    const base = code.expressions.address(symbol(name));
    const isOutside =
      constants.length === objects.size
        ? constant(0)
        : binary('||', binary('<u', place, base), binary('>=u', place, sum(base, constant(size))));
    const named = label.startsWith('"') ? 'a string literal' : `${label}, which is const`;
    code.assert(isOutside, `store to ${named}`, 'invalid-address');
    if (constants.length === objects.size) return;
  }
}

/** The bytes of several cells as one value of the type, each from the register that its cell was loaded into. */
function joined(code: ThreadCode, type: Type, parts: readonly Part[], loaded: readonly Expr[]): Expr {
  const width = registerWidth(bitsOf(type));
  const whole = parts
    .map(({ delta, bytes }, k) =>
      shiftedLeft(resized(unsignedBits(loaded[k], bytes * 8), width, true), delta),
    )
    .reduce((a, b) => binary('|', a, b));
  return resized(whole, code.expressions.widthOf(type));
}

/** A load that finds no value where the cells have none: the result is 0 then. Returns whether some cell has one. */
function loadIfSet(
  code: ThreadCode,
  { result, order }: InstructionOf<'load'>,
  address: Expr,
  parts: readonly Part[],
): Expr {
  const base = parts.length === 1 ? address : code.kept(address);
  const loaded = parts.map(({ delta, width }) => {
    const [part, isSet] = [code.temporary(registerWidth(width)), code.temporary(32)];
    code.loadInto(part.name, sum(base, constant(delta)), width, { order, has: isSet.name });
    return { value: conditional(isSet, part, constant(0, widthOf(part))), isSet };
  });
  const [only] = loaded;
  const values = loaded.map(({ value }) => value);
  const whole =
    loaded.length > 1
      ? joined(code, result.type, parts, values)
      : resized(only.value, code.expressions.widthOf(result.type));
  code.assign(code.registerName(result), normal(whole, result.type));
  return loaded.map(({ isSet }): Expr => isSet).reduce((a, b) => binary('|', a, b));
}

function loadParts(
  code: ThreadCode,
  target: string,
  type: Type,
  address: Expr,
  parts: readonly Part[],
  order: AccessOrder | undefined,
): void {
  const [only] = parts;
  if (parts.length > 1) {
    const base = code.kept(address);
    const loaded = parts.map(({ delta, width }) => code.load(sum(base, constant(delta)), width, { order }));
    code.assign(target, normal(joined(code, type, parts, loaded), type));
    return;
  }
  const wanted = code.expressions.widthOf(type);
  if (registerWidth(only.width) === wanted) code.loadInto(target, address, only.width, { order });
  // A pointer that points nowhere, as far as is known, loads what no cell says the width of.
  else code.assign(target, resized(code.load(address, only.width, { order }), wanted));
}

export function emitStore(code: ThreadCode, i: InstructionOf<'store'>): void {
  const { order } = i;
  const bytes = bytesOf(typeOf(i.value));
  const address = code.expressions.address(i.address);
  const value = code.expressions.of(i.value);
  const parts = code.parts.partsOf(i, 0, bytes);
  code.checkIndices(i.address);
  checkEnd(code, i, bytes, address);
  checkConstant(code, i, address);
  const [{ union }] = parts;
  if (code.parts.sections.has(i)) {
    const [base, whole] = [code.kept(address), code.kept(value)];
    code.section(() => storeParts(code, base, whole, parts, order));
    return;
  }
  const own = parts.length === 1 ? code.parts.ownCells(i) : undefined;
  surrounded(code, 'store', memoryOrderOf(order), () => {
    if (union === undefined) storeParts(code, address, value, parts, order, own);
    else storeMember(code, i, address, value, union);
  });
}

/** `own`: of a store of one cell. */
function storeParts(
  code: ThreadCode,
  address: Expr,
  value: Expr,
  parts: readonly Part[],
  order: AccessOrder | undefined,
  own?: string,
): void {
  const [only] = parts;
  if (parts.length === 1) {
    code.store(address, resized(value, registerWidth(only.width)), only.width, { order, own });
    return;
  }
  const base = code.kept(address);
  const whole = code.kept(resized(value, 64));
  for (const { delta, width } of parts)
    code.store(sum(base, constant(delta)), pieceOf(whole, delta, width), width, { order });
}

/** The bits of a value of 64 bits from a byte on. */
function pieceOf(whole: Expr, delta: number, width: Width): Expr {
  if (whole.kind !== 'const') return resized(shiftedRight(whole, delta), registerWidth(width));
  const bits = BigInt.asIntN(width, BigInt(whole.value) >> BigInt(delta * 8));
  return constant(bits, registerWidth(width));
}

type Locked = InstructionOf<'rmw'> | InstructionOf<'cmpxchg'>;
type LockedMarks = Pick<StatementOf<'rmw'>, 'order' | 'failure'>;

export function emitRmw(code: ThreadCode, i: InstructionOf<'rmw'>): void {
  const value = code.expressions.of(i.value);
  const op = fetchOps[i.op];
  const change: RmwOp | undefined =
    op !== undefined ? { kind: 'fetch', op, value } : i.op === 'xchg' ? { kind: 'xchg', value } : undefined;
  emitLocked(code, i, typeOf(i.value), change, i.order, { order: i.order }, (old) =>
    combined(code, i.op, old, i.value, value),
  );
}

export function emitCompareExchange(code: ThreadCode, i: InstructionOf<'cmpxchg'>): void {
  const { order, failure } = i;
  const [expected, desired] = [code.expressions.of(i.expected), code.expressions.of(i.desired)];
  const change = { kind: 'cas', expected, desired } as const;
  const marks = { order, failure };
  emitLocked(code, i, typeOf(i.desired), change, mergedOrder(order, failure), marks, (old) =>
    conditional(binary('==', old, expected), desired, old),
  );
}

/**
 * A locked instruction. One that the engines have no statement for is an atomic section, which is a full fence as the instruction is.
 * `change` computes what it stores there.
 */
function emitLocked(
  code: ThreadCode,
  i: Locked,
  type: Type,
  op: RmwOp | undefined,
  order: MemoryOrder,
  marks: LockedMarks,
  change: (old: Expr) => Expr,
): void {
  const { result } = i;
  const parts = code.parts.partsOf(i, 0, bytesOf(type));
  code.checkIndices(i.address);
  const [{ width }] = parts;
  if (parts.length === 1 && op !== undefined && !code.inSection) {
    const target = result === undefined ? undefined : code.registerName(result);
    const address = code.expressions.address(i.address);
    surrounded(code, 'rmw', order, () =>
      code.add({ kind: 'rmw', ...present({ target }), address, op, ...sized(width), ...marks }),
    );
    return;
  }
  const cell = code.kept(code.expressions.address(i.address));
  code.section(() => {
    const old = code.temporary(code.expressions.widthOf(type));
    loadParts(code, old.name, type, cell, parts, marks.order);
    storeParts(code, cell, change(old), parts, marks.order);
    if (result !== undefined) code.assign(code.registerName(result), old);
  });
}

/** The value after a read-modify-write. */
function combined(code: ThreadCode, op: ModuleRmwOp, old: Expr, operand: Value, value: Expr): Expr {
  const type = typeOf(operand);
  const better = (less: '<' | '>' | '<u' | '>u'): Expr => {
    const [a, b] = less.endsWith('u') ? [unsignedOf(old, type), unsignedOf(value, type)] : [old, value];
    return conditional(binary(less, a, b), old, value);
  };
  switch (op) {
    case 'xchg':
      return value;
    case 'max':
      return better('>');
    case 'min':
      return better('<');
    case 'umax':
      return better('>u');
    case 'umin':
      return better('<u');
    case 'nand':
      return normal(unary('~', binary('&', old, value)), type);
    default: {
      const fetch = fetchOps[op];
      if (fetch === undefined || fetch === 'nand')
        return code.refuse(`an atomic ${op} of floating-point numbers`);
      return normal(binary(fetch, old, value), type);
    }
  }
}
