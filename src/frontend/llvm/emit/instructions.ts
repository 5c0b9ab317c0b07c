// Instructions that do not end a block, one function for each kind.

import { allocateFlags } from '../../../module/intrinsics.js';
import { constant, register, select, undef, type Value } from '../../../module/value.js';
import type { Instruction, Type } from '../syntax.js';
import { emitBinary, emitCompare, emitFloatCompare, emitNegation } from './arithmetic.js';
import { emitCall } from './calls.js';
import { emitCast } from './casts.js';
import type { Emitter } from './emitter.js';
import { resized } from './integers.js';
import { countOf } from './locals.js';
import { emitCompareExchange, emitFence, emitLoad, emitReadModifyWrite, emitStore } from './memory.js';
import { elementAddress } from './operands.js';

export function emitInstruction(emitter: Emitter, i: Instruction): void {
  switch (i.op) {
    case 'alloca':
      allocate(emitter, i);
      return;
    case 'load':
      emitLoad(emitter, i);
      return;
    case 'store':
      emitStore(emitter, i);
      return;
    case 'cmpxchg':
      emitCompareExchange(emitter, i);
      return;
    case 'atomicrmw':
      emitReadModifyWrite(emitter, i);
      return;
    case 'fence':
      emitFence(emitter, i);
      return;
    case 'getelementptr':
      emitter.result([elementAddress(emitter.unit, i, emitter)]);
      return;
    case 'binary':
      emitBinary(emitter, i);
      return;
    case 'icmp':
      emitCompare(emitter, i);
      return;
    case 'fcmp':
      emitFloatCompare(emitter, i);
      return;
    case 'fneg':
      emitNegation(emitter, i);
      return;
    case 'freeze':
      emitter.result(emitter.values(i.operand));
      return;
    case 'cast':
      emitCast(emitter, i);
      return;
    case 'select':
      choose(emitter, i);
      return;
    case 'extractvalue': {
      const { from, to } = range(emitter, i.aggregate.type, i.path);
      emitter.result(emitter.values(i.aggregate).slice(from, to));
      return;
    }
    case 'insertvalue': {
      const { from, to } = range(emitter, i.aggregate.type, i.path);
      const values = emitter.values(i.aggregate);
      emitter.result([...values.slice(0, from), ...emitter.values(i.value), ...values.slice(to)]);
      return;
    }
    case 'extractelement':
      extract(emitter, i);
      return;
    case 'insertelement':
      insert(emitter, i);
      return;
    case 'shufflevector':
      shuffle(emitter, i);
      return;
    case 'call':
      emitCall(emitter, i);
      return;
    case 'declare':
      return;
    case 'va_arg':
    case 'landingpad':
    case 'phi':
    case 'br':
    case 'condbr':
    case 'switch':
    case 'indirectbr':
    case 'ret':
    case 'resume':
    case 'unreachable':
      emitter.refuse(`${i.op} here`);
      return;
  }
}

type Of<K extends Instruction['op']> = Extract<Instruction, { op: K }>;

/** A local is there already; an array of a size that is not known, or one in a later block, is allocated now. */
function allocate(emitter: Emitter, i: Of<'alloca'>): void {
  const { result } = i;
  if (result === undefined || emitter.locals.has(result)) return;
  const size = emitter.size(i.type);
  const count = countOf(i);
  const word = { offset: 0, type: 'i64', bits: 64 } as const;
  const bytes =
    count !== undefined || i.count === undefined
      ? constant(size * (count ?? 1), 'i64')
      : times(resized(emitter.value(i.count), emitter.piece(i.count.type), word), size);
  const align = constant(i.align ?? emitter.align(i.type), 'i64');
  emitter.intrinsic(
    'allocate',
    [bytes, align, constant(allocateFlags.ofFunction, 'i32')],
    register(emitter.nameOf(result, 0, 1), 'ptr'),
  );
}

const times = (value: Value, factor: number): Value =>
  factor === 1
    ? value
    : { kind: 'binary', op: 'mul', type: 'i64', left: value, right: constant(factor, 'i64') };

function choose(emitter: Emitter, i: Of<'select'>): void {
  const conditions = emitter.values(i.condition);
  const yes = emitter.values(i.yes);
  const no = emitter.values(i.no);
  const per = conditions.length === 1 ? yes.length : yes.length / conditions.length;
  emitter.result(yes.map((value, k) => select(conditions[Math.floor(k / per)], value, no[k])));
}

/** Which pieces of an aggregate the path leads to. */
function range(emitter: Emitter, type: Type, path: readonly number[]): { from: number; to: number } {
  let from = 0;
  let inner = type;
  for (const step of path) {
    const elements = emitter.unit.types.elements(inner, 0);
    for (const element of elements.slice(0, step)) from += emitter.pieces(element).length;
    inner = elements[step];
  }
  return { from, to: from + emitter.pieces(inner).length };
}

function extract(emitter: Emitter, i: Of<'extractelement'>): void {
  const values = emitter.values(i.vector);
  const count = emitter.unit.types.elements(i.vector.type, i.at).length;
  const per = values.length / count;
  const index = emitter.value(i.index);
  if (index.kind === 'const') {
    emitter.result(values.slice(Number(index.value) * per, (Number(index.value) + 1) * per));
    return;
  }
  emitter.result(
    Array.from({ length: per }, (_, k) => {
      let chosen = values[k];
      for (let e = 1; e < count; e++)
        chosen = select(isIndex(emitter, i.index, index, e), values[e * per + k], chosen);
      return chosen;
    }),
  );
}

function insert(emitter: Emitter, i: Of<'insertelement'>): void {
  const values = emitter.values(i.vector);
  const parts = emitter.values(i.value);
  const index = emitter.value(i.index);
  const per = parts.length;
  emitter.result(
    values.map((old, k) => {
      const e = Math.floor(k / per);
      const part = parts[k % per];
      if (index.kind === 'const') return Number(index.value) === e ? part : old;
      return select(isIndex(emitter, i.index, index, e), part, old);
    }),
  );
}

const isIndex = (
  emitter: Emitter,
  operand: Of<'insertelement'>['index'],
  index: Value,
  e: number,
): Value => ({
  kind: 'compare',
  op: 'eq',
  left: index,
  right: constant(e, emitter.piece(operand.type).type),
});

function shuffle(emitter: Emitter, i: Of<'shufflevector'>): void {
  const all = [...emitter.values(i.left), ...emitter.values(i.right)];
  const element = emitter.unit.types.elements(i.left.type, i.at)[0];
  const pieces = emitter.pieces(element);
  emitter.result(
    emitter
      .values(i.mask)
      .flatMap((which) =>
        which.kind === 'const'
          ? all.slice(Number(which.value) * pieces.length, (Number(which.value) + 1) * pieces.length)
          : pieces.map((piece) => undef(piece.type)),
      ),
  );
}
