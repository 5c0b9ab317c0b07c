// Tokens to the syntax tree, by recursive descent: the grammar is C11 with what gcc adds to it. After a mistake it goes on
// with the next declaration outside functions.

import type { Declaration, ExternalDeclaration } from '../ast.js';
import { unsupported } from '../diagnostics.js';
import type { Mistakes } from '../mistakes.js';
import type { Token } from '../preprocessor/token.js';
import { checkBrackets } from './brackets.js';
import { Cursor } from './cursor.js';
import { readDeclarator } from './declarators.js';
import { isDefinition, readFunction } from './functions.js';
import { readSpecifiers, readStaticAssertion } from './specifiers.js';
import { readItem } from './statements.js';
import { asmWords, staticAssertWords } from './words.js';

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

/** Behind the `;` or `}` that ends the declaration which begins at `start`. Brackets match. */
function skipDeclaration(cursor: Cursor, start: number): void {
  cursor.reset();
  cursor.position = start;
  let depth = 0;
  while (!cursor.done) {
    const { text, kind } = cursor.next();
    if (kind !== 'punctuator') continue;
    if (text === '{' || text === '(' || text === '[') depth++;
    else if (text === '}' || text === ')' || text === ']') depth--;
    if (depth > 0) continue;
    if (text === ';') return;
    if (
      text === '}' &&
      !cursor.is(';') &&
      !cursor.is(',') &&
      !cursor.is('=') &&
      !cursor.isName() &&
      !cursor.is('*')
    )
      return;
    // `}` and then a type or word: the next declaration begins
    if (text === '}' && cursor.isName() && (cursor.isName(1) || cursor.is('*', 1) || cursor.is('(', 1)))
      return;
  }
}

function readExternal(cursor: Cursor): ExternalDeclaration[] {
  const start = cursor.position;
  if (cursor.take(';')) return [];
  const word = cursor.peek()?.text ?? '';
  if (staticAssertWords.has(word) && cursor.is('(', 1)) return [readStaticAssertion(cursor)];
  if (asmWords.has(word)) return unsupported('assembly outside functions', cursor.at);
  const specifiers = readSpecifiers(cursor, cursor.isName() || cursor.is('*') || cursor.is('('));
  const items: Declaration['items'][number][] = [];
  while (!cursor.is(';')) {
    const from = cursor.position;
    const declarator = readDeclarator(cursor, 'name');
    if (items.length === 0 && isDefinition(cursor, declarator))
      return [readFunction(cursor, specifiers, declarator, start)];
    items.push(readItem(cursor, specifiers.storage === 'typedef', declarator, from));
    if (!cursor.take(',')) break;
  }
  cursor.expect(';');
  return [{ kind: 'declaration', specifiers, items, at: cursor.from(start) }];
}
