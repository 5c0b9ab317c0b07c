// The state of signals in a thread. Registers hold the blocked set, the signals that wait to be unblocked and the actions of the process.
// Actions that change while there are several threads are cells of memory. Signals that other threads send are cells of memory as well.

import {
  addressOf,
  constant,
  type Expr,
  type ExprWidth,
  register,
  widthOf,
} from '../../../../program/expression.js';
import type { InitialValue } from '../../../../program/program.js';
import type { RmwOp, SourceSpan } from '../../../../program/statement.js';
import type { Interruption } from '../emitter/interruption.js';
import { foldBinary, isStatic, one, resized, zero } from '../fold.js';
import type { Frame } from '../frame.js';
import type { ProgramState } from '../state.js';
import { SignalUse } from './signalUse.js';

/** `handler`: 0 is the default, 1 ignores it. */
const actionParts = ['handler', 'flags', 'mask'] as const;
export type ActionPart = (typeof actionParts)[number];

export interface ThreadSignals {
  /** A register: the signals that the thread blocks. */
  readonly mask: string;
  /** Registers by signal: whether it is there and blocked, sent by the thread itself. */
  readonly pending: ReadonlyMap<number, string>;
  /** Registers by signal: whether it is still to come from outside; not of one that comes to any of several threads, once. */
  readonly coming: ReadonlyMap<number, string>;
  /** Registers by signal and part. */
  readonly actions: ReadonlyMap<string, string>;
  /** A register: whether a handler has run. */
  readonly ran: string;
  /** Signals whose handlers are being written, negative if they do not block themselves, 0 if they have returned. */
  readonly handling: number[];
  /** The signals that may come between two events of the thread. */
  interruption?: Interruption;
}

/** The signal state that a thread inherits from its creator. Values that are not known are parameters of the thread. */
export interface InheritedSignals {
  readonly mask: Expr;
  readonly actions: ReadonlyMap<string, Expr>;
}

const none = new SignalUse();

/** The use of signals that the previous lowering of the program found. */
export const known = ({ options }: ProgramState): SignalUse => options.signals ?? none;

const keyOf = (signal: number, part: ActionPart): string => `${part} ${signal}`;

const partWidth = ({ program }: Frame, part: ActionPart): ExprWidth =>
  part === 'mask' ? 64 : part === 'flags' ? 32 : program.pointerWidth;

/** The highest number of a signal. */
export const most = 64;

/** The set with one signal. */
export const bitOf = (signal: number): Expr => constant(1n << BigInt(signal - 1), 64);

export const numbersOf = (program: ProgramState): number[] =>
  [...known(program).numbers].sort((a, b) => a - b);

/** The registers of a thread that begins. */
export function beginSignals(frame: Frame, inherited: InheritedSignals | undefined, at: SourceSpan): void {
  const { emitter, program, thread } = frame;
  const use = known(program);
  if (!use.flags.has('used')) return;
  const given = (name: string, value: Expr): string => {
    const target = emitter.fresh(name, widthOf(value));
    emitter.assign(target, value, at);
    return target;
  };
  const numbers = numbersOf(program);
  const alone = !use.flags.has('several-threads');
  const actions = new Map<string, string>();
  if (!use.flags.has('shared'))
    for (const signal of numbers)
      for (const part of actionParts) {
        const key = keyOf(signal, part);
        const value = inherited?.actions.get(key) ?? constant(0, partWidth(frame, part));
        actions.set(key, given(`signal.${part}`, value));
      }
  const outside = numbers.filter(
    (signal) => use.comesFromOutside(signal) && (alone || !use.arranged.has(signal)),
  );
  const signals: ThreadSignals = {
    mask: given('signal.blocked', inherited?.mask ?? constant(0, 64)),
    pending: new Map(numbers.map((signal) => [signal, given('signal.pending', zero)])),
    coming: new Map(
      outside.map((signal) => [signal, given('signal.coming', use.arranged.has(signal) ? zero : one)]),
    ),
    actions,
    ran: given('signal.ran', zero),
    handling: [],
  };
  thread.signals = signals;
  emitter.changing = () => [
    signals.ran,
    ...signals.coming.values(),
    ...(use.flags.has('pending-in-loops') ? signals.pending.values() : []),
    ...(use.flags.has('mask-in-loops') ? [signals.mask] : []),
    ...(use.flags.has('actions-in-loops') ? signals.actions.values() : []),
  ];
}

