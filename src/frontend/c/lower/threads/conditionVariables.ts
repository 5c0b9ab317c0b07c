// Condition variables. Every thread has a gate, a lock that is closed (1) most of the time. To wait, a thread puts the condition's address
// into its gate, gives up the mutex and locks the gate. It blocks until another thread opens the gate (0). So a wakeup that never comes is
// a deadlock and is found. Signal opens the gate of one thread that holds the condition at that moment, any one of them; broadcast opens
// all. Both are full fences if they wake a thread, as POSIX says ("memory synchronization"), and loads if no thread waits, as in glibc. A
// wait may also end without a signal: then the thread only gives up the mutex and takes it again, without its gate.

import { addressOf, constant, type Expr, keyOfExpression, register } from '../../../../program/expression.js';
import type { ThreadId } from '../../../../program/identity.js';
import { defaultUnroll } from '../../../../program/loopBounds.js';
import type { InitialValue } from '../../../../program/program.js';
import type { SourceSpan, Statement } from '../../../../program/statement.js';
import type { BuiltinOf } from '../../builtin.js';
import { unsupported } from '../../diagnostics.js';
import type { Place } from '../../typed.js';
import { mayBeSeveral } from '../analysis/objectCounts.js';
import { foldBinary, foldConditional, foldUnary, one, resized, staticAddress, zero } from '../fold.js';
import type { Frame, LookingLoop } from '../frame.js';
import { addressOfPlace, lowerPlace } from '../memory/places.js';
import type { ProgramState } from '../state.js';
import { lowerValue } from '../values.js';
import { testForCancellation, waitAtGate } from './cancellation.js';
import { distanceBetween, finishMutexesOfConditions, waitWithMutex } from './conditionMutexes.js';
import { maySleepWith, waitingMutex } from './waiting.js';

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

/** The destruction of a condition. Its check for waiters is written when all threads that can wait are known. */
export interface DeferredDestruction {
  readonly body: Statement[];
  readonly thread: ThreadId;
  readonly cond: Expr;
  /** The name of the function that destroys the condition. */
  readonly name: string;
  readonly temporary: () => string;
  readonly at: SourceSpan;
}

/**
 * The address of a condition. It holds nothing, but one that may not exist, not any more or not yet, is looked at, as the library
 * would.
 */
function conditionOf(frame: Frame, place: Place, at: SourceSpan): Expr {
  const { emitter, program } = frame;
  const cond = emitter.keep(resized(addressOfPlace(lowerPlace(frame, place)), 32, true), at);
  const location = staticAddress(cond)?.location;
  const isThere = location !== undefined && !program.locals.has(location) && !program.unit.destroysConditions;
  if (!isThere) emitter.orders.during({ order: 'seq_cst' }, () => emitter.load(cond, at));
  return cond;
}

/** 0, or the code of a timed wait that gave up, or was given no time, or of one with a mutex of others. */
export function lowerWait(frame: Frame, builtin: BuiltinOf<'cond-wait'>, at: SourceSpan): Expr {
  const { emitter } = frame;
  if (emitter.inAtomic) unsupported('waiting in an atomic section', at);
  const cond = conditionOf(frame, builtin.cond, at);
  const address = addressOfPlace(lowerPlace(frame, builtin.mutex));
  const mutex = emitter.keep(address, at);
  const distance = distanceBetween(builtin.cond, builtin.mutex);
  const severalMutexes = mayBeSeveral(frame.program.unit, builtin.mutex.type);
  const { timed } = builtin;
  const isTime = timed === undefined ? one : emitter.keep(lowerValue(frame, timed.isTime), at);
  return emitter.choose(
    isTime,
    () =>
      emitter.choose(
        maySleepWith(frame, mutex, at),
        () => waitUntil(frame, builtin, { cond, address, mutex, distance, severalMutexes }, at),
        () => constant(builtin.notOwner),
        at,
      ),
    () => constant(timed?.invalid ?? 0),
    at,
  );
}

