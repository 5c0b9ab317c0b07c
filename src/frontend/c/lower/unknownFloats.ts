// Floating-point numbers that are not known before the program runs. They may go from register to register and be printed; where a
// store, a condition or anything else depends on one, it must be computed as the program runs.

import { forEachRegister } from '../../../program/expression.js';
import type { ThreadId } from '../../../program/identity.js';
import type { Thread } from '../../../program/program.js';
import { expressionsOf, forEachStatement, type StatementOf } from '../../../program/statement.js';

export class UnknownFloats {
  readonly #made = new Map<ThreadId, Set<string>>();
  /** Whether something depends on one, as far as was seen when it was lowered. */
  needed = false;

  note(thread: ThreadId, register: string): void {
    const made = this.#made.get(thread) ?? new Set<string>();
    this.#made.set(thread, made.add(register));
  }

  areNeeded(threads: readonly Thread[]): boolean {
    return this.needed || [...this.#made].some(([thread, made]) => areNeededIn(threads[thread], made));
  }
}

function areNeededIn({ body }: Thread, made: ReadonlySet<string>): boolean {
  const unknown = new Set(made);
  const dependsOn = (s: Parameters<typeof expressionsOf>[0]): boolean => {
    let found = false;
    for (const expr of expressionsOf(s))
      forEachRegister(expr, (name) => {
        found ||= unknown.has(name);
      });
    return found;
  };
  const assignments: StatementOf<'assign'>[] = [];
  forEachStatement(body, (s) => {
    if (s.kind === 'assign') assignments.push(s);
  });
  for (let before = -1; before < unknown.size; ) {
    before = unknown.size;
    for (const s of assignments) if (dependsOn(s)) unknown.add(s.target);
  }
  let found = false;
  forEachStatement(body, (s) => {
    found ||= s.kind !== 'assign' && dependsOn(s);
  });
  return found;
}
