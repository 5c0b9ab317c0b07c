// Calls: functions are inlined. Recursion goes as deep as the bound and is cut there, like a loop.

import { constant, type Expr, widthOf } from '../../../program/expression.js';
import { toNumber } from '../../../program/integer.js';
import type { SourceSpan } from '../../../program/statement.js';
import { bug } from '../../../support/diagnostic.js';
import { present } from '../../../support/present.js';
import { saidAt, unsupported } from '../diagnostics.js';
import { libraryPrefix } from '../library/index.js';
import type { FunctionSymbol, Value, ValueOf, Variable } from '../typed.js';
import { type CType, isScalar, scalarsOf, sizeOf } from '../types.js';
import { reachedFrom } from './analysis/functionFlow.js';
import { mayReturnNothing } from './analysis/withoutValue.js';
import { lowerList } from './control/jumps.js';
import { written } from './emitter/marks.js';
import { foldBinary, isCheap, resized, zero } from './fold.js';
import { beginVariable, type Frame, instanceOf, type ThreadState } from './frame.js';
import type { Target } from './known.js';
import { lowerMoved } from './memory/moved.js';
import { checkedRegister, lowerPlace, writeScalar } from './memory/places.js';
import { cutOfDepth } from './programSize.js';
import type { ProgramState } from './state.js';
import { numberOfArgument } from './values/commandLine.js';
import { keepArguments } from './values/variadic.js';
import { lowerCells, lowerValue } from './values.js';

/** How the caller uses the result. */
type Use = 'read' | 'copied' | 'ignored';

/** The cells of the result; none for void. */
export function lowerCall(
  frame: Frame,
  call: ValueOf<'call'>,
  use: Use = isScalar(call.type) ? 'read' : 'copied',
): readonly Expr[] {
  const { emitter } = frame;
  const { at } = call;
  const looks = use === 'read';
  const known = numberOfArgument(frame, call);
  if (known !== undefined) return known;
  const target = call.callee.kind === 'function' ? undefined : lowerValue(frame, call.callee);
  const isDirect = call.callee.kind === 'function';
  const args = call.args.map((arg) => (isDirect ? lowerMoved(frame, arg) : lowerCells(frame, arg)));
  if (emitter.dead) return [];
  if (call.callee.kind === 'function') {
    const { callee } = call;
    const values = inline(frame, callee.function, args, at, call.args, use, call);
    return values.length === 0 && looks && !emitter.dead ? [noValue(frame, call)] : values;
  }
  const results = scalarsOf(call.type).map(({ type }) => emitter.temporary(frame.program.valueWidth(type)));
  const allocation = frame.program.views.allocates(call) ? call : undefined;
  if (call.type.kind === 'struct') emitter.carry(results);
  dispatch(frame, call.callee, target ?? bug('no callee'), at, (symbol) => {
    const values = inline(frame, symbol, args, at, call.args, use, allocation);
    results.forEach((name, i) => {
      const value = values[i] ?? (looks ? noValue(frame, call) : undefined);
      if (value !== undefined) emitter.assign(name, value, at);
    });
  });
  return results.map((name) => emitter.read(name));
}

/** The result of a function that returns no value. Reading it is a finding. */
function noValue(frame: Frame, { type, at }: ValueOf<'call'>): Expr {
  const name = frame.emitter.fresh('the call', frame.program.valueWidth(type));
  frame.emitter.unset([name], at);
  return checkedRegister(frame, { name, type, offset: 0 }, at);
}

const notAFunction = 'call of something that is no function';

/** One that the program only declares may do anything. */
const bodiless = ({ name }: FunctionSymbol, at: SourceSpan): never =>
  unsupported(`the function ${name}, which has no body,`, at);

/** Does `use` with the function a pointer holds: the one it must be, or each one it may be. */
export function dispatch(
  frame: Frame,
  callee: Value,
  pointer: Expr,
  at: SourceSpan,
  use: (symbol: FunctionSymbol) => void,
): void {
  dispatchAmong(frame, () => reachedFrom(frame.program.unit, callee), pointer, at, use);
}

/** The same, where it is known which functions there are: those that are followed, and others that it may be too. */
export function dispatchAmong(
  frame: Frame,
  functions: () => {
    readonly reached: readonly FunctionSymbol[];
    readonly others: readonly FunctionSymbol[];
  },
  pointer: Expr,
  at: SourceSpan,
  use: (symbol: FunctionSymbol) => void,
): void {
  const { emitter, program } = frame;
  const call = (symbol: FunctionSymbol): void =>
    symbol.definition === undefined ? bodiless(symbol, at) : use(symbol);
  const none = (): void => emitter.assert(zero, notAFunction, at);
  if (pointer.kind === 'const') {
    const symbol = program.functionOf(toNumber(pointer.value));
    if (symbol === undefined) none();
    else call(symbol);
    return;
  }
  const value = emitter.keep(pointer, at);
  const { reached, others } = functions();
  const is = (symbol: FunctionSymbol): Expr =>
    foldBinary('==', value, constant(program.functionNumber(symbol), widthOf(value)));
  const notLookedAt = others.reduce<Expr>((any, symbol) => foldBinary('||', any, is(symbol)), zero);
  emitter.select(reached, is, call, at, () =>
    emitter.branch(notLookedAt, () => emitter.cut(at, { kind: 'unexpected-call' }), none, at),
  );
}

/** Verifiers take the body of a function of such a name for an atomic section. */
const atomicPrefix = '__VERIFIER_atomic_';

