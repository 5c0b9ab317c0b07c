// Expressions: syntax nodes to the syntax tree.

import { present } from '../../../support/present.js';
import type { BinaryOperator, CompoundOperator, Expression } from '../ast.js';
import { unsupported } from '../diagnostics.js';
import { readInitialiserList, readTypeName } from './declarations.js';
import { namedChildren, type Reader } from './reader.js';
import type { CstNode } from './treeSitter.js';

const binaryOperators: ReadonlyMap<string, BinaryOperator> = new Map(
  (
    [
      '+',
      '-',
      '*',
      '/',
      '%',
      '<<',
      '>>',
      '&',
      '|',
      '^',
      '==',
      '!=',
      '<',
      '<=',
      '>',
      '>=',
      '&&',
      '||',
    ] as const
  ).map((op) => [op, op]),
);

const compoundOperators: ReadonlyMap<string, CompoundOperator> = new Map(
  (['+', '-', '*', '/', '%', '<<', '>>', '&', '|', '^'] as const).map((op) => [`${op}=`, op]),
);

export function readExpression(reader: Reader, node: CstNode): Expression {
  const at = reader.at(node);
  const sub = (field: string): Expression => readExpression(reader, reader.child(node, field));
  const operator = (): string => reader.text(reader.child(node, 'operator'));
  switch (node.type) {
    case 'number_literal':
      return { kind: 'number', text: reader.text(node), at };
    case 'char_literal':
      return { kind: 'char', text: reader.text(node), at };
    case 'string_literal':
      return { kind: 'string', parts: [reader.text(node)], at };
    case 'concatenated_string':
      return {
        kind: 'string',
        parts: namedChildren(node).map((part) =>
          part.type === 'string_literal' ? reader.text(part) : reader.unexpected(part),
        ),
        at,
      };
    case 'identifier':
      return { kind: 'name', name: reader.text(node), at };
    case 'true':
      return { kind: 'number', text: '1', at };
    case 'false':
    case 'null':
      return { kind: 'number', text: '0', at };
    case 'parenthesized_expression': {
      const inner = namedChildren(node)[0];
      if (inner === undefined) return reader.unexpected(node);
      if (inner.type === 'compound_statement') return unsupported('a statement expression', at);
      return readExpression(reader, inner);
    }
    case 'unary_expression':
    case 'pointer_expression': {
      const op = operator();
      switch (op) {
        case '-':
        case '+':
        case '~':
        case '!':
        case '*':
        case '&':
          return { kind: 'unary', op, operand: sub('argument'), at };
        default:
          return reader.unexpected(node);
      }
    }
    case 'update_expression': {
      const operand = reader.child(node, 'argument');
      const sign = reader.child(node, 'operator');
      return {
        kind: 'update',
        delta: reader.text(sign) === '++' ? 1 : -1,
        prefix: sign.start < operand.start,
        operand: readExpression(reader, operand),
        at,
      };
    }
    case 'binary_expression': {
      const sign = reader.child(node, 'operator');
      if (reader.firstToken(sign).text === '...') return reader.unexpected(sign);
      const op = binaryOperators.get(reader.text(sign));
      if (op === undefined) return reader.unexpected(sign);
      return { kind: 'binary', op, left: sub('left'), right: sub('right'), at };
    }
    case 'assignment_expression': {
      const sign = operator();
      const op = compoundOperators.get(sign);
      if (op === undefined && sign !== '=') return reader.unexpected(node);
      return {
        kind: 'assign',
        ...present({ op }),
        target: sub('left'),
        value: sub('right'),
        at,
      };
    }
    case 'conditional_expression': {
      if (reader.maybe(node, 'consequence') === undefined)
        return unsupported('?: without a middle operand', at);
      return {
        kind: 'conditional',
        condition: sub('condition'),
        whenTrue: sub('consequence'),
        whenFalse: sub('alternative'),
        at,
      };
    }
    case 'comma_expression':
      return { kind: 'comma', left: sub('left'), right: sub('right'), at };
    case 'call_expression':
      return {
        kind: 'call',
        callee: sub('function'),
        args: namedChildren(reader.child(node, 'arguments')).map((arg) => {
          if (arg.type === 'compound_statement')
            return unsupported('a statement as an argument', reader.at(arg));
          return readExpression(reader, arg);
        }),
        at,
      };
    case 'subscript_expression':
      return { kind: 'index', array: sub('argument'), index: sub('index'), at };
    case 'field_expression':
      return {
        kind: 'member',
        object: sub('argument'),
        arrow: operator() === '->',
        name: reader.text(reader.child(node, 'field')),
        at,
      };
    case 'cast_expression': {
      const type = reader.child(node, 'type');
      return { kind: 'cast', type: readTypeName(reader, type), operand: sub('value'), at };
    }
    case 'sizeof_expression': {
      const type = reader.maybe(node, 'type');
      return type === undefined
        ? { kind: 'sizeof-value', operand: sub('value'), at }
        : { kind: 'sizeof-type', type: readTypeName(reader, type), at };
    }
    case 'compound_literal_expression':
      return {
        kind: 'compound-literal',
        type: readTypeName(reader, reader.child(node, 'type')),
        value: readInitialiserList(reader, reader.child(node, 'value')),
        at,
      };
    case 'gnu_asm_expression':
      return readAsm(reader, node);
    case 'generic_expression':
      return unsupported('_Generic', at);
    case 'offsetof_expression':
      return unsupported('offsetof without <stddef.h>', at);
    case 'alignof_expression':
      return { kind: 'alignof', type: readTypeName(reader, reader.child(node, 'type')), at };
    default:
      return reader.unexpected(node);
  }
}

function readAsm(reader: Reader, node: CstNode): Expression {
  const at = reader.at(node);
  const code = reader.child(node, 'assembly_code');
  const parts = code.type === 'concatenated_string' ? namedChildren(code) : [code];
  const template = parts.map((part) => reader.text(part).slice(1, -1)).join('');
  const lists = ['output_operands', 'input_operands', 'goto_labels'].map((field) =>
    reader.maybe(node, field),
  );
  const operands = lists.some((list) => list !== undefined && namedChildren(list).length > 0);
  return { kind: 'asm', template, operands, at };
}
