// Loads, stores and updates of scalars. The address of a place is computed once, however often it is used. An update of an atomic object
// is one step.

import { folded } from '../../../module/fold.js';
import type { RmwOp } from '../../../module/instruction.js';
import { binary, constant, type Value as Result, unary } from '../../../module/value.js';
import type { BinaryOp } from '../../../program/expression.js';
import type { AccessOrder, MemoryOrder } from '../../../program/memoryOrder.js';
import type { FetchOp } from '../../../program/statement.js';
import type { Place, Value, ValueOf } from '../typed.js';
import { type CType, isAtomicStruct, isScalar, unqualified } from '../types.js';
import { loadAtomic } from './atomicObjects.js';
import { isBitField, loadBits, storeBits } from './bitFields.js';
import type { FunctionEmitter } from './function.js';
import { emitAddress, keptAddress, moved } from './places.js';
import { converted, operated, scalarType } from './scalars.js';
import { emitValue } from './values.js';
import { isWide, updateByWide } from './wide.js';

interface Target {
  load(): Result;
  /** Yields what the place holds then. */
  store(value: Result): Result;
}

export function targetOf(f: FunctionEmitter, place: Place): Target {
  const address = keptAddress(f, place);
  const { type } = place;
  if (isBitField(place)) {
    const bits = { base: address, field: place.bitField, struct: place.base.type, type };
    return { load: () => loadBits(f, bits), store: (value) => storeBits(f, bits, value) };
  }
  return {
    load: () => f.load(address, scalarType(type, f), orderOf(type)),
    store: (value) => {
      const kept = f.kept(value);
      f.store(address, kept, orderOf(type));
      return kept;
    },
  };
}

export const orderOf = ({ atomic, volatile }: CType): AccessOrder | undefined =>
  atomic === true ? 'seq_cst' : volatile === true ? 'volatile' : undefined;

/** The value at a place; of a struct, its address, or that of a copy if it is atomic. */
export function loadPlace(f: FunctionEmitter, place: Place): Result {
  const { type } = place;
  if (isAtomicStruct(type)) return loadAtomic(f, place);
  if (!isScalar(type)) return emitAddress(f, place);
  if (place.kind === 'variable' && place.variable.constant !== undefined)
    return constant(place.variable.constant, scalarType(type, f));
  return targetOf(f, place).load();
}

/** Stores a value of the place's type. Yields what the place holds then. */
export function storePlace(f: FunctionEmitter, place: Place, value: Result): Result {
  if (isScalar(place.type)) {
    const kept = f.kept(value);
    return targetOf(f, place).store(kept);
  }
  const to = keptAddress(f, place);
  f.copy(to, value, place.type);
  return to;
}

/** The scalar that an atomic operation works on: that of an atomic_flag is its first member. */
export function scalarIn(place: Place): CType {
  const type = unqualified(place.type);
  return (type.kind === 'struct' ? type.struct.layout?.fields[0]?.type : undefined) ?? type;
}

/** `x op= e`, `x++` and the like. */
export function emitUpdate(f: FunctionEmitter, value: ValueOf<'update'>): Result {
  const { place, via, type } = value;
  if (isWide(via)) return updateByWide(f, value);
  const [operand, next] = operandOf(f, value);
  if (place.type.atomic === true && !isBitField(place)) {
    const given = via.kind === 'integer' ? converted(f, operand, via, type) : operand;
    return oneStep(f, { ...value, operand: given, next, order: 'seq_cst' });
  }
  const target = targetOf(f, place);
  const old = target.load();
  const stored = target.store(next(old));
  return value.result === 'old' ? old : stored;
}

type Next = (old: Result) => Result;

/** The operand, and the new value as a function of the old one. */
function operandOf(f: FunctionEmitter, value: ValueOf<'update'>): [Result, Next] {
  const { op, via, type } = value;
  if (via.kind === 'pointer') return pointerStep(f, op, value.operand);
  const operand = f.kept(emitValue(f, value.operand));
  return [operand, (old) => converted(f, operated(f, op, converted(f, old, type, via), operand), via, type)];
}

/** The operand is a number of bytes: so many times the size of what the pointer points to. */
function pointerStep(f: FunctionEmitter, op: BinaryOp, bytes: Value): [Result, Next] {
  const [count, size] =
    bytes.kind === 'binary' && bytes.op === '*' && bytes.right.kind === 'const'
      ? ([bytes.left, Number(bytes.right.value)] as const)
      : ([bytes, 1] as const);
  const steps = f.kept(emitValue(f, count));
  const by = op === '-' ? folded(binary('sub', constant(0, 'i64'), steps)) : steps;
  return [binary('mul', steps, constant(size, 'i64')), (old) => moved(old, by, size)];
}

interface Step {
  readonly place: Place;
  readonly op: BinaryOp | FetchOp;
  /** The type in which the operation is done. */
  readonly via: CType;
  readonly type: CType;
  /** In the type of the object; a number of bytes for a pointer. */
  readonly operand: Result;
  readonly next: Next;
  readonly order: MemoryOrder;
  readonly result: 'old' | 'new';
}

const operations: Readonly<Record<string, RmwOp>> = {
  '+': 'add',
  '-': 'sub',
  '*': 'mul',
  '&': 'and',
  '|': 'or',
  '^': 'xor',
  nand: 'nand',
};

/**
 * One instruction where the machine has such an operation. For others (`x /= 2`, arithmetic on _Bool and on floating-point numbers) an
 * atomic section, which is a full fence whatever the order.
 */
export function oneStep(f: FunctionEmitter, step: Step): Result {
  const { type, next, order } = step;
  const op = operations[step.op];
  const isBool = type.kind === 'integer' && type.bool;
  const hasInstruction =
    !(isBool && /^(?:add|sub|mul|nand)$/.test(op ?? '')) &&
    type.kind !== 'float' &&
    step.via.kind !== 'float';
  const address = keptAddress(f, step.place);
  const own = scalarType(type, f);
  if (op !== undefined && hasInstruction) {
    const result = f.temporary(own);
    const value = folded(own === 'ptr' ? unary('inttoptr', 'ptr', step.operand) : step.operand);
    f.push({ kind: 'rmw', result, op, address, value, order });
    return step.result === 'old' ? result : f.kept(next(result));
  }
  return f.section(() => {
    const old = f.load(address, own, 'relaxed');
    const replaced = f.kept(next(old));
    f.store(address, replaced, 'relaxed');
    return step.result === 'old' ? old : replaced;
  });
}
