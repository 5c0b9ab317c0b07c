// Interruptions: code that may run between two events of a thread, such as a signal handler.

import type { SourceSpan, Statement, StatementOf } from '../../../../program/statement.js';

export interface Interruption {
  /** Registers that it assigns. */
  readonly registers: () => readonly string[];
  /** Writes what may come. */
  readonly come: (at: SourceSpan | undefined) => void;
  /** Writes what waits: `wait` may be ended by what is still to come, if it is told so. */
  readonly block: (wait: (interruptible: boolean) => unknown, at: SourceSpan | undefined) => void;
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

/** The interruption that may come between two events of the thread at this point. */
export class Interruptions {
  current: Interruption | undefined;

  /** Nothing comes between the events that `fill` writes, unless it says so itself. */
  without<T>(fill: () => T): T {
    return this.with(undefined, fill);
  }

  with<T>(current: Interruption | undefined, fill: () => T): T {
    const outer = this.current;
    this.current = current;
    try {
      return fill();
    } finally {
      this.current = outer;
    }
  }

  /** Whether something else than `wait` itself wrote what waits. */
  block(wait: (interruptible: boolean) => unknown, at: SourceSpan | undefined): boolean {
    const { current } = this;
    if (current === undefined) return false;
    this.without(() => current.block(wait, at));
    return true;
  }

  come(at: SourceSpan | undefined, apart: (fill: () => void) => void): void {
    const { current } = this;
    if (current !== undefined) this.without(() => apart(() => current.come(at)));
  }
}

/** Statements that wait until another thread acts. */
type Waiting = StatementOf<'lock' | 'join' | 'load'>;

export const isWaiting = (s: Statement): s is Waiting =>
  s.kind === 'lock' || s.kind === 'join' || (s.kind === 'load' && s.until !== undefined);

/** Whether something that comes before the statement can be told from what comes after it. */
export const isInterruptible = (statement: Statement): boolean =>
  events.has(statement.kind) && (statement.kind !== 'store' || statement.lifetime === undefined);
