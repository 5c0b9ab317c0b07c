// Declaration specifiers: storage, qualifiers and the type, with the bodies of structs and enums.

import { present } from '../../../support/present.js';
import type {
  Attributes,
  Declarator,
  Enumerator,
  Expression,
  FieldDeclaration,
  Specifiers,
  StaticAssertion,
  TypeName,
  TypeSpecifier,
} from '../ast.js';
import { syntaxError, typeError, unsupported } from '../diagnostics.js';
import { unsupportedType } from '../unsupportedNames.js';
import { both, noAttributes, readAttributes, takeAttributes } from './attributes.js';
import type { Cursor } from './cursor.js';
import { readDeclarator, readTypeName, startsType } from './declarators.js';
import { readConditional, readExpression } from './expressions.js';
import * as words from './words.js';

/** Whether a declaration or type name starts here. */
export function startsSpecifiers(cursor: Cursor, ahead = 0): boolean {
  const token = cursor.peek(ahead);
  if (token?.kind !== 'identifier') return false;
  const { text } = token;
  if (cursor.isTypeName(ahead)) return true;
  return (
    words.specifierWords.has(text) ||
    (words.alignasWords.has(text) && cursor.is('(', ahead + 1)) ||
    words.unsupportedWords.has(text) ||
    (words.threadLocalWords.has(text) && !cursor.isDeclared(text))
  );
}

