// Metadata: nodes with named fields, tuples, strings. Parsed when it is asked for: most of a file is debug information that is not.

import type { Metadata, Value } from '../syntax.js';
import type { Cursor } from './cursor.js';

type ParseValue = (cursor: Cursor) => Value;

/** Metadata that begins with an exclamation mark: a reference, a node, a tuple or a string. */
export function parseInlineMetadata(cursor: Cursor, value: ParseValue): Metadata {
  const name = cursor.takeKind('metadata', 'metadata');
  if (name === '') {
    if (cursor.isKind('string')) return { kind: 'text', text: cursor.takeKind('string', 'a string') };
    return tuple(cursor, value);
  }
  if (cursor.is('(') && !/^\d/.test(name)) return node(cursor, name, value);
  return { kind: 'reference', id: name };
}

/** The node that stands behind `!12 = `, or any element of one. */
export function parseMetadata(cursor: Cursor, value: ParseValue): Metadata {
  if (cursor.isKind('metadata')) return parseInlineMetadata(cursor, value);
  if (cursor.take('distinct')) return parseMetadata(cursor, value);
  if (cursor.take('null')) return { kind: 'none' };
  return { kind: 'value', value: value(cursor) };
}

function tuple(cursor: Cursor, value: ParseValue): Metadata {
  cursor.expect('{');
  const elements: Metadata[] = [];
  while (!cursor.take('}')) {
    elements.push(parseMetadata(cursor, value));
    if (!cursor.is('}')) cursor.expect(',');
  }
  return { kind: 'tuple', elements };
}

/** Fields with names; those of an expression have none, and get their position. */
function node(cursor: Cursor, name: string, value: ParseValue): Metadata {
  cursor.expect('(');
  const fields = new Map<string, Metadata>();
  while (!cursor.take(')')) {
    if (cursor.isKind('word') && cursor.followedBy(':')) {
      const key = cursor.token;
      cursor.advance();
      cursor.expect(':');
      fields.set(key, field(cursor, value));
    } else fields.set(String(fields.size), field(cursor, value));
    if (!cursor.is(')')) cursor.expect(',');
  }
  return { kind: 'node', name, fields };
}

function field(cursor: Cursor, value: ParseValue): Metadata {
  if (cursor.isKind('metadata')) return parseInlineMetadata(cursor, value);
  if (cursor.isKind('string')) return { kind: 'text', text: cursor.takeKind('string', 'a string') };
  if (cursor.isKind('integer')) return { kind: 'number', value: cursor.takeInteger() };
  if (cursor.take('null')) return { kind: 'none' };
  if (!cursor.isKind('word') || isValue(cursor)) return { kind: 'value', value: value(cursor) };
  const words: string[] = [];
  do words.push(cursor.takeKind('word', 'a flag'));
  while (cursor.take('|'));
  return { kind: 'word', words };
}

/** A value in an argument list: its type is followed by something. */
const isValue = (cursor: Cursor): boolean =>
  /^(?:i\d+|ptr|float|double)$/.test(cursor.token) && !cursor.followedBy(',') && !cursor.followedBy(')');
