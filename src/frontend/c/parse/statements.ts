// Statements, and definitions of functions, which may stand among them. Labels and cases become entries of the list they stand in.

import { present } from '../../../support/present.js';
import type {
  Declaration,
  Declarator,
  Expression,
  FunctionDefinition,
  Specifiers,
  Statement,
} from '../ast.js';
import { functionIn, nameOf } from '../declarators.js';
import { leftToClang, syntaxError } from '../diagnostics.js';
import { both, readAttributes, startsBrackets, takeAttributes } from './attributes.js';
import type { Cursor } from './cursor.js';
import {
  readDeclaration,
  readDeclarator,
  readSpecifiers,
  readStaticAssertion,
  startsSpecifiers,
  unknownType,
} from './declarations.js';
import { readAsm, readConditional, readExpression } from './expressions.js';

/** CBMC starts a thread at a label of such a name. */
const asyncPrefix = '__CPROVER_ASYNC_';

/** A body follows, or the declarations of parameters that old functions have before it. */
export function isDefinition(cursor: Cursor, declarator: Declarator): boolean {
  if (functionIn(declarator) === undefined) return false;
  return ![';', ',', '='].some((next) => cursor.is(next));
}

/** The rest of a definition that begins at `start`. */
export function readFunction(
  cursor: Cursor,
  specifiers: Specifiers,
  declarator: Declarator,
  start: number,
): FunctionDefinition {
  const attributes = both(specifiers.attributes, takeAttributes(cursor));
  const name = nameOf(declarator);
  if (name !== undefined) cursor.declare(name, false);
  return cursor.inScope(() => {
    const declared: Declaration[] = [];
    while (!cursor.is('{')) declared.push(readDeclaration(cursor));
    for (const parameter of functionIn(declarator)?.parameters ?? []) {
      const own = nameOf(parameter.declarator);
      if (own !== undefined) cursor.declare(own, false);
    }
    const body = readBlock(cursor);
    const whole = withTypes(declarator, declared);
    return { kind: 'function', specifiers, declarator: whole, attributes, body, at: cursor.from(start) };
  });
}

/** The declarator with the types that stand between an old function's parameters and its body. */
function withTypes(declarator: Declarator, declared: readonly Declaration[]): Declarator {
  if (declarator.kind === 'name' || declarator.kind === 'abstract') return declarator;
  if (declarator !== functionIn(declarator))
    return { ...declarator, inner: withTypes(declarator.inner, declared) };
  const parameters = [...declarator.parameters];
  for (const { specifiers, items } of declared)
    for (const { declarator: own, at } of items) {
      const name = nameOf(own);
      const index = parameters.findIndex((p) => name !== undefined && nameOf(p.declarator) === name);
      if (index < 0) return syntaxError(`${name ?? 'this'} is no parameter`, at);
      parameters[index] = { specifiers, declarator: own, at };
    }
  return { ...declarator, parameters };
}

/** `{ ... }` with a scope of its own. */
export function readBlock(cursor: Cursor): Statement[] {
  return cursor.nested(() => {
    cursor.expect('{');
    const list: Statement[] = [];
    cursor.inScope(() => {
      while (cursor.take('__label__')) readLocalLabels(cursor);
      while (!cursor.is('}')) readInto(cursor, list);
    });
    cursor.expect('}');
    return list;
  });
}

