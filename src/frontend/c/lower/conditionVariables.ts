// Condition variables. Every thread has a gate, a lock that is closed (1) most of the time. To wait, it puts the condition's
// address into its gate, gives up the mutex and locks the gate: it blocks until somebody opens it (0). So a wakeup that
// never comes is a deadlock and is found. Signal opens the gate of one thread that holds the condition at that moment,
// any one of them; broadcast opens all. Both are full fences, as POSIX says ("memory synchronization"), however many threads may
// wait. A wait may also end without a signal: then the mutex was given up and taken again, and nobody was at the gate. In a loop that
// only waits and looks again that is not tried, and elsewhere once for each wait in the text of a thread.

import { addressOf, constant, type Expr, register } from '../../../program/expression.js';
import type { ThreadId } from '../../../program/identity.js';
import type { InitialValue } from '../../../program/program.js';
import type { SourceSpan, Statement } from '../../../program/statement.js';
import type { BuiltinOf } from '../builtin.js';
import { unsupported } from '../diagnostics.js';
import { whileWaiting } from './cancellation.js';
import { foldBinary, foldConditional, foldUnary, one, resized, zero } from './fold.js';
import type { Frame } from './frame.js';
import { addressOfPlace, lowerPlace } from './places.js';
import type { ProgramState } from './state.js';
import { lowerValue } from './values.js';
import { giveBackMutex, takeMutex } from './waiting.js';

/** One gate per thread. */
const gates = 'cond.gate';

/** A wakeup orders nothing for C: the mutex that the waiter locks again does. */
const untold = { order: 'relaxed' } as const;

export const gateOf = (thread: Expr): Expr => foldBinary('+', addressOf(gates), thread);

/** A signal or broadcast; its code is written when all threads that can wait are known. */
export interface DeferredWake {
  readonly body: Statement[];
  readonly thread: ThreadId;
  readonly cond: Expr;
  readonly all: boolean;
  readonly temporary: () => string;
  readonly at: SourceSpan;
}

/** 0, or the timeout's code if it is a timed wait that gave up. */
export function lowerWait(frame: Frame, builtin: BuiltinOf<'cond-wait'>, at: SourceSpan): Expr {
  const { emitter, program, thread } = frame;
  if (emitter.inAtomic) unsupported('waiting in an atomic section', at);
  const cond = emitter.keep(resized(lowerValue(frame, builtin.cond), 32, true), at);
  const mutex = emitter.keep(addressOfPlace(lowerPlace(frame, builtin.mutex)), at);
  if (emitter.dead) return zero;
  program.waiters.add(thread.index);
  const gate = gateOf(constant(thread.index));
  const passing = (result: Expr): Expr => {
    giveBackMutex(frame, mutex, at);
    takeMutex(frame, mutex, at);
    return result;
  };
  const signalled = (): Expr => {
    emitter.orders.during(untold, () => emitter.store(gate, cond, at));
    giveBackMutex(frame, mutex, at);
    whileWaiting(frame, at, {
      wait: () => {
        emitter.emit({ kind: 'lock', address: gate, at });
        takeMutex(frame, mutex, at);
      },
      giveUp: () => {
        emitter.orders.during(untold, () => emitter.store(gate, one, at));
        takeMutex(frame, mutex, at);
      },
    });
    return zero;
  };
  const wait = (): Expr =>
    builtin.signalled || thread.looksAgain ? signalled() : unasked(frame, passing, signalled, at);
  const { timeout } = builtin;
  if (timeout === undefined) return wait();
  const gives = emitter.temporary();
  emitter.emit({ kind: 'nondet', target: gives, from: 0, to: 1, at });
  return emitter.choose(register(gives), () => passing(constant(timeout)), wait, at);
}

/** A wait that may end without a signal, once. */
function unasked(frame: Frame, passing: (result: Expr) => Expr, signalled: () => Expr, at: SourceSpan): Expr {
  const { emitter } = frame;
  const [wakes, woken] = [emitter.temporary(), emitter.temporary()];
  const choose: Statement = { kind: 'nondet', target: wakes, from: 0, to: 1, at };
  emitter.emit({ kind: 'assign', target: wakes, value: zero, at });
  emitter.emit({
    kind: 'if',
    condition: foldUnary('!', register(woken)),
    whenTrue: [choose],
    whenFalse: [],
    at,
  });
  return emitter.choose(
    register(wakes),
    () => {
      emitter.emit({ kind: 'assign', target: woken, value: one, at });
      return passing(zero);
    },
    signalled,
    at,
  );
}

