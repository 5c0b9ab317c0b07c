// What lowering one program shares: its locations, its threads, the numbers that stand for functions.

import { addressOf, constant, type Expr } from '../../../program/expression.js';
import type { InitialValue, Location, Thread } from '../../../program/program.js';
import type { SourceSpan, Statement } from '../../../program/statement.js';
import { unsupported } from '../diagnostics.js';
import type { FunctionSymbol, StaticValue, Unit, Variable } from '../typed.js';
import { type CType, cellsOf } from '../types.js';
import type { DeferredWake } from './conditionVariables.js';

export interface LowerOptions {
  /** Recursion depth, and iterations of loops that create threads where no constant says. */
  readonly unroll: number;
  /** The bound of the loop at a position, where the user gave one. */
  readonly loopBound: (at: SourceSpan) => number | undefined;
}

/** A thread whose body is still to be lowered. */
export interface PendingThread {
  readonly index: number;
  readonly function: FunctionSymbol;
  readonly parameters: readonly string[];
  /** What its parameter is bound to. */
  readonly argument: Expr | undefined;
}

/** Numbers that stand for functions: far from small integers and from addresses of cells. */
const functionBase = 0x4000_0000;

/** Threads a program may have. */
const threadLimit = 64;

export class ProgramState {
  readonly locations: Location[] = [];
  readonly threads: (Thread | undefined)[] = [];
  readonly threadNames: string[] = [];
  readonly pending: PendingThread[] = [];
  readonly size = { count: 0 };
  /** Loads of cells that are copied with the object they are part of. */
  readonly copies = new Set<Statement>();
  /** Locations of local variables. */
  readonly locals = new Set<string>();
  /** Threads that wait for condition variables. */
  readonly waiters = new Set<number>();
  readonly wakes: DeferredWake[] = [];
  readonly #names = new Set<string>();
  readonly #globals = new Map<Variable, string>();
  readonly #threadLocals = new Map<string, string>();
  readonly #functions: FunctionSymbol[] = [];

  constructor(
    readonly unit: Unit,
    readonly options: LowerOptions,
  ) {
    for (const variable of unit.globals)
      if (variable.literal === true || variable.threadLocal) continue;
      else this.#global(variable);
  }

  /** The location of a variable with static storage, as thread `thread` sees it. */
  globalLocation(variable: Variable, thread: number): string {
    if (!variable.threadLocal) return this.#global(variable);
    const key = `${thread} ${variable.name}`;
    let name = this.#threadLocals.get(key);
    if (name === undefined) {
      name = this.newLocation(`${variable.name}@${thread}`, variable.type, variable.at, variable.initial);
      this.#threadLocals.set(key, name);
    }
    return name;
  }

  #global(variable: Variable): string {
    const known = this.#globals.get(variable);
    if (known !== undefined) return known;
    const name = this.#freshName(variable.name);
    this.#globals.set(variable, name);
    this.#addLocation(name, variable.type, variable.at, variable.initial);
    return name;
  }

  /** Memory of a local variable: without a value at first. */
  newLocal(wanted: string, type: CType, at: SourceSpan): string {
    const place = this.locations.length;
    const name = this.newLocation(wanted, type, at);
    this.locations[place] = { ...this.locations[place], uninitialised: true };
    return name;
  }

  newLocation(wanted: string, type: CType, at: SourceSpan, initial?: readonly StaticValue[]): string {
    const name = this.#freshName(wanted);
    this.#addLocation(name, type, at, initial);
    return name;
  }

  #addLocation(name: string, type: CType, at: SourceSpan, initial?: readonly StaticValue[]): void {
    const place = this.locations.length;
    const location: Location = {
      name,
      initial: new Array<InitialValue>(cellsOf(type) ?? 1).fill(0),
      ...(type.kind === 'array' ? { array: true } : {}),
      at,
    };
    this.locations.push(location);
    if (initial === undefined) return;
    // After the location has its name: initial values may point to it, and to others that point back.
    const values = initial.map((value) => this.initialValue(value));
    this.locations[place] = { ...location, initial: values };
  }

  initialValue(value: StaticValue): InitialValue {
    if (typeof value === 'number') return value;
    if (value.kind === 'function') return this.functionNumber(value.function);
    return { location: this.#global(value.variable), index: value.offset };
  }

  /** A static value as an expression. */
  staticExpr(value: StaticValue): Expr {
    const start = this.initialValue(value);
    if (typeof start !== 'object') return constant(start);
    const base = addressOf(start.location);
    return start.index === 0 ? base : { kind: 'binary', op: '+', left: base, right: constant(start.index) };
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

  functionOf(value: number): FunctionSymbol | undefined {
    return this.#functions[value - functionBase];
  }

  newThread(symbol: FunctionSymbol, at: SourceSpan): number {
    const index = this.threads.length;
    if (index >= threadLimit) unsupported(`a program of more than ${threadLimit} threads`, at);
    this.threads.push(undefined);
    this.threadNames.push(symbol.name);
    return index;
  }
}