/** The signal state of a thread that is created here. `pass` makes a parameter of a value that is not known. */
export function inheritedSignals(frame: Frame, pass: (value: Expr) => Expr): InheritedSignals | undefined {
  const { emitter, program, thread } = frame;
  const { signals } = thread;
  if (signals === undefined) return undefined;
  const mask = emitter.read(signals.mask);
  const actions = new Map<string, Expr>();
  for (const [key, name] of signals.actions) {
    const value = emitter.read(name);
    if (!isStatic(value)) program.signals.flags.add('shared');
    actions.set(key, isStatic(value) ? value : constant(0, widthOf(value)));
  }
  return { mask: isStatic(mask) ? mask : pass(mask), actions };
}

/** The signals that the thread blocks. */
export const maskOf = ({ emitter, thread }: Frame): Expr =>
  thread.signals === undefined ? constant(0, 64) : emitter.read(thread.signals.mask);

/** `inHandler`: it is put back when the handler returns. */
export function setMask(frame: Frame, value: Expr, at: SourceSpan, inHandler = false): void {
  const { emitter, program, thread } = frame;
  if (thread.signals === undefined) return;
  if (emitter.inLoop && !inHandler) program.signals.flags.add('mask-in-loops');
  if (!inHandler) noteMembers(frame, value, at);
  if (thread.signals.handling.length > 0 && !inHandler) program.signals.flags.add('mask-in-handlers');
  emitter.assign(thread.signals.mask, value, at);
}

/**
 * Notes the signals of a set that is to be blocked. An unknown set may hold signals that the program puts into sets and signals whose
 * handlers run. Executions with other members are cut.
 */
export function noteMembers({ emitter, program, thread }: Frame, value: Expr, at: SourceSpan): void {
  if (value.kind === 'const') {
    for (let signal = 1; signal <= most; signal++)
      if ((BigInt(value.value) >> BigInt(signal - 1)) & 1n) program.signals.members.add(signal);
    return;
  }
  const members = known(program).inSets;
  if (members === undefined) return;
  const handling = (thread.signals?.handling ?? []).flatMap((signal) =>
    signal === 0 ? [] : [Math.abs(signal)],
  );
  const others = foldBinary('&', value, othersThan([...members, ...handling]));
  emitter.branch(
    foldBinary('!=', others, constant(0, 64)),
    () => emitter.cut(at),
    () => {},
    at,
  );
}

/** The set of all signals but these. */
export const othersThan = (signals: Iterable<number>): Expr =>
  constant(~[...signals].reduce((set, signal) => set | (1n << BigInt(signal - 1)), 0n), 64);

/** Whether the thread blocks the signal. A handler that is being written blocks its own, unless it unblocks something. */
export function isBlocked(frame: Frame, signal: number): Expr {
  const { program, thread } = frame;
  if (thread.signals?.handling.includes(signal) && !known(program).flags.has('mask-in-handlers')) return one;
  const mask = maskOf(frame);
  const isHandled = thread.signals?.handling.some((handled) => Math.abs(handled) === signal) === true;
  if (mask.kind !== 'const' && !isHandled && known(program).inSets?.has(signal) === false) return zero;
  return foldBinary('!=', foldBinary('&', mask, bitOf(signal)), constant(0, 64));
}

const actionCells = 'signal.actions';

function actionCell(frame: Frame, signal: number, part: ActionPart): Expr {
  const index = numbersOf(frame.program).indexOf(signal) * actionParts.length + actionParts.indexOf(part);
  return foldBinary('+', addressOf(actionCells), constant(index));
}

