// Floating-point numbers that are not known before the program runs. They may go from register to register and be printed. A number that a
// store, a condition or anything else depends on must be computed as the program runs.

import { forEachRegister } from '../../../../program/expression.js';
import type { ThreadId } from '../../../../program/identity.js';
import type { Thread } from '../../../../program/program.js';
import {
  expressionsOf,
  forEachStatement,
  type SourceSpan,
  type StatementOf,
} from '../../../../program/statement.js';

export class UnknownFloats {
  readonly #made = new Map<ThreadId, Map<string, SourceSpan>>();
  /** Whether something depends on one, as far as was seen when it was lowered. */
  needed = false;

  note(thread: ThreadId, register: string, at: SourceSpan): void {
    const made = this.#made.get(thread) ?? new Map<string, SourceSpan>();
    this.#made.set(thread, made.set(register, at));
  }

  /** Where one is made that something depends on. */
  whereNeeded(threads: readonly Thread[]): SourceSpan | undefined {
    for (const [thread, made] of this.#made)
      for (const [register, at] of made) if (areNeededIn(threads[thread], [register])) return at;
    return undefined;
  }

  areNeeded(threads: readonly Thread[]): boolean {
    return this.needed || [...this.#made].some(([thread, made]) => areNeededIn(threads[thread], made.keys()));
  }
}

function areNeededIn({ body }: Thread, made: Iterable<string>): boolean {
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
