// The state that the lowering of one program shares: its locations, its threads, the numbers that stand for functions.

import { bytesOf, type CellShape } from '../../../program/cells.js';
import { addressOf, constant, type Expr, type ExprWidth, unary } from '../../../program/expression.js';
import type { ThreadId } from '../../../program/identity.js';
import type { Width } from '../../../program/integer.js';
import { functionBase } from '../../../program/layout.js';
import type { InitialValue, Location, Thread } from '../../../program/program.js';
import type { SourceSpan } from '../../../program/statement.js';
import { signalInformationVariable } from '../library/index.js';
import type { FunctionSymbol, StaticValue, Unit, Value, Variable } from '../typed.js';
import { alignmentOf, type CType, sameType, scalarsOf, sizeOf } from '../types.js';
import { needsWidePointers } from './analysis/pointerWidth.js';
import { valueWidth } from './fold.js';
import type { Frame } from './frame.js';
import type { LeftOut } from './leftOut.js';
import { pieceSuffixes, shownName, threadName } from './memory/cellNames.js';
import { DividedAccesses, type DividingOptions } from './memory/dividedAccesses.js';
import { bitsOf, StaticImage } from './memory/staticImage.js';
import { cellInUnion, type UnionCell } from './memory/unionCells.js';
import { findViews, type Grain, type Views } from './memory/views.js';
import { findWords, noWords, type Words } from './memory/words.js';
import { type DepthOfRecursion, ProgramSize } from './programSize.js';
import type { InheritedSignals } from './signals/signalState.js';
import { SignalUse } from './signals/signalUse.js';
import type { AtBarrier } from './threads/barriers.js';
import type { CancelWake } from './threads/cancellation.js';
import type { WaitWithMutex } from './threads/conditionMutexes.js';
import type { DeferredDestruction, DeferredWake } from './threads/conditionVariables.js';
import type { FutexWake } from './threads/futexes.js';
import type { Release, Start } from './threads/releases.js';
import { UnknownFloats } from './values/unknownFloats.js';

export interface LowerOptions extends DividingOptions {
  /** Iterations of loops that create threads where no constant says. */
  readonly unroll: number;
  readonly depth: DepthOfRecursion;
  /** The bound of the loop at a position, where the user gave one. */
  readonly loopBound: (at: SourceSpan) => number | undefined;
  /** Says what is not supported, where it is met. */
  readonly refuse: () => never;
  /** Whether integers that were declared without a value have any. */
  readonly unsetIsAny?: boolean;
  /** Whether those in memory do too (anyInitial.ts). */
  readonly anyInMemory?: boolean;
  /** Whether floating-point numbers that are not known beforehand are computed: the unit has the functions that do it. */
  readonly floats?: boolean;
  /** The arguments of main after the name of the program. */
  readonly args?: readonly string[];
  /** The program's use of signals, as far as the previous lowering met it. */
  readonly signals?: SignalUse;
  /** Statements that cannot be lowered, when others are looked for. */
  readonly leftOut?: LeftOut;
}

/**
 * A local variable in a thread that starts in the middle of the variable's function. The thread has it as shared memory or as values.
 * `set` says which of the values exist.
 */
export type Captured =
  | { readonly kind: 'memory'; readonly location: string }
  | { readonly kind: 'values'; readonly values: readonly Expr[]; readonly set?: readonly Expr[] };

/** A thread whose body is still to be lowered. */
export interface PendingThread {
  readonly index: number;
  readonly function: FunctionSymbol;
  readonly parameters: readonly string[];
  /** The value of the thread's parameter. */
  readonly argument?: Expr;
  /** Locals of the function that started it, and where the thread has them. */
  readonly captured?: ReadonlyMap<Variable, Captured>;
  readonly signals?: InheritedSignals;
  /** How often each function stands on the way from main to here, as a call or as the start of a thread. */
  readonly depth: ReadonlyMap<FunctionSymbol, number>;
  /** Of a function inside another: the instance of that which it shares the variables of. */
  readonly enclosing?: Frame;
  /** The loop that would create it and many more: they stay where they begin. */
  readonly stays?: SourceSpan;
}