export function readAction(frame: Frame, signal: number, part: ActionPart, at: SourceSpan): Expr {
  const { emitter, program, thread } = frame;
  const width = partWidth(frame, part);
  if (thread.signals === undefined || !known(program).numbers.has(signal)) return constant(0, width);
  const name = thread.signals.actions.get(keyOf(signal, part));
  if (name !== undefined) return emitter.read(name);
  const load = (): Expr => emitter.load(actionCell(frame, signal, part), at, width);
  return emitter.orders.during({ order: 'acquire' }, load);
}

export function writeAction(
  frame: Frame,
  signal: number,
  part: ActionPart,
  value: Expr,
  at: SourceSpan,
): void {
  const { emitter, program, thread } = frame;
  if (thread.signals === undefined || !known(program).numbers.has(signal)) return;
  const width = partWidth(frame, part);
  const name = thread.signals.actions.get(keyOf(signal, part));
  if (name === undefined) {
    const store = (): void =>
      emitter.store(actionCell(frame, signal, part), resized(value, width, true), at, width);
    emitter.orders.during({ order: 'release' }, store);
    return;
  }
  if (thread.index !== 0 || program.threads.length > 1) program.signals.flags.add('shared');
  if (emitter.inLoop) program.signals.flags.add('actions-in-loops');
  emitter.assign(name, resized(value, width, true), at);
}

/** Whether the signal is there, sent by the thread itself while it blocked it. */
export function isPending({ emitter, thread }: Frame, signal: number): Expr {
  const name = thread.signals?.pending.get(signal);
  return name === undefined ? zero : emitter.read(name);
}

export function setPending(frame: Frame, signal: number, value: Expr, at: SourceSpan): void {
  const { emitter, program, thread } = frame;
  const name = thread.signals?.pending.get(signal);
  if (name === undefined) return;
  if (emitter.inLoop) program.signals.flags.add('pending-in-loops');
  emitter.assign(name, value, at);
}

/** A cell that no thread writes. A thread that waits for a signal that cannot come blocks on it. */
export const noSignal = 'signal';

/** The values of a cell for signals from other threads: none, one, or no thread sends one any more. */
export const sent = { none: 0, one: 1, noMore: 2 } as const;

const names =
  'HUP INT QUIT ILL TRAP ABRT BUS FPE KILL USR1 SEGV USR2 PIPE ALRM TERM STKFLT CHLD CONT STOP TSTP TTIN TTOU URG XCPU XFSZ VTALRM PROF WINCH IO PWR SYS'.split(
    ' ',
  );

const signalName = (signal: number): string => `SIG${names[signal - 1] ?? signal}`;

/** The cell for what is sent to the process. */
export const processCell = (signal: number): Expr => addressOf(signalName(signal));
/** The cell for what is sent to the thread. */
export const threadCell = (signal: number, thread: Expr): Expr =>
  foldBinary('+', addressOf(`${signalName(signal)}.to`), thread);

/** Applies `op` to the cell in one step and returns the value before it. */
export function changeCell(frame: Frame, address: Expr, op: RmwOp, at: SourceSpan): Expr {
  const { emitter } = frame;
  const target = emitter.temporary();
  emitter.fence('full', at, 'relaxed');
  emitter.emit({ kind: 'rmw', target, address, op, order: 'acq_rel', at });
  emitter.fence('full', at, 'relaxed');
  return register(target);
}

/** The cells, when all threads are known. */
export function finishSignals(program: ProgramState): void {
  const use = known(program);
  const numbers = numbersOf(program);
  const zeros = (count: number): InitialValue[] => new Array<InitialValue>(count).fill(0);
  if (use.flags.has('shared'))
    program.locations.push({
      name: actionCells,
      initial: zeros(numbers.length * actionParts.length),
      array: true,
    });
  if (program.waitsForNoSignal) program.locations.push({ name: noSignal, initial: [0] });
  if (!use.flags.has('several-threads')) return;
  for (const signal of numbers) {
    const outside = use.comesFromOutside(signal);
    if (outside || use.toProcess.has(signal))
      program.locations.push({
        name: signalName(signal),
        initial: [outside && !use.arranged.has(signal) ? sent.one : sent.none],
      });
    if (use.toThreads.has(signal))
      program.locations.push({
        name: `${signalName(signal)}.to`,
        initial: zeros(program.threads.length),
        array: true,
      });
  }
}
