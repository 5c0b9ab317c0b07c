// Threads: creating, joining, ending. Each time the program reaches a place that creates a thread, it gets a thread of its own. The
// thread's handle is its index.

import { addressOf, constant, type Expr, register, widthOf } from '../../../program/expression.js';
import type { Thread } from '../../../program/program.js';
import type { SourceSpan, Statement } from '../../../program/statement.js';
import { bug } from '../../../support/diagnostic.js';
import { present } from '../../../support/present.js';
import type { BuiltinOf } from '../builtin.js';
import { unsupported } from '../diagnostics.js';
import { processExitFunction, threadExitFunction } from '../library/index.js';
import type { FunctionSymbol, Variable } from '../typed.js';
import { unqualified, voidPointer } from '../types.js';
import { bindParameter, dispatch, enclosingOf, inline, newFrame } from './calls.js';
import { lowerList } from './control/jumps.js';
import { Emitter } from './emitter.js';
import { foldBinary, foldConditional, isStatic, isTrue, one, resized, staticAddress, zero } from './fold.js';
import { beginVariable, type Frame, type ThreadState } from './frame.js';
import { asType, lowerPlace, writeScalar } from './memory/places.js';
import { cutOfDepth } from './programSize.js';
import { usedVariables } from './scan.js';
import { joinHandler, leaveHandlers, noInterrupts, registerHandler } from './signals/interrupts.js';
import { beginInterruptions } from './signals/signalDelivery.js';
import { beginSignals, inheritedSignals } from './signals/signalState.js';
import type { Captured, PendingThread, ProgramState } from './state.js';
import { beforeJoin, noteEnd } from './threads/cancellation.js';
import { exists, joinedThread, threadOf } from './threads/handles.js';
import { keepOwnGlobals } from './threads/ownGlobals.js';
import { mayStartDetached, releaseThread } from './threads/releases.js';
import { commandLine } from './values/commandLine.js';
import { lowerValue } from './values.js';

const ESRCH = 3;

/** Holds what each thread returned, by thread. */
export const resultsLocation = 'thread.results';

export function lowerCreate(frame: Frame, builtin: BuiltinOf<'thread-create'>, at: SourceSpan): void {
  const { emitter, program } = frame;
  const start = lowerValue(frame, builtin.start);
  const argument = lowerValue(frame, builtin.argument);
  const attributes = builtin.attributes === undefined ? zero : lowerValue(frame, builtin.attributes);
  const handle = builtin.handle === undefined ? undefined : lowerPlace(frame, builtin.handle);
  const handleType = builtin.handle === undefined ? undefined : unqualified(builtin.handle.type);
  if (emitter.dead) return;
  dispatch(frame, builtin.start, start, at, (symbol) => {
    if (endlessly(frame, symbol, at)) return;
    const enclosing = enclosingOf(frame, symbol, at);
    if (emitter.dead) return;
    const index = program.newThread(symbol);
    const stays = frame.thread.lastRoundOf;
    const known = isStatic(argument) || (symbol.definition?.parameters.length ?? 0) === 0;
    const parameters = known ? [] : ['argument'];
    const args = known ? [] : [argument];
    const signals = inheritedSignals(frame, (mask) => {
      parameters.push('blocked');
      args.push(mask);
      return register('blocked', widthOf(mask));
    });
    program.pending.push({
      index,
      function: symbol,
      parameters,
      argument: known ? argument : register('argument', widthOf(argument)),
      depth: frame.thread.depth,
      ...present({ stays, signals, enclosing }),
    });
    const { interrupts } = frame.thread;
    const handles = handle?.kind === 'memory' ? staticAddress(handle.address) : undefined;
    if (stays !== undefined && handles !== undefined) program.fillHandles(handles.location, index);
    // The handle is there before the thread is, so that the thread may read it.
    if (handle !== undefined && handleType !== undefined)
      writeScalar(frame, handle, handleType, constant(index, program.valueWidth(handleType)), at);
    mayStartDetached(frame, attributes, index, at);
    if (interrupts.marked && !known)
      unsupported('an interrupt handler whose argument is known only as the program runs', at);
    if (interrupts.marked) registerHandler(frame, symbol, argument, index, at);
    else emitter.emit({ kind: 'spawn', thread: index, args, at });
  });
  frame.thread.interrupts.marked = false;
}

