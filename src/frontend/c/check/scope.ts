// Names and what they stand for. Tags of structs and enums live apart from other names, as in C.

import type { Integer } from '../../../program/integer.js';
import type { SourceSpan } from '../../../program/statement.js';
import { typeError } from '../diagnostics.js';
import type { FunctionSymbol, Variable } from '../typed.js';
import type { CType, StructType } from '../types.js';

type Symbol =
  | { readonly kind: 'variable'; readonly variable: Variable }
  | { readonly kind: 'function'; readonly function: FunctionSymbol }
  | { readonly kind: 'typedef'; readonly type: CType }
  | { readonly kind: 'constant'; readonly value: Integer; readonly type: CType };

type Tag =
  | { readonly kind: 'struct'; readonly struct: StructType }
  | { readonly kind: 'enum'; readonly type: CType };

export class Scope {
  readonly #names = new Map<string, Symbol>();
  readonly #tags = new Map<string, Tag>();

  constructor(readonly parent?: Scope) {}

  lookup(name: string): Symbol | undefined {
    return this.#names.get(name) ?? this.parent?.lookup(name);
  }

  own(name: string): Symbol | undefined {
    return this.#names.get(name);
  }

  define(name: string, symbol: Symbol, at: SourceSpan): void {
    if (this.#names.has(name)) typeError(`${name} is declared twice in the same scope`, at);
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

/** What checking one translation unit shares. */
export interface UnitState {
  readonly globals: Variable[];
  readonly functions: Map<string, FunctionSymbol>;
  /** Functions with a body somewhere in the unit: they win over library functions of the same name. */
  readonly defined: ReadonlySet<string>;
  /** Names already given to globals and to static locals. */
  readonly names: Set<string>;
  /** String literals that got a location, by content. */
  readonly strings: Map<string, Variable>;
  /** Some join asks for what the thread returned. */
  joinsWithResult: boolean;
  /** Something that threads wait for is destroyed. */
  destroys: boolean;
}

/** Where an expression or statement is checked. */
export interface Context {
  readonly unit: UnitState;
  readonly scope: Scope;
  /** The function whose body this is. */
  readonly function?: FunctionSymbol;
}

export const inner = (context: Context): Context => ({ ...context, scope: new Scope(context.scope) });
