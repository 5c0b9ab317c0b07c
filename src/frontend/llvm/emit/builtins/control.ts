// Promises to the optimiser, debugging, traps, arguments of variadic functions, fences that have functions of their own.

import { constant, symbol } from '../../../../module/value.js';
import type { MemoryOrder } from '../../../../program/memoryOrder.js';
import type { FenceKind } from '../../../../program/statement.js';
import { anything, argument, type Builtin, nothing, operand, same } from './builtin.js';

const fence =
  (order: MemoryOrder, kind: FenceKind): Builtin =>
  (emitter) =>
    emitter.push({ kind: 'fence', order, fence: kind });

/** The process ends as by abort(). */
const trap: Builtin = (emitter) =>
  emitter.push({
    kind: 'call',
    results: [],
    target: symbol(emitter.unit.external('abort', [], [])),
    args: [],
  });

/** A va_list is 24 bytes. */
const copyArguments: Builtin = (emitter, call) =>
  emitter.push({
    kind: 'copy',
    to: argument(emitter, call, 0),
    from: argument(emitter, call, 1),
    size: constant(24, 'i64'),
  });

const zero: Builtin = (emitter, call) =>
  emitter.result(emitter.pieces(call.type).map((piece) => constant(0, piece.type)));

/** The size is unknown: -1, or 0 where the least size is asked for. */
const objectSize: Builtin = (emitter, call) => {
  const least = operand(call, 1);
  const isLeast = least.kind === 'integer' && least.value === 1n;
  emitter.result([constant(isLeast ? 0 : -1, emitter.piece(call.type).type)]);
};

export const control: Readonly<Record<string, Builtin>> = {
  'dbg.declare': nothing,
  'dbg.value': nothing,
  'dbg.label': nothing,
  'dbg.assign': nothing,
  'dbg.addr': nothing,
  assume: nothing,
  donothing: nothing,
  sideeffect: nothing,
  pseudoprobe: nothing,
  'var.annotation': nothing,
  'codeview.annotation': nothing,
  'experimental.noalias.scope.decl': nothing,
  'invariant.start': zero,
  'invariant.end': nothing,
  prefetch: nothing,
  debugtrap: nothing,
  expect: same,
  'expect.with.probability': same,
  annotation: same,
  'ptr.annotation': same,
  'ssa.copy': same,
  'launder.invariant.group': same,
  'strip.invariant.group': same,
  'threadlocal.address': same,
  'arithmetic.fence': same,
  'is.constant': zero,
  objectsize: objectSize,
  readcyclecounter: anything,
  readsteadycounter: anything,
  returnaddress: anything,
  frameaddress: anything,
  stacksave: zero,
  stackrestore: nothing,
  trap,
  ubsantrap: trap,
  va_start: (emitter, call) => emitter.intrinsic('va_start', [argument(emitter, call, 0)]),
  va_end: nothing,
  va_copy: copyArguments,
  'x86.sse2.mfence': fence('seq_cst', 'full'),
  'x86.sse2.lfence': fence('acquire', 'load-load'),
  'x86.sse.sfence': fence('release', 'store-store'),
  'x86.sse2.pause': nothing,
  'x86.rdtsc': anything,
  'x86.rdtscp': anything,
};
