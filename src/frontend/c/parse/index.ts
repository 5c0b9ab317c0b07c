// Tokens to the syntax tree, by recursive descent: the grammar is C11 with what gcc adds to it. After a mistake it goes on
// with the next declaration outside functions.

import type {
  Declaration,
  Declarator,
  ExternalDeclaration,
  FunctionDefinition,
  Parameter,
  Specifiers,
} from '../ast.js';
import { syntaxError, unsupported } from '../diagnostics.js';
import type { Mistakes } from '../mistakes.js';
import type { Token } from '../preprocessor/token.js';
import { both, takeAttributes } from './attributes.js';
import { checkBrackets } from './brackets.js';
import { Cursor } from './cursor.js';
import { type FunctionDeclarator, functionIn, nameOf, readDeclarator } from './declarators.js';
import { FunctionLabels } from './labels.js';
import { readSpecifiers, readStaticAssertion } from './specifiers.js';
import { readBlock, readDeclaration, readItem } from './statements.js';
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
  const specifiers = readSpecifiers(cursor, cursor.isName() && cursor.is('(', 1));
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

/** A body follows, or the declarations of parameters that old functions have before it. */
function isDefinition(cursor: Cursor, declarator: Declarator): boolean {
  if (functionIn(declarator) === undefined) return false;
  return cursor.is('{') || !(cursor.is(';') || cursor.is(',') || cursor.is('='));
}

function readFunction(
  cursor: Cursor,
  specifiers: Specifiers,
  declarator: Declarator,
  start: number,
): FunctionDefinition {
  const attributes = both(specifiers.attributes, takeAttributes(cursor));
  const name = nameOf(declarator);
  const list = functionIn(declarator);
  if (name !== undefined) cursor.declare(name, false);
  cursor.openScope();
  let whole = declarator;
  if (!cursor.is('{') && list !== undefined) {
    const declared: Declaration[] = [];
    while (!cursor.is('{')) declared.push(readDeclaration(cursor));
    whole = withTypes(declarator, list, declared);
  }
  for (const parameter of list?.parameters ?? []) {
    const own = nameOf(parameter.declarator);
    if (own !== undefined) cursor.declare(own, false);
  }
  cursor.labels = new FunctionLabels(cursor.labels.count);
  const body = readBlock(cursor);
  cursor.labels.complete();
  cursor.closeScope();
  return { kind: 'function', specifiers, declarator: whole, attributes, body, at: cursor.from(start) };
}

/** The declarator with the types that stand between an old function's parameters and its body. */
function withTypes(
  declarator: Declarator,
  list: FunctionDeclarator,
  declared: readonly Declaration[],
): Declarator {
  const types = new Map<string, Parameter>();
  for (const { specifiers, items } of declared)
    for (const item of items) {
      const name = nameOf(item.declarator);
      if (name === undefined || !list.parameters.some((p) => nameOf(p.declarator) === name))
        return syntaxError(`${name ?? 'this'} is no parameter`, item.at);
      types.set(name, { specifiers, declarator: item.declarator, at: item.at });
    }
  const parameters = list.parameters.map(
    (parameter) => types.get(nameOf(parameter.declarator) ?? '') ?? parameter,
  );
  const replace = (d: Declarator): Declarator => {
    if (d === list) return { ...list, parameters };
    return d.kind === 'name' || d.kind === 'abstract' ? d : { ...d, inner: replace(d.inner) };
  };
  return replace(declarator);
}
