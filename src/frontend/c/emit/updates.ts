// `x op= e`, `x++` and the like. On an atomic object they are one step.

import { folded } from '../../../module/fold.js';
import type { RmwOp } from '../../../module/instruction.js';
import { binary, constant, type Value as Result, unary } from '../../../module/value.js';
import type { BinaryOp } from '../../../program/expression.js';
import type { MemoryOrder } from '../../../program/memoryOrder.js';
import type { FetchOp, SourceSpan } from '../../../program/statement.js';
import type { Place, Value, ValueOf } from '../typed.js';
import type { CType } from '../types.js';
import { targetOf } from './accesses.js';
import { isBitField } from './bitFields.js';
import { converted } from './conversions.js';
import type { FunctionEmitter } from './function.js';
import { operated } from './operators.js';
import { emitAddress, moved } from './places.js';
import { scalarType } from './types.js';
import { emitValue } from './values.js';
import { isWide, updateByWide } from './wide.js';

export function emitUpdate(f: FunctionEmitter, value: ValueOf<'update'>): Result {
  const { place, at, op, via, type } = value;
  if (isWide(via)) return updateByWide(f, value);
  const [operand, next] = operandOf(f, value);
  if (place.type.atomic === true && !isBitField(place)) {
    const given = via.kind === 'integer' ? converted(operand, via, type, at) : operand;
    return oneStep(
      f,
      place,
      { op, via, type, operand: given, next, order: 'seq_cst', result: value.result },
      at,
    );
  }
  const target = targetOf(f, place, at);
  const old = target.load();
  const stored = target.store(next(old));
  return value.result === 'old' ? old : stored;
}

/** The operand, and the new value as a function of the old one. */
function operandOf(f: FunctionEmitter, value: ValueOf<'update'>): [Result, (old: Result) => Result] {
  const { op, via, type, at } = value;
  if (via.kind === 'pointer') return pointerStep(f, op, value.operand, at);
  const operand = f.kept(emitValue(f, value.operand), at);
  return [
    operand,
    (old) => converted(operated(f, op, converted(old, type, via, at), operand, at), via, type, at),
  ];
}

/** The operand is a number of bytes: so many times the size of what the pointer points to. */
function pointerStep(
  f: FunctionEmitter,
  op: BinaryOp,
  bytes: Value,
  at: SourceSpan,
): [Result, (old: Result) => Result] {
  const factor =
    bytes.kind === 'binary' && bytes.op === '*' && bytes.right.kind === 'const' ? bytes.right : undefined;
  const count = bytes.kind === 'binary' && factor !== undefined ? bytes.left : bytes;
  const size = factor === undefined ? 1 : Number(factor.value);
  const steps = f.kept(emitValue(f, count), at);
  const by = op === '-' ? folded(binary('sub', constant(0, 'i64'), steps)) : steps;
  return [binary('mul', steps, constant(size, 'i64')), (old) => moved(old, by, size)];
}

interface Step {
  readonly op: BinaryOp | FetchOp;
  /** The type in which the operation is done. */
  readonly via: CType;
  readonly type: CType;
  /** In the type of the object; a number of bytes for a pointer. */
  readonly operand: Result;
  readonly next: (old: Result) => Result;
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
export function oneStep(f: FunctionEmitter, place: Place, step: Step, at: SourceSpan): Result {
  const { type, next, order } = step;
  const op = operations[step.op];
  const isBool = type.kind === 'integer' && type.bool;
  const hasInstruction =
    !(isBool && /^(?:add|sub|mul|nand)$/.test(op ?? '')) &&
    type.kind !== 'float' &&
    step.via.kind !== 'float';
  const address = f.kept(emitAddress(f, place), at);
  const own = scalarType(type, at);
  const result = f.temporary(own);
  if (op !== undefined && hasInstruction) {
    const value = folded(own === 'ptr' ? unary('inttoptr', 'ptr', step.operand) : step.operand);
    f.push({ kind: 'rmw', result, op, address, value, order }, at);
    return step.result === 'old' ? result : f.kept(next(result), at);
  }
  f.intrinsic('atomic_begin', [], at);
  f.push({ kind: 'load', result, address, order: 'relaxed' }, at);
  const replaced = f.kept(next(result), at);
  f.push({ kind: 'store', address, value: replaced, order: 'relaxed' }, at);
  f.intrinsic('atomic_end', [], at);
  return step.result === 'old' ? result : replaced;
}
