// Typed code that rewriting adds to a program.

import type { SourceSpan } from '../../../program/statement.js';
import type { Initialisation, TypedStatement, Value, Variable } from '../typed.js';
import { type CType, intType } from '../types.js';

export const whole = (type: CType, value: Value): Initialisation => ({ type, parts: [{ offset: 0, value }] });

export const loadOf = (variable: Variable, at: SourceSpan): Value => ({
  kind: 'load',
  place: { kind: 'variable', variable, type: variable.type, at },
  type: variable.type,
  at,
});

export const set = (variable: Variable, value: Value, at: SourceSpan): TypedStatement => ({
  kind: 'expression',
  value: {
    kind: 'assign',
    place: { kind: 'variable', variable, type: variable.type, at },
    value,
    type: variable.type,
    at,
  },
  at,
});

export const not = (operand: Value): Value => ({
  kind: 'unary',
  op: '!',
  operand,
  type: intType,
  at: operand.at,
});

export const either = (op: '&&' | '||', left: Value, right: Value): Value => ({
  kind: 'logical',
  op,
  left,
  right,
  type: intType,
  at: right.at,
});
