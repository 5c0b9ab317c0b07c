// The number of rounds of a counting loop. Some registers change once per round, outside of any choice, by known
// values. They are run round by round until a test of them leaves the loop.

import { type Expr, registersOf } from '../../../program/expression.js';
import type { Integer } from '../../../program/integer.js';
import { forEachStatement, type Statement, type StatementOf, writtenIn } from '../../../program/statement.js';
import { knownValue } from './values.js';

/** A loop that runs more often keeps the user's bound. */
const mostRounds = 256;

export function roundsOf(
  loop: StatementOf<'while'>,
  known: ReadonlyMap<string, Integer>,
): number | undefined {
  if (goesOnEarly(loop)) return undefined;
  const counted = countedIn(loop, known);
  if (counted.size === 0) return undefined;
  const written = writtenIn(loop.body);
  const values = new Map([...known].filter(([name]) => counted.has(name) || !written.has(name)));
  for (let round = 0; round <= mostRounds; round++) {
    const goes = knownValue(loop.condition, values);
    if (goes === 0) return round;
    for (const s of loop.body) {
      if (s.kind === 'assign' && counted.has(s.target)) {
        const value = knownValue(s.value, values);
        if (value === undefined) return undefined;
        values.set(s.target, value);
      }
      if (leaves(s, loop.label) && knownValue(s.condition, values) === 1) return round + 1;
    }
  }
  return undefined;
}

/** Whether some `continue` skips the end of a round. */
function goesOnEarly({ body, label }: StatementOf<'while'>): boolean {
  let found = false;
  forEachStatement(body, (s) => {
    found ||= s.kind === 'continue' && s.label === label;
  });
  return found;
}

/** `if (c) { ...; break; }` of that loop, with c as 0 or 1. */
function leaves(s: Statement, label: string): s is StatementOf<'if'> {
  if (s.kind !== 'if' || s.whenFalse.length > 0 || !isTruth(s.condition)) return false;
  const last = s.whenTrue.at(-1);
  return last?.kind === 'break' && last.label === label;
}

const truths: ReadonlySet<string> = new Set([
  '==',
  '!=',
  '<',
  '<=',
  '>',
  '>=',
  '<u',
  '<=u',
  '>u',
  '>=u',
  '&&',
  '||',
  '!',
]);

const isTruth = (condition: Expr): boolean =>
  (condition.kind === 'binary' || condition.kind === 'unary') && truths.has(condition.op);

/** Registers that only assignments in the loop's own list write, from themselves and from what is known. */
function countedIn({ body }: StatementOf<'while'>, known: ReadonlyMap<string, Integer>): ReadonlySet<string> {
  const assigns = body.filter((s) => s.kind === 'assign');
  const elsewhere = writtenIn(body.filter((s) => s.kind !== 'assign'));
  const written = writtenIn(body);
  const counted = new Set(
    assigns.map(({ target }) => target).filter((name) => known.has(name) && !elsewhere.has(name)),
  );
  for (let before = -1; before !== counted.size; ) {
    before = counted.size;
    for (const { target, value } of assigns)
      for (const name of registersOf(value))
        if (!counted.has(name) && (written.has(name) || !known.has(name))) counted.delete(target);
  }
  return counted;
}
