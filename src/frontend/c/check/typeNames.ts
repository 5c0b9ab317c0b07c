// Specifiers and declarators to types.

import { present } from '../../../support/present.js';
import type { Declarator, Expression, Qualifiers, Specifiers, TypeName, TypeSpecifier } from '../ast.js';
import { typeError, unsupported } from '../diagnostics.js';
import * as types from '../types.js';
import {
  type CType,
  cellsOf,
  type FunctionType,
  layOutStruct,
  objectLimit,
  type StructType,
} from '../types.js';
import { constantValue } from './constants.js';
import { checkValue } from './expressions.js';
import type { Context } from './scope.js';

const namedTypes: ReadonlyMap<string, CType> = new Map<string, CType>([
  ['void', types.voidType],
  ['bool', types.boolType],
  ['size_t', types.unsignedLongType],
  ['ssize_t', types.longType],
  ['ptrdiff_t', types.longType],
  ['intptr_t', types.longType],
  ['uintptr_t', types.unsignedLongType],
  ['int8_t', types.signedCharType],
  ['uint8_t', types.unsignedCharType],
  ['int16_t', types.shortType],
  ['uint16_t', types.unsignedShortType],
  ['int32_t', types.intType],
  ['uint32_t', types.unsignedType],
  ['int64_t', types.longType],
  ['uint64_t', types.unsignedLongType],
]);

/** Base types by the words that spell them, sorted. */
const spelledTypes: ReadonlyMap<string, CType> = new Map<string, CType>([
  ['char', types.charType],
  ['char signed', types.signedCharType],
  ['char unsigned', types.unsignedCharType],
  ['short', types.shortType],
  ['short signed', types.shortType],
  ['short unsigned', types.unsignedShortType],
  ['', types.intType],
  ['signed', types.intType],
  ['unsigned', types.unsignedType],
  ['long', types.longType],
  ['long signed', types.longType],
  ['long unsigned', types.unsignedLongType],
  ['long long', types.longLongType],
  ['long long signed', types.longLongType],
  ['long long unsigned', types.unsignedLongLongType],
]);

export function typeOfName(context: Context, name: TypeName): CType {
  if (name.specifiers.storage !== undefined) typeError('a storage class cannot stand here', name.at);
  return declaredType(context, baseType(context, name.specifiers), name.declarator);
}

export function baseType(context: Context, specifiers: Specifiers): CType {
  return qualify(specifierType(context, specifiers.type), specifiers.qualifiers, specifiers);
}

function qualify(type: CType, qualifiers: Qualifiers, { at }: Pick<Specifiers, 'at'>): CType {
  if (qualifiers.atomic && type.kind !== 'integer' && type.kind !== 'pointer')
    unsupported(`_Atomic ${types.typeName(type)}`, at, 'only integers and pointers can be atomic');
  if (!qualifiers.const && !qualifiers.atomic) return type;
  if (type.kind === 'array') return { ...type, of: qualify(type.of, qualifiers, { at }) };
  return {
    ...type,
    ...(qualifiers.const ? { const: true } : {}),
    ...(qualifiers.atomic ? { atomic: true } : {}),
  };
}

function specifierType(context: Context, specifier: TypeSpecifier): CType {
  const { at } = specifier;
  switch (specifier.kind) {
    case 'basic': {
      const { words } = specifier;
      for (const word of words)
        if (word === 'float' || word === 'double')
          return unsupported(word, at, 'diptych computes with integers only');
      const named = words.length === 1 ? namedTypes.get(words[0]) : undefined;
      if (named !== undefined) return named;
      const spelled = words.filter((word) => word !== 'int').sort();
      const ints = words.length - spelled.length;
      const type = spelledTypes.get(spelled.join(' '));
      if (type === undefined || ints > 1 || (ints === 1 && spelled.includes('char')))
        return typeError(`${words.join(' ')} is not a type`, at);
      return type;
    }
    case 'typedef': {
      const symbol = context.scope.lookup(specifier.name);
      if (symbol?.kind === 'typedef') return symbol.type;
      const named = namedTypes.get(specifier.name);
      if (named !== undefined) return named;
      return typeError(`unknown type ${specifier.name}`, at);
    }
    case 'struct':
      return structType(context, specifier);
    case 'enum': {
      const { tag, items } = specifier;
      if (items === undefined) {
        if (tag === undefined || context.scope.lookupTag(tag)?.kind !== 'enum')
          return typeError(`unknown enum ${tag ?? ''}`, at);
        return types.intType;
      }
      if (tag !== undefined) context.scope.defineTag(tag, { kind: 'enum' });
      let next = 0;
      for (const item of items) {
        const value = item.value === undefined ? next : constantExpression(context, item.value);
        context.scope.define(item.name, { kind: 'constant', value }, item.at);
        next = (value + 1) | 0;
      }
      return types.intType;
    }
  }
}

