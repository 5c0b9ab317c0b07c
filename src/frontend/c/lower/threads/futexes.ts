// Futexes of Linux. A thread compares the word with a value and goes to sleep in one step. Other threads wake a number of the threads that
// sleep at the word's address. Every thread has a gate, as for condition variables: it puts the word's address there and waits until
// another thread opens it. A wake does not touch the word, which may be gone by then. A choice says which of several threads is woken.
// Waking is one step: kernel/futex/waitwake.c wakes no thread before it has chosen all. Waiting and waking are full fences, and order
// nothing for C.
//
// man 2 futex wants programs to expect wakeups that no thread sent. A wait may return so outside of loops with an unknown number of
// rounds. In such a loop it does not, as Linux returns only to woken threads.

import { addressOf, constant, type Expr, register } from '../../../../program/expression.js';
import type { ThreadId } from '../../../../program/identity.js';
import type { InitialValue } from '../../../../program/program.js';
import type { SourceSpan, Statement } from '../../../../program/statement.js';
import type { BuiltinOf } from '../../builtin.js';
import { unsupported } from '../../diagnostics.js';
import { foldBinary, foldConditional, isTrue, one, resized, zero } from '../fold.js';
import type { Frame } from '../frame.js';
import { addressOfPlace, lowerPlace } from '../memory/places.js';
import type { ProgramState } from '../state.js';
import { lowerValue } from '../values.js';

const gates = 'futex.gate';

const gateOf = (thread: Expr): Expr => foldBinary('+', addressOf(gates), thread);

const untold = { order: 'relaxed' } as const;

/** Where it is waited at, and woken; the latter is written when all threads that wait are known. */
export interface FutexWake {
  readonly body: Statement[];
  readonly thread: ThreadId;
  readonly word: Expr;
  readonly count: Expr;
  /** Receives how many were woken. */
  readonly woken: string;
  readonly temporary: () => string;
  readonly at: SourceSpan;
}

/** 1 when the thread was woken, 0 if the word held something else. */
export function lowerFutexWait(
  frame: Frame,
  { cell, value, timed }: BuiltinOf<'futex-wait'>,
  at: SourceSpan,
): Expr {
  const { emitter, program, thread } = frame;
  if (emitter.inAtomic) unsupported('waiting in an atomic section', at);
  const address = emitter.keep(resized(addressOfPlace(lowerPlace(frame, cell)), 32, true), at);
  const expected = emitter.keep(lowerValue(frame, value), at);
  const gate = gateOf(constant(thread.index));
  program.futexWaiters.add(thread.index);
  const unasked = emitter.temporary();
  if (!thread.inOpenLoop) emitter.emit({ kind: 'nondet', target: unasked, from: 0, to: 1, at });
  const sleeps = emitter.temporary();
  const held = emitter.temporary();
  emitter.orders.during(untold, () =>
    emitter.atomic(() => {
      emitter.emit({ kind: 'load', target: held, address, at });
      emitter.assign(sleeps, foldBinary('==', register(held), expected), at);
      const lies = thread.inOpenLoop
        ? register(sleeps)
        : foldBinary('>', register(sleeps), register(unasked));
      emitter.branch(
        lies,
        () => emitter.store(gate, address, at),
        () => {},
        at,
      );
    }, at),
  );
  const waits = thread.inOpenLoop
    ? emitter.read(sleeps)
    : foldBinary('>', emitter.read(sleeps), register(unasked));
  // a timed wait without a wake gives up, which is another choice: this one assumes the wake
  const pass = (): void => {
    const found = emitter.temporary();
    emitter.emit({
      kind: 'rmw',
      target: found,
      address: gate,
      op: { kind: 'xchg', value: one },
      at,
      ...untold,
    });
    emitter.assume(foldBinary('==', register(found), zero), at);
  };
  emitter.branch(
    waits,
    () => {
      if (timed) pass();
      else emitter.emit({ kind: 'lock', address: gate, at });
    },
    () => {},
    at,
  );
  return emitter.read(sleeps);
}

