// Structs, unions and enums: their members, where they are, and their constants.

import type { SourceSpan } from '../../../program/statement.js';
import { present } from '../../../support/present.js';
import type { Expression, FieldDeclaration, TypeSpecifier } from '../ast.js';
import { nameOf } from '../declarators.js';
import { typeError, unsupported } from '../diagnostics.js';
import { layOutStruct, type Member } from '../structLayout.js';
import * as types from '../types.js';
import { type CType, objectLimit, type StructType } from '../types.js';
import { incompleteType } from '../unsupportedNames.js';
import { fitted, noConstant, numberIn, smallConstant, stored } from './constants.js';
import { noNumber } from './conversions.js';
import { checkValue } from './expressions.js';
import type { Context } from './scope.js';
import {
  aligned,
  alignment,
  baseType,
  checkStaticAssertion,
  declaredType,
  typeOfName,
  withMode,
} from './typeNames.js';

type EnumSpecifier = Extract<TypeSpecifier, { kind: 'enum' }>;

/** The number that a constant is, without a sign if its type has none. */
function exactConstant(context: Context, expression: Expression): bigint {
  const value = checkValue(context, expression);
  return numberIn(value) ?? noConstant(value, 'a constant is needed here');
}

const holds = (type: types.IntegerType, n: bigint): boolean => fitted(n, type) === n;

/** Enumerators are ints where they fit. To gcc, the others have the type of the enum once that is known. */
const typesBefore = [types.intType, types.unsignedType];

export function enumType(context: Context, specifier: EnumSpecifier): CType {
  const { tag, items = [], underlying, attributes, at } = specifier;
  if (underlying === undefined && specifier.items === undefined) return namedEnum(context, tag, at);
  // C23's `enum e : long { ... }` is a type before its enumerators are known, which are of its type
  const fixed = underlying === undefined ? undefined : integerOf(typeOfName(context, underlying), at);
  const own = fixed === undefined ? undefined : define(context, tag, fixed, at, true);
  const numbers = new Map<string, bigint>();
  let next = 0n;
  for (const { name, value, at: place } of items) {
    if (value !== undefined) next = exactConstant(context, value);
    if (fixed !== undefined && !holds(fixed, next))
      return typeError(`${types.typeName(fixed)} does not hold ${name}`, place);
    const type = own ?? typesBefore.find((before) => holds(before, next)) ?? types.longType;
    context.scope.define(name, { kind: 'constant', value: stored(next, type), type }, place);
    numbers.set(name, next++);
  }
  if (own !== undefined) return own;
  const integer = integerFor([...numbers.values()], attributes.packed);
  for (const [name, n] of numbers)
    if (!holds(types.intType, n))
      context.scope.replace(name, { kind: 'constant', value: stored(n, integer), type: integer });
  return define(context, tag, integer, at, false);
}

function integerOf(type: CType, at: SourceSpan): types.IntegerType {
  if (type.kind !== 'integer') return typeError(`an enum cannot be made of ${types.typeName(type)}`, at);
  const { const: _const, volatile: _volatile, ...integer } = type;
  return integer;
}

/** `enum e *p;` may stand before `enum e { ... };`, to gcc: then it is an unsigned int, as almost all are. */
function namedEnum(context: Context, tag: string | undefined, at: SourceSpan): CType {
  const known = tag === undefined ? undefined : context.scope.lookupTag(tag);
  if (known?.kind === 'enum') return known.type;
  if (known !== undefined || tag === undefined) return typeError(`unknown enum ${tag ?? ''}`, at);
  const type = newEnum(context, tag, types.unsignedType);
  context.unit.openEnums.set(type, { tag, at });
  return type;
}

function newEnum(context: Context, tag: string | undefined, integer: types.IntegerType): types.IntegerType {
  const type = { ...integer, enumeration: Symbol(tag) };
  if (tag !== undefined) context.scope.defineTag(tag, { kind: 'enum', type });
  return type;
}

/** `isFixed`: by C23's `enum e : long`, which may stand there more than once. */
function define(
  context: Context,
  tag: string | undefined,
  integer: types.IntegerType,
  at: SourceSpan,
  isFixed: boolean,
): types.IntegerType {
  const named = tag === undefined ? undefined : context.scope.ownTag(tag);
  const known = named?.kind === 'enum' && named.type.kind === 'integer' ? named.type : undefined;
  const isOpen = known !== undefined && context.unit.openEnums.delete(known);
  if (known === undefined || !(isOpen || isFixed)) return newEnum(context, tag, integer);
  if (known.size === integer.size && known.signed === integer.signed) return known;
  if (isFixed) return typeError(`enum ${tag} is declared with two different types`, at);
  return unsupported(`enum ${tag}, which is named before it is defined and no unsigned int,`, at);
}

const wideIntegers = [types.unsignedType, types.intType, types.unsignedLongType, types.longType];
const narrowIntegers = [
  types.unsignedCharType,
  types.signedCharType,
  types.unsignedShortType,
  types.shortType,
];

/** gcc takes the first that holds all enumerators; only a packed enum is smaller than int. */
const integerFor = (numbers: readonly bigint[], packed: boolean): types.IntegerType =>
  [...(packed ? narrowIntegers : []), ...wideIntegers].find((type) => numbers.every((n) => holds(type, n))) ??
  types.longType;

