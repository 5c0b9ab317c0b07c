// Statements and function definitions. Labels and cases become entries of the list they stand in.

import { present } from '../../../support/present.js';
import type { Expression, ExternalDeclaration, FunctionDefinition, Statement } from '../ast.js';
import { syntaxError, unsupported } from '../diagnostics.js';
import { readDeclaration, readDeclarator, readSpecifiers } from './declarations.js';
import { readExpression } from './expressions.js';
import { namedChildren, type Reader } from './reader.js';
import type { CstNode } from './treeSitter.js';

export function readUnit(reader: Reader, root: CstNode): ExternalDeclaration[] {
  const result: ExternalDeclaration[] = [];
  for (const node of namedChildren(root)) {
    switch (node.type) {
      case 'function_definition':
        result.push(readFunction(reader, node));
        break;
      case 'declaration':
      case 'type_definition':
      case 'struct_specifier':
      case 'union_specifier':
      case 'enum_specifier':
        result.push(readBareDeclaration(reader, node));
        break;
      case 'expression_statement': {
        const condition = staticAssertion(reader, node);
        if (condition !== undefined) result.push({ kind: 'static-assert', condition, at: reader.at(node) });
        else if (namedChildren(node).length > 0) reader.unexpected(node);
        break;
      }
      default:
        reader.unexpected(node);
    }
  }
  return result;
}

/** `struct S { ... };` alone is the specifier itself. */
function readBareDeclaration(reader: Reader, node: CstNode): ReturnType<typeof readDeclaration> {
  if (node.type === 'declaration' || node.type === 'type_definition') return readDeclaration(reader, node);
  return readDeclaration(reader, { ...node, type: 'declaration', children: [{ ...node, field: 'type' }] });
}

function staticAssertion(reader: Reader, node: CstNode): Expression | undefined {
  const call = namedChildren(node)[0];
  if (call?.type !== 'call_expression') return undefined;
  if (reader.text(reader.child(call, 'function')) !== '_Static_assert') return undefined;
  const condition = namedChildren(reader.child(call, 'arguments'))[0];
  return condition === undefined ? undefined : readExpression(reader, condition);
}

function readFunction(reader: Reader, node: CstNode): FunctionDefinition {
  const body = reader.child(node, 'body');
  if (body.type !== 'compound_statement') return reader.unexpected(body);
  for (const child of node.children)
    if (child.type === 'declaration') unsupported('an old-style parameter declaration', reader.at(child));
  return {
    kind: 'function',
    specifiers: readSpecifiers(reader, node),
    declarator: readDeclarator(reader, reader.child(node, 'declarator')),
    body: readList(reader, namedChildren(body)),
    at: reader.at(node),
  };
}

function readList(reader: Reader, nodes: readonly CstNode[]): Statement[] {
  const list: Statement[] = [];
  for (const node of nodes) readInto(reader, node, list);
  return list;
}

/** A statement that stands alone, such as a loop's body. */
function readOne(reader: Reader, node: CstNode): Statement {
  const list = readList(reader, [node]);
  return list.length === 1 ? list[0] : { kind: 'block', items: list, at: reader.at(node) };
}

function readInto(reader: Reader, node: CstNode, list: Statement[]): void {
  const at = reader.at(node);
  switch (node.type) {
    case 'labeled_statement': {
      const label = reader.child(node, 'label');
      list.push({ kind: 'label', name: reader.text(label), at: reader.at(label) });
      for (const child of namedChildren(node)) if (child !== label) readInto(reader, child, list);
      return;
    }
    case 'case_statement': {
      const value = reader.maybe(node, 'value');
      list.push(value === undefined ? { kind: 'default', at } : readCase(reader, value));
      for (const child of namedChildren(node)) if (child !== value) readInto(reader, child, list);
      return;
    }
    default:
      list.push(readStatement(reader, node));
  }
}

function readCase(reader: Reader, value: CstNode): Statement {
  const at = reader.at(value);
  const operator = reader.maybe(value, 'operator');
  if (
    value.type === 'binary_expression' &&
    operator !== undefined &&
    reader.firstToken(operator).text === '...'
  )
    return {
      kind: 'case',
      low: readExpression(reader, reader.child(value, 'left')),
      high: readExpression(reader, reader.child(value, 'right')),
      at,
    };
  return { kind: 'case', low: readExpression(reader, value), at };
}

function readStatement(reader: Reader, node: CstNode): Statement {
  const at = reader.at(node);
  const condition = (): Expression => readExpression(reader, reader.child(node, 'condition'));
  const body = (): Statement => readOne(reader, reader.child(node, 'body'));
  const maybeExpression = (field: string): Expression | undefined => {
    const child = reader.maybe(node, field);
    return child === undefined ? undefined : readExpression(reader, child);
  };
  switch (node.type) {
    case 'declaration':
      return readDeclaration(reader, node);
    case 'type_definition':
    case 'struct_specifier':
    case 'union_specifier':
    case 'enum_specifier':
      return readBareDeclaration(reader, node);
    case 'expression_statement': {
      const value = namedChildren(node)[0];
      if (value === undefined) return { kind: 'empty', at };
      if (staticAssertion(reader, node) !== undefined)
        return syntaxError('_Static_assert must stand outside functions', at);
      return { kind: 'expression', value: readExpression(reader, value), at };
    }
    case 'compound_statement':
      return { kind: 'block', items: readList(reader, namedChildren(node)), at };
    case 'if_statement': {
      const alternative = reader.maybe(node, 'alternative');
      const whenFalse = alternative === undefined ? undefined : namedChildren(alternative)[0];
      return {
        kind: 'if',
        condition: condition(),
        whenTrue: readOne(reader, reader.child(node, 'consequence')),
        ...(whenFalse === undefined ? {} : { whenFalse: readOne(reader, whenFalse) }),
        at,
      };
    }
    case 'while_statement':
      return { kind: 'while', condition: condition(), body: body(), at };
    case 'do_statement':
      return { kind: 'do', condition: condition(), body: body(), at };
    case 'for_statement': {
      const initialiser = reader.maybe(node, 'initializer');
      const test = maybeExpression('condition');
      const step = maybeExpression('update');
      return {
        kind: 'for',
        ...(initialiser === undefined ? {} : { initialiser: readForInitialiser(reader, initialiser) }),
        ...present({ condition: test, step }),
        body: body(),
        at,
      };
    }
    case 'switch_statement':
      return { kind: 'switch', value: condition(), body: body(), at };
    case 'goto_statement':
      return { kind: 'goto', label: reader.text(reader.child(node, 'label')), at };
    case 'break_statement':
      return { kind: 'break', at };
    case 'continue_statement':
      return { kind: 'continue', at };
    case 'return_statement': {
      const value = namedChildren(node)[0];
      return { kind: 'return', ...(value === undefined ? {} : { value: readExpression(reader, value) }), at };
    }
    case 'function_definition':
      return unsupported('a function inside a function', at);
    default:
      return reader.unexpected(node);
  }
}

function readForInitialiser(reader: Reader, node: CstNode): Statement {
  if (node.type === 'declaration') return readDeclaration(reader, node);
  return { kind: 'expression', value: readExpression(reader, node), at: reader.at(node) };
}
