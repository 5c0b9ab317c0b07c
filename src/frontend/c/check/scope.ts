// Names and what they stand for. Tags of structs and enums live apart from other names, as in C.

import type { Integer } from '../../../program/integer.js';
import type { SourceSpan } from '../../../program/statement.js';
import type { Diagnostic } from '../../../support/diagnostic.js';
import { present } from '../../../support/present.js';
import type { Declaration, ExternalDeclaration, Statement } from '../ast.js';
import { nameOf } from '../declarators.js';
import { typeError } from '../diagnostics.js';
import { Consequence, type Mistakes } from '../mistakes.js';
import type { FunctionSymbol, TypedStatement, Variable } from '../typed.js';
import type { CType, StructType } from '../types.js';
import { modelFunction } from './library.js';

type Symbol =
  /** `bytes` holds the size of an array whose length is computed; the variable then points to its first element. */
  | { readonly kind: 'variable'; readonly variable: Variable; readonly bytes?: Variable }
  /** Its declaration is a mistake that was reported. */
  | { readonly kind: 'broken'; readonly mistake?: Diagnostic }
  | { readonly kind: 'function'; readonly function: FunctionSymbol }
  | { readonly kind: 'typedef'; readonly type: CType }
  | { readonly kind: 'constant'; readonly value: Integer; readonly type: CType };

type Tag =
  | { readonly kind: 'struct'; readonly struct: StructType }
  | { readonly kind: 'enum'; readonly type: CType };

export class Scope {
  readonly #names = new Map<string, Symbol>();
  readonly #tags = new Map<string, Tag>();
  /** Types of diptych's headers, which declare more than those of some systems: the program may have its own. */
  readonly #replaceable = new Set<string>();

  constructor(readonly parent?: Scope) {}

  lookup(name: string): Symbol | undefined {
    const symbol = this.#names.get(name) ?? this.parent?.lookup(name);
    if (symbol?.kind === 'broken')
      throw new Consequence({ code: 'c-type', message: `${name} is not known` }, symbol.mistake);
    return symbol;
  }

  own(name: string): Symbol | undefined {
    return this.#names.get(name);
  }

  define(name: string, symbol: Symbol, at: SourceSpan): void {
    const known = this.#names.get(name);
    if (known !== undefined && known.kind !== 'broken' && !this.#replaceable.has(name))
      typeError(`${name} is declared twice in the same scope`, at);
    if (symbol.kind === 'typedef' && at.file?.startsWith('<') === true) this.#replaceable.add(name);
    else this.#replaceable.delete(name);
    this.#names.set(name, symbol);
  }

  replace(name: string, symbol: Symbol): void {
    this.#names.set(name, symbol);
  }

  lookupTag(name: string): Tag | undefined {
    return this.#tags.get(name) ?? this.parent?.lookupTag(name);
  }

  ownTag(name: string): Tag | undefined {
    return this.#tags.get(name);
  }

  defineTag(name: string, tag: Tag): void {
    this.#tags.set(name, tag);
  }
}

/** The library as prototypes. */
export interface ModelFunctions {
  /** The declaration of a function, if the library has it. */
  prototype(name: string): Declaration | undefined;
  /** Whether the library has a variable of that name. */
  hasVariable(name: string): boolean;
  /** Those that the program uses. */
  readonly used: Map<string, FunctionSymbol>;
}

/** The state that the files of one program share while they are checked. */
export interface UnitState {
  readonly globals: Variable[];
  /** By name; static functions of further files have the file's number in theirs. */
  readonly functions: Map<string, FunctionSymbol>;
  /** Those with a body, in their order. */
  readonly bodies: FunctionSymbol[];
  /** Variables that other files can name. */
  readonly external: Map<string, Variable>;
  /** Variables and where they are defined, rather than only declared. */
  readonly definedAt: Map<Variable, { readonly unit: number; readonly at: SourceSpan }>;
  /** Where variables are used, once for each. */
  readonly used: Map<Variable, SourceSpan>;
  readonly mistakes: Mistakes;
  /** Structs declared outside functions, and the file of each. */
  readonly structs: { readonly file: number; readonly struct: StructType }[];
  /** Functions with a body somewhere in the unit: they win over library functions of the same name. */
  readonly defined: ReadonlySet<string>;
  /** Its errors have names of their own, and `abort()` is none (vocabulary.ts). */
  readonly namesErrors: boolean;
  /** It was written for a checker, to whom functions without a body return any value. */
  readonly isForChecker: boolean;
  /** Of each file: the names of its static functions. */
  readonly statics: readonly ReadonlySet<string>[];
  /** Names already given to globals and to static locals. */
  readonly names: Set<string>;
  /** String literals that got a location, by content. */
  readonly strings: Map<string, Variable>;
  /** Enums that were named and are not defined yet. */
  readonly openEnums: Map<CType, { readonly tag: string; readonly at: SourceSpan }>;
  /** The functions of the library: calls of them stay calls. */
  readonly model: ModelFunctions;
}

/** The loops and switches around a statement. */
export interface Surroundings {
  readonly inLoop: boolean;
  readonly inSwitch: boolean;
  /** The type of the value switched over. */
  readonly switched?: CType;
}

/** Where an expression or statement is checked. */
export interface Context {
  readonly unit: UnitState;
  readonly scope: Scope;
  /** The scope outside functions. */
  readonly fileScope: Scope;
  /** Counts the files of the program. */
  readonly file: number;
  /**
   * Present where the lengths of arrays may be computed: the statements that compute them, and the scope of their
   * names if it is another. `mayBeNone`: sizeof and parameters allow an array without elements, as gcc does.
   */
  readonly lengths?: {
    readonly statements: TypedStatement[];
    readonly scope?: Scope;
    readonly mayBeNone?: true;
  };
  /** The function whose body this is. */
  readonly function?: FunctionSymbol;
  readonly around?: Surroundings;
}

export const inner = (context: Context): Context => ({ ...context, scope: new Scope(context.scope) });

/** The function that a name stands for where it is not called: one of the program, or of the library. */
export function functionNamed(context: Context, name: string): FunctionSymbol | undefined {
  const { scope, unit } = context;
  const symbol = scope.lookup(name);
  const own = symbol?.kind === 'function' ? symbol.function : undefined;
  if ((symbol !== undefined && own === undefined) || unit.defined.has(name)) return own;
  return modelFunction(context, name) ?? own;
}

/**
 * Names of a declaration with a mistake are not reported again where they are used. A construct that is not supported is reported only where
 * the program comes to it: a global must not seem to begin with 0 then.
 */
export function breakNames(
  { scope, unit }: Context,
  s: ExternalDeclaration | Statement,
  mistake: Diagnostic | undefined,
): void {
  const declared = s.kind === 'declaration' ? s.items : [];
  for (const item of s.kind === 'function' ? [s] : declared) {
    const name = nameOf(item.declarator);
    const known = name === undefined ? undefined : scope.own(name);
    const variable = known?.kind === 'variable' ? known.variable : undefined;
    const isWithoutValue =
      mistake?.code === 'c-unsupported' &&
      variable?.storage === 'global' &&
      'initialiser' in item &&
      item.initialiser !== undefined;
    if (variable !== undefined && isWithoutValue) unit.definedAt.delete(variable);
    if (name !== undefined && (known === undefined || isWithoutValue))
      scope.replace(name, { kind: 'broken', ...present({ mistake }) });
  }
}

/** The name, or the name with a number that nothing else has. */
export function freshName(names: Set<string>, wanted: string): string {
  let name = wanted;
  for (let i = 2; names.has(name); i++) name = `${wanted}#${i}`;
  names.add(name);
  return name;
}
