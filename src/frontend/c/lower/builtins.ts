// Library functions as statements.

import { constant, type Expr } from '../../../program/expression.js';
import { InputError } from '../../../support/diagnostic.js';
import type { Builtin } from '../builtin.js';
import { unsupported } from '../diagnostics.js';
import type { Value } from '../typed.js';
import { lowerJumpBack, lowerLandingNumber } from './control/landings.js';
import { staticAddress, truth, zero } from './fold.js';
import type { Frame } from './frame.js';
import { anyAddress, anyOf, isWide, perhapsCut } from './memory/anyValue.js';
import {
  lowerAlloc,
  lowerBlockSize,
  lowerCompare,
  lowerCopy,
  lowerFill,
  startOfBlock,
} from './memory/blocks.js';
import { lowerInterrupt } from './signals/interrupts.js';
import { lowerSignal } from './signals.js';
import { lowerTry, lowerTryLock } from './threads/attempts.js';
import { lowerBarrier } from './threads/barriers.js';
import { lowerCancelState, lowerCancelWake } from './threads/cancellation.js';
import { lowerConditionDestroy, lowerWait, lowerWake } from './threads/conditionVariables.js';
import { lowerFutexWait, lowerFutexWake } from './threads/futexes.js';
import { lowerIndex, lowerSelf } from './threads/handles.js';
import {
  lowerAwait,
  lowerCleanupPop,
  lowerCleanupPush,
  lowerDestroy,
  lowerGiveBack,
  lowerMutex,
  lowerObjectInit,
  lowerTake,
} from './threads/waiting.js';
import {
  beforeEnd,
  endProcess,
  lowerCreate,
  lowerDetach,
  lowerJoin,
  lowerProcessExit,
  lowerStart,
  lowerThreadExit,
} from './threads.js';
import {
  lowerAtomicCas,
  lowerAtomicLoad,
  lowerAtomicRmw,
  lowerAtomicStore,
  lowerFence,
} from './values/atomics.js';
import { lowerBits, lowerOverflow } from './values/bits.js';
import { lowerReads } from './values/output.js';
import { lowerEffect, lowerIgnored, lowerTruth, lowerValue } from './values.js';

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
    case 'thread-start':
      lowerStart(frame, builtin, at);
      return zero;
    case 'thread-create':
      lowerCreate(frame, builtin, at);
      return zero;
    case 'thread-join':
      return lowerJoin(frame, builtin, at);
    case 'thread-exit':
      lowerThreadExit(frame, lowerValue(frame, builtin.value), at);
      return zero;
    case 'thread-detach':
      return lowerDetach(frame, builtin, at);
    case 'thread-self':
      return lowerSelf(frame, builtin, value);
    case 'thread-index':
      return lowerIndex(frame, builtin, at);
    case 'interrupts':
      lowerInterrupt(frame, builtin, at);
      return zero;
    case 'signal':
      return lowerSignal(frame, builtin, value);
    case 'lock':
    case 'unlock':
      lowerMutex(frame, builtin.op, builtin.mutex, at);
      return zero;
    case 'object-init':
      lowerObjectInit(frame, builtin.object, at);
      return zero;
    case 'trylock':
      return lowerTryLock(frame, builtin, at);
    case 'take':
      lowerTake(frame, builtin, at);
      return zero;
    case 'try':
      return lowerTry(frame, builtin, at);
    case 'await':
      return lowerAwait(frame, builtin, at);
    case 'give-back':
      lowerGiveBack(frame, builtin, at);
      return zero;
    case 'destroy':
      lowerDestroy(frame, builtin, at);
      return zero;
    case 'barrier':
      lowerBarrier(frame, builtin, at);
      return zero;
    case 'cancel-state':
      return lowerCancelState(frame, builtin, at);
    case 'cancel-wake':
      lowerCancelWake(frame, builtin, at);
      return zero;
    case 'before-end':
      beforeEnd(frame, builtin.name, at);
      return zero;
    case 'limit':
      emitter.cut(at, { kind: 'limit', most: builtin.most });
      return zero;
    case 'cleanup-push':
      lowerCleanupPush(frame, builtin, at);
      return zero;
    case 'cleanup-pop':
      lowerCleanupPop(frame, builtin, at);
      return zero;
    case 'cond-wait':
      return lowerWait(frame, builtin, at);
    case 'cond-signal':
    case 'cond-broadcast':
      lowerWake(frame, builtin, at);
      return zero;
    case 'cond-destroy':
      lowerConditionDestroy(frame, builtin, at);
      return zero;
    case 'futex-wait':
      return lowerFutexWait(frame, builtin, at);
    case 'futex-wake':
      return lowerFutexWake(frame, builtin, at);
    case 'alloc':
      return lowerAlloc(frame, value, builtin);
    case 'block-size':
      return lowerBlockSize(frame, builtin.pointer, at);
    case 'free': {
      const address = emitter.keep(lowerValue(frame, builtin.pointer), at);
      emitter.branch(
        truth(address),
        () => emitter.emit({ kind: 'free', address: startOfBlock(frame, address), at }),
        () => {},
        at,
      );
      return zero;
    }
    case 'zeroing':
      return lowerValue(frame, frame.program.views.isZeroed(value) ? builtin.target : builtin.written);
    case 'fill':
      return lowerFill(frame, builtin, at);
    case 'copy':
      return lowerCopy(frame, builtin, at);
    case 'compare':
      return lowerCompare(frame, builtin, at);
    case 'assert':
      emitter.assert(lowerTruth(frame, builtin.condition), builtin.message, at, builtin.finding);
      return zero;
    case 'assume':
      emitter.assume(lowerTruth(frame, builtin.condition), at);
      return zero;
    case 'fail':
      emitter.assert(zero, builtin.message, at);
      return zero;
    case 'nondet':
      if (value.type.kind === 'pointer') return anyAddress(frame, value.type, at);
      frame.program.choosesWidely ||= isWide(value.type, builtin.range);
      return anyOf(frame, value.type, at, builtin.range);
    case 'landing':
      return lowerLandingNumber(frame, builtin);
    case 'jump-back':
      lowerJumpBack(frame, builtin, at);
      return zero;
    case 'unknown':
      lowerIgnored(frame, { op: 'ignore', args: builtin.args });
      if (builtin.writes) emitter.cut(at, { kind: 'after-no-body', function: builtin.name });
      else perhapsCut(emitter, at, { kind: 'no-body', function: builtin.name });
      return zero;
    case 'atomic-begin':
      return unsupported('atomic_begin inside an expression', at);
    case 'atomic-end':
      // where no section is open there is nothing to end
      return emitter.inAtomic ? unsupported('atomic_end without its atomic_begin', at) : zero;
    case 'ends-thread':
      return frame.startsThread ? zero : unsupported('a jump out of an atomic section', at);
    case 'exit':
      lowerEffect(frame, builtin.status);
      if (builtin.handlers) {
        beforeEnd(frame, 'exit', at);
        lowerProcessExit(frame, at);
      }
      if (frame.thread.index === 0 && !emitter.inAtomic) {
        endProcess(frame.program, emitter, at);
        emitter.break(frame.thread.end, at, false);
      } else emitter.exit(at);
      return zero;
    case 'refused':
      if (builtin.mistake !== undefined) throw new InputError(builtin.mistake);
      return builtin.construct === undefined
        ? frame.program.options.refuse()
        : unsupported(builtin.construct, at);
    case 'va-start':
      return constant(frame.firstVariadic, 64);
    case 'bits':
      return lowerBits(frame, builtin, at);
    case 'overflow':
      return lowerOverflow(frame, builtin, at);
    case 'reads':
      lowerReads(frame, builtin, at);
      return zero;
    case 'same-bits':
      return lowerValue(frame, builtin.value);
    case 'is-literal': {
      const where = staticAddress(lowerValue(frame, builtin.pointer));
      const text = where === undefined ? undefined : frame.program.stringAt(where.location);
      return constant(text === undefined ? 0 : 1);
    }
    case 'ignore':
      if (builtin.count !== undefined) return lowerValue(frame, builtin.count);
      lowerIgnored(frame, builtin);
      return zero;
  }
}
