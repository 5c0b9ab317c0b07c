// Expressions, by precedence climbing.

import type { SourceSpan } from '../../../program/statement.js';
import { present } from '../../../support/present.js';
import type { AsmOperand, CompoundOperator, Expression, TypeName } from '../ast.js';
import { precedence } from '../binaryOperators.js';
import { leftToClang, syntaxError, unsupported } from '../diagnostics.js';
import { withoutSeparators } from '../literals.js';
import { spell } from '../preprocessor/token.js';
import type { Cursor } from './cursor.js';
import { readStrings, readTypeName, specifiersOf, startsSpecifiers } from './declarations.js';
import { readInitialiserList, readOffset } from './initialisers.js';
import { readBlock } from './statements.js';
import { isWord } from './words.js';

const compoundOperators: ReadonlyMap<string, CompoundOperator> = new Map(
  (['+', '-', '*', '/', '%', '<<', '>>', '&', '|', '^'] as const).map((op) => [`${op}=`, op]),
);

export function readExpression(cursor: Cursor): Expression {
  const start = cursor.position;
  let left = readAssignment(cursor);
  while (cursor.take(',')) {
    const right = readAssignment(cursor);
    left = { kind: 'comma', left, right, at: cursor.from(start) };
  }
  return left;
}

export function readAssignment(cursor: Cursor): Expression {
  const start = cursor.position;
  const target = readConditional(cursor);
  const sign = cursor.peek();
  if (sign?.kind !== 'punctuator') return target;
  const op = compoundOperators.get(sign.text);
  if (op === undefined && sign.text !== '=') return target;
  cursor.next();
  const value = cursor.nested(() => readAssignment(cursor));
  return { kind: 'assign', ...present({ op }), target, value, at: cursor.from(start) };
}

export function readConditional(cursor: Cursor): Expression {
  const start = cursor.position;
  const condition = readBinary(cursor, 0);
  if (!cursor.take('?')) return condition;
  const whenTrue = cursor.is(':') ? undefined : readExpression(cursor);
  cursor.expect(':');
  const whenFalse = cursor.nested(() => readConditional(cursor));
  return { kind: 'conditional', condition, ...present({ whenTrue }), whenFalse, at: cursor.from(start) };
}

function readBinary(cursor: Cursor, least: number): Expression {
  const start = cursor.position;
  let left = readCast(cursor);
  for (;;) {
    const token = cursor.peek();
    const known = token?.kind === 'punctuator' ? precedence.get(token.text) : undefined;
    if (known === undefined || known[0] < least) return left;
    const [level, op] = known;
    cursor.next();
    const right = readBinary(cursor, level + 1);
    left = { kind: 'binary', op, left, right, at: cursor.from(start) };
  }
}

/** `(T)e`; `(T){ ... }` is a postfix expression. */
function readCast(cursor: Cursor): Expression {
  return cursor.nested(() => {
    const start = cursor.position;
    const type = typeInParentheses(cursor);
    if (type === undefined) return readUnary(cursor);
    if (cursor.is('{')) return readPostfix(cursor, literalOf(cursor, type, start), start);
    const operand = readCast(cursor);
    return { kind: 'cast', type, operand, at: cursor.from(start) };
  });
}

function literalOf(cursor: Cursor, type: TypeName, start: number): Expression {
  const value = readInitialiserList(cursor);
  return { kind: 'compound-literal', type, value, at: cursor.from(start) };
}

/** `(T)`, if it stands here. */
function typeInParentheses(cursor: Cursor): TypeName | undefined {
  // `(__extension__ ({ ... }))` is no type.
  let ahead = 1;
  while (cursor.is('__extension__', ahead)) ahead++;
  if (!cursor.is('(') || !startsSpecifiers(cursor, ahead)) return undefined;
  return cursor.inParentheses(() => readTypeName(cursor));
}

