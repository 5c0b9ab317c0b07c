// The operations that the language and its checkers have by name. All other functions of the library are calls.

import { allocateFlags } from '../../../module/intrinsics.js';
import { cutArguments } from '../../../module/passes/cuts.js';
import { constant, type Value as Result, undef } from '../../../module/value.js';
import type { SourceSpan } from '../../../program/statement.js';
import { present } from '../../../support/present.js';
import type { Builtin, BuiltinOf } from '../builtin.js';
import { leftToClang } from '../diagnostics.js';
import type { Value } from '../typed.js';
import { isScalar } from '../types.js';
import { emitAssembly } from './assembly.js';
import { emitAtomicCas, emitAtomicLoad, emitAtomicRmw, emitAtomicStore, emitFence } from './atomics.js';
import { emitBits, emitOverflow, emitSameBits } from './bits.js';
import { emitChoice } from './choices.js';
import { asInteger, resized } from './conversions.js';
import type { FunctionEmitter } from './function.js';
import { requireTrue } from './operators.js';
import { leaveWithFunction, leaveWithScope } from './ownBlocks.js';
import { emitThreadStart } from './threadStarts.js';
import { isSigned, scalarType } from './types.js';
import { emitEffect, emitTruth, emitValue } from './values.js';

const nothing = constant(0, 'i32');

/** The value; 0 where there is none. */
export function emitBuiltin(f: FunctionEmitter, builtin: Builtin, value: Value): Result {
  const { at, type } = value;
  switch (builtin.op) {
    case 'atomic-load':
      return emitAtomicLoad(f, builtin, at);
    case 'atomic-store':
      emitAtomicStore(f, builtin, at);
      return nothing;
    case 'atomic-rmw':
      return emitAtomicRmw(f, builtin, at);
    case 'atomic-cas':
      return emitAtomicCas(f, builtin, at);
    case 'fence':
      emitFence(f, builtin, at);
      return nothing;
    case 'assembly':
      emitAssembly(f, builtin, at);
      return nothing;
    case 'assert':
      requireTrue(f, emitTruth(f, builtin.condition), builtin.finding ?? 'assertion', builtin.message, at);
      return nothing;
    case 'assume':
      f.intrinsic('assume', [asInteger(emitTruth(f, builtin.condition), 'i32')], at);
      return nothing;
    case 'fail':
      requireTrue(f, constant(0, 'i1'), 'assertion', builtin.message, at);
      f.intrinsic('assume', [nothing], at);
      f.end({ kind: 'unreachable' }, at);
      return nothing;
    case 'thread-start':
      emitThreadStart(f, builtin.body, at);
      return nothing;
    case 'nondet':
      return emitChoice(f, type, at);
    case 'alloc':
      return emitAllocation(f, builtin, at);
    case 'bits':
      return emitBits(f, builtin, at);
    case 'overflow':
      return emitOverflow(f, builtin, at);
    case 'same-bits':
      return emitSameBits(f, builtin, type, at);
    case 'ignore':
      for (const argument of builtin.args) emitEffect(f, argument);
      return isScalar(type) ? constant(0, scalarType(type, at)) : nothing;
    case 'unknown':
      for (const argument of builtin.args) emitEffect(f, argument);
      emitUnknown(f, builtin, at);
      return nothing;
    case 'refused':
      f.refuse(
        builtin.mistake ?? {
          code: 'c-unsupported',
          message: 'this is not supported',
          line: at.line,
          column: at.column,
          ...present({ file: at.file }),
        },
      );
      return isScalar(type) ? undef(scalarType(type, at)) : nothing;
    default:
      return leftToClang(`the operation ${builtin.op}`, at);
  }
}

/** A function without a body; nothing is seen behind one that could write somewhere. */
function emitUnknown(f: FunctionEmitter, { name, writes }: BuiltinOf<'unknown'>, at: SourceSpan): void {
  if (!writes) {
    f.intrinsic('may_cut', cutArguments({ kind: 'no-body', function: name }), at);
    return;
  }
  f.intrinsic('cut', cutArguments({ kind: 'after-no-body', function: name }), at);
  f.end({ kind: 'unreachable' }, at);
}

function emitAllocation(f: FunctionEmitter, builtin: BuiltinOf<'alloc'>, at: SourceSpan): Result {
  const { bytes, zeroed } = builtin;
  const size = f.kept(resized(emitValue(f, bytes), 'i64', isSigned(bytes.type)), at);
  const isOfFunction = builtin.ofFunction === true || builtin.array !== undefined;
  const flags = (zeroed ? allocateFlags.zeroed : 0) | (isOfFunction ? allocateFlags.ofFunction : 0);
  const result = f.temporary('ptr');
  const holds = builtin.of === undefined ? undefined : f.unit.layout(builtin.of);
  const args = [size, constant(16, 'i64'), constant(flags, 'i32')];
  f.push({ kind: 'intrinsic', name: 'allocate', args, result, ...present({ holds }) }, at);
  if (builtin.array !== undefined) leaveWithScope(f, builtin.array);
  else if (isOfFunction) leaveWithFunction(f, result, at);
  return result;
}
