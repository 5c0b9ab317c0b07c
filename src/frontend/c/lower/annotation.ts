// The memory order that accesses carry while an atomic operation is written.

import type { Statement } from '../../../program/statement.js';

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