function readLocalLabels(cursor: Cursor): void {
  do cursor.declareLabel(cursor.identifier('a label'));
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
      list.push({ kind: 'label', name: cursor.label(text), at });
      if (cursor.role() === 'attribute') readAttributes(cursor);
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
  if (cursor.is('{')) return { kind: 'block', items: readBlock(cursor), at: cursor.from(start) };
  if (cursor.take(';')) return { kind: 'empty', at: cursor.from(start) };
  if (startsBrackets(cursor)) return readInnerDefinition(cursor) ?? readDeclaration(cursor);
  switch (cursor.role()) {
    case 'statement': {
      const control = readControl(cursor, start);
      if (control !== undefined) return control;
      break;
    }
    case 'asm': {
      const value = readAsm(cursor);
      cursor.expect(';');
      return { kind: 'expression', value, at: cursor.from(start) };
    }
    case 'static-assert':
      if (cursor.is('(', 1)) return readStaticAssertion(cursor);
      break;
    case 'attribute':
      // `__attribute__((fallthrough));`
      readAttributes(cursor);
      if (cursor.take(';')) return { kind: 'empty', at: cursor.from(start) };
      cursor.position = start;
      break;
    default:
      break;
  }
  if (startsDeclaration(cursor)) return readInnerDefinition(cursor) ?? readDeclaration(cursor);
  if (cursor.isName() && cursor.isName(1)) return unknownType(cursor);
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

/** Undefined: an expression begins with the word. */
function readControl(cursor: Cursor, start: number): Statement | undefined {
  const word = cursor.next().text;
  const inParentheses = (): Expression => cursor.inParentheses(() => readExpression(cursor));
  switch (word) {
    case 'if': {
      const condition = inParentheses();
      const whenTrue = readOne(cursor);
      const whenFalse = cursor.take('else') ? readOne(cursor) : undefined;
      return { kind: 'if', condition, whenTrue, ...present({ whenFalse }), at: cursor.from(start) };
    }
    case 'while': {
      const condition = inParentheses();
      return { kind: 'while', condition, body: readOne(cursor), at: cursor.from(start) };
    }
    case 'do': {
      const body = readOne(cursor);
      cursor.expect('while');
      const condition = inParentheses();
      cursor.expect(';');
      return { kind: 'do', condition, body, at: cursor.from(start) };
    }
    case 'for':
      return cursor.inScope(() => readFor(cursor, start));
    case 'switch': {
      const value = inParentheses();
      return { kind: 'switch', value, body: readOne(cursor), at: cursor.from(start) };
    }
    case 'goto': {
      if (cursor.is('*')) return leftToClang('a jump to a computed label', cursor.from(start));
      const label = cursor.label(cursor.identifier('a label'));
      cursor.expect(';');
      return { kind: 'goto', label, at: cursor.from(start) };
    }
    case 'break':
    case 'continue':
      cursor.expect(';');
      return { kind: word, at: cursor.from(start) };
    case 'return': {
      const value = cursor.is(';') ? undefined : readExpression(cursor);
      cursor.expect(';');
      return { kind: 'return', ...present({ value }), at: cursor.from(start) };
    }
    default:
      cursor.position = start;
      if (word === 'else') syntaxError('else stands without its if', cursor.at);
      return undefined;
  }
}

function readFor(cursor: Cursor, start: number): Statement {
  cursor.expect('(');
  const initialiser = cursor.take(';') ? undefined : readFirst(cursor);
  const condition = cursor.is(';') ? undefined : readExpression(cursor);
  cursor.expect(';');
  const step = cursor.is(')') ? undefined : readExpression(cursor);
  cursor.expect(')');
  const body = readOne(cursor);
  return { kind: 'for', ...present({ initialiser, condition, step }), body, at: cursor.from(start) };
}

/** The first part of a for: a declaration or an expression. */
function readFirst(cursor: Cursor): Statement {
  if (startsBrackets(cursor) || startsDeclaration(cursor)) return readDeclaration(cursor);
  const value = readExpression(cursor);
  cursor.expect(';');
  return { kind: 'expression', value, at: value.at };
}

/** gcc's function inside a function, if it is the definition of one. */
function readInnerDefinition(cursor: Cursor): Statement | undefined {
  const start = cursor.position;
  if (!looksLikeDefinition(cursor)) return undefined;
  const specifiers = readSpecifiers(cursor);
  const declarator = readDeclarator(cursor, 'name');
  if (functionIn(declarator) !== undefined && cursor.is('{'))
    return readFunction(cursor, specifiers, declarator, start);
  cursor.position = start;
  return undefined;
}

/** Whether `) {` comes before the end of the declaration: it is read once more if it is none after all. */
function looksLikeDefinition(cursor: Cursor): boolean {
  for (let ahead = 0; cursor.peek(ahead) !== undefined; ahead++) {
    if (cursor.is(')', ahead) && cursor.is('{', ahead + 1)) return true;
    if ([';', '=', '{'].some((end) => cursor.is(end, ahead))) return false;
  }
  return false;
}
