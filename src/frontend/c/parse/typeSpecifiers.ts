// The types that specifiers name: structs and enums with their bodies, typeof, _Atomic(T), names of types.

import { present } from '../../../support/present.js';
import type { Declarator, Enumerator, FieldDeclaration, StaticAssertion, TypeSpecifier } from '../ast.js';
import { both, readAttributes, takeAttributes } from './attributes.js';
import type { Cursor } from './cursor.js';
import {
  readDeclarator,
  readItems,
  readSpecifiers,
  readStaticAssertion,
  readTypeName,
  startsSpecifiers,
} from './declarations.js';
import { readConditional, readExpression } from './expressions.js';

export function startsTypeSpecifier(cursor: Cursor): boolean {
  const role = cursor.role();
  return (
    role === 'tag' || role === 'typeof' || role === 'atomic' || role === 'auto-type' || cursor.isTypeName()
  );
}

export function readTypeSpecifier(cursor: Cursor): TypeSpecifier {
  const start = cursor.position;
  const role = cursor.role();
  const { text } = cursor.next();
  switch (role) {
    case 'tag':
      return text === 'enum' ? readEnum(cursor, start) : readStruct(cursor, text === 'union', start);
    case 'auto-type':
      return { kind: 'auto', at: cursor.from(start) };
    case 'atomic': {
      const type = cursor.inParentheses(() => readTypeName(cursor));
      return { kind: 'atomic', type, at: cursor.from(start) };
    }
    case 'typeof': {
      const unqualified = text.includes('unqual') ? true : undefined;
      const named = cursor.inParentheses(() =>
        startsSpecifiers(cursor)
          ? ({ kind: 'typeof-type', type: readTypeName(cursor) } as const)
          : ({ kind: 'typeof-value', operand: readExpression(cursor) } as const),
      );
      return { ...named, ...present({ unqualified }), at: cursor.from(start) };
    }
    default:
      return { kind: 'typedef', name: text, at: cursor.from(start) };
  }
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
        list.push(cursor.role() === 'static-assert' ? readStaticAssertion(cursor) : readField(cursor));
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
  const declarators = readItems(cursor, () => {
    const { at } = cursor;
    const declarator: Declarator = cursor.is(':') ? { kind: 'abstract', at } : readDeclarator(cursor, 'name');
    const bits = cursor.take(':') ? readConditional(cursor) : undefined;
    return { declarator, ...present({ bits }), attributes: takeAttributes(cursor) };
  });
  return { kind: 'field', specifiers, declarators, at: cursor.from(start) };
}

function readEnum(cursor: Cursor, start: number): TypeSpecifier {
  let attributes = readAttributes(cursor);
  const tag = cursor.isName() ? cursor.next().text : undefined;
  // anything but a type there is the width of a bit-field without a name
  const isTyped = cursor.is(':') && startsSpecifiers(cursor, 1);
  if (isTyped) cursor.next();
  const underlying = isTyped ? readTypeName(cursor) : undefined;
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