export class ProgramState {
  readonly locations: Location[] = [];
  readonly threads: (Thread | undefined)[] = [];
  readonly threadNames: string[] = [];
  readonly pending: PendingThread[] = [];
  readonly size = new ProgramSize();
  /** Locations of local variables. */
  readonly locals = new Set<string>();
  /** Threads that wait for condition variables. */
  readonly waiters = new Set<number>();
  readonly waits: WaitWithMutex[] = [];
  readonly futexWaiters = new Set<ThreadId>();
  readonly futexWakes: FutexWake[] = [];
  readonly wakes: DeferredWake[] = [];
  readonly destructions: DeferredDestruction[] = [];
  /** Coming to barriers, leaving and destroying them. */
  readonly atBarriers: AtBarrier[] = [];
  /** Joins and detachments. */
  readonly releases: Release[] = [];
  readonly starts: Start[] = [];
  readonly cancelWakes: CancelWake[] = [];
  readonly unknownFloats = new UnknownFloats();
  /** Of long doubles that are not known: nothing may depend on these. */
  readonly ofLongDoubles = new UnknownFloats();
  /** Steps that run when all threads are lowered. */
  readonly onceComplete: (() => void)[] = [];
  /** The program's use of signals, as this lowering meets it. */
  readonly signals = new SignalUse();
  /** An array of what handlers are told, by signal. */
  signalInformation: Value | undefined;
  /** Whether some thread waits for a signal that cannot come. */
  waitsForNoSignal = false;
  /** Calls of setjmp so far. */
  landings = 0;
  /** Whether threads look for their cancellation. */
  cancels = false;
  /** Whether a thread that may be cancelled joins others. */
  looksForEnds = false;
  /** Whether what was lowered so far chooses among many values: sizes of blocks may depend on that. */
  choosesWidely = false;
  /** main ends as a thread somewhere, and the process goes on. */
  mainExits = false;
  /** argv, if the program looks at it. */
  argumentList: Variable | undefined;
  /** Accesses to what is seen through scalars of different sizes. */
  readonly divided: DividedAccesses;
  /** The bits of pointers: 32, unless the program makes them of numbers that may need more. */
  readonly pointerWidth: ExprWidth;
  /** Which objects are seen through scalars of different sizes. */
  readonly views: Views;
  /** The variables, functions and values that move bytes which may have no value. */
  readonly words: Words;
  readonly #names = new Set<string>();
  readonly #globals = new Map<Variable, string>();
  readonly #strings = new Map<string, Variable>();
  readonly #threadLocals = new Map<string, string>();
  readonly #functions: FunctionSymbol[] = [];

  constructor(
    readonly unit: Unit,
    readonly options: LowerOptions,
  ) {
    this.pointerWidth = needsWidePointers(unit) ? 64 : 32;
    this.views = findViews(unit, this.pointerWidth === 64, options.whole?.unions ?? []);
    this.words = options.unsetIsAny === true ? noWords : findWords(unit, this.views);
    this.divided = new DividedAccesses(options);
    for (const variable of unit.globals)
      if (variable.literal === true || variable.threadLocal || variable.name === signalInformationVariable)
        continue;
      else this.#global(variable);
  }

  /** The bits of a value of the type. */
  valueWidth(type: CType): ExprWidth {
    return valueWidth(type, this.pointerWidth);
  }

  /** The bits that an access to a scalar of the type touches. */
  cellWidth(type: CType): Width {
    return type.kind === 'integer' || type.kind === 'float' ? bitsOf(type.size) : this.pointerWidth;
  }

