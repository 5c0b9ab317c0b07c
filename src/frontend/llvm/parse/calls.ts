// call, invoke and callbr.

import { present } from '../../../support/present.js';
import type { Argument, Call } from '../syntax.js';
import { parameterAttributes, skipCallAttributes, wordsBeforeType } from './attributes.js';
import type { Cursor } from './cursor.js';
import { parseType, pointer } from './types.js';
import { parseMetadataValue, parseValue } from './values.js';

export function parseCall(cursor: Cursor, word: 'call' | 'invoke' | 'callbr'): Call {
  wordsBeforeType(cursor);
  const stated = parseType(cursor);
  const isFunction = stated.kind === 'function';
  const callee = parseValue(cursor, pointer);
  const call = {
    op: 'call',
    type: isFunction ? stated.result : stated,
    variadic: isFunction && stated.variadic,
    callee,
    arguments: parseArguments(cursor),
  } as const;
  if (word === 'call') {
    skipCallAttributes(cursor, () => false);
    return call;
  }
  skipCallAttributes(cursor, (c) => c.is('to'));
  cursor.expect('to');
  const normal = parseLabel(cursor);
  if (word === 'invoke') {
    cursor.expect('unwind');
    return { ...call, normal, unwind: parseLabel(cursor) };
  }
  return { ...call, normal, ...present({ indirect: parseLabels(cursor) }) };
}

function parseArguments(cursor: Cursor): Argument[] {
  cursor.expect('(');
  const values: Argument[] = [];
  while (!cursor.take(')')) {
    const type = parseType(cursor);
    if (type.kind === 'metadata') values.push({ value: parseMetadataValue(cursor, type), attributes: {} });
    else {
      const attributes = parameterAttributes(cursor);
      values.push({ value: parseValue(cursor, type), attributes });
    }
    if (!cursor.is(')')) cursor.expect(',');
  }
  return values;
}

export function parseLabel(cursor: Cursor): string {
  cursor.expect('label');
  return cursor.takeKind('local', 'a block');
}

/** Labels in square brackets. */
export function parseLabels(cursor: Cursor): string[] {
  cursor.expect('[');
  const labels: string[] = [];
  while (!cursor.take(']')) {
    labels.push(parseLabel(cursor));
    if (!cursor.is(']')) cursor.expect(',');
  }
  return labels;
}