export function lowerWake(
  frame: Frame,
  builtin: BuiltinOf<'cond-signal' | 'cond-broadcast'>,
  at: SourceSpan,
): void {
  const { emitter, program, thread } = frame;
  if (emitter.inAtomic) unsupported('signalling in an atomic section', at);
  const cond = emitter.keep(resized(lowerValue(frame, builtin.cond), 32, true), at);
  if (emitter.dead) return;
  const body: Statement[] = [];
  const label = emitter.label('wake');
  emitter.emit({ kind: 'block', label, body, at });
  program.wakes.push({
    body,
    thread: thread.index,
    cond,
    all: builtin.op === 'cond-broadcast',
    temporary: () => emitter.temporary(),
    at,
  });
}

/** Adds the gates and writes every signal, once all threads are lowered. */
export function finishConditions(program: ProgramState): void {
  if (program.waiters.size > 0) {
    const closed = new Array<InitialValue>(program.threads.length).fill(1);
    program.locations.push({ name: gates, initial: closed, array: true });
  }
  for (const wake of program.wakes) {
    const others = [...program.waiters].filter((thread) => thread !== wake.thread).sort((a, b) => a - b);
    const fence: Statement = { kind: 'fence', fence: 'full', at: wake.at, order: 'relaxed' };
    wake.body.push(fence);
    if (others.length === 0) continue;
    wake.body.push(
      ...(wake.all || others.length === 1 ? openAll(wake, others) : openOne(wake, others)),
      fence,
    );
  }
}

/** Opens each gate that holds the condition, one compare-and-swap per thread. */
function openAll({ at, cond }: DeferredWake, others: readonly number[]): Statement[] {
  return others.map((waiter) => ({
    kind: 'rmw',
    address: gateOf(constant(waiter)),
    op: { kind: 'cas', expected: cond, desired: zero },
    at,
  }));
}

/** Opens one of the gates that hold the condition. Which one is a free choice, made only if there are two. */
function openOne(wake: DeferredWake, others: readonly number[]): Statement[] {
  const { at, cond } = wake;
  const seen = others.map(() => wake.temporary());
  const waiting = seen.reduce<Expr>(
    (sum, name) => foldBinary('+', sum, foldBinary('==', register(name), cond)),
    zero,
  );
  const choice = wake.temporary();
  const preferred = others.reduce<Expr>(
    (rest, waiter, i) =>
      foldConditional(foldBinary('==', register(choice), constant(i)), constant(waiter), rest),
    constant(others[0]),
  );
  const done = 'woken';
  const tryGate = (waiter: Expr): Statement[] => {
    const found = wake.temporary();
    const open: Statement[] = [
      { kind: 'store', address: gateOf(waiter), value: zero, at, ...untold },
      { kind: 'break', label: done, at },
    ];
    return [
      { kind: 'load', target: found, address: gateOf(waiter), at, ...untold },
      { kind: 'if', condition: foldBinary('==', register(found), cond), whenTrue: open, whenFalse: [], at },
    ];
  };
  const scan = [preferred, ...others.map((waiter) => constant(waiter))].flatMap(tryGate);
  const look = others.map(
    (waiter, i): Statement => ({
      kind: 'load',
      target: seen[i],
      address: gateOf(constant(waiter)),
      at,
      ...untold,
    }),
  );
  return [
    { kind: 'atomic', body: look, at, ...untold },
    { kind: 'assign', target: choice, value: zero, at },
    {
      kind: 'if',
      condition: foldBinary('>', waiting, constant(1)),
      whenTrue: [{ kind: 'nondet', target: choice, from: 0, to: others.length - 1, at }],
      whenFalse: [],
      at,
    },
    { kind: 'atomic', body: [{ kind: 'block', label: done, body: scan, at }], at, ...untold },
  ];
}
