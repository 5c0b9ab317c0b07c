// Declarations: specifiers (storage, qualifiers and the type), declarators, which are turned outside in, as types read, and type names.

import type { SourceSpan } from '../../../program/statement.js';
import { present } from '../../../support/present.js';
import type {
  Attributes,
  Declaration,
  Declarator,
  Expression,
  Initialiser,
  Parameter,
  Qualifiers,
  Specifiers,
  StaticAssertion,
  TypeName,
  TypeSpecifier,
} from '../ast.js';
import { nameOf } from '../declarators.js';
import { syntaxError, typeError, unsupported } from '../diagnostics.js';
import { unsupportedType } from '../unsupportedNames.js';
import { both, noteAttributes, readAttributes, takeAttributes } from './attributes.js';
import { type Cursor, noAttributes } from './cursor.js';
import { readAssignment, readConditional } from './expressions.js';
import { readInitialiser } from './initialisers.js';
import { readTypeSpecifier, startsTypeSpecifier } from './typeSpecifiers.js';
import { isSpecifierWord, unsupportedWords } from './words.js';

/** Whether a declaration or type name starts here. */
export function startsSpecifiers(cursor: Cursor, ahead = 0): boolean {
  const token = cursor.peek(ahead);
  if (token?.kind !== 'identifier') return false;
  const role = cursor.role(ahead);
  return (
    cursor.isTypeName(ahead) ||
    isSpecifierWord(token.text) ||
    (role === 'alignas' && cursor.is('(', ahead + 1)) ||
    unsupportedWords.has(token.text) ||
    (role === 'thread-local' && !cursor.isDeclared(token.text))
  );
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** Takes a qualifier, or a word that changes nothing. */
function takeQualifier(cursor: Cursor, into: Writable<Qualifiers>): boolean {
  const role = cursor.role();
  switch (role) {
    case 'const':
    case 'atomic':
    case 'volatile':
    case 'restrict':
      into[role] = true;
      break;
    case 'inline':
    case 'idle':
      break;
    default:
      return false;
  }
  cursor.next();
  return true;
}

/** `implicit`: a declaration without a type is one of int, as before C99. */
export function readSpecifiers(cursor: Cursor, implicit = false): Specifiers {
  const start = cursor.position;
  const qualifiers: Writable<Qualifiers> = { const: false, atomic: false, volatile: false };
  let storage: Specifiers['storage'];
  let inline: true | undefined;
  let isAuto = false;
  let threadLocal = false;
  let attributes: Attributes = noAttributes;
  let type: TypeSpecifier | undefined;
  const basic: string[] = [];
  let typeStart = start;
  for (;;) {
    attributes = both(attributes, readAttributes(cursor));
    const token = cursor.peek();
    if (token?.kind !== 'identifier') break;
    const { text, at } = token;
    const role = cursor.role();
    const construct = cursor.isDeclared(text) ? undefined : unsupportedWords.get(text);
    if (construct !== undefined) unsupported(construct, at);
    if (role === 'storage') {
      if (storage !== undefined && storage !== text)
        syntaxError(`${storage} and ${text} exclude each other`, at);
      storage = text === 'typedef' ? 'typedef' : text === 'static' ? 'static' : 'extern';
      cursor.next();
    } else if (role === 'thread-local' && !cursor.isDeclared(text)) {
      threadLocal = true;
      cursor.next();
    } else if (role === 'type') {
      if (type !== undefined) syntaxError(`${text} stands after a type`, at);
      if (basic.length === 0) typeStart = cursor.position;
      basic.push(text.replace(/^__signed(__)?$/, 'signed'));
      cursor.next();
    } else if (!(role === 'atomic' && cursor.is('(', 1)) && takeQualifier(cursor, qualifiers)) {
      if (role === 'inline') inline = true;
      if (text === 'auto') isAuto = true;
    } else if (type === undefined && basic.length === 0 && startsTypeSpecifier(cursor)) {
      typeStart = cursor.position;
      type = readTypeSpecifier(cursor);
    } else break;
  }
  const at = cursor.from(typeStart);
  if (basic.length > 0) type = { kind: 'basic', words: basic, at };
  if (isAuto && type === undefined && cursor.isName() && cursor.is('=', 1)) type = { kind: 'auto', at };
  type ??= withoutType(cursor, implicit || cursor.position > start);
  // restrict says something of pointers alone
  const { restrict: _, ...own } = qualifiers;
  return { threadLocal, attributes, qualifiers: own, type, at, ...present({ storage, inline }) };
}

/** C before 1999 takes `f()`, `static x` and, outside functions, `x` for declarations of int. */
function withoutType(cursor: Cursor, implicit: boolean): TypeSpecifier {
  const { at } = cursor;
  if (cursor.isName() && (cursor.isName(1) || (cursor.is('*', 1) && cursor.isName(2))))
    return unknownType(cursor);
  if (implicit) return { kind: 'basic', words: ['int'], at };
  return cursor.unexpected('a type');
}

/** Two names in a row: the first is meant for a type. */
export function unknownType(cursor: Cursor): never {
  const { text, at } = cursor.next();
  unsupportedType(text, at);
  return typeError(`unknown type ${text}`, at);
}

/** The items of a declaration up to its `;`, each with what `read` makes of it. */
export function readItems<T>(cursor: Cursor, read: (from: number) => T): T[] {
  const items: T[] = [];
  while (!cursor.is(';')) {
    items.push(read(cursor.position));
    if (!cursor.take(',')) break;
  }
  cursor.expect(';');
  return items;
}

/** A declaration inside a function. */
export function readDeclaration(cursor: Cursor): Declaration {
  const start = cursor.position;
  const specifiers = readSpecifiers(cursor);
  const items = readItems(cursor, (from) =>
    readItem(cursor, specifiers, readDeclarator(cursor, 'name'), from),
  );
  return { kind: 'declaration', specifiers, items, at: cursor.from(start) };
}

/** The rest of an item after its declarator; its name is in scope in its initialiser. */
export function readItem(
  cursor: Cursor,
  { storage }: Specifiers,
  declarator: Declarator,
  from: number,
): Declaration['items'][number] {
  const attributes = takeAttributes(cursor);
  const name = nameOf(declarator);
  if (name !== undefined) cursor.declare(name, storage === 'typedef');
  const initialiser: Initialiser | undefined = cursor.take('=') ? readInitialiser(cursor) : undefined;
  return { declarator, ...present({ initialiser }), attributes, at: cursor.from(from) };
}

export function readStaticAssertion(cursor: Cursor): StaticAssertion {
  const start = cursor.position;
  cursor.next();
  const [condition, message] = cursor.inParentheses(() => {
    const value = readConditional(cursor);
    return [value, cursor.take(',') ? readStrings(cursor) : undefined] as const;
  });
  cursor.expect(';');
  return { kind: 'static-assert', condition, ...present({ message }), at: cursor.from(start) };
}

/** The text of the literals that stand here side by side. */
export function readStrings(cursor: Cursor): string {
  let text = '';
  while (cursor.peek()?.kind === 'string') text += cursor.next().text.slice(1, -1);
  return text;
}

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
    const qualifiers = { const: false, atomic: false, volatile: false, restrict: false };
    do noteAttributes(cursor);
    while (takeQualifier(cursor, qualifiers));
    const inner = readDeclarator(cursor, naming);
    return { kind: 'pointer', qualifiers, inner, at: cursor.from(start) };
  });
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
  if (cursor.is('(') && !startsParameters(cursor, naming))
    return cursor.inParentheses(() => readDeclarator(cursor, naming));
  if (naming !== 'none' && cursor.isName())
    return { kind: 'name', name: cursor.next().text, at: cursor.from(start) };
  if (naming === 'name') return cursor.unexpected('a name');
  return { kind: 'abstract', at: cursor.at };
}