function readUnary(cursor: Cursor): Expression {
  const start = cursor.position;
  const token = cursor.peek();
  if (token?.kind === 'punctuator')
    switch (token.text) {
      case '++':
      case '--': {
        cursor.next();
        const delta = token.text === '++' ? 1 : -1;
        return { kind: 'update', delta, prefix: true, operand: readCast(cursor), at: cursor.from(start) };
      }
      case '-':
      case '+':
      case '~':
      case '!':
      case '*':
      case '&':
        cursor.next();
        return { kind: 'unary', op: token.text, operand: readCast(cursor), at: cursor.from(start) };
      case '&&':
        return leftToClang('the value of a label', token.at);
      default:
        break;
    }
  if (cursor.take('__extension__')) return readCast(cursor);
  if (cursor.take('sizeof')) {
    const type = typeInParentheses(cursor);
    if (type !== undefined && !cursor.is('{')) return { kind: 'sizeof-type', type, at: cursor.from(start) };
    const operand =
      type === undefined
        ? cursor.nested(() => readUnary(cursor))
        : readPostfix(cursor, literalOf(cursor, type, start + 1), start + 1);
    return { kind: 'sizeof-value', operand, at: cursor.from(start) };
  }
  if (cursor.role() === 'alignof' && cursor.is('(', 1)) {
    cursor.next();
    const type = typeInParentheses(cursor);
    if (type !== undefined) return { kind: 'alignof-type', type, at: cursor.from(start) };
    const operand = cursor.nested(() => readUnary(cursor));
    return { kind: 'alignof-value', operand, at: cursor.from(start) };
  }
  return readPostfix(cursor, readPrimary(cursor), start);
}

function readPostfix(cursor: Cursor, first: Expression, start: number): Expression {
  let value = first;
  for (;;) {
    if (cursor.take('[')) {
      const index = readExpression(cursor);
      cursor.expect(']');
      value = { kind: 'index', array: value, index, at: cursor.from(start) };
    } else if (cursor.take('(')) {
      const args: Expression[] = [];
      const from = cursor.position;
      if (!cursor.is(')'))
        do args.push(readAssignment(cursor));
        while (cursor.take(','));
      const isAssertion = value.kind === 'name' && /assert/i.test(value.name);
      const written = isAssertion ? spell(cursor.tokens.slice(from, cursor.position)) : undefined;
      cursor.expect(')');
      value = { kind: 'call', callee: value, args, ...present({ written }), at: cursor.from(start) };
    } else if (cursor.is('.') || cursor.is('->')) {
      const arrow = cursor.next().text === '->';
      const name = cursor.identifier('the name of a member');
      value = { kind: 'member', object: value, arrow, name, at: cursor.from(start) };
    } else if (cursor.is('++') || cursor.is('--')) {
      const delta = cursor.next().text === '++' ? 1 : -1;
      value = { kind: 'update', delta, prefix: false, operand: value, at: cursor.from(start) };
    } else return value;
  }
}

/** Known without a header, unless the program declares them. */
const constants: ReadonlyMap<string, string> = new Map([
  ['true', '1'],
  ['false', '0'],
  ['NULL', '0'],
]);

/** C23's `nullptr` is a pointer, where 0 may be a number. */
function nullPointer(at: SourceSpan): Expression {
  const inner = { kind: 'abstract', at } as const;
  const declarator = { kind: 'pointer', qualifiers: { const: false, atomic: false }, inner, at } as const;
  const operand = { kind: 'number', text: '0', at } as const;
  return { kind: 'cast', type: { specifiers: specifiersOf('void', at), declarator, at }, operand, at };
}

function readPrimary(cursor: Cursor): Expression {
  const start = cursor.position;
  const token = cursor.peek();
  switch (token?.kind) {
    case 'number':
      cursor.next();
      return { kind: 'number', text: withoutSeparators(token.text), at: token.at };
    case 'char':
      cursor.next();
      return { kind: 'char', text: token.text, at: token.at };
    case 'string': {
      const parts: string[] = [];
      while (cursor.peek()?.kind === 'string') parts.push(cursor.next().text);
      return { kind: 'string', parts, at: cursor.from(start) };
    }
    case 'identifier': {
      const special = readSpecial(cursor, token.text, start);
      if (special !== undefined) return special;
      if (isWord(token.text)) return cursor.unexpected('an expression');
      cursor.next();
      const isDeclared = cursor.isDeclared(token.text);
      if (token.text === 'nullptr' && !isDeclared) return nullPointer(token.at);
      const text = isDeclared ? undefined : constants.get(token.text);
      return text === undefined
        ? { kind: 'name', name: token.text, at: token.at }
        : { kind: 'number', text, at: token.at };
    }
    default:
      break;
  }
  if (!cursor.take('(')) return cursor.unexpected('an expression');
  if (cursor.is('{')) {
    const items = readBlock(cursor);
    cursor.expect(')');
    return { kind: 'statements', items, at: cursor.from(start) };
  }
  const inner = cursor.nested(() => readExpression(cursor));
  cursor.expect(')');
  return inner;
}

