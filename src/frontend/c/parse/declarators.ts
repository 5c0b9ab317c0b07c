// Declarators, turned outside in, as types read; type names; parameters, also those of before C89.

import { present } from '../../../support/present.js';
import type { Declarator, Expression, Parameter, Qualifiers, TypeName } from '../ast.js';
import { nameOf } from '../declarators.js';
import { noteAttributes, takeAttributes } from './attributes.js';
import type { Cursor } from './cursor.js';
import { readAssignment } from './expressions.js';
import { typeNamed } from './labels.js';
import { readSpecifiers, startsSpecifiers } from './specifiers.js';
import { constWords, idleWords, restrictWords, volatileWords } from './words.js';

export const startsType = (cursor: Cursor): boolean => startsSpecifiers(cursor);

export function readTypeName(cursor: Cursor): TypeName {
  const start = cursor.position;
  const specifiers = readSpecifiers(cursor);
  const declarator = readDeclarator(cursor, 'none');
  takeAttributes(cursor);
  return { specifiers, declarator, at: cursor.from(start) };
}

/** Whether the declarator has a name. */
type Naming = 'name' | 'none' | 'either';

export function readDeclarator(cursor: Cursor, naming: Naming): Declarator {
  return cursor.nested(() => {
    const start = cursor.position;
    noteAttributes(cursor);
    if (!cursor.take('*')) return readDirect(cursor, naming, start);
    const qualifiers = readQualifiers(cursor);
    const inner = readDeclarator(cursor, naming);
    return { kind: 'pointer', qualifiers, inner, at: cursor.from(start) };
  });
}

function readQualifiers(cursor: Cursor): Qualifiers {
  let isConst = false;
  let atomic = false;
  let volatile = false;
  let restrict = false;
  for (;;) {
    noteAttributes(cursor);
    const text = cursor.peek()?.text ?? '';
    if (constWords.has(text)) isConst = true;
    else if (text === '_Atomic') atomic = true;
    else if (volatileWords.has(text)) volatile = true;
    else if (restrictWords.has(text)) restrict = true;
    else if (!idleWords.has(text)) return { const: isConst, atomic, volatile, restrict };
    cursor.next();
  }
}

function readDirect(cursor: Cursor, naming: Naming, start: number): Declarator {
  let result = readInnermost(cursor, naming);
  noteAttributes(cursor);
  // `a[2][3]` is an array of 2 arrays of 3: the suffix nearest to the name is the innermost
  for (;;) {
    if (cursor.is('[') && !cursor.is('[', 1)) {
      cursor.next();
      const size = readSize(cursor);
      cursor.expect(']');
      result = { kind: 'array', ...present({ size }), inner: result, at: cursor.from(start) };
    } else if (cursor.take('(')) {
      const list = readParameters(cursor);
      result = { kind: 'function', ...list, inner: result, at: cursor.from(start) };
    } else return result;
    noteAttributes(cursor);
  }
}

function readInnermost(cursor: Cursor, naming: Naming): Declarator {
  const start = cursor.position;
  if (cursor.is('(') && !startsParameters(cursor, naming)) {
    cursor.next();
    const inner = readDeclarator(cursor, naming);
    cursor.expect(')');
    return inner;
  }
  if (naming !== 'none' && cursor.isName()) {
    const { text } = cursor.next();
    return { kind: 'name', name: text, at: cursor.from(start) };
  }
  if (naming === 'name') return cursor.unexpected('a name');
  return { kind: 'abstract', at: cursor.at };
}

/** `(` after nothing: parameters of a function without a name, or a declarator in parentheses. */
function startsParameters(cursor: Cursor, naming: Naming): boolean {
  if (naming === 'name') return false;
  return (
    cursor.is(')', 1) || (startsSpecifiers(cursor, 1) && !(cursor.peek(1)?.text ?? '').startsWith('__attr'))
  );
}

/** `[static const 4]`, `[*]`: hints to optimisers mean nothing here. */
function readSize(cursor: Cursor): Expression | undefined {
  const said = [constWords, volatileWords, restrictWords, idleWords];
  while (cursor.is('static') || said.some((words) => words.has(cursor.peek()?.text ?? ''))) cursor.next();
  if (cursor.is('*') && cursor.is(']', 1)) cursor.next();
  return cursor.is(']') ? undefined : readAssignment(cursor);
}

function readParameters(cursor: Cursor): {
  parameters: readonly Parameter[];
  variadic: boolean;
  unspecified: boolean;
} {
  const parameters: Parameter[] = [];
  let variadic = false;
  if (cursor.take(')')) return { parameters, variadic, unspecified: true };
  cursor.openScope();
  const old = cursor.isName() && !cursor.isTypeName() && (cursor.is(',', 1) || cursor.is(')', 1));
  do {
    if (cursor.take('...')) {
      variadic = true;
      break;
    }
    parameters.push(old ? oldParameter(cursor) : readParameter(cursor));
  } while (cursor.take(','));
  cursor.expect(')');
  cursor.closeScope();
  return { parameters: isVoid(parameters) ? [] : parameters, variadic, unspecified: old };
}

const isVoid = (parameters: readonly Parameter[]): boolean =>
  parameters.length === 1 &&
  parameters[0].declarator.kind === 'abstract' &&
  parameters[0].specifiers.type.kind === 'basic' &&
  parameters[0].specifiers.type.words.join() === 'void';

function readParameter(cursor: Cursor): Parameter {
  const start = cursor.position;
  const specifiers = readSpecifiers(cursor);
  const declarator = readDeclarator(cursor, 'either');
  noteAttributes(cursor);
  takeAttributes(cursor);
  const name = nameOf(declarator);
  if (name !== undefined) cursor.declare(name, false);
  return { specifiers, declarator, at: cursor.from(start) };
}

/** A name in `f(a, b)`; its type is declared before the body, or is int. */
function oldParameter(cursor: Cursor): Parameter {
  const { specifiers } = typeNamed(['int'], cursor.at);
  const start = cursor.position;
  const name = cursor.identifier('a parameter');
  const at = cursor.from(start);
  return { specifiers, declarator: { kind: 'name', name, at }, at };
}