/** `(` after nothing: parameters of a function without a name, or a declarator in parentheses. */
const startsParameters = (cursor: Cursor, naming: Naming): boolean =>
  naming !== 'name' && (cursor.is(')', 1) || (startsSpecifiers(cursor, 1) && cursor.role(1) !== 'attribute'));

/** `[static const 4]`, `[*]`: hints to optimisers mean nothing here. */
function readSize(cursor: Cursor): Expression | undefined {
  const ignored = { const: false, atomic: false };
  while (cursor.take('static') || takeQualifier(cursor, ignored));
  if (cursor.is('*') && cursor.is(']', 1)) cursor.next();
  return cursor.is(']') ? undefined : readAssignment(cursor);
}

type Parameters = Omit<Extract<Declarator, { kind: 'function' }>, 'kind' | 'inner' | 'at'>;

function readParameters(cursor: Cursor): Parameters {
  if (cursor.take(')')) return { parameters: [], variadic: false, unspecified: true };
  const unspecified = cursor.isName() && !cursor.isTypeName() && (cursor.is(',', 1) || cursor.is(')', 1));
  const parameters: Parameter[] = [];
  const variadic = cursor.inScope(() => {
    do {
      if (cursor.take('...')) return true;
      parameters.push(unspecified ? oldParameter(cursor) : readParameter(cursor));
    } while (cursor.take(','));
    return false;
  });
  cursor.expect(')');
  return { parameters: isVoid(parameters) ? [] : parameters, variadic, unspecified };
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
  takeAttributes(cursor);
  const name = nameOf(declarator);
  if (name !== undefined) cursor.declare(name, false);
  return { specifiers, declarator, at: cursor.from(start) };
}

/** A name in `f(a, b)`; its type is declared before the body, or is int. */
function oldParameter(cursor: Cursor): Parameter {
  const { at } = cursor;
  const name = cursor.identifier('a parameter');
  return { specifiers: specifiersOf('int', at), declarator: { kind: 'name', name, at }, at };
}

/** The specifiers of a type that is one word. */
export const specifiersOf = (word: string, at: SourceSpan): Specifiers => ({
  threadLocal: false,
  attributes: noAttributes,
  qualifiers: { const: false, atomic: false },
  type: { kind: 'basic', words: [word], at },
  at,
});
