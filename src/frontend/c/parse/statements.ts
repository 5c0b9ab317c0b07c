// Statements. Labels and cases become entries of the list they stand in.

import { present } from '../../../support/present.js';
import type { Declaration, Declarator, Expression, Initialiser, Statement } from '../ast.js';
import { functionIn, nameOf } from '../declarators.js';
import { syntaxError } from '../diagnostics.js';
import { readAsm } from './assembly.js';
import { readAttributes, startsBrackets, takeAttributes } from './attributes.js';
import type { Cursor } from './cursor.js';
import { readDeclarator } from './declarators.js';
import { readConditional, readExpression } from './expressions.js';
import { readFunction } from './functions.js';
import { readInitialiser } from './initialisers.js';
import { readSpecifiers, readStaticAssertion, startsSpecifiers, unknownType } from './specifiers.js';
import { asmWords, attributeWords, staticAssertWords } from './words.js';

/** CBMC starts a thread at a label of such a name. */
const asyncPrefix = '__CPROVER_ASYNC_';

/** `{ ... }` with a scope of its own. */
export function readBlock(cursor: Cursor): Statement[] {
  return cursor.nested(() => {
    cursor.expect('{');
    cursor.openScope();
    cursor.labels.openBlock();
    while (cursor.take('__label__')) readLocalLabels(cursor);
    const list: Statement[] = [];
    while (!cursor.is('}')) readInto(cursor, list);
    cursor.labels.closeBlock();
    cursor.closeScope();
    cursor.expect('}');
    return list;
  });
}

function readLocalLabels(cursor: Cursor): void {
  do cursor.labels.declare(cursor.identifier('a label'));
  while (cursor.take(','));
  cursor.expect(';');
}

/** A statement that stands alone, such as a loop's body. */
function readOne(cursor: Cursor): Statement {
  return cursor.nested(() => {
    const start = cursor.position;
    const list: Statement[] = [];
    readInto(cursor, list);
    return list.length === 1 ? list[0] : { kind: 'block', items: list, at: cursor.from(start) };
  });
}

/** One statement, after the labels in front of it. */
function readInto(cursor: Cursor, list: Statement[]): void {
  for (;;) {
    const start = cursor.position;
    // C23's attributes of a label or statement; those of a declaration are read with it
    if (startsBrackets(cursor)) {
      readAttributes(cursor);
      if (cursor.is('}')) return;
      if (startsDeclaration(cursor)) cursor.position = start;
    }
    if (cursor.isName() && cursor.is(':', 1)) {
      const { text, at } = cursor.next();
      cursor.next();
      if (text.startsWith(asyncPrefix)) {
        list.push({ kind: 'async', body: readOne(cursor), at: cursor.from(start) });
        return;
      }
      list.push({ kind: 'label', name: cursor.labels.named(text), at });
      if (attributeWords.has(cursor.peek()?.text ?? '')) readAttributes(cursor);
    } else if (cursor.take('case')) {
      const from = cursor.position;
      const low = readConditional(cursor);
      const high = cursor.take('...') ? readConditional(cursor) : undefined;
      list.push({ kind: 'case', low, ...present({ high }), at: cursor.from(from) });
      cursor.expect(':');
    } else if (cursor.take('default')) {
      list.push({ kind: 'default', at: cursor.from(start) });
      cursor.expect(':');
    } else break;
    // a label may stand at the end of a block
    if (cursor.is('}')) return;
  }
  list.push(readStatement(cursor));
}

function readStatement(cursor: Cursor): Statement {
  const start = cursor.position;
  const word = cursor.peek();
  if (cursor.is('{')) {
    const items = readBlock(cursor);
    return { kind: 'block', items, at: cursor.from(start) };
  }
  if (cursor.take(';')) return { kind: 'empty', at: cursor.from(start) };
  if (startsBrackets(cursor)) return readInnerDefinition(cursor) ?? readDeclaration(cursor);
  if (word?.kind === 'identifier') {
    const control = readControl(cursor, word.text, start);
    if (control !== undefined) return control;
    if (asmWords.has(word.text)) {
      const value = readAsm(cursor);
      cursor.expect(';');
      return { kind: 'expression', value, at: cursor.from(start) };
    }
    if (staticAssertWords.has(word.text) && cursor.is('(', 1)) return readStaticAssertion(cursor);
    if (attributeWords.has(word.text)) {
      // `__attribute__((fallthrough));`
      readAttributes(cursor);
      if (cursor.take(';')) return { kind: 'empty', at: cursor.from(start) };
      cursor.position = start;
    }
    if (startsDeclaration(cursor)) return readInnerDefinition(cursor) ?? readDeclaration(cursor);
    if (cursor.isName() && cursor.isName(1)) return unknownType(cursor);
  }
  const value = readExpression(cursor);
  cursor.expect(';');
  return { kind: 'expression', value, at: cursor.from(start) };
}

/** `__extension__` may stand before either. */
function startsDeclaration(cursor: Cursor): boolean {
  let ahead = 0;
  while (cursor.is('__extension__', ahead)) ahead++;
  return startsSpecifiers(cursor, ahead);
}

