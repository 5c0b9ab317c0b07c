// Accesses to memory as statements. An access is one statement where its object has a cell of its size there; where the object is
// divided further it is several, and a read-modify-write of several cells is an atomic section.

import {
  binary,
  conditional,
  constant,
  type Expr,
  type ExprWidth,
  register,
  unary,
  widthOf,
} from '../../../program/expression.js';
import { type AccessOrder, type MemoryOrder, mergedOrder } from '../../../program/memoryOrder.js';
import { type AtomicOperation, surround } from '../../../program/orderFences.js';
import type { FenceKind, FetchOp, RmwOp, SourceSpan, Statement } from '../../../program/statement.js';
import { present } from '../../../support/present.js';
import type { InstructionOf, RmwOp as ModuleRmwOp } from '../../instruction.js';
import { bitsOf, bytesOf, type Type } from '../../type.js';
import { type Register, symbol, typeOf, type Value } from '../../value.js';
import type { Whole } from '../cells/wholes.js';
import { sum } from './expressions.js';
import { loadMember, storeMember } from './members.js';
import type { ThreadCode } from './threadCode.js';
import { normal, resized } from './widths.js';

/** A cell that an access touches, from the access's address on. */
export interface Part {
  readonly delta: number;
  readonly bytes: 1 | 2 | 4 | 8;
  readonly width: 8 | 16 | 32 | 64;
  /** Accesses of several sizes begin at the cell. */
  readonly union?: Whole;
}

const sized = (width: 8 | 16 | 32 | 64): { readonly width?: 8 | 16 | 64 } => (width === 32 ? {} : { width });

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
  at: SourceSpan | undefined,
  event: () => void,
): void {
  const fences = order === undefined || code.inSection ? undefined : surround(operation, order);
  const fence = (kind: FenceKind): void =>
    code.add({ kind: 'fence', fence: kind, order: 'relaxed', ...present({ at }) });
  for (const kind of fences?.before ?? []) fence(kind);
  event();
  for (const kind of fences?.after ?? []) fence(kind);
}

export function emitFence(code: ThreadCode, { order, fence, at }: InstructionOf<'fence'>): void {
  if (code.inSection) return;
  const kinds = fence === undefined ? (surround('fence', order)?.before ?? []) : [fence];
  for (const kind of kinds) code.add({ kind: 'fence', fence: kind, order, ...present({ at }) });
}

export function emitLoad(code: ThreadCode, i: InstructionOf<'load'>): void {
  const { order, at, result } = i;
  const address = code.expressions.address(i.address);
  const parts = code.partsOf(i, 0, bytesOf(result.type));
  code.checkIndices(i.address, at);
  checkEnd(code, i, bytesOf(result.type), address);
  const [{ union }] = parts;
  if (union !== undefined) {
    surrounded(code, 'load', memoryOrderOf(order), at, () => loadMember(code, i, address, union));
    return;
  }
  const isSection = code.parts.sections.has(i);
  const base = isSection ? code.kept(address, at) : address;
  // A compiler loads members together with the bytes between them, which have no values.
  const isMixed = !isSection && parts.length > 1 && code.parts.mayBeUnset(i, 0);
  const load = (): void => {
    if (i.has === undefined && !isMixed) {
      loadParts(code, result, base, parts, { order, at });
      return;
    }
    const has = loadIfSet(code, i, base, parts);
    if (i.has === undefined)
      code.assert(has, 'a load of bytes that were never written', at, 'uninitialised-read');
    else if (code.isUsed(i.has)) code.assign(code.registerName(i.has), has, at);
  };
  if (isSection) code.section(at, load);
  else surrounded(code, 'load', memoryOrderOf(order), at, load);
}

/** An access that begins in an object and ends behind it touches the first byte behind it, which the engines report. */
function checkEnd(
  code: ThreadCode,
  i: InstructionOf<'load'> | InstructionOf<'store'>,
  bytes: number,
  address: Expr,
): void {
  const room = code.parts.overrunOf(code.thread, i.address, bytes);
  if (room === undefined) return;
  const cell = { address: sum(address, constant(room)), width: 8, ...present({ at: i.at }) } as const;
  code.add(
    i.kind === 'store'
      ? { kind: 'store', value: constant(0), ...cell }
      : { kind: 'load', target: code.temporary(32).name, ...cell },
  );
}

/** A store to an object that may not be written. */
function checkConstant(code: ThreadCode, { address, at }: InstructionOf<'store'>, place: Expr): void {
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
    code.assert(isOutside, `store to ${named}`, at, 'invalid-address');
    if (constants.length === objects.size) return;
  }
}

