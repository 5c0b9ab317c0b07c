// Functions that wait for signals: until a handler has run, or until a signal of a set is there.

import { addressOf, constant, type Expr } from '../../../../program/expression.js';
import type { SourceSpan } from '../../../../program/statement.js';
import { unsupported } from '../../diagnostics.js';
import { foldBinary, isFalse, not, one, truth, zero } from '../fold.js';
import type { Frame } from '../frame.js';
import { mayBeCancelled } from '../threads/cancellation.js';
import { assumeHandled, cellsFor, deliverPending, handle, mayCome } from './signalDelivery.js';
import {
  bitOf,
  isBlocked,
  isPending,
  known,
  maskOf,
  most,
  noSignal,
  numbersOf,
  othersThan,
  sent,
  setMask,
  setPending,
} from './signalState.js';

const nothing = (): void => {};

/** Waiting for a signal is a cancellation point that nothing wakes. */
function refuseCancelled({ program, thread }: Frame, at: SourceSpan): void {
  if (mayBeCancelled(program, thread.index))
    unsupported('waiting for a signal in a thread that may be cancelled', at);
}

interface Arrival {
  readonly signal: number;
  /** Whether it is there already; absent: it is waited for in the cell. */
  readonly isThere?: Expr;
  readonly cell?: Expr;
  readonly claim: () => void;
}

/** Waits until one of them is there. */
function awaitOne(
  frame: Frame,
  arrivals: readonly Arrival[],
  at: SourceSpan,
  use: (signal: number) => void,
): void {
  const { emitter, program } = frame;
  const arrive = ({ signal, isThere, cell, claim }: Arrival, interruptible: boolean): void => {
    if (isThere !== undefined) emitter.assume(isThere, at);
    if (cell !== undefined)
      emitter.interruptions.without(() =>
        emitter.emit({
          kind: 'lock',
          address: cell,
          until: { test: '==', value: constant(sent.one) },
          leaves: { op: '=', value: constant(sent.none) },
          ...(interruptible ? { interruptible } : {}),
          at,
        }),
      );
    claim();
    use(signal);
  };
  const [only] = arrivals;
  if (only === undefined) {
    program.waitsForNoSignal = true;
    const until = { test: '==', value: one } as const;
    emitter.interruptions.without(() =>
      emitter.emit({ kind: 'lock', address: addressOf(noSignal), until, at }),
    );
    return;
  }
  if (arrivals.length === 1) {
    arrive(only, false);
    return;
  }
  const chosen = emitter.temporary();
  emitter.emit({ kind: 'nondet', target: chosen, from: 0, to: arrivals.length - 1, at });
  const is = (arrival: Arrival): Expr =>
    foldBinary('==', emitter.register(chosen), constant(arrivals.indexOf(arrival)));
  emitter.select(arrivals, is, (arrival) => arrive(arrival, true), at);
}

/** The ways in which the signal reaches the thread from outside or from other threads. */
function arrivalsOf(frame: Frame, signal: number, at: SourceSpan): Arrival[] {
  const { emitter, thread } = frame;
  const coming = thread.signals?.coming.get(signal);
  if (coming !== undefined) {
    const claim = (): void => emitter.assign(coming, zero, at);
    return isFalse(emitter.read(coming)) ? [] : [{ signal, isThere: emitter.read(coming), claim }];
  }
  return cellsFor(frame, signal).map((cell) => ({ signal, cell, claim: nothing }));
}

/** With this blocked, waits until a handler has run. */
export function suspend(frame: Frame, mask: Expr, at: SourceSpan): void {
  const { emitter, program, thread } = frame;
  const { signals } = thread;
  refuseCancelled(frame, at);
  if (signals === undefined) return;
  const before = emitter.keep(maskOf(frame), at);
  setMask(frame, mask, at, true);
  emitter.assign(signals.ran, zero, at);
  deliverPending(frame, at);
  const wait = (): void => {
    const numbers = numbersOf(program).filter((signal) => mayCome(frame, signal));
    const use = (signal: number): void => {
      emitter.assume(not(isBlocked(frame, signal)), at);
      assumeHandled(frame, signal, at);
      handle(frame, signal, at);
      emitter.assume(emitter.read(signals.ran), at);
    };
    const some = (): void =>
      awaitOne(
        frame,
        numbers.flatMap((signal) => arrivalsOf(frame, signal, at)),
        at,
        use,
      );
    const registers = numbers.flatMap((signal) => signals.coming.get(signal) ?? []);
    if (registers.length === 0) some();
    else {
      const any = registers.reduce<Expr>((or, name) => foldBinary('||', or, emitter.read(name)), zero);
      emitter.branch(any, some, () => awaitOne(frame, [], at, use), at);
    }
  };
  emitter.branch(emitter.read(signals.ran), nothing, wait, at);
  setMask(frame, before, at, true);
  deliverPending(frame, at);
}

/** A signal of the set that is there, or comes. Where signals come from outside it is any of them. */
export function take(frame: Frame, set: Expr, at: SourceSpan): Expr {
  const { emitter, program } = frame;
  refuseCancelled(frame, at);
  const result = emitter.temporary();
  const has = (signal: number): Expr => truth(foldBinary('&', set, bitOf(signal)));
  const use = (signal: number): void => {
    emitter.assume(has(signal), at);
    emitter.assign(result, constant(signal), at);
  };
  const own = numbersOf(program).flatMap((signal): Arrival[] => {
    const isThere = foldBinary('&&', isPending(frame, signal), has(signal));
    return isFalse(isThere) ? [] : [{ signal, isThere, claim: () => setPending(frame, signal, zero, at) }];
  });
  const among = (numbers: Iterable<number>): void =>
    awaitOne(
      frame,
      [...numbers].filter((signal) => !isFalse(has(signal))).map((signal) => ({ signal, claim: nothing })),
      at,
      use,
    );
  const outside = (): void => {
    const all = (): void => among(Array.from({ length: most }, (_, i) => i + 1));
    const members = known(program).inSets;
    if (members === undefined) all();
    else emitter.branch(truth(foldBinary('&', set, othersThan(members))), all, () => among(members), at);
  };
  const others = (): void => {
    if (!known(program).flags.has('sends')) outside();
    else {
      const numbers = numbersOf(program).filter((signal) => !isFalse(has(signal)));
      awaitOne(
        frame,
        numbers.flatMap((signal) => arrivalsOf(frame, signal, at)),
        at,
        use,
      );
    }
  };
  const isThere = own.reduce<Expr>((any, arrival) => foldBinary('||', any, arrival.isThere ?? zero), zero);
  // a signal that comes during the wait may as well come before or after it
  emitter.interruptions.without(() =>
    emitter.branch(isThere, () => awaitOne(frame, own, at, use), others, at),
  );
  return emitter.read(result);
}