export function structType(around: Context, specifier: Extract<TypeSpecifier, { kind: 'struct' }>): CType {
  // no member has a length that is computed
  const { lengths: _lengths, ...context } = around;
  const { tag, fields, at } = specifier;
  const known =
    tag === undefined ? undefined : context.scope[fields === undefined ? 'lookupTag' : 'ownTag'](tag);
  if (known !== undefined && known.kind !== 'struct') return typeError(`${tag} is not a struct`, at);
  // C23 takes a second definition that says the same
  const first = fields === undefined || known?.struct.layout === undefined ? undefined : known.struct;
  const struct: StructType = (first === undefined ? known?.struct : undefined) ?? {
    kind: 'struct',
    union: specifier.union,
    name:
      tag === undefined
        ? `a ${specifier.union ? 'union' : 'struct'}`
        : `${specifier.union ? 'union' : 'struct'} ${tag}`,
  };
  if (known === undefined && tag !== undefined) context.scope.defineTag(tag, { kind: 'struct', struct });
  if (fields === undefined) return { kind: 'struct', struct };
  const members: Member[] = [];
  const taken = new Set<string>();
  const take = (name: string, at: SourceSpan): void => {
    if (taken.has(name)) typeError(`${struct.name} has two members ${name}`, at);
    taken.add(name);
  };
  for (const field of fields)
    if (field.kind === 'static-assert') checkStaticAssertion(context, field);
    else addMembers(context, specifier, field, members, take);
  const asked = alignment(context, specifier.attributes);
  struct.layout = layOutStruct(members, specifier.union, {
    ...present({ alignment: asked, pack: specifier.attributes.pack }),
  });
  if (struct.layout.size > objectLimit) unsupported('an object this large', at);
  if (first !== undefined && !sameFields(struct, first))
    return typeError(`${struct.name} is defined twice`, at);
  if (first !== undefined) return { kind: 'struct', struct: first };
  if (context.scope === context.fileScope) joinFiles(context, struct);
  return { kind: 'struct', struct };
}

/** A type that another file of the program declares in the same way is the same type (C11 6.2.7). */
function joinFiles({ unit, file }: Context, struct: StructType): void {
  const alike = unit.structs.find(
    (other) =>
      other.file !== file &&
      other.struct.name === struct.name &&
      other.struct.union === struct.union &&
      sameFields(struct, other.struct),
  );
  if (alike === undefined) unit.structs.push({ file, struct });
}

/** Whether the members are the same; then, from now on, so are the types. */
function sameFields(struct: StructType, other: StructType): boolean {
  struct.like = other;
  const [a, b] = [struct.layout, other.layout];
  const same =
    a !== undefined &&
    b !== undefined &&
    a.size === b.size &&
    a.fields.length === b.fields.length &&
    a.fields.every((field, i) => {
      const { name, offset, type, bitField } = b.fields[i];
      return (
        field.name === name &&
        field.offset === offset &&
        field.bitField?.position === bitField?.position &&
        field.bitField?.bits === bitField?.bits &&
        types.sameType(field.type, type)
      );
    });
  if (!same) delete struct.like;
  return same;
}

function addMembers(
  context: Context,
  struct: Extract<TypeSpecifier, { kind: 'struct' }>,
  field: FieldDeclaration,
  members: Member[],
  take: (name: string, at: SourceSpan) => void,
): void {
  const base = baseType(context, field.specifiers);
  if (field.declarators.length === 0) {
    // an anonymous struct or union: its members are members of this one
    const { type } = field.specifiers;
    if (type.kind === 'struct' && type.tag === undefined && base.kind === 'struct') {
      for (const name of memberNames(base.struct)) take(name, field.at);
      members.push({ name: '', type: base, packed: struct.attributes.packed });
    }
    return;
  }
  for (const { declarator, bits, attributes } of field.declarators) {
    const name = nameOf(declarator);
    const declared = declaredType(context, withMode(base, attributes, declarator.at), declarator);
    const own = aligned(context, declared, field.specifiers.attributes);
    const type = aligned(context, own, attributes);
    const packed =
      (struct.attributes.packed || attributes.packed || field.specifiers.attributes.packed) &&
      type.aligned === undefined;
    if (bits !== undefined) {
      members.push({ ...bitField(context, name, type, bits), packed });
      if (name !== undefined) take(name, declarator.at);
      continue;
    }
    if (name === undefined) typeError('this member has no name', declarator.at);
    take(name, declarator.at);
    const flexible = type.kind === 'array' && type.length === undefined;
    const last = field === struct.fields?.at(-1) && declarator === field.declarators.at(-1)?.declarator;
    if (flexible && (!last || members.length === 0 || struct.union))
      typeError(`${name} has no length`, declarator.at, 'only the last member of a struct may');
    if (!flexible && !types.isComplete(type))
      incompleteType(type, `member ${name} has the incomplete type ${types.typeName(type)}`, declarator.at);
    members.push({ name, type: flexible ? { ...type, length: 0 } : type, packed });
  }
}

/** The names by which members can be named, those of anonymous members included. */
function memberNames(struct: StructType): string[] {
  return (struct.layout?.fields ?? []).flatMap(({ name, type }) =>
    name === '' && type.kind === 'struct' ? memberNames(type.struct) : [name],
  );
}

function bitField(context: Context, name: string | undefined, type: CType, bits: Expression): Member {
  const width = smallConstant(checkValue(context, bits));
  if (type.kind !== 'integer')
    return noNumber([type], `a bit-field cannot be ${types.typeName(type)}`, bits.at);
  if (width === undefined) return typeError('a constant is needed here', bits.at);
  const most = type.bool ? 1 : type.size * 8;
  if (width < 0 || width > most || (width === 0 && name !== undefined))
    return typeError(`a bit-field of type ${types.typeName(type)} has 1 to ${most} bits`, bits.at);
  return { name: name ?? '', type, bits: width, packed: false };
}