/** A load that finds no value where the cells have none: the result is 0 then. Returns whether some cell has one. */
function loadIfSet(
  code: ThreadCode,
  { result, order, at }: InstructionOf<'load'>,
  address: Expr,
  parts: readonly Part[],
): Expr {
  const base = parts.length === 1 ? address : code.kept(address, at);
  const width = bytesOf(result.type) === 8 ? 64 : 32;
  const loaded = parts.map(({ delta, bytes, width: cellWidth }) => {
    const part = code.temporary(cellWidth === 64 ? 64 : 32);
    const isSet = code.temporary(32);
    code.add({
      kind: 'load',
      target: part.name,
      address: sum(base, constant(delta)),
      has: isSet.name,
      ...sized(cellWidth),
      ...present({ order, at }),
    });
    const value = conditional(isSet, part, constant(0, widthOf(part)));
    const wide = parts.length === 1 ? value : resized(unsignedPart(value, bytes), width, true);
    return { value: shifted(wide, delta), isSet };
  });
  const whole = loaded.map(({ value }) => value).reduce((a, b) => binary('|', a, b));
  const fitted = resized(whole, code.expressions.widthOf(result.type));
  code.assign(code.registerName(result), normal(fitted, result.type), at);
  return loaded.map(({ isSet }): Expr => isSet).reduce((a, b) => binary('|', a, b));
}

interface Marks {
  readonly order?: AccessOrder | undefined;
  readonly at?: SourceSpan | undefined;
  /** Of a store of one cell. */
  readonly own?: string | undefined;
}

function loadParts(
  code: ThreadCode,
  result: Register,
  address: Expr,
  parts: readonly Part[],
  marks: Marks,
): void {
  const target = code.registerName(result);
  const [only] = parts;
  if (parts.length === 1) {
    const loaded: ExprWidth = only.width === 64 ? 64 : 32;
    const wanted = code.expressions.widthOf(result.type);
    // A pointer that points nowhere, as far as is known, loads what no cell says the width of.
    const into = loaded === wanted ? target : code.temporary(loaded).name;
    code.add({ kind: 'load', target: into, address, ...sized(only.width), ...present(marks) });
    if (loaded !== wanted) code.assign(target, resized(register(into, loaded), wanted), marks.at);
    return;
  }
  const width = bytesOf(result.type) === 8 ? 64 : 32;
  const base = code.kept(address, marks.at);
  const loaded = parts.map(({ delta, bytes, width: cellWidth }): Expr => {
    const part = code.temporary(cellWidth === 64 ? 64 : 32);
    code.add({
      kind: 'load',
      target: part.name,
      address: sum(base, constant(delta)),
      ...sized(cellWidth),
      ...present(marks),
    });
    return shifted(resized(unsignedPart(part, bytes), width, true), delta);
  });
  const whole = loaded.reduce((a, b) => binary('|', a, b));
  const value = result.type === 'ptr' ? resized(whole, code.expressions.widthOf('ptr')) : whole;
  code.assign(target, normal(value, result.type), marks.at);
}

const unsignedPart = (part: Expr, bytes: number): Expr =>
  bytes === 1 ? unary('zext8', part) : bytes === 2 ? unary('zext16', part) : part;

const shifted = (value: Expr, delta: number): Expr =>
  delta === 0 ? value : binary('<<', value, constant(delta * 8, widthOf(value)));

export function emitStore(code: ThreadCode, i: InstructionOf<'store'>): void {
  const { order, at } = i;
  const address = code.expressions.address(i.address);
  const value = code.expressions.of(i.value);
  const parts = code.partsOf(i, 0, bytesOf(typeOf(i.value)));
  code.checkIndices(i.address, at);
  checkEnd(code, i, bytesOf(typeOf(i.value)), address);
  checkConstant(code, i, address);
  const [{ union }] = parts;
  if (code.parts.sections.has(i)) {
    const [base, whole] = [code.kept(address, at), code.kept(value, at)];
    code.section(at, () => storeParts(code, base, whole, parts, { order, at }));
    return;
  }
  const own = parts.length === 1 ? code.parts.ownCells(i) : undefined;
  surrounded(code, 'store', memoryOrderOf(order), at, () => {
    if (union === undefined) storeParts(code, address, value, parts, { order, at, own });
    else storeMember(code, i, address, value, union);
  });
}

function storeParts(
  code: ThreadCode,
  address: Expr,
  value: Expr,
  parts: readonly Part[],
  marks: Marks,
): void {
  const [only] = parts;
  if (parts.length === 1) {
    const fitted = resized(value, only.width === 64 ? 64 : 32);
    code.add({ kind: 'store', address, value: fitted, ...sized(only.width), ...present(marks) });
    return;
  }
  const base = code.kept(address, marks.at);
  const whole = code.kept(resized(value, 64), marks.at);
  for (const { delta, width } of parts) {
    code.add({
      kind: 'store',
      address: sum(base, constant(delta)),
      value: pieceOf(whole, delta, width),
      ...sized(width),
      ...present(marks),
    });
  }
}

