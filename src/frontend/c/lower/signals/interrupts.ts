// Interrupt handlers, as Dartagnan's programs register them. A handler runs once, in the thread that registered it, between any two of its
// events. Its code is written at each of these points, behind a choice. The handler sees the thread's store buffer and leaves its own
// stores there: its entry and its return are no fences. While it runs, its thread stands still, and only the handlers that it registers
// itself can interrupt it. A handler that has not come when its thread ends comes later, as a thread.

import { constant, type Expr } from '../../../../program/expression.js';
import type { SourceSpan } from '../../../../program/statement.js';
import type { BuiltinOf } from '../../builtin.js';
import { unsupported } from '../../diagnostics.js';
import type { FunctionSymbol } from '../../typed.js';
import { inline } from '../calls.js';
import { foldBinary, one, resized, zero } from '../fold.js';
import type { Frame } from '../frame.js';

interface Handler {
  readonly symbol: FunctionSymbol;
  readonly argument: Expr;
  /** Its number among the program's threads. */
  readonly index: number;
  /** A register: 1 from its registration until it comes. */
  readonly pending: string;
}

/** The handlers of a thread, or those that a handler registers itself. */
export interface Interrupts {
  readonly handlers: Handler[];
  readonly ofHandler: boolean;
  /** Whether what is created next is a handler. */
  marked: boolean;
  /** The register that says whether they may come. */
  enabled?: string;
}

export const noInterrupts = (ofHandler = false): Interrupts => ({ handlers: [], ofHandler, marked: false });

/** Each of them is written at each point as often as there are handlers. */
const most = 4;

/** The register that says whether handlers may come; from here on they may, unless it says otherwise. */
function enabledIn(frame: Frame, at: SourceSpan): string {
  const { emitter, thread } = frame;
  const { interrupts } = thread;
  if (interrupts.enabled !== undefined) return interrupts.enabled;
  if (thread.signals !== undefined) unsupported('an interrupt handler in a program that handles signals', at);
  const enabled = emitter.fresh('interrupts');
  interrupts.enabled = enabled;
  emitter.beginWith(enabled, one, at);
  emitter.interruptions.current = {
    registers: () => [enabled, ...interrupts.handlers.map(({ pending }) => pending)],
    come: (here) => anyOrder(frame, here ?? at),
    block: (wait, here) =>
      emitter.branch(
        interrupts.handlers.reduce<Expr>(
          (any, handler) => foldBinary('||', any, mayCome(frame, handler)),
          zero,
        ),
        () => wait(true),
        () => wait(false),
        here ?? at,
      ),
  };
  return enabled;
}

export function lowerInterrupt(frame: Frame, { what }: BuiltinOf<'interrupts'>, at: SourceSpan): void {
  const { emitter, thread } = frame;
  if (emitter.dead) return;
  if (emitter.inAtomic) unsupported('an interrupt handler in an atomic section', at);
  const enabled = enabledIn(frame, at);
  if (what === 'mark') thread.interrupts.marked = true;
  else {
    if (what === 'disable') emitter.interrupt(at);
    emitter.assign(enabled, what === 'enable' ? one : zero, at);
  }
}

export function registerHandler(
  frame: Frame,
  symbol: FunctionSymbol,
  argument: Expr,
  index: number,
  at: SourceSpan,
): void {
  const { emitter, thread } = frame;
  const { handlers } = thread.interrupts;
  if (emitter.inLoop) unsupported('an interrupt handler that is registered in a loop', at);
  if (handlers.length === most) unsupported(`more than ${most} interrupt handlers of a thread`, at);
  const pending = emitter.fresh('pending');
  emitter.beginWith(pending, zero, at);
  handlers.push({ symbol, argument: emitter.keep(argument, at), index, pending });
  emitter.assign(pending, one, at);
}

const mayCome = ({ emitter, thread }: Frame, { pending }: Handler): Expr =>
  foldBinary('&&', emitter.read(pending), emitter.read(thread.interrupts.enabled ?? pending));

/** Every order of n handlers is part of n rounds, of which the last ends with the first of them. */
function anyOrder(frame: Frame, at: SourceSpan): void {
  const { handlers } = frame.thread.interrupts;
  handlers.forEach((_, round) => {
    const last = round > 0 && round === handlers.length - 1;
    for (const handler of last ? handlers.slice(0, 1) : handlers) choose(frame, handler, at);
  });
}

function choose(frame: Frame, handler: Handler, at: SourceSpan): void {
  const { emitter } = frame;
  const whether = (): void => {
    const comes = emitter.temporary();
    emitter.emit({ kind: 'nondet', target: comes, from: 0, to: 1, at });
    emitter.branch(
      emitter.register(comes),
      () => run(frame, handler, at),
      () => {},
      at,
    );
  };
  emitter.branch(mayCome(frame, handler), whether, () => {}, at);
}

function run(frame: Frame, { symbol, argument, pending }: Handler, at: SourceSpan): void {
  const { emitter, program, thread } = frame;
  emitter.assign(pending, zero, at);
  const own: Frame = {
    ...frame,
    thread: { ...thread, interrupts: noInterrupts(true), looking: undefined },
    breaks: [],
    continues: [],
    ofHandler: true,
  };
  const args = (symbol.definition?.parameters ?? []).map(({ type }) => [
    resized(argument, program.valueWidth(type), false),
  ]);
  emitter.interruptions.without(() => {
    inline(own, symbol, args, at);
    emitter.interrupt(at);
  });
}

/** A thread that joins a handler of its own waits until the handler has come. `otherwise`: the thread joins another thread. */
export function joinHandler(frame: Frame, thread: Expr, at: SourceSpan, otherwise: () => void): void {
  const { emitter } = frame;
  const is = ({ index }: Handler): Expr => foldBinary('==', thread, constant(index));
  const joined = (handler: Handler): void => {
    emitter.interruptions.without(() =>
      emitter.branch(
        mayCome(frame, handler),
        () => run(frame, handler, at),
        () => {},
        at,
      ),
    );
    const forEver = (): void => void emitter.emit({ kind: 'join', thread: constant(handler.index), at });
    emitter.branch(emitter.read(handler.pending), forEver, () => {}, at);
  };
  emitter.select(frame.thread.interrupts.handlers, is, joined, at, otherwise);
}

/**
 * At the end of a thread, a handler that has not come comes now or starts as a thread of its own. Executions that leave several handlers
 * are cut, since several threads would not wait for each other.
 */
export function leaveHandlers(frame: Frame, at: SourceSpan): void {
  const { emitter, thread } = frame;
  const { handlers } = thread.interrupts;
  emitter.interrupt(at);
  if (thread.index === 0 || thread.interrupts.ofHandler) return;
  emitter.interruptions.without(() =>
    handlers.forEach((handler, i) => {
      const later = (): void => {
        for (const other of handlers.slice(i + 1))
          emitter.branch(
            mayCome(frame, other),
            () => emitter.cut(at),
            () => {},
            at,
          );
        emitter.emit({ kind: 'spawn', thread: handler.index, args: [], at });
      };
      emitter.branch(mayCome(frame, handler), later, () => {}, at);
    }),
  );
}
