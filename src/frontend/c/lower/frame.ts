// One instance of a function: the call being inlined, with its own registers and memory for its own variables.

import type { Expr } from '../../../program/expression.js';
import type { SourceSpan } from '../../../program/statement.js';
import type { FunctionSymbol, ValueOf, Variable } from '../typed.js';
import { type CType, holdsAtomic, isScalar, type ScalarCell, scalarsOf } from '../types.js';
import type { Landing } from './control/landings.js';
import type { Emitter } from './emitter.js';
import type { Target } from './known.js';
import type { Interrupts } from './signals/interrupts.js';
import type { ThreadSignals } from './signals/signalState.js';
import type { ProgramState } from './state.js';

/** The register of a scalar; `offset` in bytes. */
export interface CellRegister extends ScalarCell {
  readonly name: string;
  /** Where others see what it holds (ownGlobals.ts). */
  readonly memory?: Expr;
}

/** Where a variable is. */
type Storage =
  | { readonly kind: 'registers'; readonly cells: readonly CellRegister[] }
  /** A parameter that is never written stands for its argument. */
  | { readonly kind: 'bound'; readonly value: Expr }
  | { readonly kind: 'memory'; readonly location: string };

/** An argument that `...` received. */
export interface VariadicArgument {
  readonly type: CType;
  readonly cells: readonly Expr[];
}

export interface ThreadState {
  readonly index: number;
  readonly emitter: Emitter;
  /** How often each function is being inlined right now. */
  readonly depth: Map<FunctionSymbol, number>;
  /** Actions that pthread_exit does before it ends the thread, the last first. */
  readonly cleanups: ((at: SourceSpan) => void)[];
  /** The end of the thread, where pthread_exit goes. */
  readonly end: Target;
  /** The arguments of all calls with `...`, each call's followed by a gap. */
  readonly variadic: (VariadicArgument | undefined)[];
  /** The innermost loop around, if it looks again after each wait (waitingLoops.ts). */
  looking: LookingLoop | undefined;
  readonly interrupts: Interrupts;
  /** The signal state of the thread, if the program uses signals. */
  signals: ThreadSignals | undefined;
  /** Whether some loop around runs an unknown number of rounds. */
  inOpenLoop: boolean;
  /** The loop around whose last round is lowered in place of many, if it creates more threads than are looked at. */
  lastRoundOf: SourceSpan | undefined;
}

export interface LookingLoop {
  /** The mutex that was taken just before, if the loop looks before it waits: coming back too early shows nothing then. */
  readonly mutex: Expr | undefined;
  /** A register: 1 after a wakeup without a signal, which must be the last wakeup. */
  readonly leaves: string;
}

export type Jump = { readonly kind: 'break' | 'continue'; readonly target: Target };

export interface Frame {
  readonly program: ProgramState;
  readonly thread: ThreadState;
  readonly emitter: Emitter;
  readonly function: FunctionSymbol;
  readonly storage: Map<Variable, Storage>;
  /** Handles the returned value, cell by cell. */
  readonly onReturn: (values: readonly Expr[], at: SourceSpan) => void;
  /** Enclosing loops and switches, innermost last. */
  readonly breaks: Target[];
  readonly continues: Target[];
  /** How many scopes are open inside of it, its outermost among them. */
  readonly scopes: number;
  /** The number of the first argument that `...` received. */
  readonly firstVariadic: number;
  /** The call that its blocks are for, if it only gets and returns one (allocators.ts). */
  readonly allocatesFor?: ValueOf<'call'>;
  /** The program fills its block from malloc with 0 afterwards. */
  readonly zeroes?: true;
  /** The caller ignores the result. */
  readonly resultIgnored?: true;
  /** Of a nested function: the instance of the enclosing function, with the variables that both share. */
  readonly enclosing?: Frame;
  /** The one that calls it. */
  readonly caller?: Frame;
  /** Calls of setjmp that longjmp may come back to. */
  readonly landings: Map<Variable, Landing>;
  /** A handler of signals is called here. */
  readonly ofHandler?: true;
  /** The thread starts in it. */
  readonly startsThread?: true;
  /** Labels a goto can reach from here. */
  readonly labels: Map<string, Jump>;
}

/** Aggregates larger than this live in memory: a register array answers a computed index by comparing it with each. */
const registerLimit = 16;

/** `begins`: its declaration is reached. */
export function storageOf(frame: Frame, variable: Variable, begins = false): Storage {
  const known = frame.storage.get(variable) ?? storageAround(frame, variable);
  if (known !== undefined) return known;
  if (variable.storage === 'global')
    return { kind: 'memory', location: frame.program.globalLocation(variable, frame.thread.index) };
  const storage = newStorage(frame, variable);
  frame.storage.set(variable, storage);
  // a jump over the declaration leaves the variable without a value
  if (!begins && storage.kind === 'registers') frame.emitter.flag(storage.cells.map(({ name }) => name));
  return storage;
}

/** The storage of a variable of an enclosing function. */
function storageAround({ enclosing }: Frame, variable: Variable): Storage | undefined {
  for (let frame = enclosing; frame !== undefined; frame = frame.enclosing) {
    const known = frame.storage.get(variable);
    if (known !== undefined) return known;
  }
  return undefined;
}

/** The instance of a function among those that a frame stands in, or that are being called. */
export function instanceOf(frame: Frame, symbol: FunctionSymbol): Frame | undefined {
  for (let inner: Frame | undefined = frame; inner !== undefined; inner = inner.caller)
    for (let around: Frame | undefined = inner; around !== undefined; around = around.enclosing)
      if (around.function === symbol) return around;
  return undefined;
}

function newStorage(frame: Frame, variable: Variable): Storage {
  const { type, name, at } = variable;
  const cells = scalarsOf(type);
  const { program, emitter } = frame;
  if (variable.addressed || cells.length > registerLimit) {
    const location = program.newLocal(`${frame.function.name}.${name}`, variable, at);
    if (!holdsAtomic(type)) program.locals.add(location);
    return { kind: 'memory', location };
  }
  const register = (cell: ScalarCell, i: number): CellRegister => ({
    ...cell,
    name: emitter.fresh(isScalar(type) ? name : `${name}[${i}]`, program.valueWidth(cell.type)),
  });
  const registers = cells.map(register);
  if (program.words.holds(variable)) emitter.carry(registers.map((cell) => cell.name));
  return { kind: 'registers', cells: registers };
}

/** The declaration of a variable is reached; `initialised`: its initialiser comes next. */
export function beginVariable(frame: Frame, variable: Variable, initialised: boolean, at: SourceSpan): void {
  if (variable.storage === 'global') return;
  const storage = storageOf(frame, variable, true);
  if (storage.kind === 'memory')
    frame.emitter.begin(
      storage.location,
      frame.program.cellOffsets(storage.location),
      variable.addressed,
      at,
    );
  else if (storage.kind === 'registers') {
    const names = storage.cells.map(({ name }) => name);
    if (!isScalar(variable.type)) frame.emitter.parts(names);
    if (!initialised) frame.emitter.unset(names, at);
  }
}

/** The registers of variables this frame has given storage to. */
export function registersOf(frame: Frame, variables: Iterable<Variable>): string[] {
  const names: string[] = [];
  for (const variable of variables) {
    const storage = frame.storage.get(variable);
    if (storage?.kind === 'registers') names.push(...storage.cells.map(({ name }) => name));
  }
  return names;
}
