// Typed code that rewriting adds to a program.

import type { SourceSpan } from '../../../program/statement.js';
import type { Initialisation, TypedStatement, Value, Variable } from '../typed.js';
import type { CType } from '../types.js';

export const whole = (type: CType, value: Value): Initialisation => ({ type, parts: [{ offset: 0, value }] });

export const loadOf = (variable: Variable, at: SourceSpan): Value => ({
  kind: 'load',
  place: { kind: 'variable', variable, type: variable.type, at },
  type: variable.type,
  at,
});

/** The value after the statements, which are done once. */
export function after(items: readonly TypedStatement[], value: Value, result: Variable): Value {
  const { type, at } = value;
  const last: TypedStatement = { kind: 'declare', variable: result, initialiser: whole(type, value), at };
  return { kind: 'statements', items: [...items, last], result, type, at };
}
