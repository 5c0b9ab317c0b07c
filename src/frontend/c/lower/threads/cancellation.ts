// Cancelled threads (library/cancellation.ts says what they do): the cells that record a cancellation, and waits that it ends.
//
// A waiter for a condition puts the condition's address into its gate and gives up the mutex (a full fence). Then it checks whether it is
// cancelled. The cancelling thread first records the cancellation (a locked instruction). Then it opens the gate if an address is in it.
// So one of them sees the other, and no thread sleeps through its cancellation.

import { addressOf, constant, type Expr, register } from '../../../../program/expression.js';
import type { ThreadId } from '../../../../program/identity.js';
import type { InitialValue } from '../../../../program/program.js';
import type { SourceSpan, Statement } from '../../../../program/statement.js';
import type { BuiltinOf } from '../../builtin.js';
import { unsupported } from '../../diagnostics.js';
import {
  beforeJoinFunction,
  cancellationPointFunction,
  cancelsMainFunction,
  hasEnded,
  isCancelledFunction,
  looksForEndFunction,
} from '../../library/index.js';
import { inline } from '../calls.js';
import type { Emitter } from '../emitter.js';
import { foldBinary, one, resized, zero } from '../fold.js';
import type { Frame } from '../frame.js';
import type { ProgramState } from '../state.js';
import { lowerValue } from '../values.js';
import { gateOf } from './conditionVariables.js';

/** One cell for each thread. */
const states = 'thread.cancel';

/** A bit of the cell beside the library's bits: the cancelling thread found the thread waiting for a condition. */
const wokenByCancel = 4;

/** Opens a gate, if there are any: that is known when all threads are. */
export interface CancelWake {
  readonly body: Statement[];
  readonly thread: Expr;
  /** Registers for what the gate and the cell of the thread hold. */
  readonly held: string;
  readonly state: string;
  readonly at: SourceSpan;
}

/** The library's own loads are relaxed: they are no accesses of the program. */
const untold = (emitter: Emitter, load: () => Expr): Expr =>
  emitter.orders.during({ order: 'relaxed' }, load);

const stateOf = (thread: Expr): Expr => foldBinary('+', addressOf(states), thread);

/** Returns the value that the cell held. */
export function lowerCancelState(
  frame: Frame,
  { thread, change }: BuiltinOf<'cancel-state'>,
  at: SourceSpan,
): Expr {
  const { emitter, program } = frame;
  program.cancels = true;
  const of =
    thread === undefined ? constant(frame.thread.index) : resized(lowerValue(frame, thread), 32, true);
  const address = emitter.keep(stateOf(of), at);
  if (change === undefined && thread !== undefined) program.looksForEnds = true;
  if (change === undefined) return untold(emitter, () => emitter.load(address, at));
  const value = lowerValue(frame, change.value);
  const target = emitter.temporary();
  emitter.fence('full', at, 'relaxed');
  emitter.emit({ kind: 'rmw', target, address, op: { kind: 'fetch', op: change.rmw, value }, at });
  emitter.fence('full', at, 'relaxed');
  return register(target);
}

export function lowerCancelWake(frame: Frame, builtin: BuiltinOf<'cancel-wake'>, at: SourceSpan): void {
  const { emitter, program } = frame;
  if (emitter.inAtomic) unsupported('cancelling a thread in an atomic section', at);
  const thread = emitter.keep(resized(lowerValue(frame, builtin.thread), 32, true), at);
  if (emitter.dead) return;
  const body: Statement[] = [];
  emitter.emit({ kind: 'block', label: emitter.label('cancel'), body, at });
  program.cancelWakes.push({ body, thread, held: emitter.temporary(), state: emitter.temporary(), at });
}

export function finishCancellation(program: ProgramState): void {
  if (program.cancels)
    program.locations.push({
      name: states,
      initial: new Array<InitialValue>(program.threads.length).fill(0),
      array: true,
    });
  if (program.waiters.size === 0) return;
  for (const { body, thread, held, state, at } of program.cancelWakes) {
    const relaxed = { at, order: 'relaxed' } as const;
    const waits = foldBinary('>', register(held), constant(1));
    const isCancelled = foldBinary('==', foldBinary('&', register(state), constant(3)), one);
    const noted = foldBinary('|', register(state), constant(wokenByCancel));
    const open: Statement[] = [
      { kind: 'store', address: gateOf(thread), value: zero, ...relaxed },
      { kind: 'store', address: stateOf(thread), value: noted, ...relaxed },
    ];
    body.push({
      kind: 'atomic',
      body: [
        { kind: 'load', target: held, address: gateOf(thread), ...relaxed },
        { kind: 'load', target: state, address: stateOf(thread), ...relaxed },
        { kind: 'if', condition: foldBinary('&', waits, isCancelled), whenTrue: open, whenFalse: [], at },
      ],
      ...relaxed,
    });
  }
}

