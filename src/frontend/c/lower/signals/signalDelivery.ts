// A signal reaches a thread: its handler runs on the thread's own stack, between two of the thread's events. Meanwhile the signals that
// its action names are blocked. If a thread sends itself a signal or unblocks one, delivery comes before the call returns. A signal from
// another thread or from outside may come between any two events. A thread that waits while a signal may still come does not count as
// blocked for ever.

import { constant, type Expr, registersOf, widthOf } from '../../../../program/expression.js';
import { toNumber } from '../../../../program/integer.js';
import {
  expressionsOf,
  forEachStatement,
  type SourceSpan,
  type Statement,
  targetsOf,
} from '../../../../program/statement.js';
import { unsupported } from '../../diagnostics.js';
import { defaultActionFunction } from '../../library/index.js';
import type { FunctionSymbol } from '../../typed.js';
import { dispatchAmong, inline } from '../calls.js';
import type { Emitter } from '../emitter.js';
import { foldBinary, foldConditional, isFalse, isStatic, isTrue, not, one, resized, zero } from '../fold.js';
import type { Frame } from '../frame.js';
import { handlersIn } from '../scan.js';
import { lowerValue } from '../values.js';
import {
  bitOf,
  changeCell,
  isBlocked,
  isPending,
  known,
  maskOf,
  numbersOf,
  processCell,
  readAction,
  sent,
  setMask,
  setPending,
  threadCell,
  writeAction,
} from './signalState.js';

const SA_NODEFER = 0x40000000;
const SA_RESETHAND = 0x80000000;

/** SIGCHLD, SIGCONT, SIGURG, SIGWINCH: without an action they do nothing. */
const idle: ReadonlySet<number> = new Set([17, 18, 23, 28]);
/** SIGSTOP, SIGTSTP, SIGTTIN, SIGTTOU */
const stops: ReadonlySet<number> = new Set([19, 20, 21, 22]);

export const isIdle = (signal: number): boolean => idle.has(signal);

const nothing = (): void => {};

/** A handler inside a handler inside a handler is as far as is looked. */
const deepest = 2;

/** Runs the action of the process for the signal. `mayBe`: the signal may as well be another one. */
export function handle(frame: Frame, signal: number, at: SourceSpan, mayBe = false): void {
  const { emitter } = frame;
  const handler = emitter.keep(readAction(frame, signal, 'handler', at), at);
  const is = (value: number): Expr => foldBinary('==', handler, constant(value, widthOf(handler)));
  const acts = (): void => emitter.branch(is(1), nothing, () => run(frame, signal, handler, at), at);
  emitter.branch(is(0), () => defaultAction(frame, signal, at, mayBe), acts, at);
}

function defaultAction(frame: Frame, signal: number, at: SourceSpan, mayBe: boolean): void {
  if (idle.has(signal)) return;
  if (stops.has(signal)) {
    if (!mayBe) unsupported('a signal that stops the process', at);
    frame.emitter.cut(at);
    return;
  }
  const symbol = frame.program.unit.functions.get(defaultActionFunction);
  if (symbol !== undefined) inline(frame, symbol, [[constant(signal)]], at);
}

const hasFlag = (flags: Expr, flag: number): Expr =>
  foldBinary('!=', foldBinary('&', flags, constant(flag)), zero);

function run(frame: Frame, signal: number, handler: Expr, at: SourceSpan): void {
  const { emitter, program, thread } = frame;
  const { signals } = thread;
  if (signals === undefined) return;
  if (signals.handling.length > program.options.unroll) {
    emitter.cut(at);
    return;
  }
  const written = emitter.statements.length;
  const before = emitter.keep(maskOf(frame), at);
  const flags = emitter.keep(readAction(frame, signal, 'flags', at), at);
  const held = readAction(frame, signal, 'mask', at);
  const itself = foldConditional(hasFlag(flags, SA_NODEFER), constant(0, 64), bitOf(signal));
  setMask(frame, emitter.keep(foldBinary('|', before, foldBinary('|', held, itself)), at), at, true);
  emitter.branch(
    hasFlag(flags, SA_RESETHAND),
    () => writeAction(frame, signal, 'handler', zero, at),
    nothing,
    at,
  );
  signals.handling.push(isFalse(hasFlag(flags, SA_NODEFER)) ? signal : -signal);
  deliverPending(frame, at);
  const own: Frame = {
    ...frame,
    thread: { ...thread, looking: undefined },
    breaks: [],
    continues: [],
    ofHandler: true,
  };
  const call = (symbol: FunctionSymbol): void => {
    const parameters = symbol.definition?.parameters ?? [];
    const told = parameters.length > 1 ? informationOf(frame, signal) : zero;
    const given = [constant(signal), told, zero];
    const args = parameters.map(({ type }, i) => [
      resized(given[i] ?? zero, program.valueWidth(type), false),
    ]);
    inline(own, symbol, args, at);
  };
  const outer = emitter.interruptions.current ?? signals.interruption;
  const depth = signals.handling.filter((handled) => handled !== 0).length;
  emitter.interruptions.with(depth < deepest ? outer : undefined, () => {
    const functions = { reached: handlersIn(program.unit), others: [] };
    dispatchAmong(frame, () => functions, handler, at, call);
    emitter.interrupt(at);
  });
  if (depth >= deepest) goNoFurther(frame, at);
  setMask(frame, before, at, true);
  leaveMask(emitter, signals.mask, written);
  emitter.assign(signals.ran, one, at);
  // it has returned: its signal may come again
  signals.handling[signals.handling.length - 1] = 0;
  deliverPending(frame, at);
  signals.handling.pop();
}

