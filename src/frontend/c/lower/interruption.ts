// What may come between two events of a thread.

import type { SourceSpan, Statement } from '../../../program/statement.js';

interface Interruption {
  /** Registers that it assigns. */
  readonly registers: () => readonly string[];
  /** Writes what may come. */
  readonly come: (at: SourceSpan | undefined) => void;
}

const events: ReadonlySet<Statement['kind']> = new Set([
  'load',
  'store',
  'rmw',
  'fence',
  'spawn',
  'join',
  'lock',
  'unlock',
  'free',
  // the thread goes no further
  'assume',
]);

/** What may come between two events of the thread right now. */
export class Interruptions {
  current: Interruption | undefined;

  /** Nothing comes between the events that `fill` writes, unless it says so itself. */
  without<T>(fill: () => T): T {
    const outer = this.current;
    this.current = undefined;
    try {
      return fill();
    } finally {
      this.current = outer;
    }
  }

  come(at: SourceSpan | undefined, apart: (fill: () => void) => void): void {
    const { current } = this;
    if (current !== undefined) this.without(() => apart(() => current.come(at)));
  }
}

/** Whether something that comes before the statement can be told from what comes after it. */
export const isInterruptible = (statement: Statement): boolean =>
  events.has(statement.kind) && (statement.kind !== 'store' || statement.lifetime === undefined);