interface Waited {
  readonly cond: Expr;
  readonly address: Expr;
  readonly mutex: Expr;
  readonly distance: number | undefined;
  readonly severalMutexes: boolean;
}

function waitUntil(
  frame: Frame,
  { timed, signalled: isAlwaysSignalled }: BuiltinOf<'cond-wait'>,
  { cond, address, mutex, distance, severalMutexes }: Waited,
  at: SourceSpan,
): Expr {
  const { emitter, program, thread } = frame;
  testForCancellation(frame, at);
  if (emitter.dead) return zero;
  program.waiters.add(thread.index);
  if (severalMutexes) waitWithMutex(frame, { cond, mutex: resized(mutex, 32, true), distance, at });
  const gate = gateOf(constant(thread.index));
  const { giveBack, takeAgain, says } = waitingMutex(frame, mutex, at);
  const passing = (result: Expr): Expr => {
    giveBack();
    takeAgain();
    return says(result);
  };
  // a timed wait without a signal gives up, which is another choice: this one assumes the signal
  const pass = (address: Expr): void => {
    const found = emitter.temporary();
    emitter.emit({ kind: 'rmw', target: found, address, op: { kind: 'xchg', value: one }, at });
    emitter.assume(foldBinary('==', register(found), zero), at);
  };
  const signalled = (): Expr => {
    emitter.orders.during(untold, () => emitter.store(gate, cond, at));
    giveBack();
    waitAtGate(frame, at, {
      gate,
      wait: () => (timed === undefined ? emitter.emit({ kind: 'lock', address: gate, at }) : pass(gate)),
      signal: () => wakeLater(frame, cond, false, at),
      takeMutex: takeAgain,
    });
    return says(zero);
  };
  const wait = (): Expr => {
    const { looking } = thread;
    const isTakenBefore =
      looking?.mutex !== undefined && keyOfExpression(looking.mutex) === keyOfExpression(address);
    if (isAlwaysSignalled || isTakenBefore) return signalled();
    return looking === undefined
      ? unasked(frame, passing, signalled, at)
      : unaskedLast(frame, looking, passing, signalled, at);
  };
  if (timed === undefined) return wait();
  const gives = emitter.temporary();
  emitter.emit({ kind: 'nondet', target: gives, from: 0, to: 1, at });
  return emitter.choose(register(gives), () => passing(constant(timed.timeout)), wait, at);
}

/** Rounds of loops for each of which a wait in them may once more end without a signal. */
const roundsPerWakeup = defaultUnroll;

/**
 * A wait that may end without a signal. In a loop with an unknown number of rounds it does so once, or more often with a larger bound on
 * loops. Executions with more such wakeups are cut, and the answer says so.
 */
function unasked(frame: Frame, passing: (result: Expr) => Expr, signalled: () => Expr, at: SourceSpan): Expr {
  const { emitter } = frame;
  const [wakes, woken] = [emitter.temporary(), emitter.temporary()];
  const most = Math.max(1, Math.floor(frame.program.options.unroll / roundsPerWakeup));
  const isCut = frame.thread.inOpenLoop;
  emitter.emit({ kind: 'nondet', target: wakes, from: 0, to: 1, at });
  return emitter.choose(
    register(wakes),
    () => {
      if (isCut)
        emitter.branch(
          foldBinary('>=', register(woken), constant(most)),
          () => emitter.cut(at),
          () => {},
          at,
        );
      emitter.emit({ kind: 'assign', target: woken, value: foldBinary('+', register(woken), one), at });
      return passing(zero);
    },
    signalled,
    at,
  );
}