function readControl(cursor: Cursor, word: string, start: number): Statement | undefined {
  const condition = (): Expression => {
    const value = cursor.inParentheses(() => readExpression(cursor));
    return value;
  };
  switch (word) {
    case 'if': {
      cursor.next();
      const test = condition();
      const whenTrue = readOne(cursor);
      const whenFalse = cursor.take('else') ? readOne(cursor) : undefined;
      return { kind: 'if', condition: test, whenTrue, ...present({ whenFalse }), at: cursor.from(start) };
    }
    case 'while': {
      cursor.next();
      const test = condition();
      return { kind: 'while', condition: test, body: readOne(cursor), at: cursor.from(start) };
    }
    case 'do': {
      cursor.next();
      const body = readOne(cursor);
      cursor.expect('while');
      const test = condition();
      cursor.expect(';');
      return { kind: 'do', condition: test, body, at: cursor.from(start) };
    }
    case 'for':
      return readFor(cursor, start);
    case 'switch': {
      cursor.next();
      const value = condition();
      return { kind: 'switch', value, body: readOne(cursor), at: cursor.from(start) };
    }
    case 'goto': {
      cursor.next();
      if (cursor.take('*')) {
        const value = readExpression(cursor);
        cursor.expect(';');
        return cursor.labels.jumpTo(value, cursor.from(start));
      }
      const label = cursor.labels.named(cursor.identifier('a label'));
      cursor.expect(';');
      return { kind: 'goto', label, at: cursor.from(start) };
    }
    case 'break':
    case 'continue':
      cursor.next();
      cursor.expect(';');
      return { kind: word, at: cursor.from(start) };
    case 'return': {
      cursor.next();
      const value = cursor.is(';') ? undefined : readExpression(cursor);
      cursor.expect(';');
      return { kind: 'return', ...present({ value }), at: cursor.from(start) };
    }
    case 'else':
      return syntaxError('else stands without its if', cursor.at);
    default:
      return undefined;
  }
}

function readFor(cursor: Cursor, start: number): Statement {
  cursor.next();
  cursor.expect('(');
  cursor.openScope();
  let initialiser: Statement | undefined;
  if (!cursor.take(';')) {
    if (startsBrackets(cursor) || startsDeclaration(cursor)) initialiser = readDeclaration(cursor);
    else {
      const from = cursor.position;
      const value = readExpression(cursor);
      initialiser = { kind: 'expression', value, at: cursor.from(from) };
      cursor.expect(';');
    }
  }
  const condition = cursor.is(';') ? undefined : readExpression(cursor);
  cursor.expect(';');
  const step = cursor.is(')') ? undefined : readExpression(cursor);
  cursor.expect(')');
  const body = readOne(cursor);
  cursor.closeScope();
  return { kind: 'for', ...present({ initialiser, condition, step }), body, at: cursor.from(start) };
}

/** gcc's function inside a function, if it is the definition of one. */
function readInnerDefinition(cursor: Cursor): Statement | undefined {
  const start = cursor.position;
  if (!looksLikeDefinition(cursor)) return undefined;
  const specifiers = readSpecifiers(cursor);
  const declarator = readDeclarator(cursor, 'name');
  if (functionIn(declarator) !== undefined && cursor.is('{')) {
    const { labels } = cursor;
    const inside = readFunction(cursor, specifiers, declarator, start);
    cursor.labels = labels;
    return inside;
  }
  cursor.position = start;
  return undefined;
}

/** Whether `) {` comes before the end of the declaration: it is read once more if it is none after all. */
function looksLikeDefinition(cursor: Cursor): boolean {
  for (let ahead = 0; ; ahead++) {
    if (cursor.is(')', ahead) && cursor.is('{', ahead + 1)) return true;
    if (
      cursor.is(';', ahead) ||
      cursor.is('=', ahead) ||
      cursor.is('{', ahead) ||
      cursor.peek(ahead) === undefined
    )
      return false;
  }
}

/** A declaration inside a function. */
export function readDeclaration(cursor: Cursor): Declaration {
  const start = cursor.position;
  const specifiers = readSpecifiers(cursor);
  const items: Declaration['items'][number][] = [];
  while (!cursor.is(';')) {
    const from = cursor.position;
    const declarator = readDeclarator(cursor, 'name');
    items.push(readItem(cursor, specifiers.storage === 'typedef', declarator, from));
    if (!cursor.take(',')) break;
  }
  cursor.expect(';');
  return { kind: 'declaration', specifiers, items, at: cursor.from(start) };
}

/** The rest of an item after its declarator; its name is in scope in its initialiser. */
export function readItem(
  cursor: Cursor,
  type: boolean,
  declarator: Declarator,
  from: number,
): Declaration['items'][number] {
  const attributes = takeAttributes(cursor);
  const name = nameOf(declarator);
  if (name !== undefined) cursor.declare(name, type);
  const initialiser: Initialiser | undefined = cursor.take('=') ? readInitialiser(cursor) : undefined;
  return { declarator, ...present({ initialiser }), attributes, at: cursor.from(from) };
}
