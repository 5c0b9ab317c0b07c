// Declarations: specifiers, declarators (turned outside in, as types read), initialisers.

import { present } from '../../../support/present.js';
import type {
  Declaration,
  Declarator,
  Designator,
  Enumerator,
  Expression,
  FieldDeclaration,
  Initialiser,
  InitialiserList,
  Parameter,
  Qualifiers,
  Specifiers,
  TypeName,
  TypeSpecifier,
} from '../ast.js';
import { syntaxError, unsupported } from '../diagnostics.js';
import { readExpression } from './expressions.js';
import { namedChildren, type Reader } from './reader.js';
import type { CstNode } from './treeSitter.js';

const declaratorTypes: ReadonlySet<string> = new Set([
  'identifier',
  'field_identifier',
  'type_identifier',
  'primitive_type',
  'init_declarator',
]);

const isDeclarator = (node: CstNode): boolean => node.field === 'declarator';

export function readDeclaration(reader: Reader, node: CstNode): Declaration {
  const specifiers = readSpecifiers(reader, node);
  const items = node.children.filter(isDeclarator).map((child) => {
    const at = reader.at(child);
    if (child.type !== 'init_declarator') return { declarator: readDeclarator(reader, child), at };
    const value = reader.child(child, 'value');
    return {
      declarator: readDeclarator(reader, reader.child(child, 'declarator')),
      initialiser: readInitialiser(reader, value),
      at,
    };
  });
  return { kind: 'declaration', specifiers, items, at: reader.at(node) };
}

/** The specifiers and qualifiers in front of the declarators of `node`. */
export function readSpecifiers(reader: Reader, node: CstNode): Specifiers {
  let storage: Specifiers['storage'] = node.type === 'type_definition' ? 'typedef' : undefined;
  let threadLocal = false;
  for (const child of node.children) {
    switch (child.type) {
      case 'storage_class_specifier': {
        const word = reader.text(child);
        if (word === 'static' || word === 'extern') storage = word;
        else if (word === '_Thread_local' || word === 'thread_local' || word === '__thread')
          threadLocal = true;
        else unsupported(word, reader.at(child));
        break;
      }
      case 'ms_declspec_modifier':
      case 'attribute_declaration':
      case 'attribute_specifier':
        unsupported(child.type.replaceAll('_', ' '), reader.at(child));
        break;
      default:
        break;
    }
  }
  const type = reader.maybe(node, 'type');
  if (type === undefined) return syntaxError('a type is missing here', reader.at(node));
  return {
    ...present({ storage }),
    threadLocal,
    qualifiers: readQualifiers(reader, node),
    type: readTypeSpecifier(reader, type),
    at: reader.at(type),
  };
}

function readQualifiers(reader: Reader, node: CstNode): Qualifiers {
  const words = node.children
    .filter((child) => child.type === 'type_qualifier')
    .map((child) => reader.text(child));
  return { const: words.includes('const') || words.includes('constexpr'), atomic: words.includes('_Atomic') };
}

function readTypeSpecifier(reader: Reader, node: CstNode): TypeSpecifier {
  const at = reader.at(node);
  switch (node.type) {
    case 'primitive_type':
      return { kind: 'basic', words: [reader.text(node)], at };
    case 'sized_type_specifier':
      return {
        kind: 'basic',
        words: node.children.map((child) => {
          if (child.type === 'type_qualifier')
            return unsupported('a qualifier inside a type', reader.at(child));
          return reader.text(child);
        }),
        at,
      };
    case 'struct_specifier':
    case 'union_specifier': {
      const tag = reader.maybe(node, 'name');
      if (tag !== undefined && reader.isTypedefName(node))
        return { kind: 'typedef', name: reader.text(tag), at };
      const body = reader.maybe(node, 'body');
      return {
        kind: 'struct',
        union: node.type === 'union_specifier',
        ...(tag === undefined ? {} : { tag: reader.text(tag) }),
        ...(body === undefined ? {} : { fields: namedChildren(body).map((f) => readField(reader, f)) }),
        at,
      };
    }
    case 'enum_specifier': {
      const tag = reader.maybe(node, 'name');
      const body = reader.maybe(node, 'body');
      return {
        kind: 'enum',
        ...(tag === undefined ? {} : { tag: reader.text(tag) }),
        ...(body === undefined ? {} : { items: namedChildren(body).map((e) => readEnumerator(reader, e)) }),
        at,
      };
    }
    case 'type_identifier':
      return { kind: 'typedef', name: reader.text(node), at };
    default:
      return reader.unexpected(node);
  }
}

function readField(reader: Reader, node: CstNode): FieldDeclaration {
  if (node.type !== 'field_declaration') return reader.unexpected(node);
  const declarators: { declarator: Declarator; bits?: Expression }[] = [];
  let named = false;
  for (const child of node.children) {
    if (child.type === ',') named = false;
    else if (isDeclarator(child)) {
      declarators.push({ declarator: readDeclarator(reader, child) });
      named = true;
    } else if (child.type === 'bitfield_clause') {
      const width = namedChildren(child)[0];
      if (width === undefined) return reader.unexpected(child);
      const bits = readExpression(reader, width);
      const last = declarators.at(-1);
      if (named && last !== undefined) last.bits = bits;
      else declarators.push({ declarator: { kind: 'abstract', at: reader.at(child) }, bits });
    }
  }
  return { specifiers: readSpecifiers(reader, node), declarators, at: reader.at(node) };
}

