// Mutexes and what else threads wait for: the statements that block, and the end of what they block on. A mutex holds the number
// of the thread that has it, counted from 1, so that an unlock by another thread is found.

import { constant, type Expr, register } from '../../../../program/expression.js';
import type { Leaves, SourceSpan, Until } from '../../../../program/statement.js';
import type { BuiltinOf } from '../../builtin.js';
import { unsupported } from '../../diagnostics.js';
import { libraryPrefix, robustLeavesFunction, robustTakenFunction } from '../../library/index.js';
import type { Place } from '../../typed.js';
import { dispatch, inline } from '../calls.js';
import { foldBinary, foldConditional, one, resized, truth, zero } from '../fold.js';
import type { Frame } from '../frame.js';
import { addressOfPlace, lowerPlace } from '../memory/places.js';
import { further } from '../memory/scalars.js';
import { lowerValue } from '../values.js';

/** The value that the thread leaves in a lock it holds. */
export const selfOf = (frame: Frame): Expr => constant(frame.thread.index + 1);

export function lowerMutex(frame: Frame, op: 'lock' | 'unlock', mutex: Place, at: SourceSpan): void {
  const address = addressOfPlace(lowerPlace(frame, mutex));
  if (op === 'lock') takeMutex(frame, address, at);
  else giveBackMutex(frame, address, at);
}

export function lowerObjectInit(frame: Frame, object: Place, at: SourceSpan): void {
  frame.emitter.store(addressOfPlace(lowerPlace(frame, object)), zero, at);
}

function takeMutex(frame: Frame, address: Expr, at: SourceSpan): void {
  const leaves = { op: '=', value: selfOf(frame) } as const;
  if (frame.emitter.inAtomic) takeInSection(frame, address, { test: '==', value: zero }, leaves, at);
  else frame.emitter.emit({ kind: 'lock', address, leaves, at });
}

function giveBackMutex(frame: Frame, address: Expr, at: SourceSpan): void {
  giveBack(frame, address, selfOf(frame), at);
}

/**
 * The depth of a recursive mutex belongs to its holder. A waiter must have locked the mutex only once, because a wait gives it back once,
 * as in glibc. When the waiter has taken the mutex again, the returned function sets the depth to one. In a program without such mutexes
 * it does nothing.
 */
function keptDepth(frame: Frame, mutex: Expr, at: SourceSpan): () => void {
  const { emitter, program } = frame;
  if (!program.unit.functions.has(`${libraryPrefix}pthread_mutex_lock`)) return () => {};
  const part = (index: number): Expr => foldBinary('+', mutex, constant(4 * index));
  // Of its kind the lowest two bits say that (library/mutexes.ts).
  const kind = foldBinary('&', emitter.load(part(4), at), constant(3));
  const isRecursive = emitter.keep(foldBinary('==', kind, one), at);
  const when = (then: () => void): void => emitter.branch(isRecursive, then, () => {}, at);
  when(() => {
    const once = foldBinary('<=', emitter.load(part(1), at), one);
    emitter.assert(once, 'it waits with a mutex that it has locked more than once', at, 'misuse');
  });
  return () => when(() => emitter.store(part(1), one, at));
}

/** Of the kind of a mutex: that it is robust (library/mutexes.ts). */
const robustBit = 1 << 5;

/** A waiter releases the mutex before it blocks on the condition, and takes it again afterwards. */
interface WaitingMutex {
  readonly giveBack: () => void;
  readonly takeAgain: () => void;
  /** The result of a wait that would return `result`. If the holder of a robust mutex died meanwhile, that error comes first. */
  readonly says: (result: Expr) => Expr;
}

export function waitingMutex(frame: Frame, mutex: Expr, at: SourceSpan): WaitingMutex {
  const { emitter, program } = frame;
  const restoreDepth = keptDepth(frame, mutex, at);
  const [leaves, taken] = [robustLeavesFunction, robustTakenFunction].map((name) =>
    program.unit.functions.get(name),
  );
  if (leaves === undefined || taken === undefined)
    return {
      giveBack: () => giveBackMutex(frame, mutex, at),
      takeAgain: () => {
        takeMutex(frame, mutex, at);
        restoreDepth();
      },
      says: (result) => result,
    };
  const kind = emitter.load(foldBinary('+', mutex, constant(16)), at);
  const isRobust = emitter.keep(truth(foldBinary('&', kind, constant(robustBit))), at);
  const pointer = resized(mutex, program.pointerWidth, false);
  const said = emitter.temporary();
  return {
    giveBack: () => {
      emitter.branch(
        isRobust,
        () => inline(frame, leaves, [[pointer]], at),
        () => {},
        at,
      );
      giveBackMutex(frame, mutex, at);
    },
    takeAgain: () => {
      takeMutex(frame, mutex, at);
      restoreDepth();
      const tells = (): Expr => inline(frame, taken, [[pointer]], at)[0] ?? zero;
      const value = emitter.choose(isRobust, tells, () => zero, at);
      emitter.emit({ kind: 'assign', target: said, value, at });
    },
    says: (result) => foldConditional(truth(register(said)), register(said), result),
  };
}

