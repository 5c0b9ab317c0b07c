// The operations that the language and its checkers have by name. All other functions of the library are calls.

import { allocateFlags } from '../../../module/intrinsics.js';
import { cutArguments } from '../../../module/passes/cuts.js';
import { requireTrue } from '../../../module/requirements.js';
import { bitsOf } from '../../../module/type.js';
import {
  binary,
  compare,
  constant,
  type Value as Result,
  select,
  typeOf,
  unary,
  undef,
} from '../../../module/value.js';
import { present } from '../../../support/present.js';
import type { Builtin, BuiltinOf } from '../builtin.js';
import { leftToClang } from '../diagnostics.js';
import type { Value } from '../typed.js';
import { type CType, isScalar, unqualified } from '../types.js';
import { storePlace } from './accesses.js';
import { emitAssembly } from './assembly.js';
import { emitAtomicCas, emitAtomicLoad, emitAtomicRmw, emitAtomicStore, emitFence } from './atomics.js';
import { emitChoice } from './choices.js';
import type { FunctionEmitter } from './function.js';
import { leaveWithFunction, leaveWithScope } from './ownBlocks.js';
import { asInteger, converted, isSigned, resized, scalarType } from './scalars.js';
import { emitThreadStart } from './threadStarts.js';
import { emitEffect, emitTruth, emitValue } from './values.js';
import { operatedOn, widened } from './wide.js';

/** The value; 0 where there is none. */
export function emitBuiltin(f: FunctionEmitter, builtin: Builtin, { type, at }: Value): Result {
  switch (builtin.op) {
    case 'atomic-load':
      return emitAtomicLoad(f, builtin);
    case 'atomic-rmw':
      return emitAtomicRmw(f, builtin);
    case 'atomic-cas':
      return emitAtomicCas(f, builtin);
    case 'nondet':
      return emitChoice(f, type);
    case 'alloc':
      return emitAllocation(f, builtin);
    case 'bits':
      return emitBits(f, builtin);
    case 'overflow':
      return emitOverflow(f, builtin);
    case 'same-bits':
      return emitSameBits(f, builtin, type);
    case 'va-start':
      return leftToClang('the operation va-start', at);
    default: {
      emitAction(f, builtin);
      if (!isScalar(type)) return constant(0, 'i32');
      return builtin.op === 'refused' ? undef(scalarType(type, f)) : constant(0, scalarType(type, f));
    }
  }
}

type Valued =
  | 'atomic-load'
  | 'atomic-rmw'
  | 'atomic-cas'
  | 'nondet'
  | 'alloc'
  | 'bits'
  | 'overflow'
  | 'same-bits';

/** Operations without a value. */
function emitAction(f: FunctionEmitter, builtin: Exclude<Builtin, { op: Valued | 'va-start' }>): void {
  switch (builtin.op) {
    case 'atomic-store':
      emitAtomicStore(f, builtin);
      return;
    case 'fence':
      emitFence(f, builtin);
      return;
    case 'assembly':
      emitAssembly(f, builtin);
      return;
    case 'assert':
      requireTrue(f, emitTruth(f, builtin.condition), builtin.finding ?? 'assertion', builtin.message);
      return;
    case 'assume':
      f.intrinsic('assume', [asInteger(emitTruth(f, builtin.condition), 'i32')]);
      return;
    case 'fail':
      requireTrue(f, constant(0, 'i1'), 'assertion', builtin.message);
      f.intrinsic('assume', [constant(0, 'i32')]);
      f.end({ kind: 'unreachable' });
      return;
    case 'thread-start':
      emitThreadStart(f, builtin.body);
      return;
    case 'ignore':
      for (const argument of builtin.args) emitEffect(f, argument);
      return;
    case 'unknown':
      for (const argument of builtin.args) emitEffect(f, argument);
      emitUnknown(f, builtin);
      return;
    case 'refused': {
      const { line, column, file } = f.at;
      const message = 'this is not supported';
      f.refuse(builtin.mistake ?? { code: 'c-unsupported', message, line, column, ...present({ file }) });
    }
  }
}

