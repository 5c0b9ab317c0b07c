// Global variables and aliases.

import { present } from '../../../support/present.js';
import type { AliasSyntax, GlobalSyntax, Metadata, Value } from '../syntax.js';
import type { Cursor } from './cursor.js';
import { linkageOf } from './functions.js';
import { parseInlineMetadata } from './metadata.js';
import { parseType } from './types.js';
import { parseTypedValue, parseValue } from './values.js';

/** Stands on the name. */
export function parseGlobal(
  cursor: Cursor,
): { kind: 'global'; global: GlobalSyntax } | { kind: 'alias'; alias: AliasSyntax } {
  const { at } = cursor;
  const name = cursor.takeKind('global', 'the name of a global');
  cursor.expect('=');
  const words: string[] = [];
  while (cursor.isKind('word') && !['global', 'constant', 'alias', 'ifunc'].includes(cursor.token)) {
    words.push(cursor.token);
    cursor.advance();
    if (cursor.is('(')) cursor.skipBrackets();
  }
  const kind = cursor.token;
  if (!cursor.isKind('word')) cursor.refuse('"global" or "constant"');
  cursor.advance();
  if (kind === 'alias' || kind === 'ifunc') {
    parseType(cursor);
    cursor.expect(',');
    const target = parseTypedValue(cursor);
    skipRest(cursor);
    return { kind: 'alias', alias: { name, at, target } };
  }
  const type = parseType(cursor);
  const initial: Value | undefined =
    cursor.first || cursor.is(',') || cursor.isKind('end') ? undefined : parseValue(cursor, type);
  const { align, debug } = attachments(cursor);
  return {
    kind: 'global',
    global: {
      name,
      at,
      linkage: linkageOf(words),
      type,
      constant: kind === 'constant',
      threadLocal: words.includes('thread_local'),
      debug,
      ...present({ initial, align }),
    },
  };
}

function attachments(cursor: Cursor): { align?: number; debug: Metadata[] } {
  let align: number | undefined;
  const debug: Metadata[] = [];
  while (!cursor.first && !cursor.isKind('end')) {
    if (cursor.take('align')) align = Number(cursor.takeInteger());
    else if (cursor.isKind('metadata')) {
      const name = cursor.takeKind('metadata', 'metadata');
      const node = parseInlineMetadata(cursor, parseTypedValue);
      if (name === 'dbg') debug.push(node);
    } else cursor.advance();
  }
  return { debug, ...present({ align }) };
}

function skipRest(cursor: Cursor): void {
  while (!cursor.first && !cursor.isKind('end')) cursor.advance();
}