function readEnumerator(reader: Reader, node: CstNode): Enumerator {
  if (node.type !== 'enumerator') return reader.unexpected(node);
  const value = reader.maybe(node, 'value');
  return {
    name: reader.text(reader.child(node, 'name')),
    ...(value === undefined ? {} : { value: readExpression(reader, value) }),
    at: reader.at(node),
  };
}

export function readTypeName(reader: Reader, node: CstNode): TypeName {
  if (node.type !== 'type_descriptor') return reader.unexpected(node);
  const declarator = reader.maybe(node, 'declarator');
  return {
    specifiers: readSpecifiers(reader, node),
    declarator:
      declarator === undefined
        ? { kind: 'abstract', at: reader.at(node) }
        : readDeclarator(reader, declarator),
    at: reader.at(node),
  };
}

export function readDeclarator(reader: Reader, node: CstNode): Declarator {
  const at = reader.at(node);
  const inner = (): Declarator => {
    const child = reader.maybe(node, 'declarator');
    return child === undefined ? { kind: 'abstract', at } : readDeclarator(reader, child);
  };
  switch (node.type) {
    case 'pointer_declarator':
    case 'abstract_pointer_declarator':
    case 'pointer_type_declarator':
    case 'pointer_field_declarator':
      return { kind: 'pointer', qualifiers: readQualifiers(reader, node), inner: inner(), at };
    case 'array_declarator':
    case 'abstract_array_declarator': {
      const size = reader.maybe(node, 'size');
      if (size !== undefined && !size.named) return unsupported(`[${reader.text(size)}]`, at);
      return {
        kind: 'array',
        ...(size === undefined ? {} : { size: readExpression(reader, size) }),
        inner: inner(),
        at,
      };
    }
    case 'function_declarator':
    case 'abstract_function_declarator': {
      const list = namedChildren(reader.child(node, 'parameters'));
      const parameters = list
        .filter((p) => p.type !== 'variadic_parameter')
        .map((p) => readParameter(reader, p));
      return {
        kind: 'function',
        parameters: isVoid(parameters) ? [] : parameters,
        variadic: list.length > parameters.length,
        unspecified: list.length === 0,
        inner: inner(),
        at,
      };
    }
    case 'parenthesized_declarator':
    case 'abstract_parenthesized_declarator': {
      const child = namedChildren(node)[0];
      return child === undefined ? reader.unexpected(node) : readDeclarator(reader, child);
    }
    case 'attributed_declarator':
      return unsupported('an attribute', at);
    default:
      if (!declaratorTypes.has(node.type)) return reader.unexpected(node);
      return { kind: 'name', name: reader.text(node), at };
  }
}

const isVoid = (parameters: readonly Parameter[]): boolean =>
  parameters.length === 1 &&
  parameters[0].declarator.kind === 'abstract' &&
  parameters[0].specifiers.type.kind === 'basic' &&
  parameters[0].specifiers.type.words.join() === 'void';

function readParameter(reader: Reader, node: CstNode): Parameter {
  if (node.type !== 'parameter_declaration') {
    if (node.type === 'identifier') return unsupported('a parameter list without types', reader.at(node));
    return reader.unexpected(node);
  }
  const declarator = reader.maybe(node, 'declarator');
  const at = reader.at(node);
  return {
    specifiers: readSpecifiers(reader, node),
    declarator: declarator === undefined ? { kind: 'abstract', at } : readDeclarator(reader, declarator),
    at,
  };
}

function readInitialiser(reader: Reader, node: CstNode): Initialiser {
  if (node.type === 'initializer_list') return readInitialiserList(reader, node);
  return { kind: 'value', value: readExpression(reader, node), at: reader.at(node) };
}

export function readInitialiserList(reader: Reader, node: CstNode): InitialiserList {
  const items = namedChildren(node).map((child) => {
    if (child.type !== 'initializer_pair') return { designators: [], value: readInitialiser(reader, child) };
    const designators = child.children
      .filter((part) => part.field === 'designator')
      .map((part) => readDesignator(reader, part));
    return { designators, value: readInitialiser(reader, reader.child(child, 'value')) };
  });
  return { kind: 'list', items, at: reader.at(node) };
}

function readDesignator(reader: Reader, node: CstNode): Designator {
  const at = reader.at(node);
  const inner = namedChildren(node)[0];
  switch (node.type) {
    case 'field_designator':
      return { kind: 'field', name: reader.text(inner), at };
    case 'subscript_designator':
      return { kind: 'index', index: readExpression(reader, inner), at };
    case 'field_identifier':
      return { kind: 'field', name: reader.text(node), at };
    default:
      return unsupported('this designator', at);
  }
}
