// Tokens to the syntax tree, by recursive descent: the grammar is C11 with what gcc adds to it. After a mistake it goes on
// with the next declaration outside functions.

import type { SourceSpan } from '../../../program/statement.js';
import type { Declaration, ExternalDeclaration } from '../ast.js';
import { strayCharacter, syntaxError, unsupported } from '../diagnostics.js';
import type { Mistakes } from '../mistakes.js';
import type { Token } from '../preprocessor/token.js';
import { Cursor } from './cursor.js';
import { readDeclarator, readItem, readSpecifiers, readStaticAssertion } from './declarations.js';
import { isDefinition, readFunction } from './statements.js';

export function parseTokens(tokens: readonly Token[], mistakes: Mistakes): ExternalDeclaration[] {
  checkBrackets(tokens);
  const cursor = new Cursor(tokens);
  const unit: ExternalDeclaration[] = [];
  while (!cursor.done) {
    const start = cursor.position;
    const read = mistakes.guard(() => readExternal(cursor));
    if (read.ok) unit.push(...read.value);
    else skipDeclaration(cursor, start);
  }
  return unit;
}

const closes: ReadonlyMap<string, string> = new Map([
  [')', '('],
  [']', '['],
  ['}', '{'],
]);

const opens: ReadonlySet<string> = new Set(closes.values());

/**
 * Brackets that do not match, and characters that belong to nothing: found before anything else, since all that follows them would be
 * misread.
 */
function checkBrackets(tokens: readonly Token[]): void {
  const open: { text: string; at: SourceSpan }[] = [];
  for (const { kind, text, at } of tokens) {
    if (kind === 'other' || (kind === 'punctuator' && text.startsWith('#'))) strayCharacter(text, at);
    if (kind !== 'punctuator') continue;
    if (opens.has(text)) open.push({ text, at });
    const opening = closes.get(text);
    if (opening === undefined) continue;
    const last = open.pop() ?? syntaxError(`${text} closes nothing`, at);
    if (last.text !== opening) syntaxError(`${text} does not match ${last.text} of line ${last.at.line}`, at);
  }
  const unclosed = open.pop();
  if (unclosed !== undefined) syntaxError(`${unclosed.text} is never closed`, unclosed.at);
}

/** Behind the `;` or `}` that ends the declaration which begins at `start`. Brackets match. */
function skipDeclaration(cursor: Cursor, start: number): void {
  cursor.reset();
  cursor.position = start;
  let depth = 0;
  while (!cursor.done) {
    const { text, kind } = cursor.next();
    if (kind !== 'punctuator') continue;
    if (opens.has(text)) depth++;
    else if (closes.has(text)) depth--;
    if (depth > 0) continue;
    if (text === ';') return;
    if (text !== '}') continue;
    // `}` and then a type or word: the next declaration begins
    if (cursor.isName() && (cursor.isName(1) || cursor.is('*', 1) || cursor.is('(', 1))) return;
    if (!cursor.isName() && ![';', ',', '=', '*'].some((next) => cursor.is(next))) return;
  }
}

function readExternal(cursor: Cursor): ExternalDeclaration[] {
  const start = cursor.position;
  if (cursor.take(';')) return [];
  const role = cursor.role();
  if (role === 'static-assert' && cursor.is('(', 1)) return [readStaticAssertion(cursor)];
  if (role === 'asm') return unsupported('assembly outside functions', cursor.at);
  const specifiers = readSpecifiers(cursor, cursor.isName() || cursor.is('*') || cursor.is('('));
  const items: Declaration['items'][number][] = [];
  while (!cursor.is(';')) {
    const from = cursor.position;
    const declarator = readDeclarator(cursor, 'name');
    if (items.length === 0 && isDefinition(cursor, declarator))
      return [readFunction(cursor, specifiers, declarator, start)];
    items.push(readItem(cursor, specifiers, declarator, from));
    if (!cursor.take(',')) break;
  }
  cursor.expect(';');
  return [{ kind: 'declaration', specifiers, items, at: cursor.from(start) }];
}