/** Removes a handler's changes of the mask if no statement of the handler reads the mask. */
function leaveMask(emitter: Emitter, mask: string, since: number): void {
  const written = emitter.statements.slice(since);
  const saved = new Set<string>();
  let isRead = false;
  const isIdle = (s: Statement): boolean => s.kind === 'assign' && (s.target === mask || saved.has(s.target));
  for (const s of written)
    if (s.kind === 'assign' && mentions(s, mask) && s.target !== mask) saved.add(s.target);
  forEachStatement(written, (s) => {
    isRead ||= !isIdle(s) && [mask, ...saved].some((name) => mentions(s, name));
    isRead ||= !written.includes(s) && targetsOf(s).some((name) => name === mask || saved.has(name));
  });
  if (!isRead) emitter.leaveOut(since, isIdle);
}

const mentions = (s: Statement, name: string): boolean =>
  expressionsOf(s).some((e) => registersOf(e).has(name));

/** Bytes of what a handler is told (library/signals.ts). */
const informationSize = 24;

function informationOf(frame: Frame, signal: number): Expr {
  const { signalInformation } = frame.program;
  if (signalInformation === undefined) return zero;
  const all = lowerValue(frame, signalInformation);
  return foldBinary('+', all, constant(informationSize * signal, widthOf(all)));
}

/** If another signal could come here that is not looked at. */
function goNoFurther(frame: Frame, at: SourceSpan): void {
  const { emitter } = frame;
  for (const signal of numbersOf(frame.program))
    if (mayCome(frame, signal)) {
      const more = emitter.temporary();
      emitter.emit({ kind: 'nondet', target: more, from: 0, to: 1, at });
      emitter.branch(emitter.register(more), () => emitter.cut(at), nothing, at);
      return;
    }
}

/** So many signals at once are delivered in every order; of more, those with higher numbers come last. */
const ordered = 3;

/** Delivers the signals that the thread has sent itself and no longer blocks. */
export function deliverPending(frame: Frame, at: SourceSpan): void {
  const { emitter } = frame;
  const ready = (): number[] =>
    numbersOf(frame.program).filter(
      (signal) => !isFalse(isPending(frame, signal)) && !isTrue(isBlocked(frame, signal)),
    );
  const deliver = (signal: number): void => {
    const now = foldBinary('&&', isPending(frame, signal), not(isBlocked(frame, signal)));
    emitter.branch(
      now,
      () => {
        setPending(frame, signal, zero, at);
        handle(frame, signal, at);
      },
      nothing,
      at,
    );
  };
  const first = ready();
  if (first.length > 1 && first.length <= ordered) {
    const chosen = emitter.temporary();
    emitter.emit({ kind: 'nondet', target: chosen, from: 0, to: first.length - 1, at });
    const is = (signal: number): Expr =>
      foldBinary('==', emitter.register(chosen), constant(first.indexOf(signal)));
    emitter.select(first, is, deliver, at);
  }
  for (const signal of ready()) deliver(signal);
}

/** The cells in which the signal may be for the thread. */
export function cellsFor({ program, thread }: Frame, signal: number): Expr[] {
  const use = known(program);
  if (!use.flags.has('several-threads') || thread.signals?.coming.has(signal) === true) return [];
  return [
    ...(use.comesFromOutside(signal) || use.toProcess.has(signal) ? [processCell(signal)] : []),
    ...(use.isSentTo(thread.index, signal) ? [threadCell(signal, constant(thread.index))] : []),
  ];
}

/** Whether the signal may reach the thread here, sent by another or from outside. */
export function mayCome(frame: Frame, signal: number): boolean {
  const { emitter, program, thread } = frame;
  if (isTrue(isBlocked(frame, signal))) return false;
  const coming = thread.signals?.coming.get(signal);
  if (coming === undefined ? cellsFor(frame, signal).length === 0 : isFalse(emitter.read(coming)))
    return false;
  return !known(program).comesFromOutside(signal) || !hasNoHandler(frame, signal);
}

