// The meaning of names while a cat file is resolved. A scope never changes. Each definition makes a new scope, so
// that a function keeps the meaning that its free names had at its definition.

import type { Typed } from './ast.js';
import type { Expression, Instruction } from './syntax.js';

export type Value =
  | Typed
  /** `0` or `{}`: a set or a relation, whichever is wanted, and else what it is written as. */
  | { readonly type: 'empty'; readonly as: Typed['type'] }
  | {
      readonly type: 'function';
      readonly parameters: readonly string[];
      readonly body: Expression;
      readonly scope: Scope;
    }
  | { readonly type: 'projection'; readonly kind: 'domain' | 'range' }
  | {
      readonly type: 'procedure';
      readonly parameters: readonly string[];
      readonly body: readonly Instruction[];
      readonly scope: Scope;
    }
  /** A name herd knows and diptych cannot give a meaning. */
  | { readonly type: 'unsupported'; readonly reason: string };

export class Scope {
  readonly #outer: Scope | undefined;
  readonly #names: ReadonlyMap<string, Value>;

  constructor(names: ReadonlyMap<string, Value>, outer?: Scope) {
    this.#names = names;
    this.#outer = outer;
  }

  get(name: string): Value | undefined {
    return this.#names.get(name) ?? this.#outer?.get(name);
  }

  with(names: ReadonlyMap<string, Value>): Scope {
    return new Scope(names, this);
  }

  names(): string[] {
    return [...this.#names.keys(), ...(this.#outer?.names() ?? [])];
  }
}

export function describe(value: Value): string {
  switch (value.type) {
    case 'set':
      return 'a set of events';
    case 'relation':
      return 'a relation';
    case 'empty':
      return 'the empty set or relation';
    case 'function':
    case 'projection':
      return 'a function';
    case 'procedure':
      return 'a procedure';
    case 'unsupported':
      return 'not supported';
  }
}