/** A function without a body; nothing is seen behind one that could write somewhere. */
function emitUnknown(f: FunctionEmitter, { name, writes }: BuiltinOf<'unknown'>): void {
  if (!writes) {
    f.intrinsic('may_cut', cutArguments({ kind: 'no-body', function: name }));
    return;
  }
  f.intrinsic('cut', cutArguments({ kind: 'after-no-body', function: name }));
  f.end({ kind: 'unreachable' });
}

function emitAllocation(f: FunctionEmitter, builtin: BuiltinOf<'alloc'>): Result {
  const { bytes, zeroed, of, array } = builtin;
  const size = f.kept(resized(emitValue(f, bytes), 'i64', isSigned(bytes.type)));
  const isOfFunction = builtin.ofFunction === true || array !== undefined;
  const flags = (zeroed ? allocateFlags.zeroed : 0) | (isOfFunction ? allocateFlags.ofFunction : 0);
  const result = f.temporary('ptr');
  const holds = of === undefined ? undefined : f.unit.layouts.name(of);
  const args = [size, constant(16, 'i64'), constant(flags, 'i32')];
  f.push({ kind: 'intrinsic', name: 'allocate', args, result, ...present({ holds }) });
  if (array !== undefined) leaveWithScope(f, array);
  else if (isOfFunction) leaveWithFunction(f, result);
  return result;
}

function emitBits(f: FunctionEmitter, { what, operand }: BuiltinOf<'bits'>): Result {
  const value = f.kept(emitValue(f, operand));
  const type = typeOf(value);
  const count = (number: Result): Result => resized(number, 'i32', false);
  const isNotZero = compare('ne', value, constant(0, type));
  switch (what) {
    case 'popcount':
      return count(unary('popcount', type, value));
    case 'parity':
      return count(binary('and', unary('popcount', type, value), constant(1, type)));
    case 'ctz':
    case 'clz':
      requireTrue(f, isNotZero, 'assertion', `__builtin_${what}(0) has no value`);
      return count(unary(what, type, value));
    case 'ffs': {
      const first = binary('add', unary('ctz', type, value), constant(1, type));
      return count(select(isNotZero, first, constant(0, type)));
    }
    case 'clrsb': {
      const sign = binary('ashr', value, constant(bitsOf(type) - 1, type));
      const same = unary('clz', type, binary('xor', value, sign));
      return count(binary('sub', same, constant(1, type)));
    }
    case 'bswap':
      return unary('bswap', type, value);
  }
}

const operators = { '+': 'add', '-': 'sub', '*': 'mul' } as const;

/** The exact result of operands of at most 32 bits fits 64, and that of any two operands fits 128. */
function emitOverflow(f: FunctionEmitter, builtin: BuiltinOf<'overflow'>): Result {
  const { operator, left, right, place } = builtin;
  const type = unqualified(place.type);
  const own = scalarType(type, f);
  const isSmall = (t: CType): boolean =>
    t.kind === 'integer' && (t.size < 4 || (t.size === 4 && (t.signed || operator !== '*')));
  const keep = (value: Result): Result => {
    const kept = f.kept(own === 'i64' ? value : unary('trunc', own, value));
    storePlace(f, place, kept);
    return kept;
  };
  if (isSmall(left.type) && isSmall(right.type) && own !== 'i64') {
    const [a, b] = [left, right].map((v) => f.kept(resized(emitValue(f, v), 'i64', isSigned(v.type))));
    const exact = f.kept(binary(operators[operator], a, b));
    return asInteger(compare('ne', resized(keep(exact), 'i64', isSigned(type)), exact), 'i32');
  }
  const [a, b] = [left, right].map((v) => widened(f, emitValue(f, v), v.type));
  // The upper word of the exact result is that of the part that is kept, unless the result overflows.
  const [low, high] = operatedOn(f, operator, a, b).map((word) => f.kept(word));
  const [keptLow, keptHigh] = widened(f, keep(low), type);
  return asInteger(binary('or', compare('ne', low, keptLow), compare('ne', high, keptHigh)), 'i32');
}

/** The bits of a floating-point number as an integer, or the other way round. */
function emitSameBits(f: FunctionEmitter, { value }: BuiltinOf<'same-bits'>, to: CType): Result {
  const given = emitValue(f, value);
  const type = scalarType(to, f);
  return typeOf(given) === type ? converted(f, given, value.type, to) : unary('bitcast', type, given);
}