/** A thread that starts its like is bounded as a recursive call is. */
function endlessly(frame: Frame, symbol: FunctionSymbol, at: SourceSpan): boolean {
  const { options } = frame.program;
  if ((frame.thread.depth.get(symbol) ?? 0) <= options.depth) return false;
  frame.emitter.cut(at, cutOfDepth(options));
  return true;
}

/** The new thread copies the registers and shares the memory. */
export function lowerStart(frame: Frame, { body }: BuiltinOf<'thread-start'>, at: SourceSpan): void {
  const { emitter, program } = frame;
  if (emitter.dead || endlessly(frame, body, at)) return;
  const args: Expr[] = [];
  const pass = (value: Expr): Expr => {
    if (isStatic(value)) return value;
    args.push(value);
    return register(`argument${args.length}`, widthOf(value));
  };
  const captured = new Map<Variable, Captured>();
  for (const variable of usedVariables(body.definition?.body ?? [])) {
    const storage = frame.storage.get(variable);
    if (storage?.kind === 'memory') captured.set(variable, storage);
    if (storage?.kind === 'bound') captured.set(variable, { kind: 'values', values: [pass(storage.value)] });
    if (storage?.kind === 'registers')
      captured.set(variable, {
        kind: 'values',
        values: storage.cells.map(({ name }) => pass(emitter.read(name))),
        set: storage.cells.map(({ name }) => pass(emitter.isSet(name))),
      });
  }
  const index = program.newThread(body);
  const signals = inheritedSignals(frame, pass);
  program.pending.push({
    index,
    function: body,
    parameters: args.map((_, i) => `argument${i + 1}`),
    captured,
    depth: frame.thread.depth,
    ...present({ signals }),
  });
  emitter.emit({ kind: 'spawn', thread: index, args, at });
}

/** `ignored`: the program ignores the result, so a thread that joins itself does not learn that the join failed. */
export function lowerJoin(
  frame: Frame,
  builtin: BuiltinOf<'thread-join'>,
  at: SourceSpan,
  ignored = false,
): Expr {
  const { emitter } = frame;
  const thread = joinedThread(frame, builtin.thread, at);
  if (builtin.result !== undefined && frame.thread.interrupts.handlers.length > 0)
    unsupported('the result of a thread in one that has interrupt handlers', at);
  const isOther = foldBinary('!=', thread, constant(frame.thread.index));
  const join = (): Expr => {
    joinHandler(frame, thread, at, () => joinThread(frame, builtin, thread, at));
    return zero;
  };
  const mayBe = mayBeItself(frame, isOther);
  if (mayBe && ignored) emitter.assert(isOther, 'it joins itself', at, 'misuse');
  return mayBe && !emitter.dead ? emitter.choose(isOther, join, () => constant(builtin.itself), at) : join();
}

/** main is not called 0. In a program that never asks for it, main has no other name. */
const mayBeItself = ({ program, thread }: Frame, isOther: Expr): boolean =>
  !isTrue(isOther) && (thread.index > 0 || program.unit.namesMain);

function joinThread(frame: Frame, builtin: BuiltinOf<'thread-join'>, thread: Expr, at: SourceSpan): void {
  const { emitter } = frame;
  const { result } = builtin;
  const given = result === undefined ? undefined : lowerPlace(frame, result);
  const place = given?.kind === 'memory' ? { ...given, address: emitter.keep(given.address, at) } : given;
  beforeJoin(frame, thread, at);
  emitter.emit({ kind: 'join', thread, at });
  releaseThread(frame, thread, 'joins', at);
  if (result === undefined || place === undefined) return;
  const write = (): void => {
    const width = frame.program.pointerWidth;
    const value = emitter.load(foldBinary('+', addressOf(resultsLocation), thread), at, width);
    const type = unqualified(result.type);
    const told = type.kind === 'pointer' ? value : asType(frame, value, voidPointer, type);
    writeScalar(frame, place, type, told, at);
  };
  // a null pointer does not ask for the result
  const isAsked =
    place.kind === 'memory' && result.kind === 'deref'
      ? foldBinary('!=', place.address, constant(0, widthOf(place.address)))
      : one;
  emitter.branch(isAsked, write, () => {}, at);
}

