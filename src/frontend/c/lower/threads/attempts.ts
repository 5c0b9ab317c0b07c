// Attempts to take a lock or a semaphore, which do not wait. Which of them are locked instructions when they fail, library/strength/ says.

import { constant, type Expr, register } from '../../../../program/expression.js';
import { loadPart, type MemoryOrder, releases } from '../../../../program/memoryOrder.js';
import type { SourceSpan } from '../../../../program/statement.js';
import type { BuiltinOf } from '../../builtin.js';
import { foldBinary, foldConditional, truth, zero } from '../fold.js';
import type { Frame } from '../frame.js';
import { addressOfPlace, lowerPlace } from '../memory/places.js';
import { lowerValue } from '../values.js';
import { selfOf } from './waiting.js';

/** A spin lock: a compare-exchange, which is a locked instruction when it fails, too. */
export function lowerTryLock(
  frame: Frame,
  { mutex, busy, looks }: BuiltinOf<'trylock'>,
  at: SourceSpan,
): Expr {
  const { emitter } = frame;
  const address = addressOfPlace(lowerPlace(frame, mutex));
  const busyIf = (held: Expr): Expr => foldConditional(truth(held), constant(busy), zero);
  if (looks)
    return busyIf(
      attempt(
        frame,
        { address, test: '==', value: zero, leaves: '=', change: selfOf(frame), order: 'acquire' },
        at,
      ),
    );
  const target = emitter.temporary();
  emitter.fence('full', at, 'relaxed');
  emitter.emit({
    order: 'acquire',
    failure: 'relaxed',
    kind: 'rmw',
    target,
    address,
    op: { kind: 'cas', expected: zero, desired: selfOf(frame) },
    at,
  });
  emitter.fence('full', at, 'relaxed');
  return busyIf(register(target));
}

export function lowerTry(frame: Frame, builtin: BuiltinOf<'try'>, at: SourceSpan): Expr {
  const { emitter } = frame;
  const address = addressOfPlace(lowerPlace(frame, builtin.cell));
  const value = emitter.keep(lowerValue(frame, builtin.value), at);
  const change = emitter.keep(lowerValue(frame, builtin.change), at);
  return attempt(frame, { ...builtin, address, value, change }, at);
}

interface Attempt extends Pick<BuiltinOf<'try'>, 'test' | 'leaves' | 'order'> {
  readonly address: Expr;
  readonly value: Expr;
  readonly change: Expr;
}

/** A load that looks whether the test may succeed, and a locked instruction if it does. */
function attempt(
  frame: Frame,
  { address, test, value, leaves, change, order }: Attempt,
  at: SourceSpan,
): Expr {
  const { emitter } = frame;
  const cell = emitter.keep(address, at);
  const target = emitter.temporary();
  const found = register(target);
  const passes = foldBinary(test, found, value);
  const look = (read: MemoryOrder): void => {
    emitter.emit({ kind: 'load', target, address: cell, order: read, at });
  };
  const takes = (): void => {
    look(loadPart(order));
    const left = leaves === '=' ? change : foldBinary('+', found, change);
    emitter.branch(
      passes,
      () =>
        emitter.emit({
          kind: 'store',
          address: cell,
          value: left,
          order: releases(order) ? 'release' : 'relaxed',
          at,
        }),
      () => {},
      at,
    );
  };
  if (emitter.inAtomic) takes();
  else {
    look(order === 'seq_cst' ? order : 'relaxed');
    emitter.branch(
      passes,
      () => emitter.orders.during({ order }, () => emitter.atomic(takes, at)),
      () => {},
      at,
    );
  }
  return emitter.keep(found, at);
}
