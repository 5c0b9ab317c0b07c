// Condition variables. A thread that waits registers for the condition, gives up the mutex and blocks at a gate of its
// own, which is a lock: so a wakeup that never comes is a deadlock and is found. Signal opens the gate of one thread
// registered at that moment, any one of them; broadcast opens all. Wakeups without a signal are not modelled.

import { addressOf, constant, type Expr, register } from '../../../program/expression.js';
import type { InitialValue } from '../../../program/program.js';
import type { SourceSpan, Statement } from '../../../program/statement.js';
import type { BuiltinOf } from '../builtin.js';
import { unsupported } from '../diagnostics.js';
import { foldBinary, foldConditional, zero } from './fold.js';
import type { Frame } from './frame.js';
import { addressOfPlace, lowerPlace } from './places.js';
import type { ProgramState } from './state.js';
import { lowerValue } from './values.js';

/** Per thread: the condition it is registered for, or 0. */
const waitingLocation = 'cond.waiting';
/** Per thread: the lock it blocks at, closed but for a moment after it was signalled. */
const gateLocation = 'cond.gate';

const cell = (location: string, thread: Expr): Expr => foldBinary('+', addressOf(location), thread);

/** A signal or broadcast; its code is written when all threads that can wait are known. */
export interface DeferredWake {
  readonly body: Statement[];
  readonly thread: number;
  readonly cond: Expr;
  readonly all: boolean;
  readonly temporary: () => string;
  readonly at: SourceSpan;
}

/** 0, or the timeout's code if it is a timed wait that gave up. */
export function lowerWait(frame: Frame, builtin: BuiltinOf<'cond-wait'>, at: SourceSpan): Expr {
  const { emitter, program, thread } = frame;
  if (emitter.inAtomic) unsupported('waiting in an atomic section', at);
  const cond = emitter.keep(lowerValue(frame, builtin.cond), at);
  const mutex = emitter.keep(addressOfPlace(lowerPlace(frame, builtin.mutex)), at);
  if (emitter.dead) return zero;
  program.waiters.add(thread.index);
  const self = constant(thread.index);
  const wait = (): Expr => {
    emitter.store(cell(waitingLocation, self), cond, at);
    emitter.emit({ kind: 'unlock', address: mutex, at });
    emitter.emit({ kind: 'lock', address: cell(gateLocation, self), at });
    emitter.emit({ kind: 'lock', address: mutex, at });
    return zero;
  };
  if (builtin.timeout === undefined) return wait();
  const { timeout } = builtin;
  const choice = emitter.temporary();
  emitter.emit({ kind: 'nondet', target: choice, from: 0, to: 1, at });
  return emitter.choose(
    register(choice),
    () => {
      emitter.emit({ kind: 'unlock', address: mutex, at });
      emitter.emit({ kind: 'lock', address: mutex, at });
      return constant(timeout);
    },
    wait,
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
  const cond = emitter.keep(lowerValue(frame, builtin.cond), at);
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

/** Adds the locations and writes every signal, once all threads are lowered. */
export function finishConditions(program: ProgramState): void {
  if (program.waiters.size === 0) return;
  const threads = program.threads.length;
  const cells = (value: InitialValue): InitialValue[] => new Array<InitialValue>(threads).fill(value);
  program.locations.push(
    { name: waitingLocation, initial: cells(0), array: true },
    { name: gateLocation, initial: cells(1), array: true },
  );
  for (const wake of program.wakes) {
    const others = [...program.waiters].filter((thread) => thread !== wake.thread).sort((a, b) => a - b);
    if (others.length > 0) wake.body.push(...(wake.all ? broadcast(wake, others) : signal(wake, others)));
  }
}

/** If thread `waiter` is registered for the condition, opens its gate. */
function release(wake: DeferredWake, waiter: Expr, then: readonly Statement[]): Statement[] {
  const { at, cond } = wake;
  const found = wake.temporary();
  return [
    { kind: 'load', target: found, address: cell(waitingLocation, waiter), at },
    {
      kind: 'if',
      condition: foldBinary('==', register(found), cond),
      whenTrue: [
        { kind: 'store', address: cell(waitingLocation, waiter), value: zero, at },
        { kind: 'store', address: cell(gateLocation, waiter), value: zero, at },
        ...then,
      ],
      whenFalse: [],
      at,
    },
  ];
}

function broadcast(wake: DeferredWake, others: readonly number[]): Statement[] {
  const body = others.flatMap((waiter) => release(wake, constant(waiter), []));
  return [{ kind: 'atomic', body, at: wake.at }];
}

/** With several threads that may wait, which one wakes is a free choice; it is made only if two are waiting. */
function signal(wake: DeferredWake, others: readonly number[]): Statement[] {
  const { at, cond } = wake;
  if (others.length === 1) return broadcast(wake, others);
  const registers = others.map(() => wake.temporary());
  const waiting = registers.reduce<Expr>(
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
  const leave: Statement[] = [{ kind: 'break', label: done, at }];
  const scan = [preferred, ...others.map((waiter) => constant(waiter))].flatMap((waiter) =>
    release(wake, waiter, leave),
  );
  return [
    {
      kind: 'atomic',
      body: others.map((waiter, i) => ({
        kind: 'load' as const,
        target: registers[i],
        address: cell(waitingLocation, constant(waiter)),
        at,
      })),
      at,
    },
    { kind: 'assign', target: choice, value: zero, at },
    {
      kind: 'if',
      condition: foldBinary('>', waiting, constant(1)),
      whenTrue: [{ kind: 'nondet', target: choice, from: 0, to: others.length - 1, at }],
      whenFalse: [],
      at,
    },
    { kind: 'atomic', body: [{ kind: 'block', label: done, body: scan, at }], at },
  ];
}
