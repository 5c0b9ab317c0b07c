// Cancelled threads (library/cancellation.ts says what they do): the cells that know of it, and waiting that it ends.
//
// A thread that waits for a condition has put the condition's address into its gate, given up the mutex (a full fence), and looks
// then whether it is cancelled. Who cancels it says so first (a locked instruction) and then opens the gate if an address is in
// it. So one of them sees the other, and no cancellation is slept over.

import { addressOf, constant, type Expr, register } from '../../../program/expression.js';
import type { InitialValue } from '../../../program/program.js';
import type { SourceSpan, Statement } from '../../../program/statement.js';
import type { BuiltinOf } from '../builtin.js';
import { unsupported } from '../diagnostics.js';
import { beforeJoinFunction, cancellationPointFunction, isCancelledFunction } from '../library/index.js';
import { inline } from './calls.js';
import { gateOf } from './conditionVariables.js';
import { foldBinary, resized, zero } from './fold.js';
import type { Frame } from './frame.js';
import type { ProgramState } from './state.js';
import { lowerValue } from './values.js';

/** One cell for each thread. */
const states = 'thread.cancel';

/** Opens a gate, if there are any: that is known when all threads are. */
export interface CancelWake {
  readonly body: Statement[];
  readonly thread: Expr;
  readonly held: string;
  readonly at: SourceSpan;
}

const stateOf = (thread: Expr): Expr => foldBinary('+', addressOf(states), thread);

/** What the cell held. */
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
  if (change === undefined) return emitter.load(address, at);
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
  program.cancelWakes.push({ body, thread, held: emitter.temporary(), at });
}

export function finishCancellation(program: ProgramState): void {
  if (program.cancels)
    program.locations.push({
      name: states,
      initial: new Array<InitialValue>(program.threads.length).fill(0),
      array: true,
    });
  if (program.waiters.size === 0) return;
  for (const { body, thread, held, at } of program.cancelWakes) {
    const waits = foldBinary('>', register(held), constant(1));
    const open: Statement = { kind: 'store', address: gateOf(thread), value: zero, at, order: 'relaxed' };
    body.push({
      kind: 'atomic',
      body: [
        { kind: 'load', target: held, address: gateOf(thread), at, order: 'relaxed' },
        { kind: 'if', condition: waits, whenTrue: [open], whenFalse: [], at },
      ],
      at,
      order: 'relaxed',
    });
  }
}

/** `wait` blocks; `giveUp` is done instead by a thread that is cancelled, before it ends. */
export function whileWaiting(
  frame: Frame,
  at: SourceSpan,
  { wait, giveUp }: { readonly wait: () => void; readonly giveUp: () => void },
): void {
  const { functions } = frame.program.unit;
  const isCancelled = functions.get(isCancelledFunction);
  const point = functions.get(cancellationPointFunction);
  if (isCancelled === undefined || point === undefined) {
    wait();
    return;
  }
  const [cancelled = zero] = inline(frame, isCancelled, [], at);
  frame.emitter.branch(cancelled, giveUp, wait, at);
  inline(frame, point, [], at);
}

/** A join is a cancellation point. */
export function beforeJoin(frame: Frame, at: SourceSpan): void {
  const symbol = frame.program.unit.functions.get(beforeJoinFunction);
  if (symbol !== undefined) inline(frame, symbol, [], at);
}
