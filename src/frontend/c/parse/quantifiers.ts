// CBMC's expressions beside C's: `a ==> b`, `__CPROVER_forall { int i; ... }` and `__CPROVER_exists`.

import type { Expression } from '../ast.js';
import type { Cursor } from './cursor.js';
import { readDeclarator, readSpecifiers } from './declarations.js';
import { readConditional } from './expressions.js';

/** `==>`, which is no operator of C. */
export const isImplication = (cursor: Cursor): boolean => cursor.is('==') && cursor.is('>', 1);

/** Behind what implies: `a ==> b` is `!a || b`. */
export function readImplied(cursor: Cursor, operand: Expression, start: number): Expression {
  cursor.next();
  cursor.next();
  const right = cursor.nested(() => readConditional(cursor));
  const left: Expression = { kind: 'unary', op: '!', operand, at: operand.at };
  return { kind: 'binary', op: '||', left, right, at: cursor.from(start) };
}

/** As a call with a value of the variable's type, its name, and what is said of it. */
export function readQuantifier(cursor: Cursor, name: string, start: number): Expression {
  const callee: Expression = { kind: 'name', name, at: cursor.next().at };
  cursor.expect('{');
  const from = cursor.position;
  const specifiers = readSpecifiers(cursor);
  const at = cursor.from(from);
  const declarator = readDeclarator(cursor, 'none');
  const variable = cursor.peek();
  const named: Expression = {
    kind: 'name',
    name: cursor.identifier('the name of a variable'),
    at: variable?.at ?? at,
  };
  cursor.expect(';');
  const body = readConditional(cursor);
  cursor.take(';');
  cursor.expect('}');
  const zero: Expression = { kind: 'number', text: '0', at };
  const type: Expression = { kind: 'cast', type: { specifiers, declarator, at }, operand: zero, at };
  return { kind: 'call', callee, args: [type, named, body], at: cursor.from(start) };
}
