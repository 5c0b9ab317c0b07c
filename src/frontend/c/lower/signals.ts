// The requests of the library's functions on signals (library/signals.ts): actions, blocking, sending and waiting.

import { constant, type Expr, widthOf } from '../../../program/expression.js';
import { toNumber } from '../../../program/integer.js';
import type { SourceSpan } from '../../../program/statement.js';
import type { BuiltinOf } from '../builtin.js';
import { unsupported } from '../diagnostics.js';
import type { Value } from '../typed.js';
import { foldBinary, foldConditional, isFalse, isTrue, not, one, resized, truth, zero } from './fold.js';
import type { Frame } from './frame.js';
import { cellsFor, deliverPending, handle, isIdle } from './signals/signalDelivery.js';
import {
  type ActionPart,
  bitOf,
  changeCell,
  isBlocked,
  isPending,
  known,
  maskOf,
  most,
  noteMembers,
  numbersOf,
  processCell,
  readAction,
  sent,
  setMask,
  setPending,
  threadCell,
  writeAction,
} from './signals/signalState.js';
import { suspend, take } from './signals/signalWaiting.js';
import type { ProgramState } from './state.js';
import { lowerValue } from './values.js';

const nothing = (): void => {};

export function lowerSignal(frame: Frame, { what, args }: BuiltinOf<'signal'>, { type, at }: Value): Expr {
  const { emitter, program } = frame;
  const [, , , , information] = args;
  program.signalInformation ??= information;
  if (what === 'member') {
    const number = lowerValue(frame, args[0]);
    program.signals.members.add(number.kind === 'const' ? toNumber(number.value) : 0);
    return zero;
  }
  const given = args.slice(0, 4).map((arg) => emitter.keep(lowerValue(frame, arg), at));
  if (emitter.dead) return zero;
  if (emitter.inAtomic && (what === 'suspend' || what === 'take' || what === 'kill'))
    unsupported('waiting in an atomic section', at);
  program.signals.flags.add('used');
  // a signal just before the request differs from one just after it
  emitter.interrupt(at);
  const [first = zero] = given;
  const part = (which: ActionPart): Expr => {
    const result = emitter.temporary(program.valueWidth(type));
    emitter.assign(result, constant(0, program.valueWidth(type)), at);
    forSignal(frame, first, at, (signal) => {
      const value = readAction(frame, signal, which, at);
      emitter.assign(result, resized(value, program.valueWidth(type), true), at);
    });
    return emitter.read(result);
  };
  switch (what) {
    case 'act':
      forSignal(frame, first, at, (signal) => act(frame, signal, given, at));
      return zero;
    case 'handler':
    case 'flags':
      return part(what);
    case 'handler-mask':
      return part('mask');
    case 'mask':
      return maskOf(frame);
    case 'set-mask':
      unblock(frame, first, at);
      return zero;
    case 'raise':
      forSignal(frame, first, at, (signal) => {
        noteSending(frame);
        sendToItself(frame, signal, at, first.kind !== 'const');
      });
      return zero;
    case 'send':
      forSignal(frame, given[1] ?? zero, at, (signal) => send(frame, resized(first, 32, true), signal, at));
      return zero;
    case 'kill':
      forSignal(frame, first, at, (signal) => kill(frame, signal, at));
      return zero;
    case 'arrange':
      forSignal(frame, first, at, (signal) => arrange(frame, signal, given[1] ?? zero, at));
      return zero;
    case 'suspend':
      noteMembers(frame, first, at);
      suspend(frame, first, at);
      return zero;
    case 'take':
      return take(frame, first, at);
    case 'pending':
      return pending(frame, at);
  }
}