/** A detached thread is one like any other; a number that stands for none is found when all threads are known. */
export function lowerDetach(frame: Frame, builtin: BuiltinOf<'thread-detach'>, at: SourceSpan): Expr {
  const { emitter, program } = frame;
  const thread = threadOf(frame, builtin.thread, at);
  releaseThread(frame, thread, 'detaches', at);
  if (emitter.dead) return zero;
  const body: Statement[] = [];
  const target = emitter.temporary();
  emitter.emit({ kind: 'block', label: emitter.label('detach'), body, at });
  program.onceComplete.push(() => {
    const value = foldConditional(exists(program, thread), zero, constant(ESRCH));
    body.push({ kind: 'assign', target, value, at });
  });
  return register(target);
}

/** Ends the thread from wherever it is. */
export function lowerThreadExit(frame: Frame, value: Expr, at: SourceSpan): void {
  if (frame.thread.interrupts.ofHandler) unsupported('pthread_exit in an interrupt handler', at);
  if (frame.thread.index === 0) mainExits(frame, at);
  const kept = frame.emitter.keep(value, at);
  const { cleanups } = frame.thread;
  const all = [...cleanups];
  // one that ends the thread once more leaves the rest to do
  for (let cleanup = cleanups.pop(); cleanup !== undefined; cleanup = cleanups.pop()) cleanup(at);
  cleanups.push(...all);
  storeResult(frame.program, frame.thread, kept, at);
  lowerDestructors(frame, at);
  leaveHandlers(frame, at);
  frame.emitter.break(frame.thread.end, at);
}

/** After pthread_exit in main, the thread that ends last does the last steps of the process. */
function mainExits({ emitter, program }: Frame, at: SourceSpan): void {
  program.mainExits = true;
  const { functions, afterMain } = program.unit;
  if (!emitter.dead && (functions.has(processExitFunction) || afterMain.length > 0))
    unsupported('pthread_exit in main, of a program that does something at its end,', at);
}

/** main returns, or calls exit: that is said if there is some other way for main to end. */
export function endProcess(program: ProgramState, emitter: Emitter, at: SourceSpan): void {
  if (emitter.dead || emitter.inAtomic) return;
  const body: Statement[] = [];
  emitter.emit({ kind: 'block', label: emitter.label('returns'), body, at });
  program.onceComplete.push(() => {
    if (program.mainExits && program.threads.length > 1)
      body.push({ kind: 'assume', condition: zero, exits: true, at });
  });
}

/** Of the values that the thread keeps under keys. */
function lowerDestructors(frame: Frame, at: SourceSpan): void {
  const symbol = frame.program.unit.functions.get(threadExitFunction);
  if (symbol !== undefined) inline(frame, symbol, [], at);
}

/** Programs of which what they do last is being lowered. */
const ending = new WeakSet<ProgramState>();

/** Runs the functions that were given to atexit, then those that the program's attributes put last. */
export function lowerProcessExit(frame: Frame, at: SourceSpan): void {
  const { program } = frame;
  const { functions, afterMain } = program.unit;
  const symbol = functions.get(processExitFunction);
  ending.add(program);
  if (symbol !== undefined) inline(frame, symbol, [], at);
  for (const last of afterMain) inline(frame, last, commandLine(program, last), at);
  ending.delete(program);
}

export function beforeEnd({ emitter, program }: Frame, name: string, at: SourceSpan): void {
  if (ending.has(program) && !emitter.dead)
    unsupported(`${name} in a function that runs at the end of the process`, at);
}