interface GateWait {
  readonly gate: Expr;
  /** Blocks until the gate is opened. */
  readonly wait: () => void;
  /** Signals the condition. */
  readonly signal: () => void;
  readonly takeMutex: () => void;
}

/**
 * Waits at the gate and takes the mutex. A thread that is cancelled meanwhile ends then. A thread that is signalled before it is cancelled
 * may also return, and end at the next cancellation point. If it ends here, the signal goes to another thread.
 */
export function waitAtGate(frame: Frame, at: SourceSpan, { gate, wait, signal, takeMutex }: GateWait): void {
  const { emitter } = frame;
  const isCancelled = frame.program.unit.functions.get(isCancelledFunction);
  const whenCancelled = (end: () => void, goOn: () => void): void => {
    const [cancelled = zero] = isCancelled === undefined ? [] : inline(frame, isCancelled, [], at);
    emitter.branch(cancelled, end, goOn, at);
  };
  const nothing = (): void => {};
  const state = stateOf(constant(frame.thread.index));
  const woken = (): Expr =>
    foldBinary(
      '&',
      untold(emitter, () => emitter.load(state, at)),
      constant(wokenByCancel),
    );
  const end = (signalled: Expr): void => {
    emitter.branch(signalled, signal, nothing, at);
    takeMutex();
    testForCancellation(frame, at);
  };
  whenCancelled(
    () => {
      const held = emitter.temporary();
      emitter.emit({ kind: 'rmw', target: held, address: gate, op: { kind: 'xchg', value: one }, at });
      const signalled = foldBinary('==', register(held), zero);
      end(foldBinary('&', signalled, foldBinary('==', woken(), zero)));
    },
    () => {
      wait();
      whenCancelled(() => {
        const isWoken = emitter.keep(woken(), at);
        const acts = emitter.temporary();
        emitter.emit({ kind: 'nondet', target: acts, from: 0, to: 1, at });
        emitter.branch(
          foldBinary('|', isWoken, register(acts)),
          () => end(foldBinary('==', isWoken, zero)),
          takeMutex,
          at,
        );
      }, takeMutex);
    },
  );
}

/** Ends the thread here if it is cancelled. */
export function testForCancellation(frame: Frame, at: SourceSpan): void {
  const point = frame.program.unit.functions.get(cancellationPointFunction);
  if (point !== undefined && frame.program.unit.functions.has(isCancelledFunction))
    inline(frame, point, [], at);
}

const cancelsMain = ({ unit }: ProgramState): boolean => unit.functions.has(cancelsMainFunction);

/** main is not, in a program where it has no name. */
export const mayBeCancelled = (program: ProgramState, thread: ThreadId): boolean =>
  program.unit.functions.has(isCancelledFunction) && (thread > 0 || cancelsMain(program));

/** A join is a cancellation point: a thread that may be cancelled meanwhile looks for the end of the other again and again. */
export function beforeJoin(frame: Frame, thread: Expr, at: SourceSpan): void {
  const symbol = frame.program.unit.functions.get(beforeJoinFunction);
  if (symbol === undefined || (frame.thread.index === 0 && !cancelsMain(frame.program))) return;
  frame.program.looksForEnds = true;
  inline(frame, symbol, [[resized(thread, 64, true)]], at);
}

/** The last step of a thread records its end, if some thread looks for it. */
export function noteEnd(program: ProgramState, emitter: Emitter, thread: ThreadId, at: SourceSpan): void {
  const { functions } = program.unit;
  const isLookedFor = functions.has(looksForEndFunction);
  if (!functions.has(beforeJoinFunction) && !isLookedFor) return;
  if (thread === 0 && !cancelsMain(program) && !isLookedFor) return;
  const body: Statement[] = [];
  emitter.emit({ kind: 'block', label: emitter.label('ends'), body, at });
  program.onceComplete.push(() => {
    if (program.looksForEnds)
      body.push({
        kind: 'rmw',
        address: stateOf(constant(thread)),
        op: { kind: 'fetch', op: '|', value: constant(hasEnded) },
        at,
      });
  });
}