/** Does `use` with the signal of that number: the one it must be, or each one it may be. */
function forSignal(frame: Frame, number: Expr, at: SourceSpan, use: (signal: number) => void): void {
  const { emitter, program } = frame;
  if (number.kind === 'const') {
    const signal = toNumber(number.value);
    if (signal < 1 || signal > most) return;
    program.signals.numbers.add(signal);
    use(signal);
    return;
  }
  for (let signal = 1; signal <= most; signal++) program.signals.numbers.add(signal);
  const numbers = numbersOf(program);
  const is = (signal: number): Expr => foldBinary('==', number, constant(signal, widthOf(number)));
  emitter.select(numbers, is, use, at, nothing);
}

function act(frame: Frame, signal: number, [, handler, flags, mask]: readonly Expr[], at: SourceSpan): void {
  const { emitter, program } = frame;
  const isHandler = handler.kind !== 'const' || toNumber(handler.value) > 1;
  if (isHandler) program.signals.handled.add(signal);
  noteMembers(frame, mask, at);
  writeAction(frame, signal, 'flags', flags, at);
  writeAction(frame, signal, 'mask', mask, at);
  writeAction(frame, signal, 'handler', handler, at);
  // a new action that ignores the signal drops a pending one
  const ignored = foldBinary('<=u', handler, constant(isIdle(signal) ? 1 : 0, widthOf(handler)));
  const drops = isIdle(signal) ? ignored : foldBinary('==', handler, constant(1, widthOf(handler)));
  const waiting = isPending(frame, signal);
  if (!isFalse(waiting))
    setPending(frame, signal, emitter.keep(foldConditional(drops, zero, waiting), at), at);
  const drop = (): void => {
    for (const cell of cellsOfAll(program, signal))
      changeCell(frame, cell, { kind: 'fetch', op: '&', value: constant(sent.noMore) }, at);
  };
  emitter.interruptions.without(() => emitter.branch(drops, drop, nothing, at));
}

/** The cells for what threads send, to whomever. */
function cellsOfAll(program: ProgramState, signal: number): Expr[] {
  const use = known(program);
  if (!use.flags.has('several-threads') || use.comesFromOutside(signal)) return [];
  const threads = [...(use.toThreads.get(signal) ?? [])].filter((thread) => thread >= 0);
  return [
    ...(use.toProcess.has(signal) ? [processCell(signal)] : []),
    ...threads.map((thread) => threadCell(signal, constant(thread))),
  ];
}

/** In handlers too, but there it does not say that signals come from the program alone. */
function noteSending({ program, thread }: Frame): void {
  if ((thread.signals?.handling.length ?? 0) === 0) program.signals.flags.add('sends');
}

function sendToItself(frame: Frame, signal: number, at: SourceSpan, mayBe = false): void {
  frame.emitter.branch(
    isBlocked(frame, signal),
    () => setPending(frame, signal, one, at),
    () => handle(frame, signal, at, mayBe),
    at,
  );
}

/** One that is there already is the same signal. */
function put(frame: Frame, cell: Expr, at: SourceSpan): void {
  const found = changeCell(frame, cell, { kind: 'fetch', op: '|', value: constant(sent.one) }, at);
  frame.emitter.assume(foldBinary('<', found, constant(sent.noMore)), at);
}

function send(frame: Frame, thread: Expr, signal: number, at: SourceSpan): void {
  const { emitter, program } = frame;
  noteSending(frame);
  const toOther = (): void => {
    // there is none
    if (!known(program).flags.has('several-threads')) return;
    program.signals.sendTo(thread.kind === 'const' ? toNumber(thread.value) : -1, signal);
    put(frame, threadCell(signal, thread), at);
  };
  const itself = foldBinary('==', thread, constant(frame.thread.index));
  emitter.branch(itself, () => sendToItself(frame, signal, at), toOther, at);
}