function storeResult(
  program: ProgramState,
  thread: ThreadState,
  value: Expr | undefined,
  at: SourceSpan,
): void {
  if (program.unit.joinsWithResult)
    thread.emitter.store(
      foldBinary('+', addressOf(resultsLocation), constant(thread.index)),
      resized(value ?? zero, program.pointerWidth, false),
      at,
      program.pointerWidth,
    );
}

/** Lowers a thread's function into the thread's body. */
export function lowerThread(program: ProgramState, pending: PendingThread): void {
  const symbol = pending.function;
  const { definition, at } = symbol;
  if (definition === undefined) bug(`${symbol.name} has no body`);
  if (pending.depth.has(symbol)) program.size.recurseInThreads(program.options.depth);
  const emitter = new Emitter(program.size, program.options.unsetIsAny);
  if (pending.stays !== undefined) {
    emitter.cut(pending.stays);
    program.threads[pending.index] = finished(program, pending, emitter.finish());
    return;
  }
  // the process ends with main, and no thread is left to read its variables
  const ends = pending.index > 0;
  emitter.block(
    'thread',
    (end) => {
      const thread: ThreadState = {
        index: pending.index,
        emitter,
        depth: new Map([...pending.depth, [symbol, (pending.depth.get(symbol) ?? 0) + 1]]),
        cleanups: [],
        end,
        variadic: [],
        looking: undefined,
        inOpenLoop: false,
        interrupts: noInterrupts(),
        signals: undefined,
        lastRoundOf: undefined,
      };
      const onReturn: Frame['onReturn'] = (values, returnAt) => {
        if (ends) storeResult(program, thread, values[0], returnAt);
        emitter.unwind(end);
        lowerEnd(returnAt);
        if (!ends) endProcess(program, emitter, returnAt);
        emitter.break(end, returnAt, ends);
      };
      const frame: Frame = {
        ...newFrame(program, thread, symbol, onReturn, end),
        startsThread: true,
        ...present({ enclosing: pending.enclosing }),
      };
      const lowerEnd = (here: SourceSpan): void => {
        if (ends) lowerDestructors(frame, here);
        else lowerProcessExit(frame, here);
        leaveHandlers(frame, here);
      };
      for (const [variable, from] of pending.captured ?? [])
        if (from.kind === 'memory') frame.storage.set(variable, from);
        else bindCaptured(frame, variable, from.values, from.set ?? [], at);
      if (!ends) keepOwnGlobals(frame);
      beginSignals(frame, pending.signals, at);
      beginInterruptions(frame, at);
      emitter.openScope();
      const given = ends ? [[pending.argument ?? zero]] : commandLine(program, symbol);
      definition.parameters.forEach((parameter, i) => {
        const [value] = given[i] ?? [zero];
        bindParameter(frame, parameter, [resized(value, program.valueWidth(parameter.type), false)], at);
      });
      if (!ends)
        for (const first of program.unit.beforeMain)
          inline(frame, first, commandLine(program, first), first.at);
      lowerList(frame, definition.body, ends);
      if (!emitter.dead) {
        lowerEnd(at);
        if (!ends) endProcess(program, emitter, at);
      }
      emitter.closeScope(at, ends);
    },
    at,
  );
  noteEnd(program, emitter, pending.index, at);
  program.threads[pending.index] = finished(program, pending, emitter.finish());
}

const finished = (
  { threadNames }: ProgramState,
  { index, parameters }: PendingThread,
  body: readonly Statement[],
): Thread => ({
  name: threadNames[index],
  start: index === 0 ? 'initial' : 'spawned',
  parameters,
  registers: new Map(),
  body,
});

/** A variable that has no value when the thread starts has none in the thread. */
function bindCaptured(
  frame: Frame,
  variable: Variable,
  values: readonly Expr[],
  set: readonly Expr[],
  at: SourceSpan,
): void {
  if (set.every(isTrue)) {
    bindParameter(frame, variable, values, at);
    return;
  }
  beginVariable(frame, variable, false, at);
  const storage = frame.storage.get(variable);
  if (storage?.kind !== 'registers') return;
  storage.cells.forEach(({ name }, i) => {
    frame.emitter.assign(name, values[i], at, set[i]);
  });
}