/** The bits of a value of 64 bits from a byte on. */
function pieceOf(whole: Expr, delta: number, width: 8 | 16 | 32 | 64): Expr {
  const words = width === 64 ? 64 : 32;
  if (whole.kind === 'const')
    return constant(BigInt.asIntN(width, BigInt(whole.value) >> BigInt(delta * 8)), words);
  return resized(delta === 0 ? whole : binary('>>u', whole, constant(delta * 8, 64)), words);
}

export function emitRmw(code: ThreadCode, i: InstructionOf<'rmw'>): void {
  const type = typeOf(i.value);
  const parts = code.partsOf(i, 0, bytesOf(type));
  const value = code.expressions.of(i.value);
  const op = fetchOps[i.op];
  code.checkIndices(i.address, i.at);
  if (parts.length === 1 && (op !== undefined || i.op === 'xchg')) {
    const change: RmwOp = op === undefined ? { kind: 'xchg', value } : { kind: 'fetch', op, value };
    emitLocked(code, i, change, parts[0], i.order, { order: i.order });
    return;
  }
  emitInSection(code, i, type, parts, (old) => combined(code, i.op, old, i.value, value));
}

export function emitCompareExchange(code: ThreadCode, i: InstructionOf<'cmpxchg'>): void {
  const type = typeOf(i.desired);
  const parts = code.partsOf(i, 0, bytesOf(type));
  const [expected, desired] = [code.expressions.of(i.expected), code.expressions.of(i.desired)];
  code.checkIndices(i.address, i.at);
  if (parts.length === 1) {
    const marks = { order: i.order, failure: i.failure };
    emitLocked(code, i, { kind: 'cas', expected, desired }, parts[0], mergedOrder(i.order, i.failure), marks);
    return;
  }
  emitInSection(code, i, type, parts, (old) => conditional(binary('==', old, expected), desired, old));
}

function emitLocked(
  code: ThreadCode,
  { address, result, at }: InstructionOf<'rmw'> | InstructionOf<'cmpxchg'>,
  op: RmwOp,
  part: Part,
  order: MemoryOrder,
  marks: Pick<Statement, 'order' | 'failure'>,
): void {
  const target = result === undefined ? undefined : code.registerName(result);
  const cell = code.expressions.address(address);
  if (code.inSection) {
    const old = code.temporary(part.width === 64 ? 64 : 32);
    code.add({
      kind: 'load',
      target: old.name,
      address: cell,
      ...sized(part.width),
      ...marks,
      ...present({ at }),
    });
    const changed = changedBy(op, old);
    code.add({
      kind: 'store',
      address: cell,
      value: changed,
      ...sized(part.width),
      ...marks,
      ...present({ at }),
    });
    if (target !== undefined) code.assign(target, old, at);
    return;
  }
  surrounded(code, 'rmw', order, at, () =>
    code.add({
      kind: 'rmw',
      ...present({ target }),
      address: cell,
      op,
      ...sized(part.width),
      ...marks,
      ...present({ at }),
    }),
  );
}

function changedBy(op: RmwOp, old: Expr): Expr {
  switch (op.kind) {
    case 'xchg':
      return op.value;
    case 'fetch':
      return op.op === 'nand' ? unary('~', binary('&', old, op.value)) : binary(op.op, old, op.value);
    case 'cas':
      return conditional(binary('==', old, op.expected), op.desired, old);
  }
}

/** A locked instruction that the engines have no statement for: an atomic section, which is a full fence as the instruction is. */
function emitInSection(
  code: ThreadCode,
  { address, result, at }: InstructionOf<'rmw'> | InstructionOf<'cmpxchg'>,
  type: Type,
  parts: readonly Part[],
  change: (old: Expr) => Expr,
): void {
  const cell = code.kept(code.expressions.address(address), at);
  const old: Register = result ?? code.temporaryRegister(type);
  code.section(at, () => {
    loadParts(code, old, cell, parts, { at, order: 'relaxed' });
    const value = change(register(code.registerName(old), code.expressions.widthOf(type)));
    storeParts(code, cell, value, parts, { at, order: 'relaxed' });
  });
}

/** The value after a read-modify-write. */
function combined(code: ThreadCode, op: ModuleRmwOp, old: Expr, operand: Value, value: Expr): Expr {
  const type = typeOf(operand);
  const isUnsigned = op === 'umax' || op === 'umin';
  const widened = (e: Expr): Expr =>
    isUnsigned && bitsOf(type) < 32 ? unary(bitsOf(type) === 8 ? 'zext8' : 'zext16', e) : e;
  const better = (less: '<' | '>' | '<u' | '>u'): Expr =>
    conditional(binary(less, widened(old), widened(value)), old, value);
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