function structType(context: Context, specifier: Extract<TypeSpecifier, { kind: 'struct' }>): CType {
  const { tag, fields, at } = specifier;
  const known =
    tag === undefined ? undefined : context.scope[fields === undefined ? 'lookupTag' : 'ownTag'](tag);
  if (known !== undefined && known.kind !== 'struct') return typeError(`${tag} is not a struct`, at);
  const struct: StructType = known?.struct ?? {
    kind: 'struct',
    name: tag === undefined ? 'a struct' : `struct ${tag}`,
  };
  if (known === undefined && tag !== undefined) context.scope.defineTag(tag, { kind: 'struct', struct });
  if (fields === undefined) return { kind: 'struct', struct };
  if (struct.layout !== undefined) return typeError(`${struct.name} is defined twice`, at);
  const members: { name: string; type: CType }[] = [];
  for (const field of fields) {
    const base = baseType(context, field.specifiers);
    if (field.declarators.length === 0) unsupported('a member without a name', field.at);
    for (const declarator of field.declarators) {
      const name = declaredName(declarator);
      const type = declaredType(context, base, declarator);
      if (name === undefined) return typeError('this member has no name', declarator.at);
      if (members.some((member) => member.name === name))
        return typeError(`${struct.name} has two members ${name}`, declarator.at);
      if (type.kind === 'array' && type.length === undefined)
        return unsupported('a flexible array member', declarator.at);
      if (cellsOf(type) === undefined)
        return typeError(`member ${name} has the incomplete type ${types.typeName(type)}`, declarator.at);
      members.push({ name, type });
    }
  }
  if (members.length === 0) return unsupported('an empty struct', at);
  if (specifier.union && members.length > 1) return unsupported('a union of several members', at);
  struct.layout = layOutStruct(members);
  if (struct.layout.cells > objectLimit) unsupported('an object this large', at);
  return { kind: 'struct', struct };
}

/** The type a declarator makes of the base type. */
export function declaredType(context: Context, base: CType, declarator: Declarator): CType {
  switch (declarator.kind) {
    case 'name':
    case 'abstract':
      return base;
    case 'pointer': {
      const pointer = qualify(types.pointerTo(base), declarator.qualifiers, declarator);
      return declaredType(context, pointer, declarator.inner);
    }
    case 'array': {
      if (base.kind === 'function' || base.kind === 'void' || cellsOf(base) === undefined)
        return typeError(`an array cannot have elements of type ${types.typeName(base)}`, declarator.at);
      const length = declarator.size === undefined ? undefined : arrayLength(context, declarator.size);
      if (length !== undefined && length * (cellsOf(base) ?? 1) > objectLimit)
        return unsupported('an array this large', declarator.at);
      const array: CType = { kind: 'array', of: base, ...present({ length }) };
      return declaredType(context, array, declarator.inner);
    }
    case 'function': {
      if (base.kind === 'function' || base.kind === 'array')
        return typeError(`a function cannot return ${types.typeName(base)}`, declarator.at);
      const parameters = declarator.parameters.map((parameter) =>
        parameterType(declaredType(context, baseType(context, parameter.specifiers), parameter.declarator)),
      );
      for (const [i, parameter] of parameters.entries())
        if (parameter.kind === 'void') typeError('a parameter cannot be void', declarator.parameters[i].at);
      const type: FunctionType = {
        kind: 'function',
        result: types.unqualified(base),
        parameters,
        variadic: declarator.variadic,
        unspecified: declarator.unspecified,
      };
      return declaredType(context, type, declarator.inner);
    }
  }
}

/** Arrays and functions are passed as pointers. */
function parameterType(type: CType): CType {
  if (type.kind === 'array') return types.pointerTo(type.of);
  return type.kind === 'function' ? types.pointerTo(type) : type;
}

function arrayLength(context: Context, size: Expression): number {
  const value = constantValue(checkValue(context, size));
  if (value === undefined) return unsupported('a variable-length array', size.at);
  if (value <= 0) return typeError(`an array cannot have ${value} elements`, size.at);
  return value;
}

export function constantExpression(context: Context, expression: Expression): number {
  const value = constantValue(checkValue(context, expression));
  return value ?? typeError('a constant is needed here', expression.at);
}

/** The name a declarator declares; undefined in a type name. */
export function declaredName(declarator: Declarator): string | undefined {
  switch (declarator.kind) {
    case 'name':
      return declarator.name;
    case 'abstract':
      return undefined;
    default:
      return declaredName(declarator.inner);
  }
}

/** The parameters written in the declarator of a function definition. */
export function functionDeclarator(
  declarator: Declarator,
): Extract<Declarator, { kind: 'function' }> | undefined {
  if (declarator.kind === 'name' || declarator.kind === 'abstract') return undefined;
  const deeper = functionDeclarator(declarator.inner);
  return deeper ?? (declarator.kind === 'function' ? declarator : undefined);
}
