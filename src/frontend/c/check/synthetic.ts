// Typed code that rewriting adds to a program.

import type { SourceSpan } from '../../../program/statement.js';
import type { Initialisation, Value, Variable } from '../typed.js';
import type { CType } from '../types.js';

export const whole = (type: CType, value: Value): Initialisation => ({ type, parts: [{ offset: 0, value }] });

export const loadOf = (variable: Variable, at: SourceSpan): Value => ({
  kind: 'load',
  place: { kind: 'variable', variable, type: variable.type, at },
  type: variable.type,
  at,
});