/** To the process: any thread that does not block it takes it; if this one does not, one does while it waits for that. */
function kill(frame: Frame, signal: number, at: SourceSpan): void {
  const { emitter, program } = frame;
  noteSending(frame);
  const alone = !known(program).flags.has('several-threads');
  const blocked = isBlocked(frame, signal);
  if (alone || (frame.thread.index === 0 && program.threads.length === 1 && isFalse(blocked))) {
    sendToItself(frame, signal, at);
    return;
  }
  program.signals.toProcess.add(signal);
  const cell = processCell(signal);
  const either = (): void => {
    const here = emitter.temporary();
    emitter.emit({ kind: 'nondet', target: here, from: 0, to: 1, at });
    const elsewhere = (): void => {
      put(frame, cell, at);
      const until = { test: '==', value: constant(sent.none) } as const;
      const target = emitter.temporary();
      const wait = {
        kind: 'load',
        target,
        address: cell,
        until,
        order: 'relaxed',
        interruptible: true,
        at,
      } as const;
      emitter.interruptions.without(() => emitter.emit(wait));
    };
    emitter.branch(emitter.register(here), () => handle(frame, signal, at), elsewhere, at);
  };
  emitter.branch(blocked, () => put(frame, cell, at), either, at);
}

/** It comes by itself some time after this, or, if `when` is 0, no longer does. */
function arrange(frame: Frame, signal: number, when: Expr, at: SourceSpan): void {
  const { emitter, program, thread } = frame;
  program.signals.arranged.add(signal);
  if (!known(program).comesFromOutside(signal)) return;
  const comes = truth(when);
  const coming = thread.signals?.coming.get(signal);
  if (coming !== undefined) emitter.assign(coming, comes, at);
  else changeCell(frame, processCell(signal), { kind: 'xchg', value: emitter.keep(comes, at) }, at);
}

/** Sets the mask and delivers the signals that are there and no longer blocked. */
function unblock(frame: Frame, mask: Expr, at: SourceSpan): void {
  const { emitter, program } = frame;
  const before = new Map(
    numbersOf(program).map((signal) => [signal, emitter.keep(isBlocked(frame, signal), at)]),
  );
  setMask(frame, mask, at);
  deliverPending(frame, at);
  for (const [signal, wasBlocked] of before)
    if (!isFalse(wasBlocked)) deliverSent(frame, signal, wasBlocked, at);
  emitter.interrupt(at);
}

/** Delivers the signal if another thread has sent it while this thread blocked it. */
function deliverSent(frame: Frame, signal: number, wasBlocked: Expr, at: SourceSpan): void {
  const { emitter, program } = frame;
  if (known(program).comesFromOutside(signal)) return;
  for (const cell of cellsFor(frame, signal)) {
    const look = (): void => {
      const take = (): Expr =>
        changeCell(frame, cell, { kind: 'fetch', op: '&', value: constant(sent.noMore) }, at);
      const found = emitter.interruptions.without(take);
      const isThere = foldBinary('==', found, constant(sent.one));
      emitter.branch(isThere, () => handle(frame, signal, at), nothing, at);
    };
    emitter.branch(foldBinary('&&', wasBlocked, not(isBlocked(frame, signal))), look, nothing, at);
  }
}

/** The signals that are there and blocked. */
function pending(frame: Frame, at: SourceSpan): Expr {
  const { emitter, program } = frame;
  let all: Expr = constant(0, 64);
  for (const signal of numbersOf(program)) {
    const cells = known(program).comesFromOutside(signal) ? [] : cellsFor(frame, signal);
    const inCells = cells.map((cell) => {
      const held = emitter.orders.during({ order: 'acquire' }, () => emitter.load(cell, at));
      return foldBinary('==', held, constant(sent.one));
    });
    const sentToIt = [isPending(frame, signal), ...inCells].reduce((any, e) => foldBinary('||', any, e));
    const isThere = foldBinary('&&', sentToIt, isBlocked(frame, signal));
    if (isFalse(isThere)) continue;
    const member = foldConditional(truth(isThere), bitOf(signal), constant(0, 64));
    all = foldBinary('|', all, isTrue(isThere) ? bitOf(signal) : member);
  }
  return emitter.keep(all, at);
}