/** A wait that may end without a signal only if the loop around it is left then. Of several such wakeups in a row the last is enough. */
function unaskedLast(
  { emitter }: Frame,
  { leaves }: LookingLoop,
  passing: (result: Expr) => Expr,
  signalled: () => Expr,
  at: SourceSpan,
): Expr {
  const wakes = emitter.temporary();
  emitter.emit({ kind: 'assume', condition: foldUnary('!', register(leaves)), at });
  emitter.emit({ kind: 'nondet', target: wakes, from: 0, to: 1, at });
  return emitter.choose(
    register(wakes),
    () => {
      emitter.emit({ kind: 'assign', target: leaves, value: one, at });
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
  const { emitter } = frame;
  if (emitter.inAtomic) unsupported('signalling in an atomic section', at);
  const cond = conditionOf(frame, builtin.cond, at);
  if (!emitter.dead) wakeLater(frame, cond, builtin.op === 'cond-broadcast', at);
}

function wakeLater({ emitter, program, thread }: Frame, cond: Expr, all: boolean, at: SourceSpan): void {
  const body: Statement[] = [];
  emitter.emit({ kind: 'block', label: emitter.label('wake'), body, at });
  program.wakes.push({ body, thread: thread.index, cond, all, temporary: () => emitter.temporary(), at });
}

export function lowerConditionDestroy(
  frame: Frame,
  builtin: BuiltinOf<'cond-destroy'>,
  at: SourceSpan,
): void {
  const { emitter, program, thread } = frame;
  const cond = conditionOf(frame, builtin.cond, at);
  if (emitter.dead || emitter.inAtomic) return;
  const body: Statement[] = [];
  emitter.emit({ kind: 'block', label: emitter.label('destroy'), body, at });
  const temporary = (): string => emitter.temporary();
  program.destructions.push({ body, thread: thread.index, cond, name: builtin.name, temporary, at });
  emitter.emit({ kind: 'store', address: cond, value: zero, lifetime: 'destroys', at });
}

/** Adds the gates and writes every signal, once all threads are lowered. */
export function finishConditions(program: ProgramState): void {
  if (program.waiters.size > 0) {
    const closed = new Array<InitialValue>(program.threads.length).fill(1);
    const suffixes = program.threads.map((thread, i) => `@${thread?.name ?? i}`);
    program.locations.push({ name: gates, initial: closed, array: true, suffixes, gate: true });
  }
  finishMutexesOfConditions(program, gateOf);
  const othersThan = (self: ThreadId): readonly ThreadId[] =>
    [...program.waiters].filter((thread) => thread !== self).sort((a, b) => a - b);
  for (const { body, thread, cond, name, temporary, at } of program.destructions)
    for (const waiter of othersThan(thread)) {
      const target = temporary();
      body.push(
        { kind: 'load', target, address: gateOf(constant(waiter)), at, ...untold },
        {
          kind: 'assert',
          condition: foldBinary('!=', register(target), cond),
          message: `${name} of a condition that a thread waits for`,
          finding: 'misuse',
          at,
        },
      );
    }
  for (const wake of program.wakes) {
    const others = othersThan(wake.thread);
    if (others.length > 0)
      wake.body.push(...(wake.all || others.length === 1 ? openAll(wake, others) : openOne(wake, others)));
  }
}

/** Opens each gate that holds the condition, one compare-and-swap per thread. */
function openAll({ at, cond, temporary }: DeferredWake, others: readonly number[]): Statement[] {
  return others.flatMap((waiter): Statement[] => {
    const target = temporary();
    const address = gateOf(constant(waiter));
    const open: Statement = { kind: 'rmw', address, op: { kind: 'cas', expected: cond, desired: zero }, at };
    const condition = foldBinary('==', register(target), cond);
    return [
      { kind: 'load', target, address, at, ...untold },
      { kind: 'if', condition, whenTrue: [fenceAt(at), open, fenceAt(at)], whenFalse: [], at },
    ];
  });
}

const fenceAt = (at: SourceSpan): Statement => ({ kind: 'fence', fence: 'full', at, order: 'relaxed' });

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
  const wakes: Statement[] = [
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
  return [
    { kind: 'atomic', body: look, at, ...untold, loads: true },
    { kind: 'if', condition: waiting, whenTrue: wakes, whenFalse: [], at },
  ];
}
