// A checked program as a module: one function for each kind of node. The shape is that of what clang -O0 makes. Only what is reached from main
// is emitted, and the variables outside of functions, which a final state shows.

import type { Layout, LayoutName } from '../../../module/layout.js';
import type { Func, Global, Module } from '../../../module/module.js';
import type { Type } from '../../../module/type.js';
import type { LoopBound } from '../../../program/loopBounds.js';
import type { SourceSpan } from '../../../program/statement.js';
import { type Diagnostic, InputError } from '../../../support/diagnostic.js';
import { present } from '../../../support/present.js';
import { typeError } from '../diagnostics.js';
import type { FunctionSymbol, Unit, Variable } from '../typed.js';
import { freshIn } from './function.js';
import { emitFunction, refusedFunction } from './functions.js';
import { emitGlobal } from './globals.js';
import { Layouts } from './layouts.js';

export interface Emitted {
  readonly module: Module;
  readonly loops: readonly Loop[];
  /** Constructs that are not supported. The module refuses the program where a thread comes to one. */
  readonly refused: readonly Diagnostic[];
}

/** Where a loop stands, and the bound that the program states for it. */
type Loop = Omit<LoopBound, 'bound'> & Partial<LoopBound>;

/** The variables that have any value until they are given one: none, those that nothing points to, or all. */
type AnyIn = 'none' | 'unaddressed' | 'all';

export const emitUnit = (unit: Unit, source: Module['source'], anyIn: AnyIn): Emitted =>
  new ModuleEmitter(unit, anyIn).emitted(source);

/** The state that the functions of a program share while it is emitted. */
export class ModuleEmitter {
  readonly #unit: Unit;
  readonly #layoutTable = new Map<LayoutName, Layout>();
  readonly layouts = new Layouts(this.#layoutTable);
  readonly #functions = new Map<string, Func>();
  readonly #globals = new Map<string, Global>();
  readonly #names: ReadonlyMap<FunctionSymbol, string>;
  readonly #wanted = new Set<FunctionSymbol | Variable>();
  readonly #queue: (() => void)[] = [];
  readonly #loops: Loop[] = [];
  /** Those that are met while functions are emitted. */
  readonly refused: Diagnostic[] = [];
  readonly #main: FunctionSymbol;

  constructor(
    unit: Unit,
    readonly anyIn: AnyIn,
  ) {
    this.#unit = unit;
    this.#main = mainOf(unit);
    this.#names = new Map([...unit.functions].map(([name, symbol]) => [symbol, name])).set(
      this.#main,
      'main',
    );
  }

  emitted(source: Module['source']): Emitted {
    const { beforeMain, afterMain, globals } = this.#unit;
    const constructors = beforeMain.map((symbol) => this.function(symbol));
    const destructors = afterMain.map((symbol) => this.function(symbol));
    this.function(this.#main);
    for (const variable of globals) if (variable.literal !== true) this.global(variable);
    for (let next = this.#queue.shift(); next !== undefined; next = this.#queue.shift()) next();
    const module = {
      layouts: this.#layoutTable,
      globals: inOrder(globals, this.#globals),
      functions: this.#functions,
      threads: [],
      constructors,
      destructors,
      ...present({ source }),
    };
    return { module, loops: this.#loops, refused: this.refused };
  }

  /** The name in the module of a function, which is wanted from now on. */
  function(symbol: FunctionSymbol): string {
    const name = this.#names.get(symbol) ?? symbol.name;
    this.#want(symbol, () => this.#functions.set(name, this.#function(symbol, name)));
    return name;
  }

  #want(what: FunctionSymbol | Variable, emit: () => void): void {
    if (this.#wanted.has(what)) return;
    this.#wanted.add(what);
    this.#queue.push(emit);
  }

  #function(symbol: FunctionSymbol, name: string): Func {
    try {
      return emitFunction(this, symbol, name);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      return refusedFunction(this, symbol, name, error.diagnostic);
    }
  }

  /** The same of a global variable. */
  global(variable: Variable): string {
    const { name } = variable;
    this.#want(variable, () => this.#globals.set(name, emitGlobal(this, variable)));
    return name;
  }

  /** The same of a function of the library that the program need not name. */
  external(name: string, takes: readonly Type[], returns: readonly Type[]): string {
    if (!this.#functions.has(name)) this.#functions.set(name, { name, takes, returns });
    return name;
  }

  /** Adds a function that has no name in the program: `called` is what it is to be called. Returns its name. */
  define(called: string, make: (name: string) => Func): string {
    const isTaken = (name: string): boolean => this.#functions.has(name) || this.#unit.functions.has(name);
    const name = freshIn({ has: isTaken }, called);
    this.#functions.set(name, make(name));
    return name;
  }

  /** A loop, and the bound that the program states for it. */
  loop({ line, file }: SourceSpan, bound: number | undefined): void {
    this.#loops.push({ line, ...present({ file, bound }) });
  }
}

/** CDSChecker has a main of its own, which calls user_main. */
function mainOf({ functions }: Unit): FunctionSymbol {
  const found = ['main', 'user_main']
    .map((name) => functions.get(name))
    .find((symbol) => symbol?.definition !== undefined);
  return found ?? typeError('there is no main function', { line: 1, column: 1 }, 'a program starts in main');
}

/** In the order of the text. */
function inOrder(order: readonly Variable[], found: ReadonlyMap<string, Global>): Map<string, Global> {
  const ordered = new Map<string, Global>();
  for (const name of [...order.map((variable) => variable.name), ...found.keys()]) {
    const global = found.get(name);
    if (global !== undefined) ordered.set(name, global);
  }
  return ordered;
}