  /** The location of a variable with static storage, as thread `thread` sees it. */
  globalLocation(variable: Variable, thread: ThreadId): string {
    if (!variable.threadLocal) return this.#global(variable);
    const key = `${thread} ${variable.name}`;
    let name = this.#threadLocals.get(key);
    if (name === undefined) {
      name = this.#newLocation(
        `${shownName(variable.name)}@${this.threadNames[thread] ?? thread}`,
        variable,
        variable.at,
      );
      this.#threadLocals.set(key, name);
    }
    return name;
  }

  /** A variable of the library leaves its name to one that the program defines: final states show the program's. */
  #shownName({ name }: Variable): string {
    const shown = shownName(name);
    return shown !== name && this.unit.globals.some((other) => other.name === shown)
      ? `library.${shown}`
      : shown;
  }

  #global(variable: Variable): string {
    const known = this.#globals.get(variable);
    if (known !== undefined) return known;
    const name = this.#freshName(this.#shownName(variable));
    this.#globals.set(variable, name);
    if (variable.literal === true && !variable.assigned) this.#strings.set(name, variable);
    this.#addLocation(name, variable, variable.at);
    return name;
  }

  /** The string literal in a location. No statement changes it. */
  stringAt(location: string): Variable | undefined {
    return this.#strings.get(location);
  }

  /** Memory of a local variable: without a value at first. */
  newLocal(wanted: string, variable: Variable, at: SourceSpan): string {
    const place = this.locations.length;
    const name = this.#newLocation(wanted, variable, at);
    this.locations[place] = { ...this.locations[place], uninitialised: true };
    return name;
  }

  /** The cells of this location that start at 0 start with the handle of the thread instead. */
  fillHandles(location: string, thread: number): void {
    // registers have no value at first
    this.locals.delete(location);
    const place = this.locations.findIndex(({ name }) => name === location);
    const { uninitialised: _, ...found } = this.locations[place];
    this.locations[place] = {
      ...found,
      initial: found.initial.map((value) => (value === 0 ? thread : value)),
    };
  }

  #newLocation(wanted: string, variable: Variable, at: SourceSpan): string {
    const name = this.#freshName(wanted);
    this.#addLocation(name, variable, at);
    return name;
  }

  #addLocation(name: string, variable: Variable, at: SourceSpan): void {
    const { initial, type: declared, longer: type = declared } = variable;
    const place = this.locations.length;
    // an object without members has an address too
    const size = Math.max(sizeOf(type) ?? 1, 1);
    const grain = this.views.ofVariable(variable);
    const parts = this.cellsFor(type, grain);
    const cells: readonly CellShape[] = parts.length > 0 ? parts : [{ offset: 0, width: 8 }];
    const isAggregate = type.kind === 'struct' || (type.kind === 'array' && type.of.kind !== 'integer');
    const location: Location = {
      name,
      initial: new Array<InitialValue>(cells.length).fill(0),
      ...(type.kind === 'array' ? { array: true } : {}),
      ...((isAggregate || grain !== undefined) && parts.length > 0
        ? {
            suffixes: pieceSuffixes(
              type,
              cells.map(({ offset, width }) => ({ offset, bytes: bytesOf(width) })),
            ),
          }
        : {}),
      // gcc aligns arrays and structs of 16 bytes and more so; programs may not rely on it
      shape: { cells, size, alignment: Math.max(alignmentOf(type), size >= 16 ? 16 : 1) },
      at,
    };
    this.locations.push(location);
    if (initial === undefined) return;
    // After the location has its name: initial values may point to it, and to others that point back.
    const image = new StaticImage(size, initial, (value) => this.initialValue(value), at);
    this.locations[place] = { ...location, initial: cells.map((cell) => image.cell(cell)) };
  }

  /** The cells of an object of the type: its scalars, or cells of `grain` bytes throughout. */
  cellsFor(type: CType, grain: Grain | undefined): CellShape[] {
    if (grain === undefined)
      return scalarsOf(type).map(({ offset, type: scalar }) => ({
        offset,
        width: this.cellWidth(scalar),
        ...(scalar.kind === 'float' ? { float: true } : {}),
        ...(this.wholeCell(type, offset) === undefined ? {} : { union: true }),
      }));
    const { bytes } = grain;
    const count = Math.max(1, Math.floor((sizeOf(type) ?? bytes) / bytes));
    return Array.from({ length: count }, (_, i) => ({ offset: i * bytes, width: bitsOf(bytes) }));
  }

  /** The cells of the union at that offset of the type, if it is one that is left whole. */
  wholeCell(type: CType, offset: number): UnionCell | undefined {
    const { unions } = this.options.whole ?? {};
    return unions === undefined ? undefined : cellInUnion(type, offset, unions);
  }

  /** Where the program cannot be what was lowered, the options to try next; throws where there are none. */
  otherOptions(): LowerOptions | undefined {
    const { options } = this;
    if (this.threads.length > 1 && this.signals.flags.has('used')) this.signals.flags.add('several-threads');
    this.signals.nameThreads(this.threads.length);
    const signals = this.signals.with(options.signals ?? new SignalUse());
    if (signals.size > (options.signals?.size ?? 0)) return { ...options, signals };
    const threads = this.threads.flatMap((thread) => thread ?? []);
    const divided = this.divided.otherOptions(this.locations, threads, this.views.dividesWhole);
    return divided === undefined ? undefined : { ...options, ...divided };
  }

  cellOffsets(location: string): readonly number[] {
    const found = this.locations.find(({ name }) => name === location);
    return found?.shape?.cells.map(({ offset }) => offset) ?? [];
  }

  initialValue(value: StaticValue): InitialValue {
    if (typeof value !== 'object') return value;
    if (value.kind === 'function') return this.functionNumber(value.function);
    return { location: this.#global(value.variable), index: value.offset };
  }

  /** The initial value of a scalar of a global. A const global keeps it. */
  constantPart(variable: Variable, offset: number, type: CType): Expr | undefined {
    const part = variable.initial?.find((p) => p.offset === offset && p.bitField === undefined);
    const width = this.valueWidth(type);
    if (part === undefined) return constant(0, width);
    if (!sameType(part.type, type)) return undefined;
    const start = this.initialValue(part.value);
    if (typeof start !== 'object') return constant(start, width);
    const base = addressOf(start.location);
    const address: Expr =
      start.index === 0 ? base : { kind: 'binary', op: '+', left: base, right: constant(start.index) };
    return width === 64 ? unary('zext32', address) : address;
  }

  #freshName(wanted: string): string {
    let name = wanted;
    for (let i = 2; this.#names.has(name); i++) name = `${wanted}#${i}`;
    this.#names.add(name);
    return name;
  }

  functionNumber(symbol: FunctionSymbol): number {
    let index = this.#functions.indexOf(symbol);
    if (index < 0) index = this.#functions.push(symbol) - 1;
    return functionBase + index;
  }

  /** Of all that have a number. */
  functionNames(): string[] {
    return this.#functions.map(({ name }) => shownName(name));
  }

  functionOf(value: number): FunctionSymbol | undefined {
    return this.#functions[value - functionBase];
  }

  newThread(symbol: FunctionSymbol): number {
    const index = this.threads.length;
    this.threads.push(undefined);
    this.threadNames.push(threadName(symbol.name));
    return index;
  }
}