/** Whether the thread may wait with the mutex: one that is recursive, error-checking or robust says so if it does not hold it. */
export function maySleepWith(frame: Frame, mutex: Expr, at: SourceSpan): Expr {
  const { emitter, program } = frame;
  if (!program.unit.functions.has(`${libraryPrefix}pthread_mutex_lock`)) return one;
  const kind = emitter.load(foldBinary('+', mutex, constant(16)), at);
  const holder = emitter.orders.during({ order: 'relaxed' }, () => emitter.load(mutex, at));
  const isPlain = foldBinary('==', foldBinary('&', kind, constant(3 | robustBit)), zero);
  return emitter.keep(foldBinary('||', isPlain, foldBinary('==', holder, selfOf(frame))), at);
}

/** An atomic section that would have to wait does not run now (atomicSections.ts). */
function takeInSection(frame: Frame, address: Expr, until: Until, leaves: Leaves, at: SourceSpan): void {
  const { emitter } = frame;
  const cell = emitter.keep(address, at);
  const held = awaited(frame, cell, until, at);
  const value = leaves.op === '=' ? leaves.value : foldBinary('+', held, leaves.value);
  emitter.emit({ kind: 'store', address: cell, value, order: 'release', at });
}

function awaited({ emitter }: Frame, address: Expr, { test, value }: Until, at: SourceSpan): Expr {
  const target = emitter.temporary();
  emitter.emit({ kind: 'load', target, address, order: 'acquire', at });
  const held = emitter.register(target);
  emitter.assume(foldBinary(test, held, value), at);
  return held;
}

function giveBack({ emitter }: Frame, address: Expr, holder: Expr, at: SourceSpan): void {
  if (!emitter.inAtomic) {
    emitter.emit({ kind: 'unlock', address, holder, at });
    return;
  }
  const cell = emitter.keep(address, at);
  const target = emitter.temporary();
  emitter.emit({ kind: 'load', target, address: cell, order: 'relaxed', at });
  const own = foldBinary('==', emitter.register(target), holder);
  emitter.assert(own, 'it unlocks what it has not locked', at, 'misuse');
  emitter.emit({ kind: 'store', address: cell, value: zero, order: 'release', at });
}

export function lowerTake(frame: Frame, builtin: BuiltinOf<'take'>, at: SourceSpan): void {
  const { emitter } = frame;
  const { test, leaves } = builtin;
  const address = addressOfPlace(lowerPlace(frame, builtin.cell));
  const value = lowerValue(frame, builtin.value);
  const change = lowerValue(frame, builtin.change);
  if (emitter.inAtomic) {
    takeInSection(frame, address, { test, value }, { op: leaves, value: change }, at);
    return;
  }
  const plain = test === '==' && value.kind === 'const' && value.value === 0;
  emitter.emit({
    kind: 'lock',
    address,
    ...(plain ? {} : { until: { test, value } }),
    leaves: { op: leaves, value: change },
    at,
  });
}

export function lowerAwait(frame: Frame, builtin: BuiltinOf<'await'>, at: SourceSpan): Expr {
  const { emitter } = frame;
  const address = addressOfPlace(lowerPlace(frame, builtin.cell));
  const value = lowerValue(frame, builtin.value);
  if (emitter.inAtomic) unsupported('waiting in an atomic section', at);
  const target = emitter.temporary();
  emitter.emit({ kind: 'load', target, address, until: { test: builtin.test, value }, order: 'acquire', at });
  return emitter.register(target);
}

export function lowerGiveBack(frame: Frame, { cell, holder }: BuiltinOf<'give-back'>, at: SourceSpan): void {
  const address = addressOfPlace(lowerPlace(frame, cell));
  giveBack(frame, address, lowerValue(frame, holder), at);
}

/** A destroyed object must not be used before it is initialised again. Its memory may be written. */
export function lowerDestroy(frame: Frame, { pointer, ints }: BuiltinOf<'destroy'>, at: SourceSpan): void {
  const { emitter } = frame;
  if (emitter.inAtomic) return;
  const base = emitter.keep(resized(lowerValue(frame, pointer), 32, true), at);
  for (let i = 0; i < ints; i++)
    emitter.emit({ kind: 'store', address: further(base, 4 * i), value: zero, lifetime: 'destroys', at });
}

export function lowerCleanupPush(frame: Frame, builtin: BuiltinOf<'cleanup-push'>, at: SourceSpan): void {
  const { emitter, thread } = frame;
  const target = emitter.keep(lowerValue(frame, builtin.handler), at);
  const argument = emitter.keep(lowerValue(frame, builtin.argument), at);
  thread.cleanups.push((here) => {
    dispatch(frame, builtin.handler, target, here, (symbol) => {
      inline(frame, symbol, [[argument]], here);
    });
  });
}

export function lowerCleanupPop(frame: Frame, builtin: BuiltinOf<'cleanup-pop'>, at: SourceSpan): void {
  const cleanup = frame.thread.cleanups.pop();
  if (cleanup === undefined) unsupported('pthread_cleanup_pop without its pthread_cleanup_push', at);
  const execute = lowerValue(frame, builtin.execute);
  frame.emitter.branch(
    truth(execute),
    () => cleanup?.(at),
    () => {},
    at,
  );
}
