// The lifetimes of local variables in memory: they begin where their declaration is reached and end with their scope.

import type { SourceSpan, Statement } from '../../../../program/statement.js';
import { cellAddress, zero } from '../fold.js';

/** A local variable in memory, and where its cells are. */
interface Mortal {
  readonly location: string;
  readonly offsets: readonly number[];
}

/** The statements that mark the end of an object. */
type Ends = (at: SourceSpan) => readonly Statement[];

export class Scopes {
  /** Locals whose lifetime ends with the scope, innermost scope last. */
  readonly #scopes: Mortal[][] = [];
  /** Other objects that end with the scopes. */
  readonly #others: Ends[][] = [];
  readonly #begun = new Set<string>();
  /** Actions to do when a scope is left, the last first. */
  readonly #deferred: (() => void)[][] = [];

  get depth(): number {
    return this.#scopes.length;
  }

  open(): void {
    this.#scopes.push([]);
    this.#others.push([]);
    this.#deferred.push([]);
  }

  close(): void {
    this.#scopes.pop();
    this.#others.pop();
    this.#deferred.pop();
  }

  defer(action: () => void): void {
    this.#deferred.at(-1)?.push(action);
  }

  /** How much the innermost scope defers. */
  get deferred(): number {
    return this.#deferred.at(-1)?.length ?? 0;
  }

  /** The actions deferred by all scopes from the given depth on, and by the one around them beyond `known`. */
  unwinding(from: number, known?: number): (() => void)[] {
    const outer = known === undefined ? [] : (this.#deferred[from - 1] ?? []).slice(known);
    return [outer, ...this.#deferred.slice(from)].flat().reverse();
  }

  /**
   * The statements that mark the beginning of the variable. Outside loops the first time needs none: its location has no value yet.
   */
  begin(local: Mortal, mortal: boolean, inLoop: boolean, at: SourceSpan): Statement[] {
    const scope = this.#scopes.at(-1);
    if (mortal && scope?.every(({ location }) => location !== local.location)) scope.push(local);
    const again = inLoop || this.#begun.has(local.location);
    this.#begun.add(local.location);
    return again ? marks(local, 'begins', at) : [];
  }

  /** Something that is no variable ends with the innermost scope, or with the one of that depth. */
  endToo(ends: Ends, depth = this.depth): void {
    this.#others[depth - 1]?.push(ends);
  }

  /** The statements that end the variables and other objects of all scopes from the given depth on. */
  endings(from: number, at: SourceSpan): Statement[] {
    const others = this.#others.slice(from).flat().reverse();
    return [
      ...others.flatMap((ends) => ends(at)),
      ...this.#scopes
        .slice(from)
        .reverse()
        .flatMap((scope) => scope.flatMap((local) => marks(local, 'ends', at))),
    ];
  }
}

const marks = ({ location, offsets }: Mortal, lifetime: 'begins' | 'ends', at: SourceSpan): Statement[] =>
  offsets.map((offset) => ({
    kind: 'store',
    address: cellAddress(location, offset),
    value: zero,
    lifetime,
    at,
  }));