/** Constructs that look like a call but take a type, and _Generic. */
function readSpecial(cursor: Cursor, word: string, start: number): Expression | undefined {
  switch (word) {
    case '_Generic':
      return readGeneric(cursor, start);
    case '__CPROVER_forall':
    case '__CPROVER_exists':
      return unsupported('a quantifier', cursor.from(start), 'a loop can state it');
    case '__builtin_va_arg': {
      const [list, type] = readTwo(cursor, readAssignment, readTypeName);
      return { kind: 'va-arg', list, type, at: cursor.from(start) };
    }
    case '__builtin_offsetof': {
      const [type, path] = readTwo(cursor, readTypeName, readOffset);
      return { kind: 'offsetof', type, path, at: cursor.from(start) };
    }
    case '__builtin_types_compatible_p': {
      const [left, right] = readTwo(cursor, readTypeName, readTypeName);
      return { kind: 'types-compatible', left, right, at: cursor.from(start) };
    }
    default:
      return undefined;
  }
}

/** Behind a word: its two operands. */
function readTwo<A, B>(cursor: Cursor, first: (c: Cursor) => A, second: (c: Cursor) => B): [A, B] {
  cursor.next();
  return cursor.inParentheses(() => {
    const one = first(cursor);
    cursor.expect(',');
    return [one, second(cursor)];
  });
}

function readGeneric(cursor: Cursor, start: number): Expression {
  cursor.next();
  cursor.expect('(');
  const control = readAssignment(cursor);
  const choices: { type?: TypeName; value: Expression }[] = [];
  while (cursor.take(',')) {
    const type = cursor.take('default') ? undefined : readTypeName(cursor);
    cursor.expect(':');
    choices.push({ ...present({ type }), value: readAssignment(cursor) });
  }
  cursor.expect(')');
  if (choices.length === 0) syntaxError('_Generic needs a choice', cursor.from(start));
  return { kind: 'generic', control, choices, at: cursor.from(start) };
}

const asmQualifiers: ReadonlySet<string> = new Set([
  'volatile',
  '__volatile__',
  '__volatile',
  'inline',
  'goto',
]);

/** Inline assembly: its text, and the C values that it names. */
export function readAsm(cursor: Cursor): Expression {
  const start = cursor.position;
  cursor.next();
  let jumps = false;
  while (asmQualifiers.has(cursor.peek()?.text ?? '')) jumps = cursor.next().text === 'goto' || jumps;
  cursor.expect('(');
  const template = readStrings(cursor);
  const outputs = cursor.take(':') ? readOperands(cursor) : [];
  const inputs = cursor.take(':') ? readOperands(cursor) : [];
  // clobbers, and labels
  while (!cursor.is(')')) cursor.next();
  cursor.expect(')');
  return { kind: 'asm', template, jumps, outputs, inputs, at: cursor.from(start) };
}

/** `[name] "constraint" (value), ...` */
function readOperands(cursor: Cursor): AsmOperand[] {
  const operands: AsmOperand[] = [];
  while (cursor.is('[') || cursor.peek()?.kind === 'string') {
    const name = cursor.take('[') ? cursor.next().text : undefined;
    if (name !== undefined) cursor.expect(']');
    const constraint = readStrings(cursor);
    const value = cursor.inParentheses(() => readExpression(cursor));
    operands.push({ constraint, value, ...present({ name }) });
    if (!cursor.take(',')) break;
  }
  return operands;
}