export function inline(
  frame: Frame,
  symbol: FunctionSymbol,
  args: readonly (readonly Expr[])[],
  at: SourceSpan,
  values: readonly Value[] = [],
  use: Use = 'copied',
  direct?: ValueOf<'call'>,
): readonly Expr[] {
  const { emitter, thread, program } = frame;
  const { definition } = symbol;
  if (definition === undefined) return bodiless(symbol, at);
  const enclosing = enclosingOf(frame, symbol, at, direct?.callee.kind === 'function');
  if (emitter.dead) return [];
  const depth = thread.depth.get(symbol) ?? 0;
  if (depth > program.options.depth) {
    emitter.cut(at, cutOfDepth(program.options));
    return [];
  }
  if (depth > 0) program.size.recurse();
  thread.depth.set(symbol, depth + 1);
  const named = definition.parameters.length;
  const first = symbol.type.variadic ? keepArguments(frame, values.slice(named), args.slice(named)) : 0;
  const cells = scalarsOf(symbol.type.result);
  const results = cells.map(({ type }) => emitter.fresh(`${symbol.name}()`, program.valueWidth(type)));
  const looks = use === 'read';
  if (looks && mayReturnNothing(symbol)) emitter.unset(results, at);
  if (symbol.type.result.kind === 'struct' || program.words.returns(symbol)) emitter.carry(results);
  const allocatesFor = program.views.isAllocator(symbol) ? (frame.allocatesFor ?? direct) : undefined;
  const zeroes = allocatesFor !== undefined && (frame.zeroes || (direct && program.views.isZeroed(direct)));
  const body = (end: Target): void => {
    const onReturn: Frame['onReturn'] = (returned, returnAt) => {
      returned.forEach((value, i) => {
        if (i < results.length) emitter.assign(results[i], value, returnAt);
      });
      emitter.leave(end, returnAt);
    };
    const callee = {
      ...newFrame(program, thread, symbol, onReturn, end, first),
      caller: frame,
      ...present({ enclosing }),
      ...present({ allocatesFor }),
      ...(zeroes ? { zeroes } : {}),
      ...(use === 'ignored' ? { resultIgnored: true as const } : {}),
    };
    emitter.openScope();
    definition.parameters.forEach((parameter, i) => {
      bindParameter(callee, parameter, passed(program, args[i] ?? [], values[i]?.type, parameter.type), at);
    });
    lowerList(callee, definition.body);
    emitter.closeScope(at);
  };
  const call = (): void => emitter.block(symbol.name, body, at);
  if (symbol.name.startsWith(atomicPrefix)) emitter.atomic(call, at);
  else if (symbol.name.startsWith(libraryPrefix)) emitter.place.during(at, () => saidAt(at, call));
  else emitter.place.during(undefined, call);
  thread.depth.set(symbol, depth);
  return results.map((name, i) =>
    looks ? checkedRegister(frame, { ...cells[i], name }, at) : emitter.read(name),
  );
}

/** The instance of the function around one. A pointer to that does not say which instance it belongs to. */
export function enclosingOf(
  frame: Frame,
  { name, nestedIn }: FunctionSymbol,
  at: SourceSpan,
  byName = false,
): Frame | undefined {
  if (nestedIn === undefined) return undefined;
  if (!byName && (frame.thread.depth.get(nestedIn) ?? 0) > 1)
    unsupported('a pointer to a function inside one that calls itself', at);
  const found = instanceOf(frame, nestedIn);
  if (found === undefined)
    frame.emitter.assert(zero, `call of ${name}, which stands in a function that has returned`, at);
  return found;
}

export function newFrame(
  program: ProgramState,
  thread: ThreadState,
  symbol: FunctionSymbol,
  onReturn: Frame['onReturn'],
  end: Target,
  firstVariadic = 0,
): Frame {
  return {
    program,
    thread,
    emitter: thread.emitter,
    function: symbol,
    storage: new Map(),
    onReturn,
    breaks: [],
    continues: [],
    scopes: end.scopes + 1,
    firstVariadic,
    labels: new Map(),
    landings: new Map(),
  };
}

/**
 * The cells that a parameter receives from a call without a prototype (`void f();`). Numbers and addresses go by registers, and
 * the parameter reads as many bits as it has. An argument that is missing, or passed in another way, gives the parameter no
 * value.
 */
function passed(
  program: ProgramState,
  cells: readonly Expr[],
  from: CType | undefined,
  to: CType,
): readonly Expr[] {
  if (from === undefined) return cells;
  if (inRegister(from) && inRegister(to))
    return cells.map((cell) => resized(cell, program.valueWidth(to), true));
  const [given, wanted] = [from, to].map((type) =>
    scalarsOf(type).map((cell) => `${cell.offset} ${sizeOf(cell.type)} ${cell.type.kind === 'float'}`),
  );
  return given.join() === wanted.join() ? cells : [];
}

const inRegister = ({ kind }: CType): boolean => kind === 'integer' || kind === 'pointer';

/**
 * A parameter that is never written nor pointed to stands for its argument. Any other parameter gets a copy of it, and has no
 * value if there is no argument.
 */
export function bindParameter(
  frame: Frame,
  parameter: Variable,
  cells: readonly Expr[],
  at: SourceSpan,
): void {
  const [value] = cells;
  const isBound = !parameter.assigned && !parameter.addressed;
  if (cells.length === 1 && isBound && isCheap(value) && frame.emitter.maskOf(value) === written) {
    frame.storage.set(parameter, { kind: 'bound', value });
    return;
  }
  beginVariable(frame, parameter, cells.length > 0, at);
  if (cells.length === 0) return;
  const place = lowerPlace(frame, { kind: 'variable', variable: parameter, type: parameter.type, at });
  scalarsOf(parameter.type).forEach(({ offset, type }, i) => {
    writeScalar(frame, place, type, cells[i] ?? bug('an argument is missing'), at, offset);
  });
}
