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
import type { CType } from '../types.js';
import { declarationOf, emitFunction, refusedFunction } from './functions.js';
import { emitGlobal } from './globals.js';
import { Layouts } from './layouts.js';
import type { AnyIn, UnitEmitter } from './unit.js';

export interface Emitted {
  readonly module: Module;
  readonly loops: readonly Loop[];
  /** Constructs that are not supported. The module refuses the program where a thread comes to one. */
  readonly refused: readonly Diagnostic[];
}

/** Where a loop stands, and the bound that the program states for it. */
type Loop = Omit<LoopBound, 'bound'> & Partial<LoopBound>;

interface EmitOptions {
  /** Variables without a value have any: no variable, those that nothing points to, or all. */
  readonly anyIn?: AnyIn;
}

export function emitUnit(
  unit: Unit,
  source: { readonly file: string; readonly text: string },
  { anyIn = 'none' }: EmitOptions = {},
): Emitted {
  return new ModuleEmitter(unit, anyIn).emitted(source);
}

class ModuleEmitter implements UnitEmitter {
  readonly #unit: Unit;
  readonly #layoutTable = new Map<LayoutName, Layout>();
  readonly #layouts = new Layouts(this.#layoutTable);
  readonly #functions = new Map<string, Func>();
  readonly #globals = new Map<string, Global>();
  readonly #names: ReadonlyMap<FunctionSymbol, string>;
  readonly #wanted = new Set<FunctionSymbol | Variable>();
  readonly #queue: (() => void)[] = [];
  readonly #loops: Loop[] = [];
  readonly #refused: Diagnostic[] = [];
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

  emitted(source: { readonly file: string; readonly text: string }): Emitted {
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
      source,
    };
    return { module, loops: this.#loops, refused: this.#refused };
  }

  function(symbol: FunctionSymbol): string {
    const name = this.#names.get(symbol) ?? symbol.name;
    if (!this.#wanted.has(symbol)) {
      this.#wanted.add(symbol);
      this.#queue.push(() => this.#functions.set(name, this.#function(symbol, name)));
    }
    return name;
  }

  #function(symbol: FunctionSymbol, name: string): Func {
    try {
      return emitFunction(this, symbol, name);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      return refusedFunction(this, symbol, name, error.diagnostic);
    }
  }

  refused(mistake: Diagnostic): void {
    this.#refused.push(mistake);
  }

  global(variable: Variable): string {
    const { name } = variable;
    if (!this.#wanted.has(variable)) {
      this.#wanted.add(variable);
      this.#queue.push(() => this.#globals.set(name, emitGlobal(this, variable, name)));
    }
    return name;
  }

  external(name: string, takes: readonly Type[], returns: readonly Type[]): string {
    if (!this.#functions.has(name)) this.#functions.set(name, declarationOf(name, takes, returns));
    return name;
  }

  define(called: string, make: (name: string) => Func): string {
    let name = called;
    for (let n = 2; this.#functions.has(name) || this.#unit.functions.has(name); n++) name = `${called}.${n}`;
    this.#functions.set(name, make(name));
    return name;
  }

  layout(type: CType): LayoutName | undefined {
    return this.#layouts.name(type);
  }

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
