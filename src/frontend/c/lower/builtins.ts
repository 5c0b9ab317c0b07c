// Library functions as statements.

import { constant, type Expr, register } from '../../../program/expression.js';
import type { SourceSpan } from '../../../program/statement.js';
import type { Builtin } from '../builtin.js';
import { unsupported } from '../diagnostics.js';
import type { Value } from '../typed.js';
import { lowerAtomicCas, lowerAtomicLoad, lowerAtomicRmw, lowerAtomicStore, lowerFence } from './atomics.js';
import { lowerAlloc, lowerCompare, lowerCopy, lowerFill } from './blocks.js';
import { lowerWait, lowerWake } from './conditionVariables.js';
import { foldConditional, truth, zero } from './fold.js';
import type { Frame } from './frame.js';
import { addressOfPlace, lowerPlace } from './places.js';
import { lowerCreate, lowerJoin, lowerThreadExit } from './threads.js';
import { lowerEffect, lowerValue } from './values.js';

/** The function's result; 0 where it has none. */
export function lowerBuiltin(frame: Frame, builtin: Builtin, value: Value): Expr {
  const { emitter } = frame;
  const { at } = value;
  switch (builtin.op) {
    case 'atomic-load':
      return lowerAtomicLoad(frame, builtin, at);
    case 'atomic-store':
      lowerAtomicStore(frame, builtin, at);
      return zero;
    case 'atomic-rmw':
      return lowerAtomicRmw(frame, builtin, at);
    case 'atomic-cas':
      return lowerAtomicCas(frame, builtin, at);
    case 'fence':
      lowerFence(frame, builtin, at);
      return zero;
    case 'store-fence':
      emitter.fence('store-store', at);
      return zero;
    case 'thread-create':
      lowerCreate(frame, builtin, at);
      return zero;
    case 'thread-join':
      lowerJoin(frame, builtin, at);
      return zero;
    case 'thread-exit':
      lowerThreadExit(frame, lowerValue(frame, builtin.value), at);
      return zero;
    case 'thread-self':
      return constant(frame.thread.index, frame.program.valueWidth(value.type));
    case 'lock':
    case 'unlock': {
      if (emitter.inAtomic) unsupported(`${builtin.op}ing a mutex in an atomic section`, at);
      const address = addressOfPlace(lowerPlace(frame, builtin.mutex));
      emitter.emit({ kind: builtin.op, address, at });
      return zero;
    }
    case 'lock-init':
      emitter.store(addressOfPlace(lowerPlace(frame, builtin.mutex)), zero, at);
      return zero;
    case 'trylock':
      return lowerTryLock(frame, addressOfPlace(lowerPlace(frame, builtin.mutex)), builtin.busy, at);
    case 'cond-wait':
      return lowerWait(frame, builtin, at);
    case 'cond-signal':
    case 'cond-broadcast':
      lowerWake(frame, builtin, at);
      return zero;
    case 'alloc':
      return lowerAlloc(frame, value, builtin);
    case 'free': {
      const address = emitter.keep(lowerValue(frame, builtin.pointer), at);
      emitter.branch(
        truth(address),
        () => emitter.emit({ kind: 'free', address, at }),
        () => {},
        at,
      );
      return zero;
    }
    case 'fill':
      return lowerFill(frame, builtin, at);
    case 'copy':
      return lowerCopy(frame, builtin, at);
    case 'compare':
      return lowerCompare(frame, builtin, at);
    case 'assert':
      emitter.assert(truth(lowerValue(frame, builtin.condition)), builtin.message, at);
      return zero;
    case 'assume':
      emitter.assume(truth(lowerValue(frame, builtin.condition)), at);
      return zero;
    case 'fail':
      emitter.assert(zero, builtin.message, at);
      return zero;
    case 'nondet': {
      const width = frame.program.valueWidth(value.type);
      const target = emitter.temporary(width);
      emitter.emit({ kind: 'nondet', target, ...builtin.range, ...(width === 64 ? { width } : {}), at });
      return emitter.register(target);
    }
    case 'atomic-begin':
    case 'atomic-end':
      return unsupported(
        builtin.op === 'atomic-begin'
          ? 'atomic_begin inside an expression'
          : 'atomic_end without its atomic_begin',
        at,
      );
    case 'exit':
      // Other threads would end too; stopping this one shows at most what they could have done before.
      if (frame.thread.index === 0) emitter.break(frame.thread.end, at, false);
      else emitter.assume(zero, at);
      return zero;
    case 'ignore':
      for (const arg of builtin.args) lowerEffect(frame, arg);
      return zero;
  }
}

/** A U that takes the lock if it is free, with the fences every mutex operation has. */
function lowerTryLock(frame: Frame, address: Expr, busy: number, at: SourceSpan): Expr {
  const { emitter } = frame;
  const target = emitter.temporary();
  emitter.fence('full', at, 'relaxed');
  emitter.emit({
    order: 'acquire',
    failure: 'relaxed',
    kind: 'rmw',
    target,
    address,
    op: { kind: 'cas', expected: zero, desired: constant(1) },
    at,
  });
  emitter.fence('full', at, 'relaxed');
  return foldConditional(truth(register(target)), constant(busy), zero);
}
