// Annotations that statements carry while something larger is written: the memory order of an atomic operation, the place of a call.

import type { SourceSpan, Statement } from '../../../../program/statement.js';

type Annotation = Pick<Statement, 'order' | 'failure'>;

const takesOrder: ReadonlySet<Statement['kind']> = new Set(['load', 'store', 'rmw']);

export class Orders {
  #current: Annotation = {};

  get current(): Annotation {
    return this.#current;
  }

  /** The statement itself where there is nothing to add. */
  annotate(statement: Statement): Statement {
    if (this.#current.order === undefined || !takesOrder.has(statement.kind)) return statement;
    return { ...this.#current, ...statement };
  }

  /** The accesses that `fill` writes are atomic, of this order. */
  during<T>(order: Annotation, fill: () => T): T {
    const outer = this.#current;
    this.#current = order;
    try {
      return fill();
    } finally {
      this.#current = outer;
    }
  }
}

/**
 * Statements of a library function get the place of its call. A function of the program that the library calls keeps its own
 * places.
 */
export class OnePlace {
  #place: SourceSpan | undefined;

  put(statement: Statement): Statement {
    return this.#place === undefined ? statement : { ...statement, at: this.#place };
  }

  /** The statements that `fill` writes get this place, or that of a call around it. Without a place they keep their own. */
  during(place: SourceSpan | undefined, fill: () => void): void {
    const outer = this.#place;
    this.#place = place === undefined ? undefined : (outer ?? place);
    try {
      fill();
    } finally {
      this.#place = outer;
    }
  }
}
