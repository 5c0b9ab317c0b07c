// Values: names, constants and constant expressions, each with its type.

import type { Type, Value } from '../syntax.js';
import { parameterAttributes } from './attributes.js';
import { bytesOf, type Cursor } from './cursor.js';
import { parseInlineMetadata } from './metadata.js';
import { parseType, pointer } from './types.js';

const casts = new Set([
  'ptrtoint',
  'ptrtoaddr',
  'inttoptr',
  'bitcast',
  'addrspacecast',
  'trunc',
  'zext',
  'sext',
]);
const binaries = new Set(['add', 'sub', 'mul', 'xor', 'and', 'or', 'shl', 'lshr', 'ashr']);

/** A type and a value of it. */
export function parseTypedValue(cursor: Cursor): Value {
  const type = parseType(cursor);
  if (type.kind === 'metadata') return parseMetadataValue(cursor, type);
  parameterAttributes(cursor);
  return parseValue(cursor, type);
}

/** The operand after the word `metadata`: metadata, or a value wrapped in it. */
export function parseMetadataValue(cursor: Cursor, type: Type): Value {
  const { at } = cursor;
  if (cursor.isKind('metadata'))
    return { kind: 'metadata', metadata: parseInlineMetadata(cursor, parseTypedValue), type, at };
  return { kind: 'metadata', metadata: { kind: 'value', value: parseTypedValue(cursor) }, type, at };
}

export function parseValue(cursor: Cursor, type: Type): Value {
  const { at, kind, token } = cursor;
  switch (kind) {
    case 'local':
    case 'global':
      cursor.advance();
      return { kind, name: token, type, at };
    case 'integer':
      return { kind: 'integer', value: cursor.takeInteger(), type, at };
    case 'float':
      cursor.advance();
      return { kind: 'float', text: token, type, at };
    case 'bytes':
      cursor.advance();
      return { kind: 'text', bytes: bytesOf(token), type, at };
    case 'punctuation':
      return aggregate(cursor, type);
    case 'word':
      return fromWord(cursor, type);
    default:
      return cursor.refuse('a value');
  }
}

function aggregate(cursor: Cursor, type: Type): Value {
  const { at } = cursor;
  let end = ']';
  let packed = false;
  if (cursor.take('{')) end = '}';
  else if (cursor.take('<')) {
    packed = cursor.take('{');
    end = packed ? '}' : '>';
  } else if (!cursor.take('[')) cursor.refuse('a value');
  const elements: Value[] = [];
  while (!cursor.take(end)) {
    elements.push(parseTypedValue(cursor));
    if (!cursor.is(end)) cursor.expect(',');
  }
  if (packed) cursor.expect('>');
  return { kind: 'aggregate', elements, type, at };
}

function fromWord(cursor: Cursor, type: Type): Value {
  const { at, token } = cursor;
  cursor.advance();
  switch (token) {
    case 'true':
    case 'false':
      return { kind: 'integer', value: token === 'true' ? 1n : 0n, type, at };
    case 'null':
    case 'none':
    case 'zeroinitializer':
      return { kind: 'zero', type, at };
    case 'undef':
    case 'poison':
      return { kind: 'undefined', type, at };
    case 'splat': {
      cursor.expect('(');
      const element = parseTypedValue(cursor);
      cursor.expect(')');
      return { kind: 'splat', element, type, at };
    }
    case 'dso_local_equivalent':
    case 'no_cfi':
      return parseValue(cursor, type);
    case 'blockaddress': {
      cursor.expect('(');
      const name = cursor.takeKind('global', 'a function');
      cursor.expect(',');
      const block = cursor.takeKind('local', 'a block');
      cursor.expect(')');
      return { kind: 'block', function: name, name: block, type, at };
    }
    case 'asm':
      return assembly(cursor, type, at);
    case 'getelementptr':
      return elementAddress(cursor, at);
    default:
      return expression(cursor, token, type, at);
  }
}

function assembly(cursor: Cursor, type: Type, at: number): Value {
  while (cursor.isKind('word')) cursor.advance();
  const text = cursor.takeKind('string', 'assembly');
  cursor.expect(',');
  return { kind: 'assembly', text, constraints: cursor.takeKind('string', 'constraints'), type, at };
}

function elementAddress(cursor: Cursor, at: number): Value {
  skipWords(cursor);
  cursor.expect('(');
  const element = parseType(cursor);
  cursor.expect(',');
  const base = parseTypedValue(cursor);
  const indices: Value[] = [];
  while (cursor.take(',')) {
    cursor.take('inrange');
    indices.push(parseTypedValue(cursor));
  }
  cursor.expect(')');
  return { kind: 'address', element, base, indices, type: pointer, at };
}

function expression(cursor: Cursor, op: string, type: Type, at: number): Value {
  if (casts.has(op)) {
    cursor.expect('(');
    const operand = parseTypedValue(cursor);
    cursor.expect('to');
    const to = parseType(cursor);
    cursor.expect(')');
    return { kind: 'expression', op, operands: [operand], type: to, at };
  }
  if (op === 'icmp' || op === 'fcmp') {
    const predicate = cursor.takeKind('word', 'a comparison');
    return { kind: 'expression', op: `${op} ${predicate}`, operands: operands(cursor), type, at };
  }
  if (!binaries.has(op) && op !== 'select') {
    cursor.jump(at);
    return cursor.refuse('a value');
  }
  skipWords(cursor);
  return { kind: 'expression', op, operands: operands(cursor), type, at };
}

function operands(cursor: Cursor): Value[] {
  cursor.expect('(');
  const values = [parseTypedValue(cursor)];
  while (cursor.take(',')) values.push(parseTypedValue(cursor));
  cursor.expect(')');
  return values;
}

/** Flags such as inbounds, nuw, inrange(-8, 8): promises to the optimiser. */
function skipWords(cursor: Cursor): void {
  while (cursor.isKind('word')) {
    cursor.advance();
    // inrange has brackets of its own before those of the operands
    if (cursor.is('(') && /^\(\s*-?\d+\s*,/.test(cursor.text.slice(cursor.at, cursor.at + 64)))
      cursor.skipBrackets();
  }
}
