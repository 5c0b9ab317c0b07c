// A file of LLVM's assembly language: its types, globals and heads of functions. Bodies (parseBody) and metadata
// (parseNode) are parsed on demand. So functions that a program does not reach cost nothing and are never refused.

import { present } from '../../../support/present.js';
import type { AliasSyntax, FileSyntax, FunctionSyntax, GlobalSyntax, Metadata, Type } from '../syntax.js';
import { Cursor } from './cursor.js';
import { parseFunction } from './functions.js';
import { parseGlobal } from './globals.js';
import { parseMetadata } from './metadata.js';
import { parseType } from './types.js';
import { parseTypedValue } from './values.js';

export { parseBody } from './functions.js';

const metadataLine = /^!([-a-zA-Z$._0-9\\]+)[ \t]*=[ \t]*/gm;

export function parseFile(text: string, file: string): FileSyntax {
  const types = new Map<string, Type>();
  const globals = new Map<string, GlobalSyntax>();
  const aliases = new Map<string, AliasSyntax>();
  const functions = new Map<string, FunctionSyntax>();
  const metadata = new Map<string, number>();
  const strings = new Map<string, string>();
  const cursor = new Cursor(text, file);
  while (!cursor.isKind('end')) {
    if (cursor.isKind('local')) {
      const name = cursor.token;
      cursor.advance();
      cursor.expect('=');
      cursor.expect('type');
      types.set(name, parseType(cursor));
    } else if (cursor.isKind('global')) {
      const parsed = parseGlobal(cursor);
      if (parsed.kind === 'alias') aliases.set(parsed.alias.name, parsed.alias);
      else globals.set(parsed.global.name, parsed.global);
    } else if (cursor.is('define') || cursor.is('declare')) {
      const parsed = parseFunction(cursor);
      functions.set(parsed.name, parsed);
    } else if (cursor.isKind('metadata')) {
      // One node after another up to the end of the file: found by their lines, since there may be thousands.
      metadataLine.lastIndex = cursor.at;
      const match = metadataLine.exec(text);
      if (match === null || match.index !== cursor.at) return cursor.refuse('a node of metadata');
      metadata.set(match[1], metadataLine.lastIndex);
      const end = text.indexOf('\n', metadataLine.lastIndex);
      cursor.jump(end < 0 ? text.length : end);
    } else if (cursor.is('source_filename')) strings.set('source_filename', statedString(cursor));
    else if (cursor.take('target')) {
      const what = cursor.token;
      strings.set(`target ${what}`, statedString(cursor));
    } else if (isIgnored(cursor)) cursor.skipLine();
    else return cursor.refuse('a type, a global or a function');
  }
  return {
    file,
    text,
    types,
    globals,
    aliases,
    functions,
    metadata,
    ...present({
      sourceFile: strings.get('source_filename'),
      target: strings.get('target triple'),
      layout: strings.get('target datalayout'),
    }),
  };
}

/** `word = "text"`. */
function statedString(cursor: Cursor): string {
  cursor.advance();
  cursor.expect('=');
  return cursor.takeKind('string', 'a string');
}

/** Groups of attributes, comdats, and what tools keep in a file for themselves. */
const isIgnored = (cursor: Cursor): boolean =>
  cursor.is('attributes') ||
  cursor.isKind('comdat') ||
  cursor.is('module') ||
  cursor.is('uselistorder') ||
  cursor.is('uselistorder_bb') ||
  (cursor.isKind('attributes') && cursor.token.startsWith('^'));

/** The node of metadata of that number or name. */
export function parseNode({ text, file, metadata }: FileSyntax, id: string): Metadata {
  const from = metadata.get(id);
  return from === undefined ? { kind: 'none' } : parseMetadata(new Cursor(text, file, from), parseTypedValue);
}