/** Whether it is known that the signal has no handler yet, and does not come from outside therefore. */
function hasNoHandler({ emitter, thread }: Frame, signal: number): boolean {
  const name = thread.signals?.actions.get(`handler ${signal}`);
  const handler = name === undefined ? undefined : emitter.read(name);
  return handler?.kind === 'const' && toNumber(handler.value) <= 1;
}

/** A signal comes from outside only while it has a handler. */
export function assumeHandled(frame: Frame, signal: number, at: SourceSpan): void {
  const { emitter, program } = frame;
  if (!known(program).comesFromOutside(signal)) return;
  const handler = readAction(frame, signal, 'handler', at);
  if (!isStatic(handler)) emitter.assume(foldBinary('>u', handler, constant(1, widthOf(handler))), at);
}

/** A point between two events of the thread. */
function points(frame: Frame, at: SourceSpan): void {
  const numbers = numbersOf(frame.program).filter((signal) => mayCome(frame, signal));
  for (const signal of numbers.length > 1 ? [...numbers, numbers[0]] : numbers) offer(frame, signal, at);
}

function offer(frame: Frame, signal: number, at: SourceSpan): void {
  const { emitter, thread } = frame;
  const coming = thread.signals?.coming.get(signal);
  const cells = cellsFor(frame, signal);
  const ways = coming === undefined ? cells.length : 1;
  const claim = (cell: Expr): void => {
    const found = changeCell(frame, cell, { kind: 'xchg', value: constant(sent.none) }, at);
    emitter.assume(foldBinary('==', found, constant(sent.one)), at);
  };
  const whether = (): void => {
    const way = emitter.temporary();
    const comes = coming === undefined ? {} : { comes: signal };
    emitter.emit({ kind: 'nondet', target: way, from: 0, to: ways, ...comes, at });
    const isWay = (cell: Expr): Expr =>
      foldBinary('==', emitter.register(way), constant(cells.indexOf(cell) + 1));
    const arrive = (): void => {
      assumeHandled(frame, signal, at);
      if (coming !== undefined) emitter.assign(coming, zero, at);
      else emitter.select(cells, isWay, claim, at);
      handle(frame, signal, at);
    };
    emitter.branch(foldBinary('!=', emitter.register(way), zero), arrive, nothing, at);
  };
  const possible = coming === undefined ? one : emitter.read(coming);
  emitter.branch(foldBinary('&&', possible, not(isBlocked(frame, signal))), whether, nothing, at);
}

/** A thread that waits: it does not wait for ever while something may still come. */
function block(frame: Frame, wait: (interruptible: boolean) => void, at: SourceSpan): void {
  const { emitter, program, thread } = frame;
  const numbers = numbersOf(program).filter((signal) => mayCome(frame, signal));
  if (numbers.length === 0) {
    wait(false);
    return;
  }
  const cells = numbers.flatMap((signal) => cellsFor(frame, signal).map((cell) => ({ signal, cell })));
  if (cells.length === 0) {
    const outstanding = numbers.reduce<Expr>((any, signal) => {
      const coming = thread.signals?.coming.get(signal);
      const comes = coming === undefined ? zero : emitter.read(coming);
      return foldBinary('||', any, foldBinary('&&', comes, not(isBlocked(frame, signal))));
    }, zero);
    emitter.branch(
      outstanding,
      () => wait(true),
      () => wait(false),
      at,
    );
    return;
  }
  const quiet = emitter.temporary();
  emitter.emit({ kind: 'nondet', target: quiet, from: 0, to: 1, at });
  const nobodySends = (): void => {
    for (const { signal, cell } of cells) {
      const close = (): void => {
        const found = changeCell(frame, cell, { kind: 'xchg', value: constant(sent.noMore) }, at);
        emitter.assume(foldBinary('!=', found, constant(sent.one)), at);
      };
      emitter.branch(isBlocked(frame, signal), nothing, close, at);
    }
    wait(false);
  };
  emitter.branch(emitter.register(quiet), nobodySends, () => wait(true), at);
}

/** From here on signals may come between two events of the thread. */
export function beginInterruptions(frame: Frame, at: SourceSpan): void {
  const { emitter, thread } = frame;
  const { signals } = thread;
  if (signals === undefined) return;
  const mayEver = numbersOf(frame.program).some(
    (signal) => signals.coming.has(signal) || cellsFor(frame, signal).length > 0,
  );
  if (!mayEver) return;
  signals.interruption = {
    registers: () => [],
    come: (here) => points(frame, here ?? at),
    block: (wait, here) => block(frame, wait, here ?? at),
  };
  emitter.interruptions.current = signals.interruption;
}