/** `implicit`: a declaration without a type is one of int, as before C99. */
export function readSpecifiers(cursor: Cursor, implicit = false): Specifiers {
  const start = cursor.position;
  let storage: Specifiers['storage'];
  let inline: true | undefined;
  let isAuto = false;
  let threadLocal = false;
  let isConst = false;
  let atomic = false;
  let volatile = false;
  let attributes: Attributes = noAttributes;
  let type: TypeSpecifier | undefined;
  const basic: string[] = [];
  let typeStart = start;
  for (;;) {
    attributes = both(attributes, readAttributes(cursor));
    const token = cursor.peek();
    if (token?.kind !== 'identifier') break;
    const { text, at } = token;
    const construct = cursor.isDeclared(text) ? undefined : words.unsupportedWords.get(text);
    if (construct !== undefined) unsupported(construct, at);
    if (words.storageWords.has(text)) {
      if (storage !== undefined && storage !== text)
        syntaxError(`${storage} and ${text} exclude each other`, at);
      storage = text === 'typedef' ? 'typedef' : text === 'static' ? 'static' : 'extern';
      cursor.next();
    } else if (words.threadLocalWords.has(text) && !cursor.isDeclared(text)) {
      threadLocal = true;
      cursor.next();
    } else if (words.constWords.has(text)) {
      isConst = true;
      cursor.next();
    } else if (words.volatileWords.has(text)) {
      volatile = true;
      cursor.next();
    } else if (words.idleWords.has(text) || words.restrictWords.has(text)) {
      if (words.inlineWords.has(text)) inline = true;
      if (text === 'auto') isAuto = true;
      cursor.next();
    } else if (text === '_Atomic' && !cursor.is('(', 1)) {
      atomic = true;
      cursor.next();
    } else if (words.typeWords.has(text)) {
      if (type !== undefined) syntaxError(`${text} stands after a type`, at);
      if (basic.length === 0) typeStart = cursor.position;
      basic.push(text.replace(/^__signed(__)?$/, 'signed'));
      cursor.next();
    } else if (type === undefined && basic.length === 0 && isTypeSpecifier(cursor)) {
      typeStart = cursor.position;
      type = readTypeSpecifier(cursor);
    } else break;
  }
  const at = cursor.from(typeStart);
  if (basic.length > 0) type = { kind: 'basic', words: basic, at };
  if (isAuto && type === undefined && cursor.isName() && cursor.is('=', 1)) type = { kind: 'auto', at };
  type ??= withoutType(cursor, implicit || cursor.position > start);
  return {
    threadLocal,
    attributes,
    qualifiers: { const: isConst, atomic, volatile },
    type,
    at,
    ...present({ storage, inline }),
  };
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

const isTypeSpecifier = (cursor: Cursor): boolean => {
  const text = cursor.peek()?.text ?? '';
  return (
    words.tagWords.has(text) ||
    words.typeofWords.has(text) ||
    text === '_Atomic' ||
    text === '__auto_type' ||
    cursor.isTypeName()
  );
};

function readTypeSpecifier(cursor: Cursor): TypeSpecifier {
  const start = cursor.position;
  const { text } = cursor.next();
  if (text === 'struct' || text === 'union') return readStruct(cursor, text === 'union', start);
  if (text === 'enum') return readEnum(cursor, start);
  if (text === '__auto_type') return { kind: 'auto', at: cursor.from(start) };
  if (text === '_Atomic') {
    const type = cursor.inParentheses(() => readTypeName(cursor));
    return { kind: 'atomic', type, at: cursor.from(start) };
  }
  if (words.typeofWords.has(text)) {
    const unqualified = text.includes('unqual') ? true : undefined;
    const named = cursor.inParentheses(() =>
      startsType(cursor)
        ? ({ kind: 'typeof-type', type: readTypeName(cursor) } as const)
        : ({ kind: 'typeof-value', operand: readExpression(cursor) } as const),
    );
    return { ...named, ...present({ unqualified }), at: cursor.from(start) };
  }
  return { kind: 'typedef', name: text, at: cursor.from(start) };
}

function readStruct(cursor: Cursor, union: boolean, start: number): TypeSpecifier {
  let attributes = readAttributes(cursor);
  const tag = cursor.isName() ? cursor.next().text : undefined;
  if (tag === undefined && !cursor.is('{'))
    cursor.unexpected(`a name or { after ${union ? 'union' : 'struct'}`);
  let fields: (FieldDeclaration | StaticAssertion)[] | undefined;
  if (cursor.take('{')) {
    fields = cursor.nested(() => {
      const list: (FieldDeclaration | StaticAssertion)[] = [];
      while (!cursor.is('}')) {
        if (cursor.take(';')) continue;
        list.push(
          words.staticAssertWords.has(cursor.peek()?.text ?? '')
            ? readStaticAssertion(cursor)
            : readField(cursor),
        );
      }
      return list;
    });
    const { pack } = cursor.next();
    attributes = { ...both(attributes, readAttributes(cursor)), ...present({ pack }) };
  }
  return { kind: 'struct', union, ...present({ tag, fields }), attributes, at: cursor.from(start) };
}

function readField(cursor: Cursor): FieldDeclaration {
  const start = cursor.position;
  const specifiers = readSpecifiers(cursor);
  const declarators: { declarator: Declarator; bits?: Expression; attributes: Attributes }[] = [];
  while (!cursor.is(';')) {
    const { at } = cursor;
    const declarator: Declarator = cursor.is(':') ? { kind: 'abstract', at } : readDeclarator(cursor, 'name');
    const bits = cursor.take(':') ? readConditional(cursor) : undefined;
    declarators.push({ declarator, ...present({ bits }), attributes: takeAttributes(cursor) });
    if (!cursor.take(',')) break;
  }
  cursor.expect(';');
  return { kind: 'field', specifiers, declarators, at: cursor.from(start) };
}

function readEnum(cursor: Cursor, start: number): TypeSpecifier {
  let attributes = readAttributes(cursor);
  const tag = cursor.isName() ? cursor.next().text : undefined;
  let underlying: TypeName | undefined;
  // anything but a type there is the width of a bit-field without a name
  if (cursor.is(':') && startsSpecifiers(cursor, 1)) {
    cursor.next();
    underlying = readTypeName(cursor);
  }
  if (tag === undefined && !cursor.is('{')) cursor.unexpected('a name or { after enum');
  let items: Enumerator[] | undefined;
  if (cursor.take('{')) {
    items = [];
    while (!cursor.is('}')) {
      const from = cursor.position;
      const name = cursor.identifier('the name of an enumerator');
      readAttributes(cursor);
      const value = cursor.take('=') ? readConditional(cursor) : undefined;
      cursor.declare(name, false);
      items.push({ name, ...present({ value }), at: cursor.from(from) });
      if (!cursor.take(',')) break;
    }
    cursor.expect('}');
    attributes = both(attributes, readAttributes(cursor));
  }
  return { kind: 'enum', ...present({ tag, items, underlying }), attributes, at: cursor.from(start) };
}

export function readStaticAssertion(cursor: Cursor): StaticAssertion {
  const start = cursor.position;
  cursor.next();
  cursor.expect('(');
  const condition = readConditional(cursor);
  let message: string | undefined;
  if (cursor.take(',')) {
    message = '';
    while (cursor.peek()?.kind === 'string') message += cursor.next().text.slice(1, -1);
  }
  cursor.expect(')');
  cursor.expect(';');
  return { kind: 'static-assert', condition, ...present({ message }), at: cursor.from(start) };
}
