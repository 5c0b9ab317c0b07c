// Floating-point numbers that are not known before the program runs. They may go from register to register and be printed; where a
// store, a condition or anything else depends on one, the arithmetic that made it is refused.

import { type Expr, forEachNode } from '../../../program/expression.js';
import type { ThreadId } from '../../../program/identity.js';
import type { Thread } from '../../../program/program.js';
import {
  expressionsOf,
  forEachStatement,
  type SourceSpan,
  type StatementOf,
} from '../../../program/statement.js';
import { unsupported } from '../diagnostics.js';

/** What made the number. */
interface Origin {
  readonly construct: string;
  readonly at: SourceSpan;
  readonly hint: string;
}

export class UnknownFloats {
  readonly #made = new Map<ThreadId, Map<string, Origin>>();

  note(thread: ThreadId, register: string, origin: Origin): void {
    const made = this.#made.get(thread) ?? new Map<string, Origin>();
    this.#made.set(thread, made.set(register, origin));
  }

  check(threads: readonly Thread[]): void {
    for (const [thread, made] of this.#made) checkThread(threads[thread], made);
  }
}

function checkThread({ body }: Thread, made: ReadonlyMap<string, Origin>): void {
  const origins = new Map(made);
  const originOf = (expr: Expr): Origin | undefined => {
    let found: Origin | undefined;
    forEachNode(expr, (e) => {
      if (e.kind === 'register') found ??= origins.get(e.name);
    });
    return found;
  };
  const assignments: StatementOf<'assign'>[] = [];
  forEachStatement(body, (s) => {
    if (s.kind === 'assign') assignments.push(s);
  });
  for (let before = -1; before < origins.size; ) {
    before = origins.size;
    for (const { target, value } of assignments) {
      const origin = originOf(value);
      if (origin !== undefined && !origins.has(target)) origins.set(target, origin);
    }
  }
  forEachStatement(body, (s) => {
    if (s.kind === 'assign') return;
    for (const expr of expressionsOf(s)) {
      const origin = originOf(expr);
      if (origin !== undefined) unsupported(origin.construct, origin.at, origin.hint);
    }
  });
}
