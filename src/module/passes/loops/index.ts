// Loops of a thread's statements. A test that stands first and touches no memory becomes the loop's condition, so that a round is one
// run of the body; a loop that counts from a known value to a known end gets the number of its rounds as its bound.

import type { Integer } from '../../../program/integer.js';
import { negated } from '../../../program/negated.js';
import { withBodies } from '../../../program/rewrite.js';
import { type Statement, type StatementOf, targetsOf, writtenIn } from '../../../program/statement.js';
import { roundsOf } from './counting.js';
import { knownValue } from './values.js';

/** The known values of registers. */
type Known = Map<string, Integer>;

/** The statements of a thread. Registers that nothing has written hold 0, parameters what is not known. */
export function withLoops(body: readonly Statement[], parameters: readonly string[]): readonly Statement[] {
  const known: Known = new Map();
  for (const name of writtenIn(body)) if (!parameters.includes(name)) known.set(name, 0);
  return new Loops().body(body, known);
}

class Loops {
  body(statements: readonly Statement[], known: Known): readonly Statement[] {
    return statements.map((s) => this.#statement(s, known));
  }

  #statement(s: Statement, known: Known): Statement {
    switch (s.kind) {
      case 'assign': {
        const value = knownValue(s.value, known);
        if (value === undefined) known.delete(s.target);
        else known.set(s.target, value);
        return s;
      }
      case 'if': {
        const written = writtenIn([s]);
        const before = valuesOf(written, known);
        const whenTrue = this.body(s.whenTrue, known);
        const after = valuesOf(written, known);
        setValues(before, known);
        const whenFalse = this.body(s.whenFalse, known);
        // A branch may be left by a jump: only what both agree on stays known.
        for (const [name, value] of after) if (known.get(name) !== value) known.delete(name);
        return { ...s, whenTrue, whenFalse };
      }
      case 'block':
      case 'atomic': {
        // Jumps out of the block may come from anywhere in it.
        const changed = withBodies(s, (inner) => this.body(inner, known));
        forget(s.body, known);
        return changed;
      }
      case 'while': {
        const loop = withCondition(s);
        const count = loop.bound === undefined ? roundsOf(loop, known) : undefined;
        forget(s.body, known);
        const inner = this.body(loop.body, new Map(known));
        return { ...loop, body: inner, ...(count === undefined ? {} : { bound: count }) };
      }
      default:
        for (const name of targetsOf(s)) known.delete(name);
        return s;
    }
  }
}

type Values = readonly (readonly [string, Integer | undefined])[];

const valuesOf = (names: Iterable<string>, known: Known): Values =>
  [...names].map((name) => [name, known.get(name)]);

function setValues(values: Values, known: Known): void {
  for (const [name, value] of values)
    if (value === undefined) known.delete(name);
    else known.set(name, value);
}

function forget(body: readonly Statement[], known: Known): void {
  for (const name of writtenIn(body)) known.delete(name);
}

/** `while (1) { if (c) break; ... }` is `while (!c) { ... }`. */
function withCondition(loop: StatementOf<'while'>): StatementOf<'while'> {
  const [first, ...rest] = loop.body;
  if (loop.condition.kind !== 'const' || loop.condition.value === 0 || rest.length === 0) return loop;
  if (first?.kind !== 'if' || first.whenFalse.length > 0 || first.whenTrue.length !== 1) return loop;
  const [leave] = first.whenTrue;
  if (leave?.kind !== 'break' || leave.label !== loop.label) return loop;
  return { ...loop, condition: negated(first.condition), body: rest };
}
