// Library functions as statements.

import { constant, type Expr, register } from '../../../program/expression.js';
import type { SourceSpan } from '../../../program/statement.js';
import type { Builtin } from '../builtin.js';
import { typeError, unsupported } from '../diagnostics.js';
import type { Value } from '../typed.js';
import { lowerAtomicCas, lowerAtomicLoad, lowerAtomicRmw, lowerAtomicStore, lowerFence } from './atomics.js';
import { lowerWait, lowerWake } from './conditionVariables.js';
import { foldBinary, foldConditional, truth, zero } from './fold.js';
import type { Frame } from './frame.js';
import { addressOfPlace, lowerPlace } from './places.js';
import { lowerCreate, lowerJoin, lowerThreadExit } from './threads.js';
import { lowerEffect, lowerValue } from './values.js';

/** The function's result; 0 where it has none. */
export function lowerBuiltin(frame: Frame, builtin: Builtin, { at }: Pick<Value, 'at'>): Expr {
  const { emitter } = frame;
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
      return constant(frame.thread.index);
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
    case 'alloc': {
      if (builtin.cells === undefined)
        return typeError(
          'this does not say what the memory is for',
          at,
          'write sizeof in the size, or cast the result to the pointer type it will have',
        );
      const target = emitter.temporary();
      const size = lowerValue(frame, builtin.cells);
      emitter.emit({ kind: 'alloc', target, size, zeroed: builtin.zeroed, at });
      return register(target);
    }
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
    case 'fill': {
      const target = emitter.keep(lowerValue(frame, builtin.target), at);
      const value = lowerValue(frame, builtin.value);
      for (let i = 0; i < builtin.cells; i++) emitter.store(foldBinary('+', target, constant(i)), value, at);
      return target;
    }
    case 'copy': {
      const target = emitter.keep(lowerValue(frame, builtin.target), at);
      const source = emitter.keep(lowerValue(frame, builtin.source), at);
      const read = (i: number): Expr => emitter.load(foldBinary('+', source, constant(i)), at);
      const cells = Array.from({ length: builtin.cells }, (_, i) => i);
      const before = builtin.overlapping ? cells.map(read) : undefined;
      for (const i of cells) emitter.store(foldBinary('+', target, constant(i)), before?.[i] ?? read(i), at);
      return target;
    }
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
      const target = emitter.temporary();
      emitter.emit({ kind: 'nondet', target, ...builtin.range, at });
      return register(target);
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
