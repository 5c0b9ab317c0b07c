// Specifiers and declarators to types.

import { toInteger, wrap } from '../../../program/integer.js';
import type { SourceSpan } from '../../../program/statement.js';
import { present } from '../../../support/present.js';
import type { Declarator, Expression, Qualifiers, Specifiers, TypeName, TypeSpecifier } from '../ast.js';
import { typeError, unsupported } from '../diagnostics.js';
import { layOutStruct, type Member } from '../structLayout.js';
import * as types from '../types.js';
import { type CType, type FunctionType, objectLimit, type StructType } from '../types.js';
import { constantValue, smallConstant } from './constants.js';
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
        const known = tag === undefined ? undefined : context.scope.lookupTag(tag);
        if (known?.kind !== 'enum') return typeError(`unknown enum ${tag ?? ''}`, at);
        return known.type;
      }
      return enumType(context, tag, items);
    }
  }
}

/** gcc gives an enum the type unsigned int unless an enumerator is negative; enumerators are ints where they fit. */
function enumType(
  context: Context,
  tag: string | undefined,
  items: NonNullable<Extract<TypeSpecifier, { kind: 'enum' }>['items']>,
): CType {
  let next = 0n;
  let least = 0n;
  let greatest = 0n;
  for (const item of items) {
    const given = item.value === undefined ? undefined : checkValue(context, item.value);
    const known = given === undefined ? undefined : constantValue(given);
    if (given !== undefined && known === undefined) typeError('a constant is needed here', item.at);
    if (given !== undefined && known !== undefined)
      next =
        given.type.kind === 'integer' && !given.type.signed
          ? BigInt.asUintN(given.type.size * 8, BigInt(known))
          : BigInt(known);
    if (next < least) least = next;
    if (next > greatest) greatest = next;
    const fits = next >= -(2n ** 31n) && next < 2n ** 31n;
    const type = fits ? types.intType : next < 2n ** 32n && next > 0n ? types.unsignedType : types.longType;
    const value = wrap(toInteger(next), type.size === 8 ? 64 : 32);
    context.scope.define(item.name, { kind: 'constant', value, type }, item.at);
    next++;
  }
  const wide = least < -(2n ** 31n) || greatest >= 2n ** 32n || (least < 0n && greatest >= 2n ** 31n);
  const type = wide ? types.longType : least < 0n ? types.intType : types.unsignedType;
  if (tag !== undefined) context.scope.defineTag(tag, { kind: 'enum', type });
  return type;
}

function structType(context: Context, specifier: Extract<TypeSpecifier, { kind: 'struct' }>): CType {
  const { tag, fields, at } = specifier;
  const known =
    tag === undefined ? undefined : context.scope[fields === undefined ? 'lookupTag' : 'ownTag'](tag);
  if (known !== undefined && known.kind !== 'struct') return typeError(`${tag} is not a struct`, at);
  const struct: StructType = known?.struct ?? {
    kind: 'struct',
    union: specifier.union,
    name:
      tag === undefined
        ? `a ${specifier.union ? 'union' : 'struct'}`
        : `${specifier.union ? 'union' : 'struct'} ${tag}`,
  };
  if (known === undefined && tag !== undefined) context.scope.defineTag(tag, { kind: 'struct', struct });
  if (fields === undefined) return { kind: 'struct', struct };
  if (struct.layout !== undefined) return typeError(`${struct.name} is defined twice`, at);
  const members: Member[] = [];
  const taken = new Set<string>();
  const take = (name: string, at: SourceSpan): void => {
    if (taken.has(name)) typeError(`${struct.name} has two members ${name}`, at);
    taken.add(name);
  };
  for (const field of fields) {
    const base = baseType(context, field.specifiers);
    if (field.declarators.length === 0) {
      // an anonymous struct or union: its members are members of this one
      if (base.kind !== 'struct' || base.struct.layout === undefined)
        return unsupported('a member without a name', field.at);
      for (const name of memberNames(base.struct)) take(name, field.at);
      members.push({ name: '', type: base });
    }
    for (const { declarator, bits } of field.declarators) {
      const name = declaredName(declarator);
      const type = declaredType(context, base, declarator);
      if (bits !== undefined) {
        members.push(bitField(context, name, type, bits));
        if (name !== undefined) take(name, declarator.at);
        continue;
      }
      if (name === undefined) return typeError('this member has no name', declarator.at);
      take(name, declarator.at);
      const flexible = type.kind === 'array' && type.length === undefined;
      const last = field === fields.at(-1) && declarator === field.declarators.at(-1)?.declarator;
      if (flexible && (!last || members.length === 0 || specifier.union))
        return typeError(`${name} has no length`, declarator.at, 'only the last member of a struct may');
      if (!flexible && !types.isComplete(type))
        return typeError(`member ${name} has the incomplete type ${types.typeName(type)}`, declarator.at);
      members.push({ name, type: flexible ? { ...type, length: 0 } : type });
    }
  }
  if (members.length === 0) return unsupported('an empty struct', at);
  struct.layout = layOutStruct(members, specifier.union);
  if (struct.layout.size > objectLimit) unsupported('an object this large', at);
  return { kind: 'struct', struct };
}

/** The names by which members can be named, those of anonymous members included. */
function memberNames(struct: StructType): string[] {
  return (struct.layout?.fields ?? []).flatMap(({ name, type }) =>
    name === '' && type.kind === 'struct' ? memberNames(type.struct) : [name],
  );
}

function bitField(context: Context, name: string | undefined, type: CType, bits: Expression): Member {
  const width = smallConstant(checkValue(context, bits));
  if (type.kind !== 'integer') return typeError(`a bit-field cannot be ${types.typeName(type)}`, bits.at);
  if (width === undefined) return typeError('a constant is needed here', bits.at);
  const most = type.bool ? 1 : type.size * 8;
  if (width < 0 || width > most || (width === 0 && name !== undefined))
    return typeError(`a bit-field of type ${types.typeName(type)} has 1 to ${most} bits`, bits.at);
  return { name: name ?? '', type, bits: width };
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
      if (base.kind === 'function' || base.kind === 'void' || !types.isComplete(base))
        return typeError(`an array cannot have elements of type ${types.typeName(base)}`, declarator.at);
      const length = declarator.size === undefined ? undefined : arrayLength(context, declarator.size);
      if (length !== undefined && length * (types.sizeOf(base) ?? 1) > objectLimit)
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
  const value = smallConstant(checkValue(context, size));
  if (value === undefined) return unsupported('a variable-length array', size.at);
  if (value <= 0) return typeError(`an array cannot have ${value} elements`, size.at);
  return value;
}

export function constantExpression(context: Context, expression: Expression): number {
  const value = smallConstant(checkValue(context, expression));
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