/** How many were woken. */
export function lowerFutexWake(frame: Frame, { word, count }: BuiltinOf<'futex-wake'>, at: SourceSpan): Expr {
  const { emitter, program, thread } = frame;
  if (emitter.inAtomic) unsupported('signalling in an atomic section', at);
  const address = emitter.keep(resized(lowerValue(frame, word), 32, true), at);
  const most = emitter.keep(lowerValue(frame, count), at);
  if (emitter.dead) return zero;
  const [body, woken]: [Statement[], string] = [[], emitter.temporary()];
  emitter.emit({ kind: 'block', label: emitter.label('wake'), body, at });
  program.futexWakes.push({
    body,
    thread: thread.index,
    word: address,
    count: most,
    woken,
    temporary: () => emitter.temporary(),
    at,
  });
  return emitter.register(woken);
}

/** Adds the gates and writes the statements of the wakes, once all threads are lowered. */
export function finishFutexes({ futexWaiters, futexWakes, threads, locations }: ProgramState): void {
  if (futexWaiters.size > 0) {
    const closed = new Array<InitialValue>(threads.length).fill(1);
    const suffixes = threads.map((thread, i) => `@${thread?.name ?? i}`);
    locations.push({ name: gates, initial: closed, array: true, suffixes, gate: true });
  }
  for (const wake of futexWakes) {
    const others = [...futexWaiters].filter((thread) => thread !== wake.thread).sort((a, b) => a - b);
    const { at, woken } = wake;
    wake.body.push(
      { kind: 'fence', fence: 'full', at, ...untold },
      { kind: 'assign', target: woken, value: zero, at },
      ...(others.length === 0 ? [] : wakeSome(wake, others)),
    );
  }
}

function wakeSome(wake: FutexWake, others: readonly ThreadId[]): Statement[] {
  const { at, count } = wake;
  const wakesAll = isTrue(foldBinary('>=', count, constant(others.length)));
  const all = others.flatMap((other) => open(wake, constant(other), one));
  if (wakesAll) return [{ kind: 'atomic', body: all, at, ...untold }];
  const seen = others.map(() => wake.temporary());
  const waiting = seen.reduce<Expr>(
    (sum, name) => foldBinary('+', sum, foldBinary('==', register(name), wake.word)),
    zero,
  );
  const look = others.map(
    (other, i): Statement => ({
      kind: 'load',
      target: seen[i],
      address: gateOf(constant(other)),
      at,
      ...untold,
    }),
  );
  const { choices, first } = preference(wake, others);
  return [
    { kind: 'atomic', body: look, at, ...untold },
    ...choices.map(({ target }): Statement => ({ kind: 'assign', target, value: zero, at })),
    {
      kind: 'if',
      condition: foldBinary('>', waiting, count),
      whenTrue: choices.map(({ target, to }): Statement => ({ kind: 'nondet', target, from: 0, to, at })),
      whenFalse: [],
      at,
    },
    { kind: 'atomic', body: [...first, ...all], at, ...untold },
  ];
}

/** The threads that are woken first. If more than one is woken, each waiter has a choice whether it is first. */
function preference(
  wake: FutexWake,
  others: readonly ThreadId[],
): { readonly choices: readonly { target: string; to: number }[]; readonly first: Statement[] } {
  if (wake.count.kind === 'const' && wake.count.value === 1) {
    const target = wake.temporary();
    const chosen = others.reduce<Expr>(
      (rest, other, i) =>
        foldConditional(foldBinary('==', register(target), constant(i)), constant(other), rest),
      constant(others[0]),
    );
    return { choices: [{ target, to: others.length - 1 }], first: open(wake, chosen, one) };
  }
  const choices = others.map(() => ({ target: wake.temporary(), to: 1 }));
  return {
    choices,
    first: others.flatMap((other, i) => open(wake, constant(other), register(choices[i].target))),
  };
}

/** Opens the gate of a thread that waits there, if that is wanted and there were not enough. */
function open({ at, word, woken, count, temporary }: FutexWake, waiter: Expr, wanted: Expr): Statement[] {
  const found = temporary();
  const isOne = foldBinary('==', register(found), word);
  const isMore = foldBinary('<', register(woken), count);
  return [
    { kind: 'load', target: found, address: gateOf(waiter), at, ...untold },
    {
      kind: 'if',
      condition: foldBinary('&', foldBinary('&', isOne, isMore), wanted),
      whenTrue: [
        { kind: 'store', address: gateOf(waiter), value: zero, at, ...untold },
        { kind: 'assign', target: woken, value: foldBinary('+', register(woken), one), at },
      ],
      whenFalse: [],
      at,
    },
  ];
}
