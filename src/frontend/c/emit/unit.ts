// The state that the functions of a program share while it is emitted.

import type { LayoutName } from '../../../module/layout.js';
import type { Func } from '../../../module/module.js';
import type { Type } from '../../../module/type.js';
import type { SourceSpan } from '../../../program/statement.js';
import type { Diagnostic } from '../../../support/diagnostic.js';
import type { FunctionSymbol, Variable } from '../typed.js';
import type { CType } from '../types.js';

/** The variables that have any value until they are given one. */
export type AnyIn = 'none' | 'unaddressed' | 'all';

export interface UnitEmitter {
  readonly anyIn: AnyIn;
  /** The name in the module of a function, which is wanted from now on. */
  function(symbol: FunctionSymbol): string;
  /** The same of a global variable. */
  global(variable: Variable): string;
  /** The same of a function of the library that the program need not name. */
  external(name: string, takes: readonly Type[], returns: readonly Type[]): string;
  /** Adds a function that has no name in the program: `called` is what it is to be called. Returns its name. */
  define(called: string, make: (name: string) => Func): string;
  layout(type: CType): LayoutName | undefined;
  /** Something in the program is not supported; the module refuses the program where a thread comes to it. */
  refused(mistake: Diagnostic): void;
  /** A loop, and the bound that the program states for it. */
  loop(at: SourceSpan, bound: number | undefined): void;
}
