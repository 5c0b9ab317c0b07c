// Types. All pointers are alike: each instruction repeats the target type of LLVM 14's typed pointers.

import { type FloatName, floatNames, type Type } from '../syntax.js';
import type { Cursor } from './cursor.js';

const simple: ReadonlyMap<string, Type> = new Map<string, Type>([
  ...floatNames.map((name): [FloatName, Type] => [name, { kind: 'float', name }]),
  ['void', { kind: 'void' }],
  ['label', { kind: 'label' }],
  ['metadata', { kind: 'metadata' }],
  ['token', { kind: 'token' }],
  ['opaque', { kind: 'opaque' }],
]);

export const pointer: Type = { kind: 'pointer' };

const integers = new Map<number, Type>();

/** The integer type of so many bits. */
function integerType(bits: number): Type {
  const known = integers.get(bits);
  if (known !== undefined) return known;
  const made: Type = { kind: 'int', bits };
  integers.set(bits, made);
  return made;
}

/** Whether a type begins here. */
export function startsType(cursor: Cursor): boolean {
  const { kind, token } = cursor;
  if (kind === 'local') return true;
  if (kind === 'punctuation') return token === '[' || token === '{' || token === '<';
  return kind === 'word' && (token === 'ptr' || simple.has(token) || /^i\d+$/.test(token));
}

export function parseType(cursor: Cursor): Type {
  let type = baseType(cursor);
  for (;;) {
    if (cursor.is('*')) {
      cursor.advance();
      type = pointer;
    } else if (cursor.is('addrspace')) {
      cursor.advance();
      cursor.skipBrackets();
    } else if (cursor.is('(')) type = functionType(cursor, type);
    else return type;
  }
}

function baseType(cursor: Cursor): Type {
  const { kind, token } = cursor;
  if (kind === 'local') {
    cursor.advance();
    return { kind: 'named', name: token };
  }
  if (kind === 'word') {
    if (token === 'ptr') {
      cursor.advance();
      return pointer;
    }
    const type =
      simple.get(token) ?? (/^i\d+$/.test(token) ? integerType(Number(token.slice(1))) : undefined);
    if (type === undefined) return cursor.refuse('a type');
    cursor.advance();
    return type;
  }
  if (cursor.take('[')) {
    const type = sequence(cursor, 'array');
    cursor.expect(']');
    return type;
  }
  if (cursor.take('{')) return { kind: 'struct', packed: false, elements: elementTypes(cursor) };
  if (cursor.take('<')) {
    if (cursor.take('{')) {
      const elements = elementTypes(cursor);
      cursor.expect('>');
      return { kind: 'struct', packed: true, elements };
    }
    if (cursor.is('vscale')) return cursor.refuse('a vector of a fixed length');
    const type = sequence(cursor, 'vector');
    cursor.expect('>');
    return type;
  }
  return cursor.refuse('a type');
}

function sequence(cursor: Cursor, kind: 'array' | 'vector'): Type {
  const length = Number(cursor.takeInteger());
  cursor.expect('x');
  return { kind, length, element: parseType(cursor) };
}

function elementTypes(cursor: Cursor): Type[] {
  const types: Type[] = [];
  while (!cursor.take('}')) {
    types.push(parseType(cursor));
    if (!cursor.is('}')) cursor.expect(',');
  }
  return types;
}

function functionType(cursor: Cursor, result: Type): Type {
  cursor.expect('(');
  const parameters: Type[] = [];
  let variadic = false;
  while (!cursor.take(')')) {
    if (cursor.take('...')) variadic = true;
    else parameters.push(parseType(cursor));
    if (!cursor.is(')')) cursor.expect(',');
  }
  return { kind: 'function', result, parameters, variadic };
}
